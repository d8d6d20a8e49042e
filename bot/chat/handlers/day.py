"""One's own day: `/hoy`, `/abrir`, `/avance`, `/cerrar` and the buttons of its panel."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date

from bot.chat.callbacks.day import CloseDay, Day, OpenDay, ReopenDay, SendAvance, Today
from bot.chat.context import REFUSALS, ChatContext, CommandHandler, Handlers, Reply, Typed
from bot.chat.panels.components import Panel
from bot.chat.panels.day import day_panel
from core.application.requests import build
from core.language.phrases import past_dates
from core.records.work import DailyLog
from core.work import daily_logs
from core.work.daily_logs import DateRequest, OpenRequest

DateCommand = Callable[[ChatContext, date], Awaitable[Reply]]


def date_request(fecha: date) -> DateRequest:
    return build(DateRequest, {"fecha": fecha})


async def draw_day(ctx: ChatContext, screen: Day) -> Panel:
    return day_panel(ctx.scene, await ctx.run(daily_logs.my_day, date_request(screen.fecha)), screen.page)


async def press_open(ctx: ChatContext, action: OpenDay) -> Reply:
    fecha = action.meant(ctx.today)
    try:
        return await open_day(ctx, fecha, anyway=action.anyway)
    except REFUSALS as error:
        return Reply(Day(fecha), ctx.refusal(error), alert=True)


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
    log = await ctx.run(daily_logs.send_avance, action.log, date_request(action.meant(ctx.today)))
    return Reply(Day(log.fecha), ctx.say("said_avance"))


async def press_close(ctx: ChatContext, action: CloseDay) -> Reply:
    fecha = action.meant(ctx.today)
    before = (await ctx.run(daily_logs.my_day, date_request(fecha))).log
    await ctx.run(daily_logs.close_log, action.log, date_request(fecha))
    return Reply(Day(fecha), closed_words(ctx, before))


def closed_words(ctx: ChatContext, before: DailyLog | None) -> str:
    return ctx.say("said_closed_before" if before and before.closed_at else "said_closed")


def on_typed_date(act: DateCommand) -> CommandHandler:
    """A command for the date typed behind it, today where there is none."""

    async def command(ctx: ChatContext, typed: str) -> Reply:
        fecha = await parse_date(ctx, typed)
        if fecha is None:
            return Reply(words=ctx.say("date_not_understood", words=typed.strip()))
        return await act(ctx, fecha)

    return command


def or_day(act: DateCommand) -> DateCommand:
    """The same, refused over the panel of the day."""

    async def command(ctx: ChatContext, fecha: date) -> Reply:
        try:
            return await act(ctx, fecha)
        except REFUSALS as error:
            return Reply(Day(fecha), ctx.refusal(error), alert=True)

    return command


async def show_day(_: ChatContext, fecha: date) -> Reply:
    return Reply(Day(fecha))


async def report(ctx: ChatContext, fecha: date) -> Reply:
    log = await ctx.run(daily_logs.my_log, date_request(fecha))
    await ctx.run(daily_logs.send_avance, log.id, date_request(fecha))
    return Reply(Day(fecha), ctx.say("said_avance"))


async def close_day(ctx: ChatContext, fecha: date) -> Reply:
    log = await ctx.run(daily_logs.my_log, date_request(fecha))
    await ctx.run(daily_logs.close_log, log.id, date_request(fecha))
    return Reply(Day(fecha), closed_words(ctx, log))


async def parse_date(ctx: ChatContext, typed: str) -> date | None:
    """A date in words, today where there are none, or None for what is not understood."""
    if not typed.strip():
        return ctx.today
    return await asyncio.to_thread(past_dates.past_date, typed, ctx.language, ctx.today)


async def typed_on_day(ctx: ChatContext, screen: Day | Today, typed: Typed) -> Reply:
    """A day has many items: words under it could be about any."""
    del screen, typed
    return Reply(words=ctx.say("hint_choose_item"))


HANDLERS = Handlers(
    screens={Day: draw_day, Today: lambda ctx, _: draw_day(ctx, Day(ctx.today))},
    actions={OpenDay: press_open, ReopenDay: press_reopen, SendAvance: press_avance, CloseDay: press_close},
    commands={
        "hoy": on_typed_date(show_day),
        "abrir": on_typed_date(or_day(open_day)),
        "avance": on_typed_date(or_day(report)),
        "cerrar": on_typed_date(or_day(close_day)),
    },
    answers={Day: typed_on_day, Today: typed_on_day},
)
