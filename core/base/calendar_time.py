"""The one clock, and the business zone that says what "today" is."""

from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple, Protocol
from zoneinfo import ZoneInfo, available_timezones

import tzdata

FIRST_YEAR, LAST_YEAR = 1900, 9998
"""Dates and date-times outside these years are refused: arithmetic on their neighbours must stay possible."""

FIRST_DAY, LAST_DAY = date(FIRST_YEAR + 1, 1, 1), date(LAST_YEAR - 1, 12, 31)
"""The chat's calendar, a year narrower: what is derived from its dates (the end of an event, the months beside it, the
same day in another zone) is within the allowed years, too."""

ONE_DAY = timedelta(days=1)
INSTANT = timedelta(microseconds=1)
"""The last instant within an interval is this much before its end."""
FIRST_INSTANT, LAST_INSTANT = (
    datetime(FIRST_YEAR, 1, 1, tzinfo=UTC),
    datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC) - INSTANT,
)
FIRST_DATA_OF_YEAR_BY = 7
"""The month before which the tz database has had a release in every year."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Clock(Protocol):
    def now(self) -> datetime:
        """The present instant, in UTC, to the microsecond."""


class SystemClock:
    """The machine's clock, or one that is ahead of it by `ahead`."""

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self._ahead = ahead

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


@cache
def known_zones() -> frozenset[str]:
    """The names of IANA's time zones."""
    return frozenset(available_timezones())


def zone_data() -> str:
    """The data that says when clocks change: IANA's version, and the package that has it."""
    return f"{tzdata.IANA_VERSION}, of tzdata {tzdata.__version__}"


def zone_data_is_old(today: date, version: str = tzdata.IANA_VERSION) -> bool:
    """Return whether newer data than this has surely been published.

    Since 2011 each year's first data came by April; a law that changes clocks within a few months is in the next.
    """
    return int(version[:4]) < today.year - (today.month < FIRST_DATA_OF_YEAR_BY)


def within_calendar(day: date) -> bool:
    """Return whether the chat accepts and shows a date."""
    return FIRST_DAY <= day <= LAST_DAY


def microseconds(instant: datetime) -> int:
    """Return the number of whole microseconds since 1970."""
    return (instant - EPOCH) // INSTANT


def moved(instant: datetime, by: timedelta) -> datetime:
    """An instant moved by `by`, but not out of the allowed years."""
    return FIRST_INSTANT + min(max(instant - FIRST_INSTANT + by, timedelta()), LAST_INSTANT - FIRST_INSTANT)


def local_date(instant: datetime, zone: ZoneInfo) -> date:
    return instant.astimezone(zone).date()


class Interval(NamedTuple):
    """A time from one UTC instant to another, the end excluded."""

    start: datetime
    end: datetime


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """Intervals that cover the same time, in order; none is empty, overlaps or touches another."""
    merged: list[Interval] = []
    for start, end in sorted(each for each in intervals if each.start < each.end):
        if merged and start <= merged[-1].end:
            merged[-1] = Interval(merged[-1].start, max(merged[-1].end, end))
        else:
            merged.append(Interval(start, end))
    return merged


def difference(times: Sequence[Interval], taken: Sequence[Interval]) -> Iterator[Interval]:
    """Yield the parts of some times that no other time covers; both are as `union` gives them."""
    place = 0
    for start, end in times:
        begin = start
        while place < len(taken) and taken[place].start < end:
            if begin < taken[place].start:
                yield Interval(begin, taken[place].start)
            begin = max(begin, taken[place].end)
            if taken[place].end > end:
                break
            place += 1
        if begin < end:
            yield Interval(begin, end)


class Days(NamedTuple):
    """Dates from one to another, both included."""

    first: date
    last: date


def week_of(day: date) -> Days:
    """The week of a day, from Monday to Sunday."""
    monday = day - day.weekday() * ONE_DAY
    return Days(monday, monday + 6 * ONE_DAY)


def month_end(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def range_before(days: Days) -> Days:
    """The range before this one: as many days, or for a whole month the month before."""
    last = days.first - ONE_DAY
    return Days(last.replace(day=1) if is_month(days) else last - (days.last - days.first), last)


def range_after(days: Days) -> Days:
    """The range after this one: as many days, or for a whole month the month after."""
    first = days.last + ONE_DAY
    return Days(first, month_end(first) if is_month(days) else first + (days.last - days.first))


def is_month(days: Days) -> bool:
    return days.first.day == 1 and days.last == month_end(days.first)
