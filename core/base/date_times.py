"""Date-times as they are written, and the wall clock of a zone.

Without an offset one is a wall-clock time of the business zone, which only the use case knows: a request carries what
was written, in a field annotated `DateTime`. msgspec reads date-times more loosely than we do (lower case, a space for
the T, `+0600`), so no request has a `datetime` field. A fraction finer than a
microsecond, as other languages write it, is cut off there.
"""

import re
from datetime import UTC, date, datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta

from core.base.calendar_time import FIRST_YEAR, INSTANT, LAST_YEAR, ONE_DAY, Days, Interval, local_date
from core.base.errors import FieldCode, Invalid

YEARS = f"{FIRST_YEAR}–{LAST_YEAR}"
TIME_OF_DAY = r"(?:[01]\d|2[0-3]):[0-5]\d"
FORM = re.compile(
    rf"(?P<wall_clock>\d{{4}}-\d\d-\d\dT{TIME_OF_DAY}(:[0-5]\d(\.\d{{1,9}})?)?)(?P<offset>Z|[+-]{TIME_OF_DAY})?",
    re.ASCII,
)


class WrittenDateTime:
    """A date-time as written: aware, with its own offset, or naive, a wall-clock time of the business zone."""

    __slots__ = ("written",)

    def __init__(self, written: datetime) -> None:
        self.written = written

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WrittenDateTime) and self.written == other.written

    def __hash__(self) -> int:
        return hash(self.written)

    def __repr__(self) -> str:
        return f"WrittenDateTime({self.written.isoformat()})"

    @property
    def within_years(self) -> bool:
        """True within the allowed years: as written and, if the date-time has an offset, also in UTC."""
        return within_years(self.written) and (
            self.written.tzinfo is None or within_years(self.written.astimezone(UTC))
        )

    def instant(self, field: str, zone: ZoneInfo) -> datetime:
        """The UTC instant. Raises `Invalid` at the field if the instant falls outside the years."""
        found = instant_of(self.written, zone)
        if not within_years(found):
            raise Invalid.at(field, FieldCode.OUT_OF_RANGE, bound=YEARS)
        return found

    def wall_clock(self, zone: ZoneInfo) -> datetime:
        """The naive time that a clock in the zone shows; as written if it has no offset, even in a gap."""
        if self.written.tzinfo is None:
            return self.written
        return self.written.astimezone(zone).replace(tzinfo=None)


DateTime = Annotated[WrittenDateTime, Meta(extra_json_schema={"type": "string", "format": "date-time"})]
"""`YYYY-MM-DDTHH:MM[:SS[.f]]`, then nothing, `Z` or `±HH:MM`: the type of a request's field."""


def read(value: object) -> WrittenDateTime:
    if not isinstance(value, str):
        raise TypeError(f"Expected `date-time`, got `{'null' if value is None else 'other'}`")
    if not FORM.fullmatch(value):
        raise ValueError("Invalid date-time")
    try:
        return WrittenDateTime(datetime.fromisoformat(value))
    except ValueError:
        raise ValueError("Invalid date-time") from None


def read_query(value: object) -> WrittenDateTime:
    """A date-time from a query string, where an unescaped `+` arrives as a space."""
    return read(value.replace(" ", "+") if isinstance(value, str) else value)


def as_written(value: object) -> str:
    """A date-time of a request as its client wrote it, for an encoder."""
    if isinstance(value, WrittenDateTime):
        return value.written.isoformat()
    raise TypeError(f"{value!r} is in no request")


def within_years(day: date) -> bool:
    """Return whether a date, or a date-time as written, is within the allowed years."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


def instant_of(moment: datetime, zone: ZoneInfo) -> datetime:
    """The UTC instant of a wall-clock time of a zone, or of an instant.

    A time in a gap moves forward by the gap. A time that occurs twice is the first, or the second if its `fold` is 1.
    """
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def instant_at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    return instant_of(datetime.combine(day, clock), zone)


def start_of(day: date, zone: ZoneInfo) -> datetime:
    """The UTC instant at which a date begins in a zone; if the clocks skip its midnight, its first instant."""
    return instant_at(day, time.min, zone)


def of_whole_days(days: Days, zone: ZoneInfo) -> Interval:
    """The interval from the beginning of the first date to the end of the last, in a zone."""
    return Interval(start_of(days.first, zone), start_of(days.last + ONE_DAY, zone))


def whole_days(during: Interval, zone: ZoneInfo) -> Days | None:
    """The dates of a zone that a time is exactly; None if it begins or ends within one."""
    days = Days(local_date(during.start, zone), local_date(during.end - INSTANT, zone))
    return days if of_whole_days(days, zone) == during else None
