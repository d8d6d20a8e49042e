"""Reminders of events as they are written to one person, and being reminded again."""

from bot.panels.form import Panel
from bot.panels.reminded import reminded_panel, when
from bot.places.pushes import Reminded, Snooze
from bot.turn import Handlers, Reply, Turn
from core import agenda, snoozes


async def draw_reminded(turn: Turn, view: Reminded) -> Panel:
    """The event as it is now, and when one is reminded again."""
    details = await turn.run(agenda.event_details, view.event)
    return reminded_panel(turn.scene, details, turn.own_zone, await turn.run(snoozes.snoozed_until, view.event))


async def press_snooze(turn: Turn, press: Snooze) -> Reply:
    """Be reminded again."""
    at = await turn.run(snoozes.snooze, press.event, press.delay)
    return Reply(press.place(), turn.say("said_snoozed", when=when(turn.scene, at, turn.own_zone)))


HANDLERS = Handlers(views={Reminded: draw_reminded}, presses={Snooze: press_snooze})
