"""A day reported on in one message: lights, percentages and reasons of several items, all of them or none."""

from collections.abc import Container, Mapping, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from core.application.requests import build
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, DomainError, FieldCode, Invalid, NotFound
from core.base.model import Semaforo
from core.language.phrases.model import ReportLine
from core.records.tokens import Scope
from core.records.work import DailyLog, DailyLogItem
from core.work.daily_logs import (
    DateRequest,
    PercentageRequest,
    SemaforoRequest,
    change_item,
    close_log,
    my_log,
    reopen_item,
    send_avance,
    writable_item,
)
from core.work.day_items import COMPLETE
from core.work.red_help import helpers_named
from core.work.tasks import CommentRequest, add_comment
from core.work.traffic_light import SEVERITY, light_by_due_date
from core.work.undo import undo_recent_change


class CheckedLine(Struct, frozen=True):
    """A line, the description of the task that it is about if that is in the day, and why it cannot be applied."""

    line: ReportLine
    descripcion: str | None
    fault: DomainError | None

    @property
    def applies(self) -> bool:
        return self.fault is None


@query
async def check_lines(ctx: Context, fecha: date, lines: Sequence[ReportLine]) -> Sequence[CheckedLine]:
    """Each line as it would be applied to the caller's open log of a date, or why it would not.

    Raises `NotFound` if the log was not opened, `Conflict` if it is closed.
    """
    items = await items_of(ctx, fecha)
    return [
        CheckedLine(
            line,
            items[line.task_id].descripcion if line.task_id in items else None,
            fault_of_words(items, lines[:place], line) or await fault_of_item(ctx, fecha, items[line.task_id], line),
        )
        for place, line in enumerate(lines)
    ]


@query
async def check_before_opening(ctx: Context, fecha: date, lines: Sequence[ReportLine]) -> Sequence[CheckedLine]:
    """Each line as it would be applied to the log that opening the caller's day would make, or why it would not."""
    tasks = {task.id: task for task in await ctx.uow.tasks.assigned(ctx.actor.id, fecha)}
    return [
        CheckedLine(
            line,
            tasks[line.task_id].descripcion if line.task_id in tasks else None,
            fault_of_words(tasks, lines[:place], line) or fault_of_values(fecha, line),
        )
        for place, line in enumerate(lines)
    ]


@needs(Scope.LOGS_WRITE)
@command
async def report(
    ctx: Context,
    fecha: date,
    lines: Sequence[ReportLine],
    *,
    send: bool = False,
    close: bool = False,
    instead_of: int | None = None,
) -> DailyLog:
    """Apply all lines to the caller's open log of a date, then report on the day or close it, if so.

    `instead_of`: the journal's row of a recent change of the caller's, which is taken back with it. Raises why the
    first line that cannot be applied cannot, or why that change cannot be taken back; then nothing is changed.
    """
    items = await items_of(ctx, fecha)
    for place, line in enumerate(lines):
        if fault := fault_of_words(items, lines[:place], line):
            raise fault
        await apply(ctx, fecha, items[line.task_id], line)
    log = await my_log(ctx, build(DateRequest, {"fecha": fecha}))
    if send:
        log = await send_avance(ctx, log.id, build(DateRequest, {"fecha": fecha}))
    if close:
        log = await close_log(ctx, log.id, build(DateRequest, {"fecha": fecha}))
    if instead_of is not None:
        await undo_recent_change(ctx, instead_of)  # last, so that the rows before it can be taken back in their turn
    return log


async def items_of(ctx: Context, fecha: date) -> Mapping[int, DailyLogItem]:
    """The items of the caller's open log, by task."""
    log = await my_log(ctx, build(DateRequest, {"fecha": fecha}))
    if log.closed_at is not None:
        raise Conflict(Code.DAILY_LOG_CLOSED, fecha=fecha)
    return {item.task_id: item for item in log.items}


def fault_of_words(items: Container[int], before: Sequence[ReportLine], line: ReportLine) -> DomainError | None:
    """Return why a line says nothing of an item: its task is not in the day or repeated, or it was not understood."""
    if line.task_id not in items:
        return NotFound(Code.TASK_NOT_IN_DAY, id=line.task_id)
    if any(each.task_id == line.task_id for each in before):
        return Invalid.at("taskId", FieldCode.REPEATED)
    return None if line.understood else Invalid.at("line", FieldCode.INVALID_FORMAT)


async def fault_of_item(ctx: Context, fecha: date, item: DailyLogItem, line: ReportLine) -> DomainError | None:
    """Return why the item takes no such change; the use cases that change it raise the same."""
    try:
        await writable_item(ctx, item.id, fecha)
    except (Invalid, Conflict) as fault:
        return fault
    return fault_of_values(fecha, line)


def fault_of_values(fecha: date, line: ReportLine) -> DomainError | None:
    """Return why no item takes the light, the percentage or the reason of a line."""
    try:
        requests_of(fecha, line, ())
    except Invalid as fault:
        return fault
    return None


class LineRequests(Struct, frozen=True):
    """The requests that a line makes of the use cases for one item."""

    light: SemaforoRequest | None
    comment: CommentRequest | None
    percentage: PercentageRequest | None


def with_light(line: ReportLine, item: DailyLogItem, fecha: date) -> ReportLine:
    """Return a line that says which light an item no longer has with the one that it has then: that of its due date.

    Where that is no better, the next better one. The line changes no light where the item has another one.
    """
    if line.ended is None or item.semaforo is not line.ended:
        return line
    light = light_by_due_date(item.fecha_cumplir, fecha)
    better = max(SEVERITY[line.ended] - 1, 0)
    return replace(line, light=light if SEVERITY[light] <= better else list(Semaforo)[better])


def requests_of(fecha: date, line: ReportLine, helpers: Sequence[int]) -> LineRequests:
    """Return the requests of a line. Raises `Invalid`.

    A reason goes with an item that stays ROJO, and is a comment otherwise.
    """
    explained = line.reason != "" and explains_red(line)
    reason = {"motivo": line.reason, "desbloqueaUserIds": helpers} if explained else {}
    comment = {"comentario": line.reason} if line.reason and not explained else None
    percentage = {"fecha": fecha, "porcentaje": line.percent} if line.percent is not None else None
    return LineRequests(
        build(SemaforoRequest, {"fecha": fecha, "semaforo": line.light, **reason}) if line.light else None,
        build(CommentRequest, comment) if comment else None,
        build(PercentageRequest, percentage) if percentage else None,
    )


def explains_red(line: ReportLine) -> bool:
    """Return whether a line's reason is one of a red: its item is ROJO, and is not done by the same line."""
    return line.light is Semaforo.ROJO and line.percent != COMPLETE


async def apply(ctx: Context, fecha: date, item: DailyLogItem, line: ReportLine) -> None:
    if line.reopens:
        await reopen_item(ctx, item.id, build(DateRequest, {"fecha": fecha}))
    line = with_light(line, item, fecha)
    named = await helpers_named(ctx, line.reason) if line.light is Semaforo.ROJO and line.reason else ()
    requests = requests_of(fecha, line, named)
    if requests.light or requests.percentage:
        porcentaje = requests.percentage.porcentaje if requests.percentage else None
        await change_item(ctx, item.id, fecha, requests.light, porcentaje)
    if requests.comment:
        await add_comment(ctx, item.task_id, requests.comment)
