"""One's own day: `/hoy`, `/abrir`, `/avance`, `/cerrar` and the buttons of its panel."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date

from bot.chat.callbacks.day import CloseDay, Day, OpenDay, ReopenDay, SendAvance, Today
from bot.chat.context import ChatContext, Handlers, Reply, Typed, or_refusal
from bot.chat.panels.components import Panel
from bot.chat.panels.day import day_panel
from core.application.requests import build
from core.language import phrases
from core.records.work import DailyLog
from core.work import daily_logs
from core.work.daily_logs import DateRequest


def date_request(fecha: date) -> DateRequest:
    return build(DateRequest, {"fecha": fecha})


async def draw_day(ctx: ChatContext, screen: Day) -> Panel:
    return day_panel(ctx.scene, await ctx.run(daily_logs.my_day, date_request(screen.fecha)), screen.page)


async def draw_today(ctx: ChatContext, _: Today) -> Panel:
    return await draw_day(ctx, Day(ctx.today))


async def press_open(ctx: ChatContext, action: OpenDay) -> Reply:
    return await open_day(ctx, action.meant(ctx.today), anyway=action.anyway)


async def open_day(ctx: ChatContext, fecha: date, *, anyway: bool = False) -> Reply:
    """Open a day; one that is closed stays so, and a day off is asked about first, unless it is opened `anyway`."""
    if not anyway and (await ctx.run(daily_logs.my_day, date_request(fecha))).off:
        return Reply(Day(fecha), ctx.say("ask_open_day_off"), alert=True)
    log = await ctx.run(daily_logs.open_recent_log, date_request(fecha))
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


async def show_typed(ctx: ChatContext, typed: str) -> Reply:
    async def show(fecha: date) -> Reply:
        return Reply(Day(fecha))

    return await on_typed_date(ctx, typed, show)


async def open_typed(ctx: ChatContext, typed: str) -> Reply:
    async def act(fecha: date) -> Reply:
        return await open_day(ctx, fecha)

    return await on_typed_date(ctx, typed, act)


async def report_typed(ctx: ChatContext, typed: str) -> Reply:
    async def act(fecha: date) -> Reply:
        log = await ctx.run(daily_logs.my_log, date_request(fecha))
        await ctx.run(daily_logs.send_avance, log.id, date_request(fecha))
        return Reply(Day(fecha), ctx.say("said_avance"))

    return await on_typed_date(ctx, typed, act)


async def close_typed(ctx: ChatContext, typed: str) -> Reply:
    async def act(fecha: date) -> Reply:
        log = await ctx.run(daily_logs.my_log, date_request(fecha))
        await ctx.run(daily_logs.close_log, log.id, date_request(fecha))
        return Reply(Day(fecha), closed_words(ctx, log))

    return await on_typed_date(ctx, typed, act)


async def on_typed_date(ctx: ChatContext, typed: str, act: Callable[[date], Awaitable[Reply]]) -> Reply:
    """What a command comes to on the date typed behind it, or what dates are understood."""
    fecha = await parse_date(ctx, typed)
    if fecha is None:
        return Reply(words=ctx.say("date_not_understood", words=typed.strip()))
    return await or_refusal(ctx, Day(fecha), lambda: act(fecha))


async def parse_date(ctx: ChatContext, typed: str) -> date | None:
    """A date in words, today where there are none, or None for what is not understood."""
    if not typed.strip():
        return ctx.today
    return await asyncio.to_thread(phrases.past_date, typed, ctx.language, ctx.today)


async def typed_on_day(ctx: ChatContext, screen: Day | Today, typed: Typed) -> Reply:
    """A day has many items: words under it could be about any."""
    del screen, typed
    return Reply(words=ctx.say("hint_choose_item"))


HANDLERS = Handlers(
    screens={Day: draw_day, Today: draw_today},
    actions={OpenDay: press_open, ReopenDay: press_reopen, SendAvance: press_avance, CloseDay: press_close},
    commands={"hoy": show_typed, "abrir": open_typed, "avance": report_typed, "cerrar": close_typed},
    answers={Day: typed_on_day, Today: typed_on_day},
)
