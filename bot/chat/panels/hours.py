"""A time of day, and the hours of a day within which one is still to be found."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from bot.chat.panels.components import Scene
from core.language.i18n import time_of_day
from core.language.phrases import PartOfDay, TimeWindow

PARTS = {part.value: part.name for part in PartOfDay}


def clock_time(scene: Scene, at: time) -> str:
    """«16:00» / "4:00 PM"."""
    return time_of_day(scene.language, datetime.combine(date(2000, 1, 3), at, UTC), ZoneInfo("UTC"))


def hours_within(scene: Scene, within: TimeWindow) -> str:
    """«en la tarde», «a partir de las 16:00», «todo el día»."""
    if within in PARTS:
        return scene.say(f"event_part_{PARTS[within]}")
    start, end = within.start, within.end
    begins, ends = (clock_time(scene, each) for each in (start, end))
    if start == end == time.min:
        return scene.say("free_whole_day")
    if end == time.min:
        return scene.say("free_from", start=begins)
    return scene.say("free_until", end=ends) if start == time.min else scene.say("free_between", start=begins, end=ends)
