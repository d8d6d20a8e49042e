"""The question "how is this late task going?", and its answers: done, still working, blocked, a comment.

Each question is a row of the outbox; those due at once to a person are one message. The answers are the changes that
the person could make by hand, each in one step: to the task's state, or to the item in today's log, which is opened for
it. A closed log stays closed: it must be reopened first.
"""

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec
from msgspec import Struct

from core.application.use_case import Context, command, query
from core.base.calendar_time import ONE_DAY
from core.base.date_times import start_of
from core.base.errors import Code, Conflict
from core.base.model import Semaforo, TaskStatus
from core.records.messages import Message, MessageKind, Outcome
from core.records.work import DailyLog, DailyLogItem, Task
from core.work.daily_logs import (
    DateRequest,
    PercentageRequest,
    SemaforoRequest,
    check_theirs,
    my_log,
    open_log,
    reopen_item,
    reopen_log,
    set_porcentaje,
    set_semaforo,
)
from core.work.day_items import COMPLETE
from core.work.late_tasks import LateTasks, late_tasks
from core.work.tasks import StatusRequest, get_task, set_status, visible


@command
async def finish(ctx: Context, task_id: int) -> Task:
    """Answer that the task is done: it is CERRADA, its item of an open day at 100. A closed task stays as it is."""
    task = await get_task(ctx, task_id)
    if task.estatus is TaskStatus.CERRADA:
        return task
    check_theirs(ctx.actor.id, task)
    log = await ctx.uow.daily_logs.find(ctx.actor.id, ctx.today)
    if log is not None and log.closed_at is None:
        item = item_of(await ctx.uow.daily_logs.read(log.id), task_id)
        if item is not None and item.porcentaje < COMPLETE:
            await set_porcentaje(ctx, item.id, PercentageRequest(fecha=ctx.today, porcentaje=COMPLETE))
    return await set_status(ctx, task_id, StatusRequest(estatus=TaskStatus.CERRADA))


@command
async def keep_on(ctx: Context, task_id: int, request: PercentageRequest) -> DailyLog:
    """Answer that one is still working, with the percentage of the task's item in today's log."""
    item = await item_today(ctx, task_id)
    return await set_porcentaje(ctx, item.id, request)


@command
async def block(ctx: Context, task_id: int, request: DateRequest) -> DailyLog:
    """Answer that one is blocked: the task's item in today's log is ROJO."""
    item = await item_today(ctx, task_id)
    return await set_semaforo(ctx, item.id, SemaforoRequest(fecha=request.fecha, semaforo=Semaforo.ROJO))


@command
async def reopen(ctx: Context, task_id: int, request: DateRequest) -> DailyLog:
    """Reopen, in order to answer, the task's item of a day, or the whole day if it does not have the task."""
    log = await my_log(ctx, request)
    item = item_of(log, task_id)
    return await (reopen_item(ctx, item.id, request) if item else reopen_log(ctx, log.id, request))


class SurveyedTask(Struct, frozen=True):
    """A late task about which the caller was asked, and whether they have answered."""

    task: Task
    answered: bool


@query
async def asked_on(ctx: Context, fecha: date) -> Sequence[SurveyedTask]:
    """The tasks about which the caller was asked on a date."""
    return await readable_tasks(ctx, await asked_tasks(ctx, fecha))


@query
async def asked_about(ctx: Context, task_ids: Sequence[int]) -> Sequence[SurveyedTask]:
    """The tasks about which the caller is being asked."""
    return await readable_tasks(ctx, dict.fromkeys(task_ids, False))


async def readable_tasks(ctx: Context, asked: Mapping[int, bool]) -> Sequence[SurveyedTask]:
    """Return those of some tasks that the caller may still read, in that order."""
    found = {task.id: task for task in await ctx.uow.tasks.by_ids(asked)}
    return [
        SurveyedTask(found[each], answered)
        for each, answered in asked.items()
        if each in found and visible(ctx.actor, found[each])
    ]


@query
async def unasked_late_tasks(ctx: Context) -> LateTasks:
    """List what is late, with those of the caller's own tasks about which they were asked today kept apart."""
    late, asked = await late_tasks(ctx), await asked_tasks(ctx, ctx.today)
    own = [task for task in late.own if task.id not in asked]
    return msgspec.structs.replace(late, own=own, asked=[task for task in late.own if task.id in asked])


async def asked_tasks(ctx: Context, fecha: date) -> Mapping[int, bool]:
    """The ids of the tasks about which the caller was asked on a date, and whether they have answered."""
    start, end = (start_of(day, ctx.settings.zone) for day in (fecha, fecha + ONE_DAY))
    told = await ctx.uow.outbox.settled(ctx.actor.id, start, end)
    sent = [each for each in told if each.kind is MessageKind.OVERDUE_SURVEY and each.outcome is Outcome.SENT]
    return {task_of(each): each.answered_at is not None for each in sent}


async def askable(ctx: Context, user_id: int, messages: Sequence[Message]) -> Sequence[Message]:
    """Return those of a person's questions whose tasks are still late and theirs."""
    found = await ctx.uow.tasks.by_ids([task_of(each) for each in messages])
    late = {
        task.id
        for task in found
        if task.is_open and task.fecha_cumplir < ctx.today and user_id in task.responsible_user_ids
    }
    return [each for each in messages if task_of(each) in late]


def in_one(message: Message, others: Sequence[Message]) -> Message:
    """One question that asks about the tasks of the others as well."""
    if not others:
        return message
    ids = [task_of(each) for each in (message, *others)]
    return msgspec.structs.replace(message, params={**message.params, "task_ids": ids})


def task_of(message: Message) -> int:
    task_id = message.params["task_id"]
    assert isinstance(task_id, int)  # noqa: S101  its writer gave an int
    return task_id


async def item_today(ctx: Context, task_id: int) -> DailyLogItem:
    """The caller's item of a task in today's log, which is opened for it; a planned task is started."""
    task = await get_task(ctx, task_id)
    check_theirs(ctx.actor.id, task)
    if task.estatus is TaskStatus.CERRADA:
        raise Conflict(Code.ITEM_TASK_CLOSED, id=task.id)
    if task.estatus is TaskStatus.PLANEACION:
        await set_status(ctx, task_id, StatusRequest(estatus=TaskStatus.EN_PROCESO))
    log = await open_log(ctx, DateRequest(fecha=ctx.today))
    item = item_of(log, task_id)
    if log.closed_at is not None or item is None:
        raise Conflict(Code.DAILY_LOG_CLOSED, fecha=ctx.today)
    return item


def item_of(log: DailyLog, task_id: int) -> DailyLogItem | None:
    return next((item for item in log.items if item.task_id == task_id), None)
