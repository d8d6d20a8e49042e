"""A reminder of an event, and snoozing it."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.chat.callbacks.agenda import EventCard
from bot.chat.callbacks.reminders import Snooze
from bot.chat.panels.agenda import first_and_last_date, moment_lines, place_lines
from bot.chat.panels.components import Panel, Scene, escape
from core.calendar.agenda import EventDetails
from core.delivery.snoozes import Delay


def reminder_panel(
    scene: Scene, details: EventDetails, clock: ZoneInfo, again_at: datetime | None, delays: Sequence[Delay]
) -> Panel:
    event = details.event
    lines = [
        f"⏰ <b>{scene.user_text(event.title)}</b>",
        *([scene.say("event_cancelled")] if details.cancelled else []),
        *moment_lines(scene, details, clock),
        *place_lines(scene, event.location, is_virtual=event.is_virtual),
    ]
    if again_at is not None:
        lines += ["", scene.say("reminded_again", when=escape(scene.when(again_at, clock)))]
    first, _ = first_and_last_date(scene, event, scene.zone, all_day=details.all_day)
    snoozing = [scene.button(f"snooze_{delay}", Snooze(event.id, delay)) for delay in delays]
    card = [scene.button("event", EventCard(event.id, first))]
    return Panel("\n".join(lines), [[] if details.cancelled else snoozing, card])
