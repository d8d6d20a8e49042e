"""Reads rules of recurrence (RFC 5545, 3.3.10; RFC 7529) and gives their dates by the clock on the wall.

`dateutil` expands them. Whatever a rule says, it is asked about a limited time only and takes a limited number of
steps; a rule that would take more raises `TooDense`.
"""

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import Any, Self

from dateutil.rrule import DAILY, HOURLY, MINUTELY, MONTHLY, SECONDLY, WEEKLY, YEARLY, rrule, weekday
from msgspec import Struct
from msgspec.structs import replace

from bot.calendars.values import Point, Unreadable, compact, later, read_point
from core.base.calendar_time import ONE_DAY

MOST_STEPS = 100_000
"""The most steps of its frequency, and the most dates, that a rule may need until the end of the time asked about."""

MOST_DATES = 10_000
"""The most dates that a rule may give within the time asked about."""

FREQUENCIES = {
    "YEARLY": YEARLY,
    "MONTHLY": MONTHLY,
    "WEEKLY": WEEKLY,
    "DAILY": DAILY,
    "HOURLY": HOURLY,
    "MINUTELY": MINUTELY,
    "SECONDLY": SECONDLY,
}
STEPS = {
    YEARLY: 365 * ONE_DAY,
    MONTHLY: 28 * ONE_DAY,
    WEEKLY: 7 * ONE_DAY,
    DAILY: ONE_DAY,
    HOURLY: timedelta(hours=1),
    MINUTELY: timedelta(minutes=1),
    SECONDLY: timedelta(seconds=1),
}
"""The shortest step of each frequency."""

WEEKDAYS = {name: weekday(number) for number, name in enumerate(("MO", "TU", "WE", "TH", "FR", "SA", "SU"))}
WEEKDAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)", re.ASCII)
NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)
MOST_WEEKS = 53
SHORTEST_MONTH, LONGEST_MONTH, LEAP_YEAR = 28, 31, 366

BY = {
    "BYSECOND": ("bysecond", range(60)),
    "BYMINUTE": ("byminute", range(60)),
    "BYHOUR": ("byhour", range(24)),
    "BYMONTHDAY": ("bymonthday", range(-LONGEST_MONTH, LONGEST_MONTH + 1)),
    "BYYEARDAY": ("byyearday", range(-LEAP_YEAR, LEAP_YEAR + 1)),
    "BYWEEKNO": ("byweekno", range(-MOST_WEEKS, MOST_WEEKS + 1)),
    "BYMONTH": ("bymonth", range(1, 13)),
    "BYSETPOS": ("bysetpos", range(-LEAP_YEAR, LEAP_YEAR + 1)),
}
"""The parts that have numbers: dateutil's names for them, and the numbers; 0 is one only where they begin with it."""

CALENDARS = frozenset({"GREGORIAN", "GREGORY"})
SKIPPABLE = frozenset({"bymonth", "bymonthday"})
NAMES_DAYS = frozenset({"bymonthday", "byyearday", "byweekno", "byweekday"})


class Skip(StrEnum):
    """The place of a date that a month does not have: none, the last day before, or the first day after."""

    OMIT = "OMIT"
    BACKWARD = "BACKWARD"
    FORWARD = "FORWARD"


class TooDense(Unreadable):
    """A rule that has more dates, or needs more steps, than are taken."""


class Rule(Struct, frozen=True):
    """A rule; `by` has the parts that limit and expand it, by the names of dateutil."""

    frequency: int
    interval: int
    count: int | None
    until: Point | None
    by: Mapping[str, Sequence[Any]]
    week_start: Any
    skip: Skip


def read_rules(value: str) -> Sequence[Rule]:
    """The rule that a value is. One that ends both after a number and at a time is two: the later end counts."""
    parts = parts_of(value)
    if parts.pop("RSCALE", "GREGORIAN") not in CALENDARS or parts.get("FREQ") not in FREQUENCIES:
        raise Unreadable(value)
    rule = Rule(
        frequency=FREQUENCIES[parts.pop("FREQ")],
        interval=positive(parts.pop("INTERVAL", "1")),
        count=positive(parts.pop("COUNT")) if "COUNT" in parts else None,
        until=read_point(parts.pop("UNTIL")) if "UNTIL" in parts else None,
        skip=skip_named(parts.pop("SKIP", Skip.OMIT)),
        week_start=weekday_named(parts.pop("WKST", "MO")),
        by=dict(by_part(name, part) for name, part in parts.items()),
    )
    both = rule.count is not None and rule.until is not None
    return [replace(rule, until=None), replace(rule, count=None)] if both else [rule]


def parts_of(value: str) -> dict[str, str]:
    """The parts of a rule by name, without those of somebody's own and those that say nothing."""
    parts = dict[str, str]()
    for each in filter(None, compact(value).split(";")):
        name, _, part = each.partition("=")
        if name.startswith("X-"):
            continue
        if parts.setdefault(name, part) != part:
            raise Unreadable(value)
    return parts


def positive(value: str) -> int:
    number = int(value) if NUMBER.fullmatch(value) else 0
    if number < 1:
        raise Unreadable(value)
    return number


def skip_named(value: str) -> Skip:
    try:
        return Skip(value)
    except ValueError:
        raise Unreadable(value) from None


def weekday_named(value: str) -> Any:
    if value not in WEEKDAYS:
        raise Unreadable(value)
    return WEEKDAYS[value]


def by_part(name: str, value: str) -> tuple[str, Sequence[Any]]:
    items = [*dict.fromkeys(each for each in value.split(",") if each)]
    if name == "BYDAY" and items:
        return "byweekday", [numbered_weekday(each) for each in items]
    if name not in BY or not items or not all(NUMBER.fullmatch(each) for each in items):
        raise Unreadable(value)
    key, allowed = BY[name]
    numbers = sorted({int(each) for each in items})
    if not all(number in allowed and (number or allowed.start == 0) for number in numbers):
        raise Unreadable(value)
    return key, numbers


def numbered_weekday(value: str) -> Any:
    found = WEEKDAY.fullmatch(value)
    number = int(found[1]) if found and found[1] else None
    if not found or number == 0 or abs(number or 1) > MOST_WEEKS:
        raise Unreadable(value)
    return WEEKDAYS[found[2]](number)


def dates(rule: Rule, start: datetime, earliest: datetime, latest: datetime) -> list[datetime]:
    """The dates of a rule from its start on that are within a time, both of its ends included; in order."""
    if latest < start:
        return []
    step = STEPS[rule.frequency]
    begin = start
    if rule.count is None and rule.frequency >= WEEKLY:
        begin += max((earliest - start) // step // rule.interval - 1, 0) * rule.interval * step
    steps = (latest - begin) // step // rule.interval + 1
    if (steps if rule.by or rule.count is None else min(steps, rule.count)) > MOST_STEPS:
        raise TooDense
    found = skipping(rule, begin, latest) if skips(rule, start) else expanded(rule, begin, latest, steps)
    kept = list[datetime]()
    for number, each in enumerate(islice(found, rule.count)):
        if number >= MOST_STEPS or len(kept) == MOST_DATES:
            raise TooDense
        if each >= earliest:
            kept.append(each)
    return kept


class Passed(Exception):
    """A rule has gone past the time asked about."""


class CountedInterval(int):
    """An interval that raises `Passed` when it has been stepped by too often.

    `dateutil` looks for the end of a rule only at its dates: one without any would be followed to the year 9999.
    """

    def __new__(cls, interval: int, most: int) -> Self:
        made = super().__new__(cls, interval)
        made.left = most
        return made

    left: int

    def passed(self) -> int:
        self.left -= 1
        if self.left < 0:
            raise Passed
        return int(self)

    def __radd__(self, other: int) -> int:
        return other + self.passed()

    def __mul__(self, other: int) -> int:
        return self.passed() * other


def expanded(rule: Rule, start: datetime, latest: datetime, steps: int) -> Iterator[datetime]:
    interval = CountedInterval(rule.interval, steps)
    try:
        yield from rrule(rule.frequency, start, interval=interval, wkst=rule.week_start, until=latest, **rule.by)
    except Passed:
        return
    except ValueError:
        raise Unreadable(rule) from None


def skips(rule: Rule, start: datetime) -> bool:
    """Return whether a rule may name days that some months or years do not have, and says where they fall."""
    if rule.skip is Skip.OMIT or rule.frequency > MONTHLY:
        return False
    if rule.by.keys().isdisjoint(NAMES_DAYS):
        return start.day > SHORTEST_MONTH
    days = any(abs(day) > SHORTEST_MONTH for day in rule.by.get("bymonthday", ()))
    return days or any(abs(day) == LEAP_YEAR for day in rule.by.get("byyearday", ()))


def skipping(rule: Rule, start: datetime, latest: datetime) -> Iterator[datetime]:
    """The dates of a rule of days of months, with those that a month does not have where the rule says (RFC 7529)."""
    if not rule.by.keys() <= SKIPPABLE:
        raise Unreadable(rule)
    days = rule.by.get("bymonthday", [start.day])
    months = rule.by.get("bymonth")
    if rule.frequency == YEARLY and months is None:
        months = range(1, 13) if "bymonthday" in rule.by else [start.month]
    firsts = rrule(
        rule.frequency, start.replace(day=1), interval=rule.interval, bymonth=months, bymonthday=1, until=latest
    )
    last = start - ONE_DAY
    for first in firsts:
        for each in sorted({landing(first, day, rule.skip) for day in days}):
            if last < each <= latest and each >= start:
                last = each
                yield each


def landing(first: datetime, day: int, skip: Skip) -> datetime:
    """Return the date of a day of a month, counted from its first or back from its end; if shorter, as `skip` says."""
    length = monthrange(first.year, first.month)[1]
    number = day if day > 0 else length + 1 + day
    if number < 1:
        return later(first, -ONE_DAY) if skip is Skip.BACKWARD else first
    if number > length:
        number = length if skip is Skip.BACKWARD else length + 1
    return later(first, (number - 1) * ONE_DAY)
