"""Reads the content lines and components of a calendar file (RFC 5545, 3.1 and 3.6).

A component that does not end as it began is kept and said not to be whole; what is around it is read as ever. Only
lines and components that are asked for are kept, in time and memory that grow with the file.
"""

import codecs
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from msgspec import Struct, field

from core.records.calendar_files import FileFault
from core.records.outside_calendars import CalendarFault

MOST_BYTES = 10_000_000
"""The largest file, both compressed and not."""

BEGIN, END = "BEGIN", "END"
CALENDAR = "VCALENDAR"
GZIP, GZIP_MAGIC = 16 + zlib.MAX_WBITS, b"\x1f\x8b"
UTF_16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE

ENTRIES = frozenset({"VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"})
"""The components that stand in a calendar alone: where one begins, all that was open within it has ended."""

TIMED = frozenset({"DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE", "FREEBUSY"})
"""Properties whose values have no colon, so that one within an unquoted parameter is told apart."""


OF_CALENDARS = frozenset({"METHOD", "X-WR-TIMEZONE"})
"""The properties that a calendar itself has."""

FOLD = re.compile(rb"\n[\n \t]+")
AFTER_NAME = re.compile(r"[:;\s]")
QUOTED_OR = {separator: re.compile(f'"[^"]*"?|{separator}') for separator in ";:"}


class Refused(Exception):
    """A file that is not read."""

    def __init__(self, fault: CalendarFault | FileFault) -> None:
        super().__init__(fault)
        self.fault = fault


class Property:
    """A property of a component: its parameters as written, from the first semicolon on, and its value."""

    def __init__(self, written: str, value: str) -> None:
        self.written = written
        self.value = value

    @cached_property
    def parameters(self) -> Mapping[str, str]:
        pairs = (each.partition("=") for each in split(self.written, ";")[1:])
        return {name.strip().upper(): value.replace('"', "").strip() for name, _, value in pairs}

    @property
    def line(self) -> str:
        """The rest of the line after the property's name."""
        return f"{self.written}:{self.value}"

    def parameter(self, name: str) -> str:
        """A parameter's value without quotes, or nothing."""
        return self.parameters.get(name, "") if self.written else ""


class Component(Struct):
    """A component with its lines by the name of their property, and the components within it.

    `is_kept`: it is one of those asked for, and in none that is not. `is_whole`: it ended as it began.
    """

    name: str
    is_kept: bool
    is_whole: bool = True
    lines: dict[str, list[str]] = field(default_factory=dict)
    parts: list["Component"] = field(default_factory=list)

    def properties(self, name: str) -> list[Property]:
        """The properties of a name, without those that say nothing."""
        if name not in self.lines:
            return []
        read = (read_property(name, line) for line in self.lines[name])
        return [each for each in read if each.value]

    def text(self, name: str) -> str:
        """The value of the first property of a name, or nothing."""
        return next((each.value for each in self.properties(name)), "")


def read_property(name: str, line: str) -> Property:
    rest = line[len(name) :]
    if name in TIMED:
        head, _, value = rest.rpartition(":")
    else:
        head, *values = split(rest, ":", 1)
        value = "".join(values)
    return Property(head, value.strip())


def split(text: str, separator: str, most: int = -1) -> list[str]:
    """The parts of a text between separators that are not within quotes, split at most `most` times."""
    if '"' not in text:
        return text.split(separator, most)
    at = [found.start() for found in QUOTED_OR[separator].finditer(text) if found[0] == separator]
    return [text[start + 1 : end] for start, end in pairwise([-1, *(at if most < 0 else at[:most]), len(text)])]


def text_of(body: bytes, *, compressed: bool) -> str:
    """A file's text in lines that are not folded. Raises `Refused` for what is too large or does not unpack."""
    body = unpacked(body) if compressed else body
    if len(body) > MOST_BYTES:
        raise Refused(CalendarFault.TOO_LARGE)
    if body.startswith(UTF_16):
        body = body.decode("utf-16", errors="replace").encode()
    body = body.removeprefix(codecs.BOM_UTF8).lstrip().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return FOLD.sub(unfolded, body).decode(errors="replace")


def unfolded(found: re.Match[bytes]) -> bytes:
    """Leave of a fold the blanks beyond one for each line break. Empty lines within a fold are part of it."""
    fold = found[0]
    if fold.endswith(b"\n"):
        return b"\n"
    return fold.replace(b"\n", b"")[fold.count(b"\n") :]


def unpacked(body: bytes) -> bytes:
    """A body that is said to be compressed. One that is not is taken as it is."""
    try:
        return zlib.decompressobj(GZIP).decompress(body, MOST_BYTES + 1)
    except zlib.error:
        if body.startswith(GZIP_MAGIC):
            raise Refused(CalendarFault.DAMAGED) from None
        return body


def kept_lines(text: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """The lines of these properties, and where components begin and end, each after its name."""
    for line in text.split("\n"):
        name = AFTER_NAME.split(line, 1)[0].upper()
        if name in names:
            yield name, line


class Components:
    """Puts lines into components of some kinds, and these into each other."""

    def __init__(self, kinds: Collection[str]) -> None:
        self.kinds = kinds
        self.calendars: list[Component] = []
        self.open: list[Component] = []
        self.names = Counter[str]()
        """How many of a name are open."""

    def take(self, name: str, line: str) -> bool:
        """Put a line where it belongs, unless that is not kept."""
        if name == BEGIN:
            return self.begin(line.partition(":")[2].strip().upper())
        if name == END:
            return self.end(line.partition(":")[2].strip().upper())
        if not self.open or not self.open[-1].is_kept:
            return False
        self.open[-1].lines.setdefault(name, []).append(line)
        return True

    def begin(self, name: str) -> bool:
        if name == CALENDAR or name in ENTRIES:
            self.close_to(CALENDAR)
        if not self.open and name != CALENDAR:
            return False
        is_kept = name in self.kinds and (not self.open or self.open[-1].is_kept)
        self.open.append(Component(name, is_kept))
        self.names[name] += 1
        return is_kept

    def end(self, name: str) -> bool:
        """End a component. What ends without a beginning, and what that is in, is not whole."""
        if not self.names[name]:
            return name in self.kinds and bool(self.open) and self.headless(name)
        self.close_to(name)
        is_kept = self.open[-1].is_kept
        self.close()
        return is_kept

    def headless(self, name: str) -> bool:
        if name not in ENTRIES:
            self.open[-1].is_whole = False
            return self.open[-1].is_kept
        self.close_to(CALENDAR)
        calendar = self.open[-1]
        lines = {each: calendar.lines.pop(each) for each in [*calendar.lines] if each not in OF_CALENDARS}
        calendar.parts.append(Component(name, is_kept=True, is_whole=False, lines=lines))
        return True

    def close_to(self, name: str) -> None:
        """Close what is open down to a component of this name: none of it has ended itself."""
        while self.open and self.open[-1].name != name:
            self.open[-1].is_whole = False
            self.close()
            self.open[-1].is_whole &= self.open[-1].name == CALENDAR

    def close(self) -> None:
        component = self.open.pop()
        self.names[component.name] -= 1
        if component.is_kept:
            (self.calendars if component.name == CALENDAR else self.open[-1].parts).append(component)

    def ended(self) -> list[Component]:
        """The calendars. Raises `Refused` if there is none, or if one has no end: what is missing would be free."""
        if self.open:
            raise Refused(CalendarFault.DAMAGED)
        if not self.calendars:
            raise Refused(CalendarFault.NOT_A_CALENDAR)
        return self.calendars
