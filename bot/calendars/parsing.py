"""Reads busy times or events from a calendar file (RFC 5545): a program that `parser_process` starts and may kill.

Only the needed lines of a file are read: for busy times those that say when, for events the titles and places as well.
Requests and answers are frames (`frames`). An event counts as busy unless it is cancelled, transparent or declined by
the calendar's owner; a `VFREEBUSY` says itself what is busy. A component that cannot be read leaves the others: it is
counted and told, and the times that it may have are unknown. Titles are looked at for that alone.
"""

import re
import resource
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, date
from hashlib import sha256
from itertools import islice
from typing import BinaryIO
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct, field

from bot.calendars.content import BEGIN, END, Component, Components, Refused, kept_lines, text_of
from bot.calendars.events import (
    FREE,
    NOT_REPLACED,
    WHOLE_DAY,
    Occurrence,
    OutsideEvent,
    ReadingContext,
    Replaced,
    end_of,
    is_declined,
    occurrences,
    read_event,
    read_period,
    replaced_by,
    says,
    values_of,
)
from bot.calendars.frames import LENGTH, SECONDS, EventsJob, Parsed, ParsedEvents, ParseJob
from bot.calendars.values import Unreadable, day_somewhere, instant, wall
from bot.calendars.zones import CalendarZones, Descriptions
from core.base.calendar_time import ONE_DAY, Days, Interval, difference, local_date, union
from core.records.calendar_files import FileEvents, FileFault, FoundEvent, LeftOut
from core.records.outside_calendars import CalendarFault, UnreadableEvent

MOST_TIMES = 20_000
"""The most times that may be left once those that overlap are joined."""

MOST_EVENTS, MOST_DATES = 50, 12
"""The most events that are taken of a file, and the most dates of an event that repeats."""

MOST_UNREADABLE = 10
"""The most events that cannot be read of which title and day are reported."""

LONGEST_TEXT, LONGEST_TITLE, MOST_ZONES = 300, 100, 3

MEMORY = 1 << 30

TIMES = frozenset(
    {
        *("UID", "RECURRENCE-ID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "FREEBUSY"),
        *("TRANSP", "STATUS", "X-MICROSOFT-CDO-BUSYSTATUS", "ATTENDEE"),
        *("TZID", "TZOFFSETFROM", "TZOFFSETTO", "X-WR-TIMEZONE"),
    }
)
"""The properties that decide on times."""

COMPONENTS = frozenset({"VCALENDAR", "VEVENT", "VFREEBUSY", "VTIMEZONE", "STANDARD", "DAYLIGHT"})

TITLE = "SUMMARY"
DESCRIBING = frozenset({TITLE, "LOCATION", "METHOD"})
"""The properties by which events are described and told apart."""

OTHERS = {"VTODO": LeftOut.TASKS, "VJOURNAL": LeftOut.NOTES, "VFREEBUSY": LeftOut.BUSY_TIMES}
"""The components besides events that a calendar may have, which an answer says are left out."""

REFUSED_METHODS = {
    **dict.fromkeys(("REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"), FileFault.ANSWER),
    "CANCEL": FileFault.CALLED_OFF,
}
MOST_OWNERS = 5
NAMED = re.compile(r"^X-WR-CALNAME[^:\n]*:(.*)$", re.MULTILINE | re.IGNORECASE)
ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class CalendarFile(Struct, frozen=True):
    """The content of a file: its calendars, a digest of all that decides on times, and its owner's addresses."""

    calendars: Sequence[Component]
    digest: str
    owners: frozenset[str]


def read_file(job: ParseJob | EventsJob, kinds: Collection[str], names: Collection[str]) -> CalendarFile:
    """Read these properties in components of these kinds. Raises `Refused` for what is not a calendar, or damaged."""
    compressed, known = (job.compressed, job.owners) if isinstance(job, ParseJob) else (False, ())
    text = text_of(job.body, compressed=compressed)
    named = (found[1].strip().casefold() for found in islice(NAMED.finditer(text), MOST_OWNERS))
    owners = frozenset(each for each in (*known, *named) if ADDRESS.fullmatch(each))
    components, said = Components(kinds), [job.zone]
    for name, line in kept_lines(text, {BEGIN, END, *names}):
        if name == "ATTENDEE" and not names_one_of(line, owners):
            continue
        if components.take(name, line) and name not in DESCRIBING:
            said.append(line)
    return CalendarFile(components.ended(), sha256("\n".join(said).encode()).hexdigest(), owners)


def names_one_of(line: str, owners: Collection[str]) -> bool:
    return bool(owners) and any(each in line.casefold() for each in owners)


def events_of(calendar: Component, context: ReadingContext) -> list[OutsideEvent]:
    return [guarded_event(part, context) for part in calendar.parts if part.name == "VEVENT"]


def guarded_event(component: Component, context: ReadingContext) -> OutsideEvent:
    """An event as far as it can be read, whatever a stranger has written."""
    try:
        return read_event(component, context)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 as the docstring says
        return OutsideEvent(component, context.zones.local, is_read=False, is_free=False)


def guarded_occurrences(event: OutsideEvent, replaced: Replaced, within: Interval) -> list[Occurrence]:
    try:
        return occurrences(event, replaced, within)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 as above
        event.unread(may_repeat=True)
        return []


class Times(Struct):
    """The busy and unknown times of a file's owner, and the events that could not be read."""

    busy: list[Interval] = field(default_factory=list)
    unknown: list[Interval] = field(default_factory=list)
    unreadable: list[UnreadableEvent] = field(default_factory=list)


def parse(job: ParseJob) -> Parsed:
    """Return the times at which a file's owner is busy, and those of which it cannot be told. Raises `Refused`."""
    file = read_file(job, COMPONENTS, {*TIMES, TITLE})
    if file.digest == job.digest:
        return Parsed(file.digest, None, [], 0, [])
    within, times = Interval(job.start, job.end), Times()
    described = Descriptions(file.calendars, job.end)
    for calendar in file.calendars:
        context = context_of(calendar, file, described, job)
        take_events(times, calendar, context)
        take_busy_times(times, calendar, context)
    busy = union(clipped(times.busy, within))
    unknown = [*difference(union(clipped(times.unknown, within)), busy)]
    if len(busy) + len(unknown) > MOST_TIMES:
        raise Refused(CalendarFault.TOO_MUCH)
    told = sorted(times.unreadable, key=lambda each: (each.day is None, each.day or date.min))
    return Parsed(file.digest, [*busy], unknown, len(told), told[:MOST_UNREADABLE])


def context_of(
    calendar: Component, file: CalendarFile, described: Descriptions, job: ParseJob | EventsJob
) -> ReadingContext:
    own = ZoneInfo(job.zone)
    return ReadingContext(CalendarZones(calendar, described, own), file.owners, own, Interval(job.start, job.end))


def clipped(times: Iterable[Interval], within: Interval) -> Iterator[Interval]:
    return (Interval(max(start, within.start), min(end, within.end)) for start, end in times)


def take_events(times: Times, calendar: Component, context: ReadingContext) -> None:
    events = events_of(calendar, context)
    series = replaced_by(events, context.own)
    for event in events:
        replaced = series.get(event.component.text("UID"), NOT_REPLACED)
        if event.is_free and not replaced.later:
            continue
        found = guarded_occurrences(event, replaced, context.within)
        kept = [each for each in found if not each.event.is_free]
        for each in kept:
            is_known = event.is_read and each.event.is_read
            (times.busy if is_known else times.unknown).append(Interval(each.start, each.end))
        if not event.is_free and (event.is_guess or not event.is_read) and may_concern(event, kept, context):
            times.unreadable.append(unreadable_event(event, kept, context))


def may_concern(event: OutsideEvent, found: Sequence[Occurrence], context: ReadingContext) -> bool:
    """Return whether an event that cannot be read, or not surely, may be within the time asked about."""
    if found or not event.starts:
        return bool(found) or event.day is None or local_date(context.within.start, context.own) <= event.day
    return event.may_repeat and instant(event.starts[0], event.zone) < context.within.end


def unreadable_event(event: OutsideEvent, found: Sequence[Occurrence], context: ReadingContext) -> UnreadableEvent:
    day = event.starts[0].date() if event.starts else event.day
    if found:
        day = found[0].at.date() if event.in_days else local_date(found[0].start, context.own)
    return UnreadableEvent(text_of_property(event.component, TITLE)[:LONGEST_TITLE], day)


def text_of_property(component: Component, name: str) -> str:
    """A text as it is meant (RFC 5545, 3.3.11)."""
    text = component.text(name)[: 2 * LONGEST_TEXT]
    return ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], text).replace("\0", "")[:LONGEST_TEXT]


def take_busy_times(times: Times, calendar: Component, context: ReadingContext) -> None:
    for part in calendar.parts:
        if part.name != "VFREEBUSY":
            continue
        if not part.is_whole:
            times.unreadable.append(UnreadableEvent("", None))
        for written, value in values_of(part, "FREEBUSY"):
            if written.parameter("FBTYPE").upper() == "FREE":
                continue
            try:
                times.busy.append(read_period(written, value, context))
            except Unreadable:
                take_unreadable_time(times, day_somewhere(value), context)


def take_unreadable_time(times: Times, day: date | None, context: ReadingContext) -> None:
    if day is None or local_date(context.within.start, context.own) <= day:
        times.unreadable.append(UnreadableEvent("", day))
    if day:
        midnight, zone = wall(day, UTC), context.zones.local
        times.unknown.append(Interval(instant(midnight, zone), end_of(midnight, zone, WHOLE_DAY)))


class FoundInFile(Struct):
    """The events of a file that its reader may take, and the counts of those left out."""

    events: list[FoundEvent] = field(default_factory=list)
    left_out: Counter[LeftOut] = field(default_factory=Counter)
    unreadable: list[UnreadableEvent] = field(default_factory=list)
    unknown_zones: dict[str, None] = field(default_factory=dict)


def events_in(job: EventsJob) -> FileEvents:
    """The events that a file has within the time asked about. Raises `Refused`."""
    file = read_file(job, COMPONENTS | OTHERS.keys(), TIMES | DESCRIBING)
    for calendar in file.calendars:
        if refusal := REFUSED_METHODS.get(calendar.text("METHOD").upper()):
            raise Refused(refusal)
    described, found = Descriptions(file.calendars, job.end), FoundInFile()
    for calendar in file.calendars:
        context = context_of(calendar, file, described, job)
        find_events(found, calendar, context)
        found.left_out += Counter(OTHERS[part.name] for part in calendar.parts if part.name in OTHERS)
        found.unknown_zones |= context.zones.unknown
    events = sorted(dict.fromkeys(found.events), key=lambda each: each.start)
    found.left_out[LeftOut.MORE] = max(len(events) - MOST_EVENTS, 0)
    found.left_out[LeftOut.UNREADABLE] = len(found.unreadable)
    zones = [each[:LONGEST_TEXT] for each in found.unknown_zones]
    left_out, unreadable = dict(+found.left_out), found.unreadable[:MOST_UNREADABLE]
    return FileEvents(events[:MOST_EVENTS], left_out, zones[:MOST_ZONES], unreadable)


def find_events(found: FoundInFile, calendar: Component, context: ReadingContext) -> None:
    events = events_of(calendar, context)
    series, dates = replaced_by(events, context.own), defaultdict[str | int, list[Occurrence]](list)
    for number, event in enumerate(events):
        if why := called_off(event, context):
            found.left_out[why] += 1
            continue
        uid = event.component.text("UID")
        dated = guarded_occurrences(event, series.get(uid, NOT_REPLACED), context.within)
        kept = [each for each in dated if not called_off(each.event, context)]
        if event.is_read:
            dates[uid if uid in series else number] += kept
        else:
            found.unreadable.append(unreadable_event(event, kept, context))
        if event.is_read and not dated and (why := why_none(event, context)):
            found.left_out[why] += 1
    for each in dates.values():
        each.sort(key=lambda date: date.start)
        found.events += [found_event(date, context) for date in each[:MOST_DATES]]
        found.left_out[LeftOut.REPEATED] += len(each) > MOST_DATES


def called_off(event: OutsideEvent, context: ReadingContext) -> LeftOut | None:
    """Return the reason why an event does not take place for its owner, if it does not."""
    if says(event.component, "STATUS", FREE["STATUS"]):
        return LeftOut.CANCELLED
    return LeftOut.DECLINED if is_declined(event.component, context.owners) else None


def why_none(event: OutsideEvent, context: ReadingContext) -> LeftOut | None:
    """Return why an event has no date within the time asked about; None if others stand for it, or it for another."""
    start = instant(event.starts[0], event.zone)
    if event.recurrence is not None or context.within.start <= start < context.within.end:
        return None
    return LeftOut.PAST if start < context.within.start else LeftOut.LATER


def found_event(found: Occurrence, context: ReadingContext) -> FoundEvent:
    title, location = (text_of_property(found.event.component, name) for name in (TITLE, "LOCATION"))
    first = found.at.date()
    last = max(local_date(found.end, context.own) - ONE_DAY, first)
    days = Days(first, last) if found.event.in_days else None
    return FoundEvent(title, location, found.start, found.end, days)


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
        except MemoryError:
            answer = CalendarFault.TOO_MUCH.value
        signal.alarm(0)
        yield msgspec.msgpack.encode(answer)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for answer in answers(sys.stdin.buffer):
        sys.stdout.buffer.write(LENGTH.pack(len(answer)) + answer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
