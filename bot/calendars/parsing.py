"""Reads busy times or events from a calendar file (RFC 5545): a program that `parser_process` starts and may kill.

Only the needed lines of a file are read: for busy times those that say when, for events the titles and places as well.
`relevant` drops all others, such as people and notes. Requests and answers are frames (`frames`). Times without a known
zone are in the owner's zone. An event counts as busy unless it is cancelled or transparent; a `VFREEBUSY` says itself
what is busy.
"""

import re
import resource
import signal
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

import icalendar
import msgspec
import recurring_ical_events

from bot.calendars.frames import LENGTH, SECONDS, EventsJob, Parsed, ParsedEvents, ParseJob
from core.base.calendar_time import ONE_DAY, Days, Interval, union
from core.records.calendar_files import FileEvents, FileFault, FoundEvent, LeftOut
from core.records.outside_calendars import CalendarFault

MOST_BYTES = 10_000_000
MOST_TIMES = 20_000
"""How many busy times may be left once those that overlap are joined."""

MOST_EVENTS, MOST_DATES = 50, 12
"""How many events are taken of a file, and how many dates of an event that repeats."""

LONGEST_TEXT, MOST_ZONES = 300, 3

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

USUAL = frozenset(
    {"SEQUENCE:0", "STATUS:CONFIRMED", "STATUS:TENTATIVE", "TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY"}
)
"""Lines that most events have and that say the same as none: to read each takes as long as to read a time."""

FREE = {"TRANSP": "TRANSPARENT", "STATUS": "CANCELLED", "X-MICROSOFT-CDO-BUSYSTATUS": "FREE"}
"""Any one of these says that an event makes nobody busy."""

NAMED = r"(?:(?:UID|SEQUENCE):[^\r]*\r\n)*"
AT = r"\d{8}(?:T\d{6}Z?)?"
SIMPLE = re.compile(
    rf"BEGIN:VEVENT\r\n{NAMED}DTSTART(?P<of>;VALUE=DATE|;TZID=[^:;\r]+|):(?P<start>{AT})\r\n"
    rf"{NAMED}DTEND(?P=of):(?P<end>{AT})\r\n{NAMED}END:VEVENT\r\n"
)
"""An event that has nothing but one time."""
DAYS = ";VALUE=DATE"
UID = re.compile(r"^UID:([^\r]*)", re.MULTILINE)
FARTHEST_ZONE = 2 * ONE_DAY

COMPONENTS = frozenset({"VCALENDAR", "VEVENT", "VFREEBUSY", "VTIMEZONE", "STANDARD", "DAYLIGHT"})

DESCRIBING = frozenset({"SUMMARY", "LOCATION", "METHOD"})
"""The properties by which events are told apart and described."""

OTHERS = {"VTODO": LeftOut.TASKS, "VJOURNAL": LeftOut.NOTES, "VFREEBUSY": LeftOut.BUSY_TIMES}
"""What a calendar may have besides events."""

REFUSED_METHODS = {
    **dict.fromkeys(("REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"), FileFault.ANSWER),
    "CANCEL": FileFault.CALLED_OFF,
}


class Refused(Exception):
    """A file that is not read."""

    def __init__(self, fault: CalendarFault | FileFault) -> None:
        super().__init__(fault)
        self.fault = fault


def parse(job: ParseJob) -> Parsed:
    """The busy times of a file. Raises `Refused`."""
    text = relevant(job.body, compressed=job.compressed)
    digest = sha256(f"{job.zone}\n{text}".encode()).hexdigest()
    if digest == job.digest:
        return Parsed(digest, None)
    within = Interval(job.start, job.end)
    zone = ZoneInfo(job.zone)
    rest, times = without_simple(text, within, zone)
    with calendars_in(rest) as calendars:
        times += [each for calendar in calendars for each in busy_times(calendar, within, zone)]
    busy = union(Interval(max(start, job.start), min(end, job.end)) for start, end in times)
    if len(busy) > MOST_TIMES:
        raise Refused(CalendarFault.TOO_MUCH)
    return Parsed(digest, [*busy])


def without_simple(text: str, within: Interval, zone: ZoneInfo) -> tuple[str, list[Interval]]:
    """The text without its simple events, which say nothing but one time in UTC or whole days, and their times.

    Reading an event by the libraries takes thirty times as long. Simple events in another zone are only removed if they
    are out of the time asked about in any zone.
    """
    uids, times = Counter(UID.findall(text)), list[Interval]()

    def left(found: re.Match[str]) -> str:
        named = UID.findall(found[0])
        try:
            time = Interval(*(simple_instant(found["of"], found[name], zone) for name in ("start", "end")))
            margin = FARTHEST_ZONE if is_zoned(found) else timedelta(0)
            is_within = time.start - margin < within.end and within.start < time.end + margin
        except (ValueError, OverflowError):
            return found[0]
        if len(named) != 1 or uids[named[0]] > 1 or time.start >= time.end or (is_within and is_zoned(found)):
            return found[0]
        times.append(time)
        return ""

    return SIMPLE.sub(left, text), times


def is_zoned(found: re.Match[str]) -> bool:
    """Whether an event's time is in a time zone, not in UTC or whole days."""
    in_utc = not found["of"] and found["start"].endswith("Z") and found["end"].endswith("Z")
    return found["of"] != DAYS and not in_utc


def simple_instant(of: str, written: str, zone: ZoneInfo) -> datetime:
    return instant(date.fromisoformat(written) if of == DAYS else datetime.fromisoformat(written), zone)


@contextmanager
def calendars_in(text: str) -> Iterator[list[icalendar.Calendar]]:
    """The calendars in a text. Errors of the libraries, here and within, are raised as `Refused`."""
    if any(often in text.upper() for often in TOO_OFTEN):
        raise Refused(CalendarFault.TOO_MUCH)
    try:
        yield icalendar.Calendar.from_ical(text, multiple=True)
    except Refused:
        raise
    except MemoryError:
        raise Refused(CalendarFault.TOO_MUCH) from None
    except Exception:  # noqa: BLE001 whatever a library makes of a stranger's file
        raise Refused(CalendarFault.NOT_A_CALENDAR) from None


def relevant(
    body: bytes,
    *,
    compressed: bool,
    names: Collection[str] = RELEVANT,
    components: Collection[str] = COMPONENTS,
) -> str:
    """The lines of these properties in these components. Raises `Refused` for what is no calendar or too large."""
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
    return "\r\n".join(relevant_lines(unfolded, names, components)) + "\r\n"


def relevant_lines(text: str, names: Collection[str], components: Collection[str]) -> Iterator[str]:
    """The lines without those of other components, such as alarms. Raises `Refused` if a component has no end."""
    open_ones: list[str] = []
    left_out = 0
    for line in text.split("\n"):
        name = line[: min(at for at in (line.find(":"), line.find(";"), len(line)) if at >= 0)].upper()
        if name not in names or line in USUAL:
            continue
        component = line.partition(":")[2].strip().upper()
        if name == "BEGIN":
            open_ones.append(component)
            left_out += bool(left_out or component not in components)
        if not left_out:
            yield line
        if name == "END":
            if not open_ones or open_ones.pop() != component:
                raise Refused(CalendarFault.NOT_A_CALENDAR)
            left_out -= bool(left_out)
    if open_ones:
        raise Refused(CalendarFault.NOT_A_CALENDAR)


def events_in(job: EventsJob) -> FileEvents:
    """The events that a file has within the time asked about. Raises `Refused`."""
    names, components = RELEVANT | DESCRIBING, COMPONENTS | OTHERS.keys()
    text = relevant(job.body, compressed=False, names=names, components=components)
    zone, taken, left_out = ZoneInfo(job.zone), list[FoundEvent](), Counter[LeftOut]()
    with calendars_in(text) as calendars:
        occurrences, unknown_zones = list[Any](), dict[str, None]()
        for calendar in calendars:
            if refusal := REFUSED_METHODS.get(str(calendar.get("METHOD", "")).strip().upper()):
                raise Refused(refusal)
            found = occurrences_in(calendar, Interval(job.start, job.end))
            occurrences += found
            left_out += left_out_of(calendar, {str(each["UID"]) for each in found}, job, zone)
            unknown_zones |= dict.fromkeys(unknown_zones_in(calendar))
        dates = Counter[str]()
        for event in sorted(occurrences, key=lambda each: instant(each.start, zone)):
            if is_cancelled(event):
                left_out[LeftOut.CANCELLED] += 1
                continue
            uid = str(event["UID"])
            dates[uid] += 1
            if dates[uid] <= MOST_DATES:
                taken.append(found_event(event, zone))
    left_out[LeftOut.REPEATED] = sum(count > MOST_DATES for count in dates.values())
    left_out[LeftOut.MORE] = max(len(taken) - MOST_EVENTS, 0)
    return FileEvents(taken[:MOST_EVENTS], dict(+left_out), [*unknown_zones][:MOST_ZONES])


def occurrences_in(calendar: icalendar.Calendar, within: Interval) -> list[Any]:
    """Each of the calendar's events that is within a time, once for each of its dates; all have a UID then."""
    for number, component in enumerate(calendar.walk("VEVENT")):
        if "UID" not in component:
            component.add("UID", f"event {number}")
    found = recurring_ical_events.of(calendar, components=["VEVENT"], skip_bad_series=True)
    return [*found.between(within.start, within.end)]


def left_out_of(
    calendar: icalendar.Calendar, taken: Collection[str], job: EventsJob, zone: ZoneInfo
) -> Counter[LeftOut]:
    """What of a calendar is not among the events taken, by their UID."""
    counted = Counter[LeftOut]({why: len(calendar.walk(name)) for name, why in OTHERS.items()})
    for component in calendar.walk("VEVENT"):
        if str(component["UID"]) not in taken and "RECURRENCE-ID" not in component:
            counted[why_left_out(component, job, zone)] += 1
    return counted


def why_left_out(component: Any, job: EventsJob, zone: ZoneInfo) -> LeftOut:
    start = start_of(component)
    if start is None or job.start <= instant(start, zone) < job.end:
        return LeftOut.UNREADABLE
    if is_cancelled(component):
        return LeftOut.CANCELLED
    return LeftOut.PAST if instant(start, zone) < job.start else LeftOut.LATER


def unknown_zones_in(calendar: icalendar.Calendar) -> Iterator[str]:
    for component in calendar.walk("VEVENT"):
        start = start_of(component)
        if isinstance(start, datetime) and start.tzinfo is None:
            yield from (zone[:LONGEST_TEXT] for zone in [component["DTSTART"].params.get("TZID", "")] if zone)


def start_of(component: Any) -> date | datetime | None:
    """When an event begins, as it is written; None where that cannot be read."""
    try:
        start: date | datetime = component.start
    except Exception:  # noqa: BLE001 as in `calendars_in`
        return None
    return start


def is_cancelled(event: Any) -> bool:
    return str(event.get("STATUS", "")).strip().upper() == FREE["STATUS"]


def found_event(event: Any, zone: ZoneInfo) -> FoundEvent:
    title, location = (str(event.get(name, "")).replace("\0", "")[:LONGEST_TEXT] for name in ("SUMMARY", "LOCATION"))
    start, end = event.start, event.end
    days = None if isinstance(start, datetime) else Days(start, max(end - ONE_DAY, start))
    return FoundEvent(title, location, instant(start, zone), instant(end, zone), days)


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
    decoder = msgspec.msgpack.Decoder(ParseJob | EventsJob)
    while head := asked.read(LENGTH.size):
        signal.alarm(SECONDS)
        job = decoder.decode(asked.read(*LENGTH.unpack(head)))
        try:
            answer: Parsed | ParsedEvents | str = (
                parse(job) if isinstance(job, ParseJob) else ParsedEvents(events_in(job))
            )
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
