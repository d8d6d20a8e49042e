"""One's own day: `/hoy`, `/abrir`, `/avance`, `/cerrar` and the buttons of its panel."""

from datetime import date

from bot.panels.day import day_panel
from bot.panels.form import Panel
from bot.places import CloseDay, Day, OpenDay, SendAvance, Today
from bot.turn import Answers, Commands, Presses, Reply, Turn, Typed, Views, refusable
from core import daily_logs
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
    log = await turn.run(daily_logs.open_log, on(press.meant(turn.today)))
    return Reply(Day(log.fecha), turn.say("said_closed" if log.closed_at else "said_open"))


async def press_avance(turn: Turn, press: SendAvance) -> Reply:
    """Report on the day."""
    log = await turn.run(daily_logs.send_avance, press.log, on(press.meant(turn.today)))
    return Reply(Day(log.fecha), turn.say("said_avance"))


async def press_close(turn: Turn, press: CloseDay) -> Reply:
    """Close the day; its panel is the summary."""
    log = await turn.run(daily_logs.close_log, press.log, on(press.meant(turn.today)))
    return Reply(Day(log.fecha), turn.say("said_closed"))


async def show_today(turn: Turn, _: str) -> Reply:
    """`/hoy`."""
    return Reply(Day(turn.today))


async def open_today(turn: Turn, _: str) -> Reply:
    """`/abrir`."""

    async def act() -> Reply:
        log = await turn.run(daily_logs.open_log, on(turn.today))
        return Reply(Day(log.fecha), turn.say("said_closed" if log.closed_at else "said_open"))

    return await refusable(turn, Day(turn.today), act)


async def report_today(turn: Turn, _: str) -> Reply:
    """`/avance`."""

    async def act() -> Reply:
        log = await todays_log(turn)
        await turn.run(daily_logs.send_avance, log.id, on(log.fecha))
        return Reply(Day(log.fecha), turn.say("said_avance"))

    return await refusable(turn, Day(turn.today), act)


async def close_today(turn: Turn, _: str) -> Reply:
    """`/cerrar`."""

    async def act() -> Reply:
        log = await todays_log(turn)
        await turn.run(daily_logs.close_log, log.id, on(log.fecha))
        return Reply(Day(log.fecha), turn.say("said_closed"))

    return await refusable(turn, Day(turn.today), act)


async def todays_log(turn: Turn) -> DailyLog:
    """Today's log. Raises `NotFound` where it was not opened."""
    return await turn.run(daily_logs.my_log, on(turn.today))


async def typed_on_day(turn: Turn, view: Day | Today, typed: Typed) -> Reply:
    """A day has many items: words under it could be about any."""
    del view, typed
    return Reply(words=turn.say("hint_choose_item"))


VIEWS: Views = {Day: draw_day, Today: draw_today}
PRESSES: Presses = {OpenDay: press_open, SendAvance: press_avance, CloseDay: press_close}
COMMANDS: Commands = {"hoy": show_today, "abrir": open_today, "avance": report_today, "cerrar": close_today}
ANSWERS: Answers = {Day: typed_on_day, Today: typed_on_day}
