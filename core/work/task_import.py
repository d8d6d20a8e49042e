"""Tasks that come from another program: what would be made of them, and making it.

All are made or none. Each keeps the id that it had there, by which it is known when it comes again. People are those
of the directory whom a name there means for sure, or whom the operator has said; nobody is guessed, and nobody is told:
a message for each would say at once what is old news.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.errors import Code, FieldCode, Invalid, NotFound
from core.base.external_ids import IdThere, Source
from core.base.model import Priority, Request, Role, TaskStatus, TaskWords
from core.people.colleagues import folded
from core.records.people import User
from core.records.work import NewTask
from core.work.day_items import add_task

MOST_ROWS = 10_000


class NameThere(Request, frozen=True, kw_only=True):
    """A person as the other program calls them: by a name, an e-mail address, or both."""

    name: str = ""
    email: str = ""

    @property
    def shown(self) -> str:
        return self.name or self.email


class ImportedTask(Request, frozen=True, kw_only=True):
    """A task as the other program has it. `closed_on` is that of one that is done there."""

    id_there: IdThere
    descripcion: TaskWords
    people: list[NameThere]
    requested: date | None = None
    due: date | None = None
    closed_on: date | None = None
    estatus: TaskStatus | None = None
    prioridad: Priority = Priority.MEDIA


class TaskImport(Request, frozen=True, kw_only=True):
    """Tasks of another program, and what the operator says of those that say too little of themselves.

    `named`: whom a name or address there means, by username; nobody if that is empty. `responsible`: whose a task is
    that is nobody's there. `due`: the date of an open task that has none.
    """

    source: Source
    tasks: Annotated[list[ImportedTask], Meta(max_length=MOST_ROWS)]
    named: dict[str, str]
    creator: str | None = None
    responsible: str | None = None
    due: date | None = None


class ImportDoubt(StrEnum):
    """The reasons for which a task is not made without a word of the operator."""

    UNKNOWN_PERSON = "unknown_person"
    SEVERAL_PEOPLE = "several_people"
    PERSON_LEFT = "person_left"
    NO_PERSON = "no_person"
    NO_DUE_DATE = "no_due_date"
    ID_REPEATED = "id_repeated"


class Doubtful(Struct, frozen=True):
    """A doubt about the task at a place of the request: what is in doubt, and who is meant, by username."""

    doubt: ImportDoubt
    place: int
    value: str = ""
    usernames: Sequence[str] = ()


class PlannedTask(Struct, frozen=True):
    """The outcome for a task of the request: a new one, or the id of the task that it is already."""

    new: NewTask | None = None
    known_id: int | None = None
    usernames: Sequence[str] = ()


class ImportPlan(Struct, frozen=True):
    """The outcome for each task; None where there is a doubt."""

    tasks: Sequence[PlannedTask | None]
    doubts: Sequence[Doubtful]


@query
async def plan_import(ctx: Context, request: TaskImport) -> ImportPlan:
    """Tell what importing these tasks would make."""
    require(ctx.actor, Operation.TASK_ASSIGN_ANYONE)
    return await Planner(ctx, request).plan()


@command
async def import_tasks(ctx: Context, request: TaskImport) -> ImportPlan:
    """Make the tasks that are not known yet; none while there is a doubt about any."""
    plan = await plan_import(ctx, request)
    made = [each.new for each in plan.tasks if each and each.new] if not plan.doubts else []
    for new in made:
        await add_task(ctx, new)
    if made:
        ctx.audit(f"tasks imported count={len(made)}")
    return plan


class Planner:
    """Looks at each task of a request with the directory at hand."""

    def __init__(self, ctx: Context, request: TaskImport) -> None:
        self.ctx = ctx
        self.request = request
        self.doubts: list[Doubtful] = []
        self.known: Mapping[str, int] = {}
        self.people: Mapping[str, User] = {}
        self.meaning: Mapping[str, User | None] = {}
        self.creator: User | None = None
        self.responsible: User | None = None

    async def plan(self) -> ImportPlan:
        self.known = await self.ctx.uow.tasks.ids_of_source(self.request.source)
        users = await self.ctx.uow.users.list()
        self.people = {user.username: user for user in users if user.role is not Role.SERVICE}
        self.creator, self.responsible = self.said(self.request.creator), self.said(self.request.responsible)
        self.meaning = {folded(name): self.said(username) for name, username in self.request.named.items()}
        seen: set[str] = set()
        tasks = []
        for place, task in enumerate(self.request.tasks):
            if task.id_there in seen:
                self.doubts.append(Doubtful(ImportDoubt.ID_REPEATED, place, task.id_there))
            seen.add(task.id_there)
            tasks.append(self.planned(place, task))
        return ImportPlan(tasks, self.doubts)

    def planned(self, place: int, task: ImportedTask) -> PlannedTask | None:
        if known := self.known.get(task.id_there):
            return PlannedTask(known_id=known)
        responsibles = self.responsibles(place, task)
        due = task.due or task.closed_on or self.request.due
        if due is None:
            self.doubts.append(Doubtful(ImportDoubt.NO_DUE_DATE, place))
        if not responsibles or due is None:
            return None
        return PlannedTask(self.new_task(task, responsibles, due), usernames=[user.username for user in responsibles])

    def new_task(self, task: ImportedTask, responsibles: Sequence[User], due: date) -> NewTask:
        today = self.ctx.today
        requested = min(task.requested or today, due)
        planned = TaskStatus.PLANEACION if requested > today else TaskStatus.PENDIENTE
        closed_on = min(task.closed_on, today) if task.closed_on else None
        creator = self.creator.id if self.creator else self.ctx.actor.id
        return NewTask(
            descripcion=task.descripcion,
            leader_user_id=responsibles[0].leader_user_id,
            responsible_user_ids=[user.id for user in responsibles],
            fecha_solicitud=requested,
            fecha_cumplir=due,
            fecha_cierre=closed_on,
            estatus=TaskStatus.CERRADA if closed_on else task.estatus or planned,
            prioridad=task.prioridad,
            created_by_user_id=creator or None,
            created_at=self.ctx.now,
            updated_at=self.ctx.now,
            external_source=self.request.source,
            external_id=task.id_there,
        )

    def said(self, username: str | None) -> User | None:
        """A person whom the operator has named. Raises `NotFound` or `Invalid` unless they are there."""
        if not username:
            return None
        if username not in self.people:
            raise NotFound(Code.USER_NOT_FOUND, username=username)
        if not self.people[username].is_active:
            raise Invalid.at("username", FieldCode.INACTIVE_USER, value=username)
        return self.people[username]

    def responsibles(self, place: int, task: ImportedTask) -> Sequence[User]:
        """The people who are to work on the task; nobody where that is in doubt, which is noted."""
        before = len(self.doubts)
        found = [user for name in task.people for user in self.meant(place, name, done=task.closed_on is not None)]
        if len(self.doubts) > before:
            return ()
        if not found and self.responsible:
            found = [self.responsible]
        if not found:
            self.doubts.append(Doubtful(ImportDoubt.NO_PERSON, place))
        return list({user.id: user for user in found}.values())

    def meant(self, place: int, name: NameThere, *, done: bool) -> Sequence[User]:
        """The person whom the other program means; nobody if the operator says so, or in doubt.

        What is done may be somebody's who has left.
        """
        texts = [text for text in map(folded, (name.email, name.name)) if text]
        known = next((text for text in texts if text in self.meaning), None)
        if known is not None:
            said = self.meaning[known]
            return [said] if said else ()
        found = [user for user in self.people.values() if not names_of(user).isdisjoint(texts)]
        if len(found) == 1 and (found[0].is_active or done):
            return found
        doubts = {0: ImportDoubt.UNKNOWN_PERSON, 1: ImportDoubt.PERSON_LEFT}
        usernames = [user.username for user in found]
        self.doubts.append(Doubtful(doubts.get(len(found), ImportDoubt.SEVERAL_PEOPLE), place, name.shown, usernames))
        return ()


def names_of(user: User) -> set[str]:
    """Return all that a person may be called: by username, by name, and by another sign-on, often an e-mail address."""
    return {folded(text) for text in (user.username, user.display_name, user.external_id) if text}
