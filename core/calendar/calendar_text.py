"""Calendars as text (RFC 5545, RFC 7986): a VEVENT for each occurrence, in UTC, without rules or time zones. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Final

from msgspec import Struct

from core.base.model import ParticipationStatus

LONGEST_LINE = 75
"""The longest line in octets, without its CRLF."""

MARK, CONTINUED = 0xC0, 0x80
"""The bits that mark an octet of UTF-8 which continues a character."""

HEAD = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Semaforo//Calendar links//ES
CALSCALE:GREGORIAN
METHOD:PUBLISH
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
""".replace("\n", "\r\n")

BREAKS = re.compile("\r\n?|[\u0085\u2028\u2029]")
CONTROL: Final = [code for code in (*range(32), *range(127, 160)) if code not in {9, 10}]
IN_TEXT: Final[dict[int, str | None]] = {
    **dict.fromkeys(CONTROL),
    **{ord(each): f"\\{each}" for each in "\\;,"},
    ord("\n"): "\\n",
}
IN_PARAMETER: Final[dict[int, str | None]] = {**dict.fromkeys(CONTROL), ord('"'): "'", ord("\n"): " "}


class Invited(Struct, frozen=True):
    """Somebody who takes part in an event and has answered its invitation."""

    user_id: int
    name: str
    response: ParticipationStatus


class CalendarEntry(Struct, frozen=True, kw_only=True):
    """An entry of a calendar, which becomes a VEVENT.

    `start` and `end` are UTC instants, or both dates; the end is excluded. `written_at` is when the entry was changed
    last; `revision` grows with each change. `free`: it makes nobody busy. `tentative`: the calendar's owner may come.
    """

    uid: str
    summary: str
    start: datetime | date
    end: datetime | date
    written_at: datetime
    revision: int = 0
    description: str | None = None
    location: str | None = None
    free: bool = False
    cancelled: bool = False
    tentative: bool = False
    organizer: Invited | None = None
    invited: Sequence[Invited] = ()


class Calendar(Struct, frozen=True):
    """A calendar's name and entries. `entries` may be lazy: there may be many, and the text is made in a thread."""

    name: str
    entries: Iterable[CalendarEntry]


def calendar_text(calendar: Calendar) -> bytes:
    """The whole calendar as text, which depends on nothing else, such as the present time."""
    name = escaped(calendar.name)
    lines = [folded(f"NAME:{name}"), folded(f"X-WR-CALNAME:{name}")]
    for entry in calendar.entries:
        lines += lines_of(entry)
    return f"{HEAD}{''.join(lines)}END:VCALENDAR\r\n".encode()


def lines_of(entry: CalendarEntry) -> Iterator[str]:
    at = instant(entry.written_at)
    yield f"BEGIN:VEVENT\r\nUID:{entry.uid}\r\nDTSTAMP:{at}\r\nLAST-MODIFIED:{at}\r\nSEQUENCE:{entry.revision}\r\n"
    if isinstance(entry.start, datetime) and isinstance(entry.end, datetime):
        yield f"DTSTART:{instant(entry.start)}\r\nDTEND:{instant(entry.end)}\r\n"
    else:
        yield f"DTSTART;VALUE=DATE:{entry.start:%Y%m%d}\r\nDTEND;VALUE=DATE:{entry.end:%Y%m%d}\r\n"
    yield folded(f"SUMMARY:{escaped(entry.summary)}")
    if entry.description:
        yield folded(f"DESCRIPTION:{escaped(entry.description)}")
    if entry.location:
        yield folded(f"LOCATION:{escaped(entry.location)}")
    if entry.organizer:
        yield folded(f'ORGANIZER;CN="{quotable(entry.organizer.name)}":{address(entry.organizer)}')
    for each in entry.invited:
        yield folded(f'ATTENDEE;CN="{quotable(each.name)}";PARTSTAT={each.response}:{address(each)}')
    transparency = "TRANSP:TRANSPARENT\r\n" if entry.free else ""
    yield f"{transparency}{status_of(entry)}END:VEVENT\r\n"


def status_of(entry: CalendarEntry) -> str:
    """The status, if it is a special one. Outlook shows as tentative what its own property says is."""
    if entry.cancelled:
        return "STATUS:CANCELLED\r\n"
    return "STATUS:TENTATIVE\r\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE\r\n" if entry.tentative else ""


def instant(at: datetime) -> str:
    """An instant to the second, as RFC 5545 writes it."""
    return f"{at.year:04}{at.month:02}{at.day:02}T{at.hour:02}{at.minute:02}{at.second:02}Z"


def address(invited: Invited) -> str:
    """An identifier in place of an e-mail address, which people do not have here."""
    return f"urn:semaforo:person:{invited.user_id}"


def escaped(value: str) -> str:
    """A value of type TEXT: every line break is the same, other control characters are left out."""
    return BREAKS.sub("\n", value).translate(IN_TEXT)


def quotable(value: str) -> str:
    """A value for a quoted parameter, which has no escapes: characters that it cannot have are replaced."""
    return BREAKS.sub("\n", value).translate(IN_PARAMETER)


def folded(line: str) -> str:
    """The line with its CRLF, broken into lines of at most 75 octets, never within a character."""
    if len(line) <= LONGEST_LINE and line.isascii():
        return f"{line}\r\n"
    octets = line.encode()
    if len(octets) <= LONGEST_LINE:
        return f"{line}\r\n"
    parts, begin, room = [], 0, LONGEST_LINE
    while len(octets) - begin > room:
        end = begin + room
        while octets[end] & MARK == CONTINUED:
            end -= 1
        parts.append(octets[begin:end])
        begin, room = end, LONGEST_LINE - 1
    parts.append(octets[begin:])
    return b"\r\n ".join(parts).decode() + "\r\n"
