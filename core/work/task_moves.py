"""Moving a task that falls into an absence to another day or person: at once by those who may, else by asking.

The person asked gets a message, which is valid while the absence and the task stay as they were. They answer by an edit
of their own, checked again, and the person who asked is told of the answer.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import date
from enum import StrEnum

from msgspec import Struct

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, command, query
from core.base.calendar_time import INSTANT, Days
from core.base.errors import Code, Conflict, Forbidden, NotFound
from core.base.model import Int32, Model, Request, Role, TaskStatus
from core.messages.outbox import mark_answered, new_message
from core.people import users
from core.people.absences import visible_absence
from core.people.colleagues import Colleague, as_colleague, colleagues_by_name, people_present
from core.records.messages import Message, MessageKind, NewMessage, Params
from core.records.people import Absence, Actor
from core.records.work import Task
from core.work.assigning import within_reach
from core.work.task_edits import edited, may_set_due
from core.work.tasks import get_task


class MoveRequest(Request, frozen=True, kw_only=True):
    """The move of a task: to another day or, without one, to `user_id` in place of the absent person."""

    fecha_cumplir: date | None = None
    user_id: Int32 | None = None


class MoveAnswer(MoveRequest, frozen=True, kw_only=True):
    """The answer of the person asked for a move; `before` was the due date when they were asked."""

    before: date
    accepted: bool


class MoveOutcome(StrEnum):
    DONE = "done"
    DONE_BEFORE = "done_before"
    ASKED = "asked"
    ASKED_BEFORE = "asked_before"
    DECLINED = "declined"


class MoveResult(Model, frozen=True):
    """The outcome of a move, the task after it, and the name of the person asked, if any."""

    outcome: MoveOutcome
    task: Task
    asked_name: str = ""


class MoveRequestView(Struct, frozen=True):
    """A move as asked for, with the absent person, their days and the successor; `fulfilled` if it is made."""

    task: Task
    person: Colleague
    days: Days
    successor: Colleague | None
    fulfilled: bool
    open: bool


@command
async def move_task(ctx: Context, absence_id: int, task_id: int, move: MoveRequest) -> MoveResult:
    """Move an absent person's task, or ask somebody who may. Raises `Conflict` if there is nobody to ask."""
    absence, task = await visible_absence(ctx, absence_id), await get_task(ctx, task_id)
    require(ctx.actor, Operation.ABSENCE_WRITE, relations_to_person(ctx.actor, absence.user_id))
    if is_fulfilled(task, absence, move):
        return MoveResult(MoveOutcome.DONE_BEFORE, task)
    check_movable(task, absence)
    if may_do(ctx.actor, task, move):
        return MoveResult(MoveOutcome.DONE, await apply(ctx, task, absence, move))
    async for decider in deciders(ctx, task, absence.user_id):
        if may_do(decider, task, move):
            return await ask(ctx, task, absence, move, decider)
    raise Conflict(Code.NOBODY_TO_ASK, id=task.id)


@command
async def answer_move(ctx: Context, absence_id: int, task_id: int, answer: MoveAnswer) -> MoveResult:
    """Make or decline a move, by somebody who may. Raises `Conflict` if the task's date changed since."""
    task = await get_task(ctx, task_id)
    absence = await absence_asked_about(ctx, absence_id, task, answer)
    if not may_do(ctx.actor, task, answer):
        raise Forbidden(Code.FORBIDDEN)
    if is_fulfilled(task, absence, answer):
        return MoveResult(MoveOutcome.DONE_BEFORE, task)
    check_movable(task, absence)
    if task.fecha_cumplir != answer.before:
        raise Conflict(Code.TASK_MOVED_SINCE, id=task.id, fecha=task.fecha_cumplir)
    await mark_answered(ctx, [MessageKind.MOVE_ASKED], occasion(task, asked_params(task, absence, answer)))
    await ctx.uow.outbox.add([reply(ctx, task, absence, answer)])
    if not answer.accepted:
        return MoveResult(MoveOutcome.DECLINED, task)
    return MoveResult(MoveOutcome.DONE, await apply(ctx, task, absence, answer, told=[absence.user_id]))


@query
async def view_request(ctx: Context, absence_id: int, task_id: int, move: MoveRequest, before: date) -> MoveRequestView:
    """A move as it stands. Raises `NotFound` if its absence is gone, or the caller may not see the task."""
    task = await get_task(ctx, task_id)
    absence = await absence_asked_about(ctx, absence_id, task, move)
    people = {user.id: as_colleague(user) for user in await ctx.uow.users.by_ids({absence.user_id, move.user_id or 0})}
    fulfilled = is_fulfilled(task, absence, move)
    unchanged = task.fecha_cumplir == before and task.is_open
    return MoveRequestView(
        task,
        people[absence.user_id],
        Days(absence.first_day, absence.last_day),
        people.get(move.user_id or 0),
        fulfilled=fulfilled,
        open=not fulfilled and unchanged and may_do(ctx.actor, task, move),
    )


@query
async def successors(ctx: Context, absence_id: int, task_id: int) -> Sequence[Colleague]:
    """The people to whom the caller, or somebody they could ask, may give an absent person's task; by name."""
    absence, task = await visible_absence(ctx, absence_id), await get_task(ctx, task_id)
    actors = [ctx.actor, *[decider async for decider in deciders(ctx, task, absence.user_id)]]
    able = [actor for actor in actors if may_set_due(actor, task)]
    people = [user for user in await people_present(ctx) if any(within_reach(actor, user.id) for actor in able)]
    return colleagues_by_name(user for user in people if user.id not in task.responsible_user_ids)


async def absence_asked_about(ctx: Context, absence_id: int, task: Task, move: MoveRequest) -> Absence:
    """The absence that a move is for. Raises `NotFound` if it was cancelled, or its person is not the task's.

    Anybody who may see the task may be asked, and so learns on which days its person is away, though not why.
    """
    absence = await ctx.uow.absences.get(absence_id)
    if absence is None or not (absence.user_id in task.responsible_user_ids or is_fulfilled(task, absence, move)):
        raise NotFound(Code.ABSENCE_NOT_FOUND, id=absence_id)
    return absence


def is_fulfilled(task: Task, absence: Absence, move: MoveRequest) -> bool:
    if move.fecha_cumplir is not None:
        return task.fecha_cumplir == move.fecha_cumplir
    return move.user_id in task.responsible_user_ids and absence.user_id not in task.responsible_user_ids


def check_movable(task: Task, absence: Absence) -> None:
    if not task.is_active:
        raise Conflict(Code.ITEM_TASK_INACTIVE, id=task.id)
    if task.estatus is TaskStatus.CERRADA:
        raise Conflict(Code.ITEM_TASK_CLOSED, id=task.id)
    if absence.user_id not in task.responsible_user_ids:
        raise Conflict(Code.TASK_NOT_THEIRS, id=task.id)


def may_do(actor: Actor, task: Task, move: MoveRequest) -> bool:
    if not may_set_due(actor, task):
        return False
    return move.fecha_cumplir is not None or (move.user_id is not None and within_reach(actor, move.user_id))


async def apply(ctx: Context, task: Task, absence: Absence, move: MoveRequest, told: Collection[int] = ()) -> Task:
    """Move a task; a successor takes the absent person's place in the order. `told`: of that, by an answer."""
    if move.fecha_cumplir is not None:
        return await edited(ctx, task, {"fecha_cumplir": move.fecha_cumplir}, told)
    people = [move.user_id if each == absence.user_id else each for each in task.responsible_user_ids]
    return await edited(ctx, task, {"responsible_user_ids": list(dict.fromkeys(people))}, told)


async def deciders(ctx: Context, task: Task, user_id: int) -> AsyncIterator[Actor]:
    """Yield those who may be asked, the first choice first: the person's leader, the task's leader, its creator."""
    person = await ctx.uow.users.get(user_id)
    leader = person.leader_user_id if person else None
    for each in dict.fromkeys((leader, task.leader_user_id, task.created_by_user_id)):
        user = await ctx.uow.users.get(each) if each and each != ctx.actor.id else None
        if user and user.is_active and user.role is not Role.SERVICE:
            yield await users.as_actor(ctx, user)


class AskedMove(Struct, frozen=True):
    """A request to somebody for a task that falls into an absence: for another day, else for another person by name."""

    asked: str
    day: date | None
    person: str


@query
async def asked_moves(ctx: Context, absence: Absence, due: Sequence[Task]) -> Mapping[int, AskedMove]:
    """By task, the latest move that was asked for during an absence and still waits, for those who read the tasks."""
    person = await ctx.uow.users.get(absence.user_id)
    leader = person.leader_user_id if person else None
    may_decide = {leader, *(who for task in due for who in (task.leader_user_id, task.created_by_user_id))} - {None}
    found = dict[int, AskedMove]()
    for who in sorted(each for each in may_decide if each is not None):
        settled = await ctx.uow.outbox.settled(who, absence.created_at, ctx.now + INSTANT)
        for message in (*settled, *await ctx.uow.outbox.waiting(who)):
            if message.kind is MessageKind.MOVE_ASKED and message.params["absence_id"] == absence.id:
                found[int(str(message.params["task_id"]))] = await asked_move(ctx, message)
    return found


async def asked_move(ctx: Context, message: Message) -> AskedMove:
    day, person = message.params.get("day"), message.params.get("person_id")
    ids = [message.user_id, *([person] if isinstance(person, int) else [])]
    names = await users.display_names(ctx, ids)
    on = date.fromordinal(day) if isinstance(day, int) else None
    return AskedMove(names.get(message.user_id, ""), on, names.get(ids[-1], "") if len(ids) > 1 else "")


async def ask(ctx: Context, task: Task, absence: Absence, move: MoveRequest, decider: Actor) -> MoveResult:
    params = asked_params(task, absence, move)
    message = new_message(ctx, MessageKind.MOVE_ASKED, decider.id, occasion(task, params), params)
    new = await ctx.uow.outbox.add([message])
    outcome = MoveOutcome.ASKED if new else MoveOutcome.ASKED_BEFORE
    return MoveResult(outcome, task, decider.user.display_name)


def reply(ctx: Context, task: Task, absence: Absence, answer: MoveAnswer) -> NewMessage:
    said = {"accepted": int(answer.accepted), "by_user_id": ctx.actor.id}
    params = move_params(task, absence, answer) | said
    told: Params = {**params, "description": task.descripcion}
    return new_message(ctx, MessageKind.MOVE_ANSWERED, absence.user_id, occasion(task, params), told)


def asked_params(task: Task, absence: Absence, move: MoveRequest) -> dict[str, int]:
    return move_params(task, absence, move) | {"before": task.fecha_cumplir.toordinal()}


def move_params(task: Task, absence: Absence, move: MoveRequest) -> dict[str, int]:
    """The ids of a move; a date is its `toordinal`."""
    day = {"day": move.fecha_cumplir.toordinal()} if move.fecha_cumplir is not None else {}
    person = {"person_id": move.user_id} if move.fecha_cumplir is None and move.user_id is not None else {}
    return {"absence_id": absence.id, "task_id": task.id, **day, **person}


def occasion(task: Task, params: Params) -> str:
    """A dedupe key's occasion: the same move, or answer, while the task has not changed."""
    return f"{task.updated_at.isoformat()}:{'-'.join(f'{name}={value}' for name, value in params.items())}"
