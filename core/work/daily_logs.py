"""Daily logs: one for each person and date, opened, reported on and closed, with an item for each workable task.

An item shows its task as it is until the log is closed, then as it was; in an open log there is none of a task that is
deleted or no longer its owner's. The colour rules are in `core.work.traffic_light`.
"""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.application.access import Operation, Relation, may, relations_that_hold
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, FieldCode, FieldError, Invalid, NotFound, raise_if_any
from core.base.model import Comment2000, Int32, Percentage, Request, Semaforo, TaskStatus
from core.base.paging import set_or_none
from core.messages.outbox import mark_answered
from core.people.schedules import off_on
from core.people.working_time import WhyOff
from core.records.messages import MessageKind
from core.records.people import Actor
from core.records.tokens import Scope
from core.records.work import DailyLog, DailyLogItem, DailyLogState, ItemState, Task, TeamRow
from core.work.day_items import COMPLETE, add_missing, new_items_of, start_of
from core.work.nudge_answers import tell_who_asked
from core.work.red_news import MOST_HELPERS, can_be_red, explain_red, update_red
from core.work.task_filter import any_of
from core.work.tasks import note_survey_answered, set_state
from core.work.traffic_light import starting_light


class DayView(Struct, frozen=True):
    """A person's day for a panel: the log, or how many tasks would be in it.

    For a day not opened yet: `opens_from` is the first day on which it can be opened, None if that has come;
    `opened_until` is the last one, None if that has not passed; `off` is why the person does not work that day.
    `new`: the items that were added once it was open and not touched since.
    """

    fecha: date
    log: DailyLog | None
    waiting: int
    opens_from: date | None = None
    opened_until: date | None = None
    off: WhyOff | None = None
    new: Collection[int] = ()


class DayGaps(Struct, frozen=True):
    """The gaps that a day still has: ROJO items without a reason; whether no item was touched since they were added.

    `unstarted`: items of open tasks that are due on the day and are still at 0 %, until it is closed.
    """

    log: DailyLog
    unexplained: Sequence[DailyLogItem]
    untouched: bool
    unstarted: Sequence[DailyLogItem] = ()

    @property
    def any(self) -> bool:
        return bool(self.unexplained) or self.untouched


class DateRequest(Request, frozen=True, kw_only=True):
    """The date of the log."""

    fecha: date


class OpenRequest(DateRequest, frozen=True, kw_only=True):
    """The date of a log to open; of a day that the person does not work only if `anyway`."""

    anyway: bool = False


class SemaforoRequest(DateRequest, frozen=True, kw_only=True):
    """An item's new light; of ROJO also why, and the colleagues who can end it."""

    semaforo: Semaforo
    motivo: Comment2000 | None = None
    desbloquea_user_ids: Annotated[list[Int32], Meta(max_length=MOST_HELPERS)] | None = None


class PercentageRequest(DateRequest, frozen=True, kw_only=True):
    """An item's new percentage."""

    porcentaje: Percentage


class DateRange(Request, frozen=True, kw_only=True):
    """Logs dated between two dates, both included."""

    desde: date
    hasta: date


ItsPerson = Annotated[Int32, Meta(description="Whose daily log it is in.")]
ItsLights = Annotated[list[Semaforo], any_of("Its semaforo")]


class TeamItemsDate(DateRequest, frozen=True, kw_only=True):
    """The items of a date for which all else that is given holds."""

    user_id: ItsPerson | UnsetType = UNSET
    semaforo: ItsLights | UnsetType = UNSET


class TeamItemsRange(DateRange, frozen=True, kw_only=True):
    """The items between two dates, both included, for which all else that is given holds."""

    user_id: ItsPerson | UnsetType = UNSET
    semaforo: ItsLights | UnsetType = UNSET


@needs(Scope.LOGS_WRITE)
@command
async def open_log(ctx: Context, request: DateRequest) -> DailyLog:
    """Open the caller's log of a date, with an item for each workable task.

    Opening it again adds the tasks assigned since; a closed log is returned unchanged.
    """
    ahead = timedelta(days=ctx.settings.open_days_ahead)
    if request.fecha > ctx.today + ahead:
        raise Invalid.at("fecha", FieldCode.TOO_FAR_AHEAD, fecha=ctx.today + ahead)
    logs = ctx.uow.daily_logs
    log = await logs.open(ctx.actor.id, request.fecha, ctx.now)
    if log.opened_at == ctx.now:
        await mark_step_done(ctx, log, MessageKind.OPEN_PROMPT)
    if log.closed_at is None:
        await add_missing(ctx, log)
    return await logs.read(log.id)


@command
async def open_recent_log(ctx: Context, request: OpenRequest) -> DailyLog:
    """Open the caller's log of a recent date, as a person does at a panel.

    Raises `Invalid` if the date is more than `open_days_back` days ago, and `Conflict` if the log is not there yet and
    they do not work that day, unless it is to be opened `anyway`.
    """
    first = ctx.today - timedelta(days=ctx.settings.open_days_back)
    if request.fecha < first:
        raise Invalid.at("fecha", FieldCode.TOO_FAR_BACK, fecha=first)
    sure = request.anyway or await ctx.uow.daily_logs.find(ctx.actor.id, request.fecha) is not None
    if not sure and await off_on(ctx, [ctx.actor.user], request.fecha):
        raise Conflict(Code.DAY_OFF)
    return await open_log(ctx, request)


@needs(Scope.LOGS_WRITE)
@command
async def send_avance(ctx: Context, log_id: int, request: DateRequest) -> DailyLog:
    """Report on the day: avanceAt becomes now. May be repeated until the log is closed."""
    log = await own_log(ctx, log_id)
    check_open(log, request.fecha)
    await ctx.uow.daily_logs.set_avance(log.id, ctx.now)
    await mark_step_done(ctx, log, MessageKind.AVANCE_PROMPT)
    return await ctx.uow.daily_logs.read(log.id)


@needs(Scope.LOGS_WRITE)
@command
async def close_log(ctx: Context, log_id: int, request: DateRequest) -> DailyLog:
    """Close the day. Closing it again changes nothing."""
    log = await own_log(ctx, log_id)
    check_date(log, request.fecha)
    if log.closed_at is None:
        await ctx.uow.daily_logs.close(log.id, ctx.now)
        await mark_step_done(ctx, log, MessageKind.CLOSE_PROMPT)
    return await ctx.uow.daily_logs.read(log.id)


@needs(Scope.LOGS_WRITE)
@command
async def set_semaforo(ctx: Context, item_id: int, request: SemaforoRequest) -> DailyLog:
    """Set an item's light to any value, as its owner. ROJO calls their leader and those who are named to help."""
    return await change_item(ctx, item_id, request.fecha, light=request)


@needs(Scope.LOGS_WRITE)
@command
async def set_porcentaje(ctx: Context, item_id: int, request: PercentageRequest) -> DailyLog:
    """Set an item's percentage, as its owner. 1–99 starts a pending task, 100 by its first responsible closes it."""
    return await change_item(ctx, item_id, request.fecha, porcentaje=request.porcentaje)


async def change_item(
    ctx: Context, item_id: int, fecha: date, light: SemaforoRequest | None = None, porcentaje: int | None = None
) -> DailyLog:
    """Set an item's light, its percentage or both at once; of 100 per cent it is VERDE whatever the light."""
    item, task = await writable_item(ctx, item_id, fecha)
    changed = item
    if light is not None:
        check_reason(light)
        changed = msgspec.structs.replace(changed, semaforo=light.semaforo)
    if porcentaje is not None:
        changed = with_percentage(changed, porcentaje)
    await ctx.uow.daily_logs.update_item(changed)
    await note_survey_answered(ctx, task)
    await tell_who_asked(ctx, task.id)
    if porcentaje is not None:
        task = await follow_percentage(ctx, task, porcentaje)
    if Semaforo.ROJO in (item.semaforo, changed.semaforo) and (light or changed.semaforo is not item.semaforo):
        red = await update_red(ctx, task)
        if red is not None and light and (light.motivo is not None or light.desbloquea_user_ids):
            await explain_red(ctx, red, task, light.motivo, light.desbloquea_user_ids or ())
    return await ctx.uow.daily_logs.read(item.log_id)


def with_percentage(item: ItemState, porcentaje: int) -> ItemState:
    done = porcentaje == COMPLETE
    return msgspec.structs.replace(
        item,
        porcentaje=porcentaje,
        semaforo=Semaforo.VERDE if done else item.semaforo,
        resume_porcentaje=item.porcentaje if done else porcentaje,
    )


async def follow_percentage(ctx: Context, task: Task, porcentaje: int) -> Task:
    """Move a task to the state that an item's percentage gives it."""
    if porcentaje == COMPLETE and task.responsible_user_id == ctx.actor.id:
        return await set_state(ctx, task, TaskStatus.CERRADA)
    if 0 < porcentaje < COMPLETE and task.estatus is TaskStatus.PENDIENTE:
        return await set_state(ctx, task, TaskStatus.EN_PROCESO)
    return task


@needs(Scope.LOGS_WRITE)
@command
async def reopen_item(ctx: Context, item_id: int, request: DateRequest) -> DailyLog:
    """Reopen an item: its closed task, its percentage of 100 and its closed log, as far as each applies.

    On a closed day, a leader of the task who does not lead the day's owner reopens only the task. The answer has only
    the items that the caller leads.
    """
    item, log, task = await item_for(ctx, Operation.ITEM_REOPEN, item_id)
    check_date(log, request.fecha)
    whole_day = may(ctx.actor, Operation.LOG_REOPEN, relations_to(ctx.actor, log))
    closed_task = task.estatus is TaskStatus.CERRADA and task.is_active and log.user_id in task.responsible_user_ids
    complete = item.porcentaje == COMPLETE
    if not (closed_task or complete or log.closed_at):
        raise Conflict(Code.NOTHING_TO_REOPEN)
    frozen = log.closed_at is not None and not whole_day
    if frozen and not closed_task:
        raise Conflict(Code.DAILY_LOG_CLOSED, fecha=log.fecha)
    if closed_task:
        await set_state(ctx, task, TaskStatus.EN_PROCESO)
    if complete and not frozen:
        before = await ctx.uow.daily_logs.previous(log.user_id, [task.id], log.fecha)
        light = starting_light(task.fecha_cumplir, log.fecha, before[0].semaforo if before else None)
        changed = msgspec.structs.replace(item, porcentaje=item.resume_porcentaje, semaforo=light)
        await ctx.uow.daily_logs.update_item(changed)
    if log.closed_at and not frozen:
        await ctx.uow.daily_logs.reopen(log.id)
    reopened = await ctx.uow.daily_logs.read(log.id)
    return reopened if whole_day else await led_part(ctx, reopened)


@command
async def reopen_log(ctx: Context, log_id: int, request: DateRequest) -> DailyLog:
    """Open a closed day again, with the tasks assigned since. Raises `Conflict` if it is not closed."""
    log = await own_log(ctx, log_id)
    check_date(log, request.fecha)
    if log.closed_at is None:
        raise Conflict(Code.NOTHING_TO_REOPEN)
    await ctx.uow.daily_logs.reopen(log.id)
    return await open_log(ctx, request)


@needs(Scope.LOGS_READ)
@query
async def my_log(ctx: Context, request: DateRequest) -> DailyLog:
    """Get the caller's log of a date. Raises `NotFound` if it was not opened."""
    log = await ctx.uow.daily_logs.find(ctx.actor.id, request.fecha)
    if log is None:
        raise NotFound(Code.NO_DAILY_LOG, fecha=request.fecha)
    return await ctx.uow.daily_logs.read(log.id)


@needs(Scope.LOGS_READ)
@query(stale_ok=True)
async def my_history(ctx: Context, bounds: DateRange) -> Sequence[DailyLog]:
    """List the caller's logs between two dates, by fecha."""
    check_bounds(ctx, bounds)
    return await ctx.uow.daily_logs.history(ctx.actor.id, bounds.desde, bounds.hasta)


@needs(Scope.LOGS_READ)
@query
async def team_log(ctx: Context, request: TeamItemsDate) -> Sequence[TeamRow]:
    """List the items of a date that the caller leads; admins and services see all."""
    return await team_rows(ctx, request, request.fecha, request.fecha, inactive=False)


@needs(Scope.LOGS_READ)
@query(stale_ok=True)
async def team_history(ctx: Context, request: TeamItemsRange) -> Sequence[TeamRow]:
    """List the items between two dates that the caller leads, also of people who have left since."""
    check_bounds(ctx, request)
    return await team_rows(ctx, request, request.desde, request.hasta, inactive=True)


async def team_rows(
    ctx: Context, asked: TeamItemsDate | TeamItemsRange, first: date, last: date, *, inactive: bool
) -> Sequence[TeamRow]:
    """Return the items between two dates that the caller leads, those for which all that is asked for holds."""
    person = set_or_none(asked.user_id)
    rows = await ctx.uow.daily_logs.team_rows(ctx.actor, first, last, inactive=inactive, user_id=person)
    return rows if asked.semaforo is UNSET else [row for row in rows if row.semaforo in asked.semaforo]


@query
async def my_day(ctx: Context, request: DateRequest) -> DayView:
    """The caller's day for a panel, opened or not."""
    log = await ctx.uow.daily_logs.find(ctx.actor.id, request.fecha)
    if log is not None:
        return DayView(request.fecha, await ctx.uow.daily_logs.read(log.id), 0, new=await new_items_of(ctx, log))
    opens_from = request.fecha - timedelta(days=ctx.settings.open_days_ahead)
    opened_until = request.fecha + timedelta(days=ctx.settings.open_days_back)
    off = await off_on(ctx, [ctx.actor.user], request.fecha)
    return DayView(
        request.fecha,
        None,
        len(await ctx.uow.tasks.assigned(ctx.actor.id, request.fecha)),
        opens_from if opens_from > ctx.today else None,
        opened_until if opened_until < ctx.today else None,
        off.get(ctx.actor.id),
    )


@query
async def gaps(ctx: Context, log_id: int) -> DayGaps:
    """Find the gaps of the caller's day, until they have reported on it once; before it is closed, the items due."""
    state = await own_log(ctx, log_id)
    log = await ctx.uow.daily_logs.read(log_id)
    if state.closed_at is not None:
        return DayGaps(log, (), untouched=False)
    unstarted = [item for item in log.items if item.fecha_cumplir == log.fecha and is_unstarted(item)]
    if state.avance_at is not None:
        return DayGaps(log, (), untouched=False, unstarted=unstarted)
    task_ids = [item.task_id for item in log.items]
    lasting = await ctx.uow.reds.lasting(task_ids)
    explained = {red.task_id for red in lasting if red.user_id == ctx.actor.id and red.motivo is not None}
    red_ids = {item.task_id for item in log.items if item.semaforo is Semaforo.ROJO} - explained
    to_explain = {task.id for task in await ctx.uow.tasks.by_ids(red_ids) if can_be_red(task, ctx.actor.id)}
    unexplained = [item for item in log.items if item.task_id in to_explain]
    previous = {each.task_id: each for each in await ctx.uow.daily_logs.previous(ctx.actor.id, task_ids, log.fecha)}
    untouched = bool(log.items) and all(
        (item.semaforo, item.porcentaje) == start_of(item.fecha_cumplir, log.fecha, previous.get(item.task_id))
        for item in log.items
    )
    return DayGaps(log, unexplained, untouched, unstarted)


def is_unstarted(item: DailyLogItem) -> bool:
    return item.porcentaje == 0 and item.estatus is not TaskStatus.CERRADA


@query
async def item_on_day(ctx: Context, item_id: int) -> tuple[DailyLog, DailyLogItem]:
    """The caller's item with its log. Raises `Conflict` if it is gone: its task is deleted or no longer theirs."""
    _, state, task = await item_for(ctx, Operation.LOG_WRITE, item_id)
    log = await ctx.uow.daily_logs.read(state.id)
    for item in log.items:
        if item.id == item_id:
            return log, item
    check_theirs(ctx.actor.id, task)
    raise NotFound(Code.ITEM_NOT_FOUND, id=item_id)


@query
async def log_of_item(ctx: Context, item_id: int) -> DailyLog:
    """The caller's log that an item is in."""
    item, _, _ = await item_for(ctx, Operation.LOG_WRITE, item_id)
    return await ctx.uow.daily_logs.read(item.log_id)


async def led_part(ctx: Context, log: DailyLog) -> DailyLog:
    """Somebody's log with only the items that the caller leads."""
    rows = await ctx.uow.daily_logs.team_rows(ctx.actor, log.fecha, log.fecha, inactive=True)
    led = {row.item_id for row in rows}
    return msgspec.structs.replace(log, items=[item for item in log.items if item.id in led])


async def mark_step_done(ctx: Context, log: DailyLogState, prompt: MessageKind) -> None:
    await mark_answered(ctx, [prompt, MessageKind.NUDGE], log.fecha.isoformat())


async def own_log(ctx: Context, log_id: int) -> DailyLogState:
    log = await ctx.uow.daily_logs.state(log_id)
    if log is None or not may(ctx.actor, Operation.LOG_WRITE, relations_to(ctx.actor, log)):
        raise NotFound(Code.DAILY_LOG_NOT_FOUND, id=log_id)
    return log


async def writable_item(ctx: Context, item_id: int, fecha: date) -> tuple[ItemState, Task]:
    """The caller's own item with its task. Raises `Conflict` if anything forbids writing to it."""
    item, log, task = await item_for(ctx, Operation.LOG_WRITE, item_id)
    check_open(log, fecha)
    check_theirs(ctx.actor.id, task)
    if item.porcentaje == COMPLETE:
        raise Conflict(Code.ITEM_COMPLETE)
    if task.estatus is TaskStatus.CERRADA:
        raise Conflict(Code.ITEM_TASK_CLOSED, id=task.id)
    return item, task


def check_theirs(owner: int, task: Task) -> None:
    if not task.is_active:
        raise Conflict(Code.ITEM_TASK_INACTIVE, id=task.id)
    if owner not in task.responsible_user_ids:
        raise Conflict(Code.ITEM_TASK_REASSIGNED, id=task.id)


async def item_for(ctx: Context, operation: Operation, item_id: int) -> tuple[ItemState, DailyLogState, Task]:
    """An item with its log and task. Raises `NotFound` for those who may not do this to it."""
    item = await ctx.uow.daily_logs.item(item_id)
    log = await ctx.uow.daily_logs.state(item.log_id) if item else None
    task = await ctx.uow.tasks.get(item.task_id) if item else None
    if not (item and log and task and may(ctx.actor, operation, relations_to(ctx.actor, log, task))):
        raise NotFound(Code.ITEM_NOT_FOUND, id=item_id)
    return item, log, task


def relations_to(actor: Actor, log: DailyLogState, task: Task | None = None) -> set[Relation]:
    return relations_that_hold(
        {
            Relation.OWNER: log.user_id == actor.id,
            Relation.LEADER: log.user_id in actor.team,
            Relation.TASK_LEADER: task is not None and leads_task(actor, task),
        }
    )


def leads_task(actor: Actor, task: Task) -> bool:
    return task.leader_user_id == actor.id and actor.id not in task.responsible_user_ids


def check_reason(request: SemaforoRequest) -> None:
    """Raise `Invalid` if a light other than ROJO comes with a reason."""
    if request.semaforo is Semaforo.ROJO:
        return
    fields = {"motivo": request.motivo, "desbloqueaUserIds": request.desbloquea_user_ids}
    raise_if_any([FieldError(name, FieldCode.ONLY_RED) for name, given in fields.items() if given])


def check_date(log: DailyLogState, fecha: date) -> None:
    """Raise `Conflict` if a request means another day than the log's: yesterday's button pressed today."""
    if log.fecha != fecha:
        raise Conflict(Code.DATE_MISMATCH, fecha=log.fecha)


def check_open(log: DailyLogState, fecha: date) -> None:
    """Raise `Conflict` if the log is closed, or a request means another day."""
    check_date(log, fecha)
    if log.closed_at is not None:
        raise Conflict(Code.DAILY_LOG_CLOSED, fecha=log.fecha)


def check_bounds(ctx: Context, bounds: DateRange) -> None:
    check_length(bounds, ctx.settings.history_days)


def check_length(bounds: DateRange, most: int) -> None:
    """Raise `Invalid` if the dates are inverted, or span more days."""
    if bounds.desde > bounds.hasta:
        raise Invalid.at("hasta", FieldCode.BEFORE, other="desde")
    if (bounds.hasta - bounds.desde).days >= most:
        raise Invalid.at("hasta", FieldCode.TOO_MANY_DAYS, count=most)
