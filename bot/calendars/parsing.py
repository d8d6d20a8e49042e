"""Makes busy times of a calendar file (RFC 5545): a program that `parser_process` starts, and that may be killed.

Of a file only the lines that decide on times are read; titles, people and notes go no further than `relevant`. What is
asked for and answered are frames, each after its length. Times without a zone that is known are in the owner's zone. An
event counts unless it is cancelled or transparent; a `VFREEBUSY` says itself what is busy.
"""

import resource
import signal
import sys
import zlib
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from hashlib import sha256
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

import icalendar
import msgspec
import recurring_ical_events

from bot.calendars.frames import LENGTH, SECONDS, Parsed, ParseJob
from core.base.calendar_time import Interval, union
from core.records.outside_calendars import CalendarFault

MOST_BYTES = 10_000_000
MOST_TIMES = 20_000
"""Apart from each other, in the time asked about."""

MEMORY = 1 << 30
BEGINS = b"BEGIN:VCALENDAR"
UTF_8_BOM = b"\xef\xbb\xbf"
GZIP = 16 + zlib.MAX_WBITS
TOO_OFTEN = ("FREQ=SECONDLY", "FREQ=MINUTELY")

RELEVANT = frozenset(
    {
        *("BEGIN", "END", "VERSION", "UID", "SEQUENCE", "RECURRENCE-ID", "DTSTART", "DTEND", "DURATION"),
        *("RRULE", "RDATE", "EXDATE", "EXRULE", "TRANSP", "STATUS", "X-MICROSOFT-CDO-BUSYSTATUS", "FREEBUSY"),
        *("TZID", "TZOFFSETFROM", "TZOFFSETTO", "X-WR-TIMEZONE"),
    }
)
"""The properties that decide on times."""

FREE = {"TRANSP": "TRANSPARENT", "STATUS": "CANCELLED", "X-MICROSOFT-CDO-BUSYSTATUS": "FREE"}
"""Each by itself says that an event makes nobody busy."""

COMPONENTS = frozenset({"VCALENDAR", "VEVENT", "VFREEBUSY", "VTIMEZONE", "STANDARD", "DAYLIGHT"})


class Refused(Exception):
    """A file that is not read."""

    def __init__(self, fault: CalendarFault) -> None:
        super().__init__(fault)
        self.fault = fault


def parse(job: ParseJob) -> Parsed:
    """Raises `Refused`."""
    text = relevant(job.body, compressed=job.compressed)
    digest = sha256(f"{job.zone}\n{text}".encode()).hexdigest()
    if digest == job.digest:
        return Parsed(digest, None)
    if any(often in text.upper() for often in TOO_OFTEN):
        raise Refused(CalendarFault.TOO_MUCH)
    within = Interval(job.start, job.end)
    try:
        calendars = icalendar.Calendar.from_ical(text, multiple=True)
        times = [each for calendar in calendars for each in busy_times(calendar, within, ZoneInfo(job.zone))]
    except MemoryError:
        raise Refused(CalendarFault.TOO_MUCH) from None
    except Exception:  # noqa: BLE001 whatever a library makes of a stranger's file
        raise Refused(CalendarFault.NOT_A_CALENDAR) from None
    busy = union(Interval(max(start, job.start), min(end, job.end)) for start, end in times)
    if len(busy) > MOST_TIMES:
        raise Refused(CalendarFault.TOO_MUCH)
    return Parsed(digest, [*busy])


def relevant(body: bytes, *, compressed: bool) -> str:
    """The lines that decide on times, unfolded. Raises `Refused` for what is no calendar or too large."""
    if compressed:
        unpacking = zlib.decompressobj(GZIP)
        try:
            body = unpacking.decompress(body, MOST_BYTES + 1)
        except zlib.error:
            raise Refused(CalendarFault.NOT_A_CALENDAR) from None
    if len(body) > MOST_BYTES:
        raise Refused(CalendarFault.TOO_LARGE)
    body = body.removeprefix(UTF_8_BOM).lstrip()
    if body[: len(BEGINS)].upper() != BEGINS:
        raise Refused(CalendarFault.NOT_A_CALENDAR)
    text = body.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    unfolded = text.replace("\n ", "").replace("\n\t", "")
    return "\r\n".join(relevant_lines(unfolded)) + "\r\n"


def relevant_lines(text: str) -> Iterator[str]:
    """Without components that decide on nothing, such as alarms. Raises `Refused` where one has no end."""
    open_ones: list[str] = []
    left_out = 0
    for line in text.split("\n"):
        name = line[: min(at for at in (line.find(":"), line.find(";"), len(line)) if at >= 0)].upper()
        if name not in RELEVANT:
            continue
        component = line.partition(":")[2].strip().upper()
        if name == "BEGIN":
            open_ones.append(component)
            left_out += bool(left_out or component not in COMPONENTS)
        if not left_out:
            yield line
        if name == "END":
            if not open_ones or open_ones.pop() != component:
                raise Refused(CalendarFault.NOT_A_CALENDAR)
            left_out -= bool(left_out)
    if open_ones:
        raise Refused(CalendarFault.NOT_A_CALENDAR)


def busy_times(calendar: icalendar.Calendar, within: Interval, zone: ZoneInfo) -> Iterator[Interval]:
    found = recurring_ical_events.of(calendar, components=["VEVENT"], skip_bad_series=True)
    for event in found.between(within.start, within.end):
        if counts(event):
            yield Interval(instant(event.start, zone), instant(event.end, zone))
    for component in calendar.walk("VFREEBUSY"):
        named = component.get("FREEBUSY", [])
        for period in named if isinstance(named, list) else [named]:
            if str(period.params.get("FBTYPE", "BUSY")).upper() != "FREE":
                yield Interval(instant(period.start, zone), instant(period.end, zone))


def counts(event: Any) -> bool:
    return not any(str(event.get(name, "")).strip().upper() == value for name, value in FREE.items())


def instant(at: date | datetime, zone: ZoneInfo) -> datetime:
    if not isinstance(at, datetime):
        at = datetime.combine(at, time.min)
    return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)


def answers(asked: BinaryIO) -> Iterator[bytes]:
    """An answer to each frame, until there is no more."""
    decoder = msgspec.msgpack.Decoder(ParseJob)
    while head := asked.read(LENGTH.size):
        signal.alarm(SECONDS)
        job = decoder.decode(asked.read(*LENGTH.unpack(head)))
        try:
            answer: Parsed | str = parse(job)
        except Refused as refused:
            answer = refused.fault.value
        signal.alarm(0)
        yield msgspec.msgpack.encode(answer)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for answer in answers(sys.stdin.buffer):
        sys.stdout.buffer.write(LENGTH.pack(len(answer)) + answer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
