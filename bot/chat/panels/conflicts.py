"""Conflicts of a time: the people who are busy then and with what, those who do not work then and why."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import date
from typing import TypeVar
from zoneinfo import ZoneInfo

from bot.chat.panels.components import Scene, and_more, escape, name_of, off_text
from core.base.calendar_time import INSTANT, Days, Interval, local_date
from core.base.date_times import whole_days
from core.calendar.availability import HIDDEN_TITLE, is_unknown
from core.calendar.slot_search import NotAtWork, Obstacles
from core.language.i18n import time_range
from core.people.working_time import WhyOff
from core.records.calendar import AvailabilityConflict

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
LINES_SHOWN = 6
NAME_UNITS, TITLE_UNITS = 40, 60


def span_text(scene: Scene, when: Interval, clock: ZoneInfo, on: date | None = None) -> str:
    """A time by a clock, with its dates unless it is on the date `on`; whole days are the business zone's."""
    if days := whole_days(when, scene.zone):
        return whole_days_text(scene, days, on)
    start, end = when
    first, last = local_date(start, clock), local_date(end - INSTANT, clock)
    if first == last:
        hours = time_range(scene.language, start, end, clock)
        return hours if first == on else f"{scene.short(first)}, {hours}"
    begins, ends = (scene.time(each, clock) for each in (start, end))
    return f"{scene.short(first)}, {begins} – {scene.short(local_date(end, clock))}, {ends}"


def whole_days_text(scene: Scene, days: Days, on: date | None) -> str:
    """«todo el día», with its dates unless it is the one date of `on`."""
    said = scene.say("event_all_day")
    if days.first < days.last:
        return f"{said}, {scene.days(*days)}"
    return said if days.first == on else f"{scene.short(days.first)}, {said}"


def conflict_lines(
    scene: Scene, found: Obstacles, names: Mapping[int, str], clock: ZoneInfo, on: date | None
) -> list[str]:
    """A line for each event that takes somebody, and one for each reason not to work; `LINES_SHOWN` at most.

    People are listed in the order of `names`.
    """
    order = {person: number for number, person in enumerate(names)}

    def rank(row: AvailabilityConflict | NotAtWork) -> int:
        return order.get(row.user_id, len(order))

    lines = [taken_line(scene, row, names, clock, on) for row in sorted(found.taken, key=rank)]
    absent = sorted(found.not_at_work, key=rank)
    lines += reason_lines(scene, [(each.user_id, reason_text(scene, each, clock, on)) for each in absent], names)
    return [*lines[:LINES_SHOWN], *and_more(scene, len(lines), LINES_SHOWN)]


def off_lines(scene: Scene, off: Mapping[int, WhyOff], names: Mapping[int, str]) -> list[str]:
    """A line for each reason why some people do not work on a day."""
    return reason_lines(scene, [(person, off_text(scene, why, "meeting")) for person, why in off.items()], names)


def reason_lines(scene: Scene, absent: Sequence[tuple[int, str]], names: Mapping[int, str]) -> list[str]:
    reasons = grouped((why, person) for person, why in absent)
    return [
        scene.say("obstacle_off", names=names_html(scene, names, people), why=why) for why, people in reasons.items()
    ]


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each key, in their order."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def taken_line(
    scene: Scene, row: AvailabilityConflict, names: Mapping[int, str], clock: ZoneInfo, on: date | None
) -> str:
    """Return a line with a person's name and the time and title of what makes them busy; a hidden title is left out."""
    times = escape(span_text(scene, Interval(row.start_datetime, row.end_datetime), clock, on))
    who = person_html(scene, names, row.user_id)
    if is_unknown(row):
        return scene.say("obstacle_unknown", name=who)
    if row.conflicting_event_title == HIDDEN_TITLE:
        return scene.say("obstacle_busy", name=who, times=times)
    title = scene.user_text(row.conflicting_event_title, TITLE_UNITS)
    return scene.say("obstacle_taken", name=who, title=title, times=times)


def reason_text(scene: Scene, absent: NotAtWork, clock: ZoneInfo, on: date | None) -> str:
    if absent.why_off is None:
        hours = absent.hours
        return scene.say("obstacle_hours", times=escape(span_text(scene, hours, clock, on)) if hours else "")
    return off_text(scene, absent.why_off, "meeting")


def person_html(scene: Scene, names: Mapping[int, str], person: int) -> str:
    return scene.user_text(name_of(names, person), NAME_UNITS)


def names_html(scene: Scene, names: Mapping[int, str], people: Sequence[int]) -> str:
    return ", ".join(person_html(scene, names, person) for person in people)
