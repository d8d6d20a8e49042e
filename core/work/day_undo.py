"""Undo of changes of daily logs and their items."""

from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from core.application.access import Operation, may, require
from core.application.use_case import Context
from core.base.errors import Code, Conflict
from core.base.model import Semaforo, TaskStatus
from core.records.journal import Entity, ThingChange
from core.records.work import Red, Task
from core.work.daily_logs import check_theirs, item_for, relations_to
from core.work.day_items import COMPLETE
from core.work.red_news import update_red


def reopens(change: ThingChange) -> bool:
    """Return whether taking a change of a log back opens the log again."""
    return "closedAt" in change.before and change.before["closedAt"] is None


def operation_of(change: ThingChange) -> Operation:
    """The operation by which a log or an item was changed."""
    if change.before.get("closedAt") is not None and change.left["closedAt"] is None:
        return Operation.LOG_REOPEN
    return Operation.ITEM_REOPEN if change.before.get("porcentaje") == COMPLETE else Operation.LOG_WRITE


async def require_day_undo(ctx: Context, change: ThingChange, reopened: Collection[int], *, own: bool) -> None:
    """Raise `Forbidden` unless the caller may undo a change of a log or an item.

    `own`: they made the change; then it is enough that they could make it now. Raises `Conflict` for an item of a
    closed log that is not in `reopened`.
    """
    log = await ctx.uow.daily_logs.state(change.root_id)
    assert log is not None  # noqa: S101  nothing deletes a log
    task = await ctx.uow.tasks.get(change.now["taskId"]) if change.entity is Entity.ITEM else None
    relations = relations_to(ctx.actor, log, task)
    if not (own and may(ctx.actor, operation_of(change), relations)):
        require(ctx.actor, Operation.LOG_REOPEN if reopens(change) else Operation.LOG_WRITE, relations)
    if change.entity is Entity.ITEM and log.closed_at is not None and log.id not in reopened:
        raise Conflict(Code.DAILY_LOG_CLOSED, fecha=log.fecha)


async def reopen_logs(ctx: Context, changes: Sequence[ThingChange]) -> None:
    for change in changes:
        if reopens(change):
            await ctx.uow.daily_logs.reopen(change.id)


async def close_logs(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """Restore when logs were reported on and closed. The items are frozen with the fields that their tasks have now."""
    for change in changes:
        if "avanceAt" in change.before:
            await ctx.uow.daily_logs.set_avance(change.id, instant(change.before["avanceAt"]))
        if closed_at := instant(change.before.get("closedAt")):
            await ctx.uow.daily_logs.close(change.id, closed_at)


async def undo_items(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """Restore items, after their logs and tasks. The caller's red begins or ends where the light was or is red."""
    for change in changes:
        owner, task = await put_back_item(ctx, change)
        red = Semaforo.ROJO in (change.now["semaforo"], change.before.get("semaforo"))
        if red and owner == ctx.actor.id:
            await update_red(ctx, task, await red_ended_by(ctx, change, task))


async def red_ended_by(ctx: Context, change: ThingChange, task: Task) -> Red | None:
    """The caller's red of a task that a change of their item has ended."""
    found = await ctx.uow.reds.lasting_within([ctx.actor.id], change.at, ctx.now)
    return next((red for red in found if red.task_id == task.id and red.ended_at is not None), None)


async def put_back_item(ctx: Context, change: ThingChange) -> tuple[int, Task]:
    """Restore an item. Returns whose it is, and its task. Raises `Conflict` where its task is closed."""
    item, log, task = await item_for(ctx, Operation.ITEM_REOPEN, change.id)
    check_theirs(log.user_id, task)
    before = change.undone(item)
    if task.estatus is TaskStatus.CERRADA and before.porcentaje != COMPLETE:
        raise Conflict(Code.ITEM_TASK_CLOSED, id=task.id)
    if "porcentaje" in change.before:
        resumes = item.porcentaje if before.porcentaje == COMPLETE else before.porcentaje
        before = msgspec.structs.replace(before, resume_porcentaje=resumes)
    await ctx.uow.daily_logs.update_item(before)
    return log.user_id, task


def instant(written: str | None) -> datetime | None:
    """An instant from how the journal writes it."""
    return None if written is None else datetime.fromisoformat(written)
