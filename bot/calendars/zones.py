"""The time zones that a calendar file names: known ones by today's data, others as the file itself describes them.

A known zone is one of IANA's or Microsoft's. A short name such as EST or GMT is IANA's only where the file does not
describe it: programs use the same ones for other zones. Nothing is kept from one file to the next.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from babel.core import get_global

from bot.calendars.content import Component
from bot.calendars.rules import Rule, dates, read_rules
from bot.calendars.values import END_OF_TIME, Unreadable, later, read_offset, read_point, wall
from core.base.calendar_time import ONE_DAY, known_zones

LONGEST_NAME = 255
MOST_FOLDERS = 4
MICROSOFTS_UTC = "tzone://microsoft/utc"
IN_UTC = frozenset({MICROSOFTS_UTC, "coordinated universal time", "z"})
SHORT_NAME = re.compile(r"[A-Z0-9+\-]+")
FROM_UTC = re.compile(r"(?:UTC|GMT)([+-])(\d{1,2}):?(\d\d)?", re.IGNORECASE | re.ASCII)
OBSERVANCES = "STANDARD", "DAYLIGHT"
FIRST_YEAR = 1970


@cache
def known_names() -> Mapping[str, str]:
    """IANA's name of each known zone, by its name without capitals."""
    microsofts: Mapping[str, str] = get_global("windows_zone_mapping")
    names = {name.casefold(): iana for name, iana in microsofts.items()}
    return names | {name.casefold(): name for name in known_zones()} | dict.fromkeys(IN_UTC, "UTC")


def known_zone(name: str) -> ZoneInfo | None:
    """The known zone of a name, also behind the folders that some programs put before it."""
    if len(name) > LONGEST_NAME:
        return None
    whole, folders = name.strip("/").casefold(), name.casefold().split("/")[-MOST_FOLDERS:]
    tails = ["/".join(folders[number:]) for number in range(len(folders))] if name.startswith("/") else []
    found = next((known_names()[each] for each in (whole, *tails) if each in known_names()), None)
    return ZoneInfo(found) if found else None


def fixed_zone(name: str) -> timezone | None:
    """The zone of a name that says how far its clocks are from UTC, and no more."""
    found = FROM_UTC.fullmatch("".join(name.split()))
    if not found:
        return None
    sign, hours, minutes = found.groups()
    try:
        return timezone(read_offset(f"{sign}{hours:0>2}{minutes or '00'}"))
    except Unreadable:
        return None


class Onset(NamedTuple):
    """A moment at which clocks are set, as the clock shows it that is set, with the offsets before and after."""

    at: datetime
    before: timedelta
    after: timedelta

    @property
    def shown_from(self) -> datetime:
        """The time from which on a clock surely shows the time after it: not while it skips or repeats."""
        return max(self.at, later(self.at, self.after - self.before))

    @property
    def in_utc(self) -> datetime:
        return later(self.at, -self.before)


class DescribedZone(tzinfo):
    """A zone as a file describes it, until some time."""

    def __init__(self, onsets: Sequence[Onset]) -> None:
        self.onsets = sorted(onsets)
        self.shown_from = sorted(each.shown_from for each in self.onsets)
        self.in_utc = [each.in_utc for each in self.onsets]

    def offset(self, passed: int) -> timedelta:
        """The offset once `passed` onsets have passed."""
        return self.onsets[passed - 1].after if passed else self.onsets[0].before

    def utcoffset(self, at: datetime | None) -> timedelta:
        return self.offset(bisect_right(self.shown_from, at.replace(tzinfo=None))) if at else timedelta(0)

    def dst(self, _: datetime | None) -> timedelta | None:
        return None

    def tzname(self, _: datetime | None) -> str | None:
        return None

    def fromutc(self, at: datetime) -> datetime:
        return at + self.offset(bisect_right(self.in_utc, at.replace(tzinfo=None)))


def described_zone(component: Component, until: datetime) -> DescribedZone | None:
    """The zone that a VTIMEZONE describes; None if any of it cannot be read."""
    parts = [part for part in component.parts if part.name in OBSERVANCES]
    if not parts or not all(each.is_whole for each in (component, *parts)):
        return None
    try:
        found = [onset for part in parts for onset in onsets(part, until)]
    except Unreadable:
        return None
    return DescribedZone(found) if found else None


def onsets(observance: Component, until: datetime) -> Sequence[Onset]:
    """Return the onsets of an observance, which come again and again; its start is one unless it has rules."""
    start = wall(read_point(observance.text("DTSTART")), UTC)
    before, after = (read_offset(observance.text(f"TZOFFSET{name}")) for name in ("FROM", "TO"))
    found = {wall(read_point(value), UTC) for each in observance.properties("RDATE") for value in each.value.split(",")}
    rules = [rule for each in observance.properties("RRULE") for rule in read_rules(each.value)]
    for rule in rules:
        begin = start if rule.count or rule.interval > 1 else from_first_year(start)
        found |= {*dates(rule, begin, begin, min(until, last_onset(rule, before)))}
    return [Onset(at, before, after) for at in (found if rules else {start, *found})]


def from_first_year(start: datetime) -> datetime:
    """A start of long ago in the first year of which anything is asked, if that has such a day."""
    is_leap_day = (start.month, start.day) == (2, 29)
    return start if is_leap_day or start.year >= FIRST_YEAR else start.replace(year=FIRST_YEAR)


def last_onset(rule: Rule, before: timedelta) -> datetime:
    """The end of the time in which a rule has onsets, by the clock before each."""
    if rule.until is None:
        return END_OF_TIME
    in_utc = isinstance(rule.until, datetime) and rule.until.tzinfo is not None
    return later(wall(rule.until, UTC), before if in_utc else timedelta(0))


class Descriptions:
    """The zones that the calendars of a file describe, each read once; of those with one name the first."""

    def __init__(self, calendars: Sequence[Component], until: datetime) -> None:
        self.until = until.replace(tzinfo=None) + 2 * ONE_DAY
        self.components = dict[str, Component]()
        """By name, without capitals."""
        self.read = dict[int, DescribedZone | None]()
        for calendar in calendars:
            for part in calendar.parts:
                if part.name == "VTIMEZONE":
                    for each in part.properties("TZID"):
                        self.components.setdefault(each.value.casefold(), part)

    def named(self, name: str) -> DescribedZone | None:
        component = self.components.get(name.casefold())
        if component is None:
            return None
        if id(component) not in self.read:
            self.read[id(component)] = described_zone(component, self.until)
        return self.read[id(component)]


class CalendarZones:
    """The zones of a calendar in a file, and the zone of its local times: its own, or else its owner's."""

    def __init__(self, calendar: Component, described: Descriptions, own: ZoneInfo) -> None:
        self.described = described
        self.found: dict[str, tzinfo | None] = {}
        self.unknown: dict[str, None] = {}
        self.calendars = calendar.text("X-WR-TIMEZONE")
        known = self.find(self.calendars)
        self.local = known or own
        self.is_local_known = bool(known) or not self.calendars

    def named(self, name: str) -> tzinfo | None:
        """The zone of a name, if there is one; a name that nobody knows is noted."""
        if not name:
            return None
        if name not in self.found:
            self.found[name] = self.find(name)
        if self.found[name] is None:
            self.unknown[name] = None
        return self.found[name]

    def is_guess(self, name: str) -> bool:
        """Return whether a local time is in a zone that nobody knows: its own, or the calendar's, which is noted."""
        if not name and not self.is_local_known:
            self.unknown[self.calendars] = None
        return bool(name) or not self.is_local_known

    def find(self, name: str) -> tzinfo | None:
        known = known_zone(name)
        if known and not SHORT_NAME.fullmatch(name):
            return known
        return self.described.named(name) or known or fixed_zone(name)
