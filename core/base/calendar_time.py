"""The one clock, and the business zone that says what "today" is."""

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple, Protocol
from zoneinfo import ZoneInfo

FIRST_YEAR, LAST_YEAR = 1900, 9998
"""Dates and date-times outside these years are refused: arithmetic on their neighbours must stay possible."""

FIRST_DAY, LAST_DAY = date(FIRST_YEAR + 1, 1, 1), date(LAST_YEAR - 1, 12, 31)
"""The chat's calendar, a year within those: what stands beside a date there (the end of an event that begins on it, the
months that its own leads to, the same day in another zone) is within the years that the rules allow, too."""

ONE_DAY = timedelta(days=1)
INSTANT = timedelta(microseconds=1)
"""By how much what is within a time ends before the time does, whose end is excluded."""


class Clock(Protocol):
    def now(self) -> datetime:
        """The present instant, in UTC, to the microsecond."""


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


def within_calendar(day: date) -> bool:
    """Whether a date is one that the chat accepts and shows."""
    return FIRST_DAY <= day <= LAST_DAY


def local_date(instant: datetime, zone: ZoneInfo) -> date:
    return instant.astimezone(zone).date()


class Interval(NamedTuple):
    """From one UTC instant to another, the end excluded."""

    start: datetime
    end: datetime


class Days(NamedTuple):
    first: date
    last: date
