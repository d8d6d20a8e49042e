"""The requests to the process that parses calendar files, and its answers: each is sent as a frame after its length."""

import struct
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from core.records.calendar_files import FileEvents
from core.records.outside_calendars import UnreadableEvent

LENGTH = struct.Struct(">I")
SECONDS = 20
"""The longest that the process may take for a file; then it ends itself."""


class ParseJob(Struct, frozen=True, array_like=True, tag=True):
    """A file whose busy times between two instants are asked for; `digest` is that of the answer before.

    `owners`: addresses by which its owner may be invited.
    """

    body: bytes
    compressed: bool
    zone: str
    start: datetime
    end: datetime
    digest: str | None
    owners: Sequence[str] = ()


class EventsJob(Struct, frozen=True, array_like=True, tag=True):
    """A file whose events between two instants are asked for."""

    body: bytes
    zone: str
    start: datetime
    end: datetime


class Parsed(Struct, frozen=True, array_like=True, tag=True):
    """Busy and unknown times, each in order and none overlapping another; None if the digest is the same as before.

    `unreadable` has the first of the `unreadable_count` events that could not be read.
    """

    digest: str
    busy: Sequence[tuple[datetime, datetime]] | None
    unknown: Sequence[tuple[datetime, datetime]]
    unreadable_count: int
    unreadable: Sequence[UnreadableEvent]


class ParsedEvents(Struct, frozen=True, array_like=True, tag=True):
    found: FileEvents
