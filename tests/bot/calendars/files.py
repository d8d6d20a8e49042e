"""Outside calendar files in tests, what is read of them, a client without a network and a parser without a process."""

import io
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
import recurring_ical_events

from bot.calendars import parsing
from bot.calendars.content import Refused
from bot.calendars.frames import LENGTH, ParseJob
from bot.calendars.parser_process import ANSWERS, ParserProcess
from core.base.calendar_time import Interval, union

START = datetime(2026, 11, 23, 12, tzinfo=UTC)
END = START + timedelta(days=366)
MEXICO, MADRID = "America/Mexico_City", "Europe/Madrid"
TEN = ("11-24 10:00", "11-24 11:00")

NEW_YORK = """BEGIN:VTIMEZONE
TZID:Office
BEGIN:STANDARD
DTSTART:19671029T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19670430T020000
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE
"""


def event(starts, ends, *lines, uid=None):
    """`starts` and `ends` with all that comes after the name of the property; by default they make the UID."""
    uid = uid or f"{starts}/{ends}"
    return "\n".join(["BEGIN:VEVENT", f"UID:{uid}", f"DTSTART{starts}", f"DTEND{ends}", *lines, "END:VEVENT", ""])


def calendar(*parts):
    text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y//EN\n" + "".join(parts) + "END:VCALENDAR\n"
    return text.replace("\n", "\r\n").encode()


def at_ten(*lines):
    """An event of an hour, on 24 November 2026 at 10:00 UTC."""
    return event(":20261124T100000Z", ":20261124T110000Z", *lines, uid="ten")


def lines_of(*lines):
    """An event of these lines."""
    return "\n".join(["BEGIN:VEVENT", *lines, "END:VEVENT", ""])


def hourly(start, *lines, zone=MADRID, hours=1):
    """An event of some hours in a zone, on the clock of which it begins then."""
    at = datetime.fromisoformat(start)
    times = (f";TZID={zone}:{each:%Y%m%dT%H%M%S}" for each in (at, at + timedelta(hours=hours)))
    return event(*times, *lines)


def job(body, *, compressed=False, digest=None, zone=MEXICO, owners=()):
    return ParseJob(body, compressed, zone, START, END, digest, owners)


def read(*parts, **options):
    """Read a calendar of these parts."""
    return parsing.parse(job(calendar(*parts), **options))


def told(times):
    """Times by month, day and hour in UTC."""
    return [tuple(f"{at.astimezone(UTC):%m-%d %H:%M}" for at in each) for each in times]


def busy(body, **options):
    found = parsing.parse(job(body, **options)).busy
    assert found is not None
    return told(found)


def busy_in(*parts, **options):
    """The busy times of a calendar of these parts of which all can be read."""
    found = read(*parts, **options)
    assert (list(found.unknown), found.unreadable_count) == ([], 0)
    return told(found.busy)


def starts_in(*parts, **options):
    """Return when the busy times begin."""
    return [start for start, _ in busy_in(*parts, **options)]


def left_out(*parts, **options):
    """Return what could not be read, by title and day, and the times that are unknown."""
    found = read(*parts, **options)
    return [(each.title, each.day and f"{each.day:%m-%d}") for each in found.unreadable], told(found.unknown)


def expanded(body):
    """The busy times of a file by the libraries that others read it with; days and local times are in Mexico."""
    zone, times = ZoneInfo(MEXICO), []
    for each in recurring_ical_events.of(icalendar.Calendar.from_ical(body)).between(START, END):
        if each.get("STATUS") != "CANCELLED" and each.get("TRANSP") != "TRANSPARENT":
            at = (
                datetime(*at.timetuple()[:6], tzinfo=getattr(at, "tzinfo", None) or zone)
                for at in (each.start, each.end)
            )
            start, end = (each.astimezone(UTC) for each in at)
            times.append(Interval(max(start, START), min(end, END)))
    return told(union(times))


def refused(body, **options):
    with pytest.raises(Refused) as refusal:
        parsing.parse(job(body, **options))
    return refusal.value.fault


class InProcess(ParserProcess):
    """Reads files here, by the same frames."""

    async def _ask(self, frame):
        (answer,) = parsing.answers(io.BytesIO(LENGTH.pack(len(frame)) + frame))
        return ANSWERS.decode(answer)


class FakeClient:
    """Answers every request alike; `asked` is what with."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    async def fetch(self, url, etag, last_modified):
        self.asked.append((url, etag, last_modified))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer
