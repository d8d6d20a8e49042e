"""What the process that reads calendar files is asked, and what it answers: each a frame after its length."""

import struct
from datetime import datetime

from msgspec import Struct

from core.records.calendar_files import FileEvents

LENGTH = struct.Struct(">I")
SECONDS = 20
"""In which a file must be read; then the process ends itself."""


class ParseJob(Struct, frozen=True, array_like=True, tag=True):
    """A file, and between which instants to say when its person is busy; `digest` as it was answered before."""

    body: bytes
    compressed: bool
    zone: str
    start: datetime
    end: datetime
    digest: str | None


class EventsJob(Struct, frozen=True, array_like=True, tag=True):
    """A file, and between which instants its events are taken."""

    body: bytes
    zone: str
    start: datetime
    end: datetime


class Parsed(Struct, frozen=True, array_like=True, tag=True):
    """Busy times in order and apart; none where they are as they were."""

    digest: str
    busy: list[tuple[datetime, datetime]] | None


class ParsedEvents(Struct, frozen=True, array_like=True, tag=True):
    found: FileEvents
