"""One's own day: `/hoy`, `/abrir`, `/avance`, `/cerrar` and the buttons of its panel."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date

from bot.panels.day import day_panel
from bot.panels.form import Panel
from bot.places.day import CloseDay, Day, OpenDay, SendAvance, Today
from bot.turn import Handlers, Reply, Turn, Typed, refusable
from core import daily_logs, phrases
from core.daily_logs import DailyLog, DateRequest
from core.requests import build


def on(fecha: date) -> DateRequest:
    """The request for a date."""
    return build(DateRequest, {"fecha": fecha})


async def draw_day(turn: Turn, view: Day) -> Panel:
    """A day as it stands."""
    return day_panel(turn.scene, await turn.run(daily_logs.my_day, on(view.fecha)), view.page)


async def draw_today(turn: Turn, _: Today) -> Panel:
    """Today as it stands."""
    return await draw_day(turn, Day(turn.today))


async def press_open(turn: Turn, press: OpenDay) -> Reply:
    """Open the day, or take in what was assigned since."""
    return await open_day(turn, press.meant(turn.today))


async def open_day(turn: Turn, fecha: date) -> Reply:
    """Open a day; one that is closed stays so."""
    log = await turn.run(daily_logs.open_log, on(fecha))
    if log.closed_at is not None:
        return Reply(Day(fecha), turn.say("said_still_closed"), alert=True)
    return Reply(Day(fecha), turn.say("said_open"))


async def press_avance(turn: Turn, press: SendAvance) -> Reply:
    """Report on the day."""
    log = await turn.run(daily_logs.send_avance, press.log, on(press.meant(turn.today)))
    return Reply(Day(log.fecha), turn.say("said_avance"))


async def press_close(turn: Turn, press: CloseDay) -> Reply:
    """Close the day; its panel is the summary."""
    fecha = press.meant(turn.today)
    before = (await turn.run(daily_logs.my_day, on(fecha))).log
    await turn.run(daily_logs.close_log, press.log, on(fecha))
    return Reply(Day(fecha), said_closed(turn, before))


def said_closed(turn: Turn, before: DailyLog | None) -> str:
    """Closed now, or already then."""
    return turn.say("said_closed_before" if before and before.closed_at else "said_closed")


async def show_day(turn: Turn, typed: str) -> Reply:
    """`/hoy`, `/hoy ayer`."""

    async def show(fecha: date) -> Reply:
        return Reply(Day(fecha))

    return await for_date(turn, typed, show)


async def open_typed(turn: Turn, typed: str) -> Reply:
    """`/abrir`, `/abrir mañana`."""

    async def act(fecha: date) -> Reply:
        return await open_day(turn, fecha)

    return await for_date(turn, typed, act)


async def report_typed(turn: Turn, typed: str) -> Reply:
    """`/avance`, `/avance ayer`."""

    async def act(fecha: date) -> Reply:
        log = await turn.run(daily_logs.my_log, on(fecha))
        await turn.run(daily_logs.send_avance, log.id, on(fecha))
        return Reply(Day(fecha), turn.say("said_avance"))

    return await for_date(turn, typed, act)


async def close_typed(turn: Turn, typed: str) -> Reply:
    """`/cerrar`, `/cerrar ayer`."""

    async def act(fecha: date) -> Reply:
        log = await turn.run(daily_logs.my_log, on(fecha))
        await turn.run(daily_logs.close_log, log.id, on(fecha))
        return Reply(Day(fecha), said_closed(turn, log))

    return await for_date(turn, typed, act)


async def for_date(turn: Turn, typed: str, act: Callable[[date], Awaitable[Reply]]) -> Reply:
    """What a command comes to on the date typed behind it, or what dates are understood."""
    fecha = await date_typed(turn, typed)
    if fecha is None:
        return Reply(words=turn.say("date_not_understood", words=typed.strip()))
    return await refusable(turn, Day(fecha), lambda: act(fecha))


async def date_typed(turn: Turn, typed: str) -> date | None:
    """A date in words, today where there are none, or None for what is not understood."""
    if not typed.strip():
        return turn.today
    return await asyncio.to_thread(phrases.past_date, typed, turn.language, turn.today)


async def typed_on_day(turn: Turn, view: Day | Today, typed: Typed) -> Reply:
    """A day has many items: words under it could be about any."""
    del view, typed
    return Reply(words=turn.say("hint_choose_item"))


HANDLERS = Handlers(
    views={Day: draw_day, Today: draw_today},
    presses={OpenDay: press_open, SendAvance: press_avance, CloseDay: press_close},
    commands={"hoy": show_day, "abrir": open_typed, "avance": report_typed, "cerrar": close_typed},
    answers={Day: typed_on_day, Today: typed_on_day},
)
