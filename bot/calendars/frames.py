"""The requests to the process that parses calendar files, and its answers: each is sent as a frame after its length."""

import struct
from datetime import datetime

from msgspec import Struct

from core.records.calendar_files import FileEvents

LENGTH = struct.Struct(">I")
SECONDS = 20
"""How long the process may take for a file before it ends itself."""


class ParseJob(Struct, frozen=True, array_like=True, tag=True):
    """A file whose busy times between two instants are asked for; `digest` is that of the answer before."""

    body: bytes
    compressed: bool
    zone: str
    start: datetime
    end: datetime
    digest: str | None


class EventsJob(Struct, frozen=True, array_like=True, tag=True):
    """A file whose events between two instants are asked for."""

    body: bytes
    zone: str
    start: datetime
    end: datetime


class Parsed(Struct, frozen=True, array_like=True, tag=True):
    """Busy times in order, which do not overlap; None if the digest is the same as before."""

    digest: str
    busy: list[tuple[datetime, datetime]] | None


class ParsedEvents(Struct, frozen=True, array_like=True, tag=True):
    found: FileEvents
