"""Every phrase of the tables that fits somewhere in a text, whether or not it is meant."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from re import Match, Pattern
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from core.base.calendar_time import Days
from core.base.model import Language
from core.language.phrases.clock_zones import CLOCK_ZONES
from core.language.phrases.day_table import DAYS, WHERE_ONLY_DAYS_ARE_SOUGHT
from core.language.phrases.days import NUMBERED
from core.language.phrases.half_open import OPEN_ENDS
from core.language.phrases.hours import DURATIONS, HOURS, PARTS
from core.language.phrases.model import (
    DAYS_ONLY,
    Confidence,
    DoubtReason,
    GrammarRule,
    Kind,
    Meaning,
    Moment,
    Note,
    Reader,
    Reading,
)
from core.language.phrases.needed import Needed, finder, needed
from core.language.phrases.people import PEOPLE, PRIORITIES
from core.language.phrases.recurrence import RECURRENCES
from core.language.phrases.reminder_leads import REMINDER_LEADS
from core.language.phrases.vocabulary import always, patterns

TABLE: tuple[GrammarRule, ...] = (
    *(*PEOPLE, *OPEN_ENDS, *HOURS, *CLOCK_ZONES, *DURATIONS, *RECURRENCES, *DAYS, *PRIORITIES, *REMINDER_LEADS),
)
ONLY_DAYS: tuple[GrammarRule, ...] = (*RECURRENCES, *DAYS, *WHERE_ONLY_DAYS_ARE_SOUGHT)
MARKER_NOTES = (
    (("antes", "before", "para antes"), Note.BEFORE),
    (("hasta", "until", "till", "through"), Note.UNTIL),
    (("desde", "a partir", "starting"), Note.ONWARDS),
)


class Candidate(Struct, eq=False):
    """A phrase found at `[start, end)` of the folded text. `marker`: a word before it that shows that it is meant."""

    row: GrammarRule
    found: Match[str]
    start: int
    end: int
    confidence: Confidence
    meaning: Meaning | DoubtReason
    marker: str | None = None

    @property
    def kind(self) -> Kind:
        return self.row.kind

    @property
    def days(self) -> Days | None:
        return self.meaning.days if isinstance(self.meaning, Meaning) else None

    @property
    def bare_weekday(self) -> bool:
        """A weekday and nothing else, which may be a name."""
        return self.found[0] in NUMBERED

    def again(self, moment: Moment) -> Reading:
        return self.row.reader(self.found, moment)


class Find(NamedTuple):
    """A phrase found, before anything is asked of the moment."""

    row: GrammarRule
    reader: Reader
    found: Match[str]


def finds(text: str, sought: Kind) -> list[Find]:
    """Every phrase in a folded text, the leftmost first, of these the longest, of these the table's first."""
    return sorted(phrases_in(text, sought), key=lambda one: (one.found.start(), -one.found.end()))


def phrases_in(text: str, sought: Kind) -> Iterator[Find]:
    has = finder(text)
    for row, reader, needs, pattern in phrases_of(sought):
        if has(needs):
            yield from (Find(row, reader, found) for found in pattern.finditer(text))


@cache
def phrases_of(sought: Kind) -> Sequence[tuple[GrammarRule, Reader, Needed, Pattern[str]]]:
    """The phrases that are looked for, each with its row of the table, its reader and what it needs."""
    found = []
    for row in ONLY_DAYS if sought is DAYS_ONLY else TABLE:
        no_one_day = row.kind is Kind.REPEAT and Kind.DAYS in sought and row.kind not in sought
        if row.kind in sought or no_one_day:
            reader = always(DoubtReason.VAGUE) if no_one_day else row.reader
            phrases = zip(row.phrases, patterns(row), strict=True)
            found += [(row, reader, needed(words), pattern) for words, pattern in phrases]
    return found


def candidates(found: Iterable[Find], moment: Moment) -> list[Candidate]:
    """Return the phrases with their meanings at a moment, in order, without overlaps."""
    kept: list[Candidate] = []
    for one in found:
        if kept and one.found.start() < kept[-1].end:
            continue
        meaning = None if is_tax_office(one.found, moment) else one.reader(one.found, moment)
        if meaning is not None:
            marker = one.found.groupdict().get("marker")
            meant = with_marker_notes(marker, one.found, meaning)
            kept.append(Candidate(one.row, one.found, *one.found.span(), one.row.confidence, meant, marker))
    return kept


def is_tax_office(found: Match[str], moment: Moment) -> bool:
    """In Spanish "SAT" is the tax office, not Saturday, unless nothing else is said."""
    return moment.language is Language.ES and found.groupdict().get("weekday") == "sat" and found[0] != found.string


def with_marker_notes(marker: str | None, found: Match[str], meaning: Meaning | DoubtReason) -> Meaning | DoubtReason:
    """The meaning with what the words around it add: that it is an end or a beginning, or a part of the day.

    "Before" several days means before the first of them.
    """
    if not isinstance(meaning, Meaning):
        return meaning
    notes = tuple(note for words, note in MARKER_NOTES if marker and marker.startswith(words))
    part = next(
        (PARTS[said] for name, said in found.groupdict().items() if name.startswith("tail") and said), meaning.part
    )
    days = Days(meaning.days.first, meaning.days.first) if meaning.days and Note.BEFORE in notes else meaning.days
    return replace(meaning, days=days, notes=(*meaning.notes, *notes), part=part)
