"""Handing a task over to a colleague, and moving its due date: at once where the caller may, else by a request.

A caller who may assign tasks to the new person hands the task over; any other asks that person, who becomes responsible
by a yes. A responsible who may not move the due date asks the nearest person who may. The request is an asked task
(`core.work.asked_tasks`), which waits, is answered and is withdrawn like any other.
"""

from datetime import date

from core.application.access import Operation, may, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, FieldCode, Invalid, raise_if_any
from core.base.model import Comment2000, Int32, Model, Request
from core.people.colleagues import Colleague, as_colleague, people_present
from core.people.named_people import people_errors
from core.records.people import Actor
from core.records.tokens import Scope
from core.records.work import AskedFor, AskedState, AskedTask, Task
from core.work.agreed import give
from core.work.asked_tasks import new_asked, withdraw
from core.work.assignments import may_assign
from core.work.task_edits import edited, may_set_due
from core.work.task_moves import deciders
from core.work.tasks import check_dates, get_task, relations_to


class HandOverRequest(Request, frozen=True, kw_only=True):
    """The new person in place of the caller, or of all responsibles if the caller is none of them."""

    user_id: Int32


class DueDateRequest(Request, frozen=True, kw_only=True):
    """The date on which a task is to be due, and perhaps why."""

    fecha_cumplir: date
    motivo: Comment2000 | None = None


class TaskRequestOutcome(Model, frozen=True):
    """The task as it is now, and the request that waits for an answer; null where nobody had to be asked."""

    task: Task
    asked: AskedTask | None


@needs(Scope.TASKS_WRITE)
@command
async def hand_over(ctx: Context, task_id: int, request: HandOverRequest) -> TaskRequestOutcome:
    """Hand a task over to a person whom the caller may assign tasks; any other colleague is asked to take it.

    Raises `Conflict` if it is closed, deleted, or theirs alone already.
    """
    task, person = await get_task(ctx, task_id), request.user_id
    require(ctx.actor, Operation.TASK_HAND_OVER, relations_to(ctx.actor, task))
    require_open(task)
    if task.responsible_user_ids == [person]:
        raise Conflict(Code.TASK_IS_THEIRS, id=task.id)
    raise_if_any(await people_errors(ctx, [("userId", person)], active=True))
    if may_assign(ctx.actor, [person]):
        return TaskRequestOutcome(await give(ctx, task, ctx.actor.id, person), None)
    if person not in {user.id for user in await people_present(ctx)}:
        raise Invalid.at("userId", FieldCode.UNKNOWN_ID, value=person)
    return TaskRequestOutcome(task, await ask(ctx, task, AskedFor.HAND_OVER, person, task.fecha_cumplir))


@needs(Scope.TASKS_WRITE)
@command
async def ask_for_date(ctx: Context, task_id: int, request: DueDateRequest) -> TaskRequestOutcome:
    """Move a task's due date, or ask for that: a responsible who may not move it asks the nearest person who may.

    Raises `Conflict` if it is closed or deleted, or if there is nobody to ask.
    """
    task, day = await get_task(ctx, task_id), request.fecha_cumplir
    may_move = may_set_due(ctx.actor, task)
    if not may_move:
        require(ctx.actor, Operation.TASK_ASK_FOR_DATE, relations_to(ctx.actor, task))
    require_open(task)
    check_dates(task.fecha_solicitud, day)
    if task.fecha_cumplir == day:
        return TaskRequestOutcome(task, None)
    if may_move:
        return TaskRequestOutcome(await edited(ctx, task, {"fecha_cumplir": day}), None)
    decider = await first_decider(ctx, task)
    if decider is None:
        raise Conflict(Code.NOBODY_TO_ASK, id=task.id)
    return TaskRequestOutcome(task, await ask(ctx, task, AskedFor.DUE_DATE, decider.id, day, request.motivo))


def require_open(task: Task) -> None:
    """Raise `Conflict` unless the task is open and not deleted."""
    if not task.is_open:
        raise Conflict(Code.TASK_NOT_OPEN, id=task.id)


async def ask(ctx: Context, task: Task, what: AskedFor, person: int, due: date, motivo: str | None = None) -> AskedTask:
    """The caller's request about a task: the one that waits already, or a new one in place of any other of its kind."""
    for waiting in await ctx.uow.asked_tasks.of_task(task.id):
        if (waiting.created_by_user_id, waiting.asks_for, waiting.state) != (ctx.actor.id, what, AskedState.WAITING):
            continue
        if (waiting.user_id, waiting.fecha_cumplir) == (person, due):
            return waiting
        await withdraw(ctx, waiting, tells=waiting.user_id != person)
    return await new_asked(
        ctx,
        AskedTask(
            id=0,
            created_by_user_id=ctx.actor.id,
            user_id=person,
            descripcion=task.descripcion,
            fecha_cumplir=due,
            prioridad=task.prioridad,
            created_at=ctx.now,
            state=AskedState.WAITING,
            respuesta=None,
            answered_at=None,
            task_id=task.id,
            asks_for=what,
            motivo=motivo,
        ),
    )


@query
async def date_decider(ctx: Context, task_id: int) -> Colleague | None:
    """The person whom the caller would ask for another due date; None if they may not ask, or there is nobody."""
    task = await get_task(ctx, task_id)
    if not task.is_open or not may(ctx.actor, Operation.TASK_ASK_FOR_DATE, relations_to(ctx.actor, task)):
        return None
    decider = await first_decider(ctx, task)
    return as_colleague(decider.user) if decider else None


async def first_decider(ctx: Context, task: Task) -> Actor | None:
    """The nearest of those who may move its due date: the caller's leader, the task's, its creator."""
    async for decider in deciders(ctx, task, ctx.actor.id):
        if may_set_due(decider, task):
            return decider
    return None
