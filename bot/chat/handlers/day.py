"""One's own day, `/hoy`, `/abrir`, `/avance`, `/cerrar`, and its items: light, percentage, comments, reopening."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from functools import partial

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import (
    CloseDay,
    Day,
    GoOn,
    Item,
    OpenDay,
    Reopen,
    ReopenDay,
    ReportEnd,
    SendAndClose,
    SendAvance,
    SetLight,
    SetPercent,
    StartReport,
    Today,
    Walk,
    day_meant,
)
from bot.chat.callbacks.red import WhyRed
from bot.chat.context import REFUSALS, ChatContext, CommandHandler, Handlers, Reply, Typed
from bot.chat.handlers.comments import add_under
from bot.chat.panels.components import LIGHTS, Panel
from bot.chat.panels.day import RedLine, day_panel, item_panel, report_end_panel, takes_changes
from core.application.requests import build
from core.base.model import INT32_MAX, Semaforo
from core.language.phrases import past_dates
from core.language.reader.reports import read_percentage
from core.records.work import DailyLog, DailyLogItem
from core.work import daily_logs, handover, red_help
from core.work.daily_logs import DateRequest, DayGaps, OpenRequest, PercentageRequest, SemaforoRequest
from core.work.traffic_light import AT_RISK

DateCommand = Callable[[ChatContext, date], Awaitable[Reply]]


def date_request(fecha: date) -> DateRequest:
    return build(DateRequest, {"fecha": fecha})


async def own_log(ctx: ChatContext, fecha: date) -> DailyLog | None:
    """One's own log of a day, None where it was not opened."""
    return (await ctx.run(daily_logs.my_day, date_request(fecha))).log


async def draw_day(ctx: ChatContext, screen: Day) -> Panel:
    return day_panel(ctx.scene, await ctx.run(daily_logs.my_day, date_request(screen.fecha)), screen)


async def press_open(ctx: ChatContext, action: OpenDay) -> Reply:
    return await or_day(partial(open_day, anyway=action.anyway))(ctx, action.meant(ctx.today))


async def open_day(ctx: ChatContext, fecha: date, *, anyway: bool = False) -> Reply:
    request = build(OpenRequest, {"fecha": fecha, "anyway": anyway})
    log = await ctx.run(daily_logs.open_recent_log, request)
    if log.closed_at is not None:
        return Reply(Day(fecha), ctx.say("said_still_closed"), alert=True)
    return Reply(Day(fecha), ctx.say("said_open"))


async def press_reopen(ctx: ChatContext, action: ReopenDay) -> Reply:
    fecha = action.meant(ctx.today)
    await ctx.run(daily_logs.reopen_log, action.log, date_request(fecha))
    return Reply(Day(fecha), ctx.say("said_day_reopened"))


async def press_avance(ctx: ChatContext, action: SendAvance) -> Reply:
    return await report_log(ctx, action.log, action.meant(ctx.today), sure=action.sure)


async def report_log(ctx: ChatContext, log_id: int, fecha: date, *, sure: bool = False) -> Reply:
    if not sure and asks_first(await ctx.run(daily_logs.gaps, log_id), fecha):
        return Reply(ReportEnd(fecha, log_id))
    await ctx.run(daily_logs.send_avance, log_id, date_request(fecha))
    return Reply(Day(fecha), ctx.say("said_avance"))


async def press_close(ctx: ChatContext, action: CloseDay) -> Reply:
    return await close(ctx, action.log, action.meant(ctx.today), sure=action.sure)


async def close(ctx: ChatContext, log_id: int, fecha: date, *, sure: bool = False) -> Reply:
    found = await ctx.run(daily_logs.gaps, log_id)
    if not sure and (asks_first(found, fecha) or (found.unstarted and found.log.fecha == fecha)):
        return Reply(ReportEnd(fecha, log_id, closing=True))
    await ctx.run(daily_logs.close_log, log_id, date_request(fecha))
    return Reply(Day(fecha), ctx.say("said_closed_before" if found.log.closed_at else "said_closed"))


def asks_first(gaps: DayGaps, fecha: date) -> bool:
    """Return whether to ask about a day's gaps first; a button of another day is refused by the core instead."""
    return gaps.any and gaps.log.fecha == fecha


async def press_send_close(ctx: ChatContext, action: SendAndClose) -> Reply:
    fecha = action.meant(ctx.today)
    await ctx.run(daily_logs.send_avance, action.log, date_request(fecha))
    await ctx.run(daily_logs.close_log, action.log, date_request(fecha))
    return Reply(Day(fecha), ctx.say("said_sent_closed"))


async def draw_report_end(ctx: ChatContext, screen: ReportEnd) -> Panel:
    return report_end_panel(ctx.scene, await ctx.run(daily_logs.gaps, screen.log), screen)


async def press_start_report(ctx: ChatContext, action: StartReport) -> Reply:
    """Show the first item that takes a change; the day itself where it is not open, or closed already.

    Where nothing has changed, the report is sent, unless a red that was set since the day was opened has no reason.
    """
    fecha = action.meant(ctx.today)
    log = await own_log(ctx, fecha)
    if log is None:
        return Reply(Day(fecha), ctx.say("said_open_first"))
    if log.closed_at is not None:
        return Reply(Day(fecha), ctx.say("said_still_closed"), alert=True)
    if action.unchanged:
        return await report_log(ctx, log.id, fecha, sure=(await ctx.run(daily_logs.gaps, log.id)).untouched)
    return Reply(first_of(log, log.items))


async def press_go_on(ctx: ChatContext, action: GoOn) -> Reply:
    log, item = await ctx.run(daily_logs.item_on_day, action.item)
    place = log.items.index(item)
    if action.back and place:
        return Reply(Item(log.fecha, log.items[place - 1].id, walk=Walk.THERE))
    return Reply(item_after(log, item.id))


def item_after(log: DailyLog, item_id: int) -> Item | ReportEnd:
    place = next(place for place, item in enumerate(log.items) if item.id == item_id)
    return first_of(log, log.items[place + 1 :])


def first_of(log: DailyLog, items: Sequence[DailyLogItem]) -> Item | ReportEnd:
    """The first of the items that takes a change, in a report; its end if none does."""
    shown = next((item for item in items if takes_changes(log, item)), None)
    return Item(log.fecha, shown.id, walk=Walk.THERE) if shown else ReportEnd(log.fecha, log.id)


def on_typed_date(act: DateCommand) -> CommandHandler:
    """A command for the date typed behind it, today where there is none."""

    async def command(ctx: ChatContext, typed: str) -> Reply:
        fecha = await parse_date(ctx, typed)
        if fecha is None:
            return Reply(words=ctx.say("date_not_understood", words=typed.strip()))
        return await act(ctx, fecha)

    return command


def or_day(act: DateCommand) -> DateCommand:
    """A command whose refusal is shown over the panel of the day."""

    async def command(ctx: ChatContext, fecha: date) -> Reply:
        try:
            return await act(ctx, fecha)
        except REFUSALS as error:
            return Reply(Day(fecha), ctx.refusal(error), alert=True)

    return command


open_or_day = or_day(open_day)


async def show_day(_: ChatContext, fecha: date) -> Reply:
    return Reply(Day(fecha))


async def report(ctx: ChatContext, fecha: date) -> Reply:
    return await report_log(ctx, (await ctx.run(daily_logs.my_log, date_request(fecha))).id, fecha)


async def close_day(ctx: ChatContext, fecha: date) -> Reply:
    return await close(ctx, (await ctx.run(daily_logs.my_log, date_request(fecha))).id, fecha)


async def parse_date(ctx: ChatContext, typed: str) -> date | None:
    """A date in words, today where there are none, or None for what is not understood."""
    if not typed.strip():
        return ctx.today
    return await asyncio.to_thread(past_dates.past_date, typed, ctx.language, ctx.today)


NUMBER = re.compile(r"\s*(-?[0-9]+)(?:\s*%)?\s*")
LIKE_A_NUMBER = re.compile(r"\s*[-+]?[0-9]+([.,][0-9]+)?(?:\s*%)?\s*")


def percent_typed(words: str) -> int | None:
    """The percentage that was typed, in words or as a number of at most `INT32_MAX`; None for other words."""
    number = NUMBER.fullmatch(words)
    return min(int(number[1][:12]), INT32_MAX) if number else read_percentage(words)


async def draw_item(ctx: ChatContext, screen: Item) -> Panel:
    log, item = await ctx.run(daily_logs.item_on_day, screen.item)
    red = await ctx.run(red_help.own_red, item.task_id) if item.semaforo is Semaforo.ROJO else None
    helpers = [helper.user_id for helper in red.helpers] if red else []
    names = await ctx.names_of(helpers)
    left = None if item.porcentaje else await ctx.run(handover.left_behind, item.task_id)
    return item_panel(ctx.scene, log, item, screen, RedLine(red, names), left)


def item_of(log: DailyLog, item_id: int) -> DailyLogItem:
    return next(item for item in log.items if item.id == item_id)


async def press_light(ctx: ChatContext, action: SetLight) -> Reply:
    """Set the light; a bad one asks why."""
    fecha = action.meant(ctx.today)
    request = build(SemaforoRequest, {"fecha": fecha, "semaforo": action.light})
    log = await ctx.run(daily_logs.set_semaforo, action.item, request)
    walk = Walk.CHANGED if action.walk else Walk.NO
    if action.light is Semaforo.ROJO:
        return Reply(WhyRed(item_of(log, action.item).task_id, fecha.toordinal(), action.item, walk))
    asked = AskFor.WHY if action.light in AT_RISK else AskFor.NOTHING
    return Reply(Item(fecha, action.item, asked, walk))


async def press_percent(ctx: ChatContext, action: SetPercent) -> Reply:
    fecha = action.meant(ctx.today)
    request = build(PercentageRequest, {"fecha": fecha, "porcentaje": action.percent})
    log = await ctx.run(daily_logs.set_porcentaje, action.item, request)
    if action.walk:
        return Reply(item_after(log, action.item))
    return Reply(Item(fecha, action.item, still_asked(action.ask, item_of(log, action.item))))


def still_asked(ask: AskFor, item: DailyLogItem) -> AskFor:
    """The question still open once the percentage has changed: a good light needs no reason."""
    answered = ask is AskFor.PERCENT or (ask is AskFor.WHY and item.semaforo not in AT_RISK)
    return AskFor.NOTHING if answered else ask


async def press_reopen_item(ctx: ChatContext, action: Reopen) -> Reply:
    fecha = action.meant(ctx.today)
    await ctx.run(daily_logs.reopen_item, action.item, date_request(fecha))
    return Reply(Item(fecha, action.item), ctx.say("said_reopened"))


async def typed_on_item(ctx: ChatContext, screen: Item, typed: Typed) -> Reply:
    """Take a number as the percentage, unless a comment was asked for; other words answer a question or a reply."""
    if screen.ask is not AskFor.COMMENT:
        if (percent := percent_typed(typed.words)) is not None:
            return await set_typed_percent(ctx, screen, typed, percent)
        if LIKE_A_NUMBER.fullmatch(typed.words):
            return Reply(words=ctx.say("percent_whole"), about=screen)
    if screen.ask in (AskFor.NOTHING, AskFor.PERCENT) and not typed.replied:
        return Reply(words=ctx.say("hint_item"), about=screen)
    return await add_typed_comment(ctx, screen, typed)


async def set_typed_percent(ctx: ChatContext, screen: Item, typed: Typed, percent: int) -> Reply:
    fecha = day_meant(screen.fecha, typed.to.drawn, ctx.today)
    request = build(PercentageRequest, {"fecha": fecha, "porcentaje": percent})
    log = await ctx.run(daily_logs.set_porcentaje, screen.item, request)
    item = item_of(log, screen.item)
    words = ctx.say("said_percent", light=LIGHTS[item.semaforo], percent=percent)
    if screen.walk:
        return typed.taken(words, item_after(log, screen.item))
    return typed.taken(words, Item(screen.fecha, screen.item, still_asked(screen.ask, item)))


async def add_typed_comment(ctx: ChatContext, screen: Item, typed: Typed) -> Reply:
    _, item = await ctx.run(daily_logs.item_on_day, screen.item)
    return await add_under(ctx, item.task_id, typed, screen.answered())


HANDLERS = Handlers(
    screens={
        Day: draw_day,
        Today: lambda ctx, _: draw_day(ctx, Day(ctx.today)),
        ReportEnd: draw_report_end,
        Item: draw_item,
    },
    actions={
        OpenDay: press_open,
        ReopenDay: press_reopen,
        SendAvance: press_avance,
        CloseDay: press_close,
        StartReport: press_start_report,
        GoOn: press_go_on,
        SendAndClose: press_send_close,
        SetLight: press_light,
        SetPercent: press_percent,
        Reopen: press_reopen_item,
    },
    commands={
        "hoy": on_typed_date(show_day),
        "abrir": on_typed_date(open_or_day),
        "avance": on_typed_date(or_day(report)),
        "cerrar": on_typed_date(or_day(close_day)),
    },
    answers={Item: typed_on_item},
    files={Item: add_typed_comment},
)
