"""Times of day and lengths of time in words."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.chat.panels.components import NO_BREAK, Scene, and_more
from core.base.calendar_time import local_date
from core.language.i18n import listing
from core.language.phrases.model import PartOfDay, TimeWindow

HOUR, DAY = 60, 24 * 60
MINUTE = timedelta(minutes=1)
REMINDERS_SHOWN = 5
PART_NAMES = {part.value: part.name for part in PartOfDay}


def clock_time(scene: Scene, at: time) -> str:
    """«16:00» / "4:00 PM"."""
    return scene.time(datetime.combine(date(2000, 1, 3), at, UTC), ZoneInfo("UTC"))


def hours_within(scene: Scene, within: TimeWindow) -> str:
    """«en la tarde», «a partir de las 16:00», «todo el día»."""
    if within in PART_NAMES:
        return scene.say(f"event_part_{PART_NAMES[within]}")
    start, end = within.start, within.end
    begins, ends = (clock_time(scene, each) for each in (start, end))
    if start == end == time.min:
        return scene.say("free_whole_day")
    if end == time.min:
        return scene.say("free_from", start=begins)
    return scene.say("free_until", end=ends) if start == time.min else scene.say("free_between", start=begins, end=ends)


def duration(minutes: int) -> str:
    """`1 h 30 min`."""
    over, rest = divmod(minutes, HOUR)
    parts = [*([f"{over}{NO_BREAK}h"] if over else []), *([f"{rest}{NO_BREAK}min"] if rest or not over else [])]
    return NO_BREAK.join(parts)


def length(scene: Scene, minutes: int) -> str:
    """A length in words, with whole days: `2 días 1 h`."""
    days, rest = divmod(minutes, DAY)
    text = [*([scene.say("event_days", count=days).replace(" ", NO_BREAK)] if days else [])]
    return NO_BREAK.join([*text, *([duration(rest)] if rest or not days else [])])


def reminder_lead(scene: Scene, minutes: int) -> str:
    """Say how long before something begins: «1 h antes», «al empezar»."""
    return scene.say("event_before", length=length(scene, minutes)) if minutes else scene.say("event_at_start")


def reminder_leads(scene: Scene, start: datetime, reminders: Sequence[datetime]) -> str:
    """Say how long before something begins one is reminded: «1 día antes y 1 h antes»; of times after that, when."""
    parts = [
        reminder_lead(scene, (start - at) // MINUTE)
        if at <= start
        else f"{scene.short(local_date(at, scene.clock))}, {scene.time(at, scene.clock)}"
        for at in reminders[:REMINDERS_SHOWN]
    ]
    return listing(scene.language, [*parts, *and_more(scene, len(reminders), REMINDERS_SHOWN)])
