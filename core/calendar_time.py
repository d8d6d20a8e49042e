"""The one clock, and the business zone that says what "today" is."""

from datetime import UTC, date, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

FIRST_YEAR, LAST_YEAR = 1900, 9998
"""Dates and date-times outside these years are refused: arithmetic on their neighbours must stay possible."""

ONE_DAY = timedelta(days=1)


class Clock(Protocol):
    """Where the time comes from; tests bring their own."""

    def now(self) -> datetime:
        """The present instant, in UTC, to the microsecond."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant, in UTC, to the microsecond."""
        return datetime.now(UTC)


def local_date(instant: datetime, zone: ZoneInfo) -> date:
    """The calendar date of an instant in a zone."""
    return instant.astimezone(zone).date()
