"""Tasks and their comments in memory."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime

import msgspec

from core.application.access import PERMISSIONS, Operation, Relation
from core.base.model import TaskStatus
from core.base.paging import WHOLE, Page
from core.records.people import Actor
from core.records.work import Attachment, CommentCount, DueMoves, NewTask, Task, TaskComment, TaskWords, TelegramFile
from core.work.tasks import WORKABLE, relations_to, visible
from tests.fakes.reds import helps_with
from tests.fakes.rows import Rows
from tests.fakes.state import next_id


class Tasks(Rows):
    """`core.ports.TaskRepository`."""

    table = "tasks"

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, due_from: date | None = None, due_to: date | None = None
    ) -> Sequence[Task]:
        first, last = due_from or date.min, due_to or date.max
        dated = [task for task in self.active() if first <= task.fecha_cumplir <= last and task.id > page.after]
        return [task for task in dated if visible(viewer, task) or self.let_in(viewer, task)][: page.most]

    async def assigned(self, user_id: int, on: date) -> Sequence[Task]:
        workable = [task for task in self.active() if task.estatus in WORKABLE and task.fecha_solicitud <= on]
        return [task for task in workable if user_id in task.responsible_user_ids]

    async def due(self, user_id: int, first: date, last: date) -> Sequence[Task]:
        mine = [task for task in self.unfinished() if user_id in task.responsible_user_ids]
        return by_due_date(task for task in mine if first <= task.fecha_cumplir <= last)

    async def concerning(self, viewer: Actor) -> Sequence[TaskWords]:
        concerning = self.of_viewer(viewer, self.unfinished())
        return [TaskWords(task.id, task.descripcion, task.fecha_cumplir) for task in concerning]

    async def known(self, ids: Collection[int]) -> Sequence[Task]:
        return [self.state.tasks[key] for key in set(ids) if key in self.state.tasks]

    async def of_people(
        self,
        viewer: Actor,
        people: Collection[int],
        *,
        estatus: TaskStatus | None,
        due_from: date,
        due_to: date,
        most: int,
    ) -> Sequence[Task]:
        those = [task for task in await self.list(viewer) if set(people) & set(task.responsible_user_ids)]
        found = by_due_date(
            task
            for task in those
            if due_from <= task.fecha_cumplir <= due_to
            and (task.estatus is estatus if estatus else task.estatus is not TaskStatus.CERRADA)
        )
        return (found[::-1] if estatus is TaskStatus.CERRADA else found)[:most]

    async def planned(self, until: date) -> Sequence[Task]:
        planned = [task for task in self.active() if task.estatus is TaskStatus.PLANEACION]
        begun = [task for task in planned if task.fecha_solicitud <= until]
        return sorted(begun, key=lambda task: (task.fecha_solicitud, task.id))

    async def overdue(self, on: date) -> Sequence[Task]:
        return by_due_date(task for task in self.unfinished() if task.fecha_cumplir < on)

    async def overdue_concerning(self, viewer: Actor, on: date) -> Sequence[Task]:
        return self.of_viewer(viewer, await self.overdue(on))

    def active(self) -> Sequence[Task]:
        """Those that are not deleted."""
        return [task for task in self.rows.values() if task.is_active]

    def unfinished(self) -> Sequence[Task]:
        """Of those the ones that are not closed."""
        return [task for task in self.active() if task.estatus is not TaskStatus.CERRADA]

    def of_viewer(self, viewer: Actor, tasks: Sequence[Task]) -> Sequence[Task]:
        """Those that somebody may read because of their relation to them, whatever their role."""
        relations = PERMISSIONS[Operation.TASK_READ].relations
        return [
            task
            for task in tasks
            if relations & relations_to(viewer, task)
            or (relations & {Relation.HELPER, Relation.FOLLOWER} and self.let_in(viewer, task))
        ]

    def let_in(self, viewer: Actor, task: Task) -> bool:
        """Whether somebody helps with the task or follows it."""
        return helps_with(self.state, viewer.id, task.id) or (task.id, viewer.id) in self.state.followers

    async def add(self, task: NewTask) -> Task:
        born = {"responsible_user_id": task.responsible_user_ids[0], "ultimo_comentario_fecha": None}
        return self.put(Task(id=next_id(self.rows), **born, **msgspec.structs.asdict(task)))

    async def update(self, task: Task) -> None:
        self.put(task)

    async def comments(self, task_id: int, page: Page = WHOLE) -> Sequence[TaskComment]:
        comments = self.state.comments.values()
        return [comment for comment in comments if comment.task_id == task_id and comment.id > page.after][: page.most]

    async def latest_comments(self, task_id: int, most: int) -> Sequence[TaskComment]:
        return (await self.comments(task_id))[-most:]

    async def note_due_move(self, task_id: int, before: date, at: datetime) -> None:
        key = next_id(self.state.due_moves)
        self.state.due_moves[key] = (task_id, before, at)

    async def due_moves(self, since: datetime, until: datetime) -> Sequence[DueMoves]:
        moves = [each for each in self.state.due_moves.values() if each[2] < until]
        lately = sorted({task_id for task_id, _, at in moves if at >= since})
        befores = {each: [before for task_id, before, _ in moves if task_id == each] for each in lately}
        return [DueMoves(each, len(dates), dates[0]) for each, dates in befores.items() if len(dates) > 1]

    async def comments_within(
        self, user_ids: Collection[int], since: datetime, until: datetime
    ) -> Sequence[CommentCount]:
        written = [each for each in self.state.comments.values() if since <= each.created_at < until]
        counts = Counter(each.created_by_user_id for each in written if each.created_by_user_id in user_ids)
        return [CommentCount(person, counts[person]) for person in sorted(counts)]

    async def count_comments(self, task_id: int) -> int:
        return len(await self.comments(task_id))

    async def comment(self, task_id: int, comment_id: int) -> TaskComment | None:
        found = self.state.comments.get(comment_id)
        return found if found and found.task_id == task_id else None

    async def attachments(self, task_id: int, after_id: int) -> Sequence[Attachment]:
        comments = await self.comments(task_id, Page(after_id=after_id))
        files = {each.id: self.state.comment_files.get(each.id) for each in comments}
        return [Attachment(comment_id, file.kind, file.name) for comment_id, file in files.items() if file]

    async def file_of(self, comment_id: int) -> TelegramFile | None:
        return self.state.comment_files.get(comment_id)

    async def add_comment(
        self, task_id: int, comentario: str, author_id: int, at: datetime, file: TelegramFile | None = None
    ) -> TaskComment:
        added = TaskComment(next_id(self.state.comments), task_id, comentario, author_id, at, at)
        self.state.comments[added.id] = added
        if file:
            self.state.comment_files[added.id] = file
        task = self.state.tasks[task_id]
        self.state.tasks[task_id] = msgspec.structs.replace(task, ultimo_comentario_fecha=at)
        return added

    async def update_comment(self, comment: TaskComment) -> None:
        before = self.state.comments[comment.id]
        self.state.comments[comment.id] = msgspec.structs.replace(
            before, comentario=comment.comentario, updated_at=comment.updated_at
        )


def by_due_date(tasks: Iterable[Task]) -> Sequence[Task]:
    """Tasks in the order of their due dates."""
    return sorted(tasks, key=lambda task: (task.fecha_cumplir, task.id))
