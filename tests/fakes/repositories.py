"""The directory, tasks and causes in memory."""

from collections.abc import Collection, Sequence
from datetime import date, datetime

import msgspec

from core.application.access import PERMISSIONS, Operation
from core.base.model import TaskStatus
from core.records.people import Actor, Invite, NewUser, User
from core.records.work import NewTask, Task, TaskComment, TaskWords
from core.work.tasks import WORKABLE, relations_to, visible
from tests.fakes.state import State, next_id


class Users:
    """`core.ports.UserRepository`."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, user_id: int) -> User | None:
        return self.state.users.get(user_id)

    async def by_username(self, username: str) -> User | None:
        return next((user for user in self.state.users.values() if user.username == username.lower()), None)

    async def by_telegram(self, telegram_user_id: int) -> User | None:
        found = (user for user in self.state.users.values() if user.telegram_user_id == telegram_user_id)
        return next(found, None)

    async def team_ids(self, leader_user_id: int) -> Sequence[int]:
        users = self.state.users.values()
        return [user.id for user in users if user.leader_user_id == leader_user_id and user.is_active]

    async def list(self) -> Sequence[User]:
        return list(self.state.users.values())

    async def known(self, ids: Collection[int]) -> Sequence[User]:
        return [self.state.users[key] for key in sorted(set(ids)) if key in self.state.users]

    async def add(self, user: NewUser) -> User | None:
        fields = msgspec.structs.asdict(user) | {"username": user.username.lower()}
        added = User(id=next_id(self.state.users), **fields)
        if self.clashes(added):
            return None
        self.state.users[added.id] = added
        return added

    async def update(self, user: User) -> bool:
        user = msgspec.structs.replace(user, username=user.username.lower())
        if user.id not in self.state.users or self.clashes(user):
            return False
        self.state.users[user.id] = user
        return True

    def clashes(self, user: User) -> bool:
        """Whether the username or the Telegram account is another's."""
        others = [other for other in self.state.users.values() if other.id != user.id]
        accounts = {other.telegram_user_id for other in others} - {None}
        return user.username in {other.username for other in others} or user.telegram_user_id in accounts

    async def add_invite(self, invite: Invite) -> None:
        await self.end_invites(invite.user_id)
        self.state.invites[invite.code_hash] = invite

    async def invite(self, code_hash: bytes) -> Invite | None:
        return self.state.invites.get(code_hash)

    async def end_invites(self, user_id: int) -> None:
        kept = {key: invite for key, invite in self.state.invites.items() if invite.user_id != user_id}
        self.state.invites = kept


class Tasks:
    """`core.ports.TaskRepository`."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, task_id: int) -> Task | None:
        return self.state.tasks.get(task_id)

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        due_from: date | None = None,
        due_to: date | None = None,
    ) -> Sequence[Task]:
        first, last = due_from or date.min, due_to or date.max
        listed = [
            task
            for task in self.state.tasks.values()
            if task.is_active and task.id > after_id and first <= task.fecha_cumplir <= last and visible(viewer, task)
        ]
        return listed[:limit]

    async def assigned(self, user_id: int, on: date) -> Sequence[Task]:
        return [
            task
            for task in self.state.tasks.values()
            if task.is_active
            and user_id in task.responsible_user_ids
            and task.estatus in WORKABLE
            and task.fecha_solicitud <= on
        ]

    async def due(self, user_id: int, first: date, last: date) -> Sequence[Task]:
        mine = [task for task in self.active() if user_id in task.responsible_user_ids]
        unfinished = [task for task in mine if task.estatus is not TaskStatus.CERRADA]
        due = [task for task in unfinished if first <= task.fecha_cumplir <= last]
        return sorted(due, key=lambda task: (task.fecha_cumplir, task.id))

    async def concerning(self, viewer: Actor) -> Sequence[TaskWords]:
        by_relation = PERMISSIONS[Operation.TASK_READ].relations
        open_ones = [task for task in self.active() if task.estatus is not TaskStatus.CERRADA]
        concerning = [task for task in open_ones if by_relation & relations_to(viewer, task)]
        return [TaskWords(task.id, task.descripcion, task.fecha_cumplir) for task in concerning]

    async def known(self, ids: Collection[int]) -> Sequence[Task]:
        return [self.state.tasks[key] for key in set(ids) if key in self.state.tasks]

    async def planned(self, until: date) -> Sequence[Task]:
        planned = [task for task in self.active() if task.estatus is TaskStatus.PLANEACION]
        begun = [task for task in planned if task.fecha_solicitud <= until]
        return sorted(begun, key=lambda task: (task.fecha_solicitud, task.id))

    async def overdue(self, on: date) -> Sequence[Task]:
        unfinished = [task for task in self.active() if task.estatus is not TaskStatus.CERRADA]
        late = [task for task in unfinished if task.fecha_cumplir < on]
        return sorted(late, key=lambda task: (task.fecha_cumplir, task.id))

    async def overdue_concerning(self, viewer: Actor, on: date) -> Sequence[Task]:
        by_relation = PERMISSIONS[Operation.TASK_READ].relations
        return [task for task in await self.overdue(on) if by_relation & relations_to(viewer, task)]

    def active(self) -> Sequence[Task]:
        """Those that are not deleted."""
        return [task for task in self.state.tasks.values() if task.is_active]

    async def add(self, task: NewTask) -> Task:
        added = Task(
            id=next_id(self.state.tasks),
            responsible_user_id=task.responsible_user_ids[0],
            ultimo_comentario_fecha=None,
            **msgspec.structs.asdict(task),
        )
        self.state.tasks[added.id] = added
        return added

    async def update(self, task: Task) -> None:
        self.state.tasks[task.id] = task

    async def comments(self, task_id: int, *, after_id: int = 0, limit: int | None = None) -> Sequence[TaskComment]:
        comments = self.state.comments.values()
        return [comment for comment in comments if comment.task_id == task_id and comment.id > after_id][:limit]

    async def latest_comments(self, task_id: int, most: int) -> Sequence[TaskComment]:
        return (await self.comments(task_id))[-most:]

    async def count_comments(self, task_id: int) -> int:
        return len(await self.comments(task_id))

    async def comment(self, task_id: int, comment_id: int) -> TaskComment | None:
        found = self.state.comments.get(comment_id)
        return found if found and found.task_id == task_id else None

    async def add_comment(self, task_id: int, comentario: str, author_id: int, at: datetime) -> TaskComment:
        added = TaskComment(next_id(self.state.comments), task_id, comentario, author_id, at, at)
        self.state.comments[added.id] = added
        task = self.state.tasks[task_id]
        self.state.tasks[task_id] = msgspec.structs.replace(task, ultimo_comentario_fecha=at)
        return added

    async def update_comment(self, comment: TaskComment) -> None:
        before = self.state.comments[comment.id]
        self.state.comments[comment.id] = msgspec.structs.replace(
            before, comentario=comment.comentario, updated_at=comment.updated_at
        )


class IdempotencyKeys:
    """`core.ports.IdempotencyKeyRepository`."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        found = self.state.idempotency_keys.get((scope, key))
        return found[:2] if found else None

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes, at: datetime) -> None:
        if (scope, key) in self.state.idempotency_keys:
            raise ValueError("this key was stored before")
        self.state.idempotency_keys[scope, key] = (digest, outcome, at)

    async def prune(self, before: datetime) -> int:
        old = [key for key, (_, _, at) in self.state.idempotency_keys.items() if at < before]
        for key in old:
            del self.state.idempotency_keys[key]
        return len(old)
