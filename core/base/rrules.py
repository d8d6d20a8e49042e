"""Rules as iCalendar writes them (RFC 5545, 3.3.10): those of weeks and months that a series can follow. Pure.

`dateutil` gives their dates. Parts of a rule that are not in `PARTS` are not taken, nor is a rule without dates.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday
from msgspec import Struct
from msgspec.structs import replace

from core.base.calendar_time import FIRST_YEAR, LAST_YEAR, ONE_DAY
from core.base.model import RecurrenceType

EARLIEST, LATEST = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
"""The first and the last date that something may be on."""
LONGEST_RULE = 200
MOST_WEEKS, MOST_MONTHS, MOST_COUNT = 53, 60, 60
WEEKDAY_NAMES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
LONGEST_MONTH, WEEKS_OF_MONTH, SURE_WEEKS = 31, 5, 4
PARTS = {
    RecurrenceType.WEEKLY: {"FREQ", "INTERVAL", "BYDAY", "WKST", "COUNT", "UNTIL"},
    RecurrenceType.MONTHLY: {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYSETPOS", "COUNT", "UNTIL"},
}
FREQUENCIES = {RecurrenceType.WEEKLY: WEEKLY, RecurrenceType.MONTHLY: MONTHLY}
DAY = re.compile(r"([+-]?[1-9])?(MO|TU|WE|TH|FR|SA|SU)", re.ASCII)
NUMBER = re.compile(r"[+-]?[0-9]{1,3}", re.ASCII)
UNTIL = re.compile(r"([0-9]{8})(T[0-9]{6}Z)?", re.ASCII)


class NthWeekday(Struct, frozen=True):
    """An ISO weekday: every one, or the `nth` of a month, from its end if negative."""

    weekday: int
    nth: int = 0

    def __str__(self) -> str:
        return f"{self.nth or ''}{WEEKDAY_NAMES[self.weekday - 1]}"


class Rrule(Struct, frozen=True, kw_only=True):
    """A rule. Without `days` and `month_days` it is on those of its first date.

    `positions`: of the days that a month has by the rule, only these, from the end if negative. A `week_start` says
    which weekdays belong to one week.
    """

    frequency: RecurrenceType
    interval: int = 1
    days: tuple[NthWeekday, ...] = ()
    month_days: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    week_start: int = 1
    count: int | None = None
    until: date | datetime | None = None

    @property
    def endless(self) -> "Rrule":
        """The rule without its end."""
        return replace(self, count=None, until=None)

    def ends_on(self, begins: datetime, zone: ZoneInfo) -> date | None:
        """The last local date on which what begins at that time of the day may be."""
        if not isinstance(self.until, datetime):
            return self.until
        last = self.until.astimezone(zone)
        return last.date() if begins.time() <= last.time() else last.date() - ONE_DAY

    def __str__(self) -> str:
        """The rule as iCalendar writes it, without its end."""
        parts = {
            "FREQ": self.frequency.value,
            "INTERVAL": self.interval if self.interval > 1 else "",
            "BYDAY": listed(self.days),
            "BYMONTHDAY": listed(self.month_days),
            "BYSETPOS": listed(self.positions),
            "WKST": WEEKDAY_NAMES[self.week_start - 1] if self.week_start > 1 else "",
        }
        return ";".join(f"{name}={value}" for name, value in parts.items() if value)


def listed(values: Sequence[object]) -> str:
    return ",".join(map(str, values))


def weekly(weekdays: Iterable[int], interval: int = 1) -> Rrule:
    """The rule of these ISO weekdays, every `interval` weeks."""
    return Rrule(frequency=RecurrenceType.WEEKLY, interval=interval, days=tuple(map(NthWeekday, sorted(weekdays))))


class NoRrule(Exception):
    """A text is not a rule, or none that a series can follow."""


def read_rrule(text: str) -> Rrule:
    """The rule that a text is. Raises `NoRrule` if it is none."""
    try:
        return parsed(text)
    except ValueError:
        raise NoRrule(text) from None


def parsed(text: str) -> Rrule:
    parts = parts_of(text)
    frequency = RecurrenceType(parts.get("FREQ", ""))
    if not parts.keys() <= PARTS[frequency]:
        raise ValueError(text)
    weekly = frequency is RecurrenceType.WEEKLY
    rule = Rrule(
        frequency=frequency,
        interval=whole_number(parts.get("INTERVAL", "1"), 1, MOST_WEEKS if weekly else MOST_MONTHS),
        days=items(parts, "BYDAY", nth_weekday),
        month_days=items(parts, "BYMONTHDAY", lambda each: whole_number(each, -LONGEST_MONTH, LONGEST_MONTH)),
        positions=items(parts, "BYSETPOS", lambda each: whole_number(each, -LONGEST_MONTH, LONGEST_MONTH)),
        week_start=WEEKDAY_NAMES.index(parts.get("WKST", "MO")) + 1,
        count=whole_number(parts["COUNT"], 1, MOST_COUNT) if "COUNT" in parts else None,
        until=read_until(parts["UNTIL"]) if "UNTIL" in parts else None,
    )
    if not has_dates(rule):
        raise ValueError(text)
    return rule


def parts_of(text: str) -> Mapping[str, str]:
    pairs = [part.partition("=") for part in text.upper().removeprefix("RRULE:").strip(";").split(";")]
    parts = {name: value for name, _, value in pairs}
    if len(text) > LONGEST_RULE or len(parts) < len(pairs):
        raise ValueError(text)
    return parts


def items(parts: Mapping[str, str], name: str, read: Callable[[str], Any]) -> tuple[Any, ...]:
    if name not in parts:
        return ()
    return tuple(sorted({read(each) for each in parts[name].split(",")}, key=from_the_first))


def from_the_first(item: int | NthWeekday) -> tuple[bool, int, int]:
    """The key by which items are written: those counted from the end of a month come last."""
    nth, weekday = (item, 0) if isinstance(item, int) else (item.nth, item.weekday)
    return nth < 0, nth, weekday


def whole_number(text: str, least: int, most: int) -> int:
    number = int(text) if NUMBER.fullmatch(text) else 0
    if not number or not least <= number <= most:
        raise ValueError(text)
    return number


def nth_weekday(text: str) -> NthWeekday:
    found = DAY.fullmatch(text)
    nth = int(found[1] or 0) if found else 0
    if found is None or abs(nth) > WEEKS_OF_MONTH:
        raise ValueError(text)
    return NthWeekday(WEEKDAY_NAMES.index(found[2]) + 1, nth)


def read_until(text: str) -> date | datetime:
    """A date, or an instant; one outside the allowed years is the nearest date of these."""
    found = UNTIL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    moment = datetime.fromisoformat(text) if found[2] else date.fromisoformat(found[1])
    if FIRST_YEAR <= moment.year <= LAST_YEAR:
        return moment
    return EARLIEST if moment.year < FIRST_YEAR else LATEST


def has_dates(rule: Rrule) -> bool:
    """Return whether a rule surely has dates: days of one kind, and in every month enough of them for its positions."""
    if rule.frequency is RecurrenceType.WEEKLY:
        return not any(each.nth for each in rule.days)
    if rule.days and rule.month_days:
        return False
    sure = sum(1 if each.nth else SURE_WEEKS for each in rule.days) + len(rule.month_days)
    return all(abs(each) <= sure for each in rule.positions)


def dates(rule: Rrule, start: date) -> Iterator[date]:
    """Every date of a rule from `start` on, by which its intervals are counted; its end aside."""
    by = {
        "byweekday": [weekday(each.weekday - 1, each.nth or None) for each in rule.days],
        "bymonthday": rule.month_days,
        "bysetpos": rule.positions,
    }
    found = rrule(
        FREQUENCIES[rule.frequency],
        datetime.combine(start, time.min),
        interval=rule.interval,
        wkst=rule.week_start - 1,
        until=datetime.combine(LATEST, time.min),
        **{name: values for name, values in by.items() if values},
    )
    return (each.date() for each in found)


def moved(rule: Rrule, days: int) -> Rrule | None:
    """The rule whose dates are all `days` days later; None for a rule of months."""
    if rule.frequency is RecurrenceType.MONTHLY:
        return None
    weekdays = sorted((each.weekday - 1 + days) % 7 + 1 for each in rule.days)
    return replace(weekly(weekdays, rule.interval), week_start=(rule.week_start - 1 + days) % 7 + 1)
