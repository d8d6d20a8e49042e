"""Calendars that people keep elsewhere and that count as busy here: of what is in them, the times alone."""

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum

from msgspec import Struct

from core.base.calendar_time import Interval
from core.base.model import Model


class CalendarFault(StrEnum):
    """The reason why a calendar was not read.

    An address to which nothing is sent, no connection, no answer in time, a certificate that is not trusted, another
    status than 200, too large a file, a file that is not a calendar, one in which more takes place than is kept, or one
    that is cut off or does not unpack.
    """

    ADDRESS = "address"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    CERTIFICATE = "certificate"
    STATUS = "status"
    TOO_LARGE = "too_large"
    NOT_A_CALENDAR = "not_a_calendar"
    TOO_MUCH = "too_much"
    DAMAGED = "damaged"


class UnreadableEvent(Model, frozen=True):
    """An event that could not be read: its title, "" if it has none, and its day, as far as that is known."""

    title: str
    day: date | None = None


class OutsideCalendar(Model, frozen=True):
    """An outside calendar. Its address may open it to anybody, so only the `host` of it is told.

    `readAt`: when it was read last. `fault`: why it was not since `failingSince`; null: it can be read. One that was
    not read for a day makes its person's time unknown. `unreadableCount`: how much of it could not be read and is left
    out; `unreadable`: the first of that. The times of what is left out are unknown, as far as they can be told.
    """

    id: int
    user_id: int
    host: str
    created_at: datetime
    read_at: datetime | None = None
    fault: CalendarFault | None = None
    failing_since: datetime | None = None
    unreadable_count: int = 0
    unreadable: Sequence[UnreadableEvent] = ()


class OutsideCalendarRow(Struct, frozen=True):
    """A calendar with what is not told: where it is, and what is remembered of the last reading.

    `etag`, `last_modified`: as the server gave them. `digest`: of all that decides on the busy times, which are known
    until `known_until`. `due_at`: when it is read next. `told_at`: when its owner was told that it cannot be read.
    """

    calendar: OutsideCalendar
    url: str
    due_at: datetime
    known_until: datetime | None = None
    told_at: datetime | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None


class CalendarToRead(Struct, frozen=True):
    """A calendar that is due, and what its server is asked with; without `etag` and `last_modified` it is read whole.

    `zone`: in which its times without a zone are meant.
    """

    id: int
    url: str
    zone: str
    etag: str | None
    last_modified: str | None
    digest: str | None


class CalendarReading(Struct, frozen=True):
    """The outcome of reading a calendar: why it was not read, or when its person is busy.

    `busy` is None where all is as it was; else the times are in order and apart, those of `unknown` as well, and known
    until `until`, if the file was read whole.
    """

    fault: CalendarFault | None = None
    busy: Sequence[Interval] | None = None
    until: datetime | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None
    unknown: Sequence[Interval] = ()
    unreadable_count: int = 0
    unreadable: Sequence[UnreadableEvent] = ()
