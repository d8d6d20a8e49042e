"""The phrases that are found in a person's words: their kinds, their meanings, and how sure these are."""

from collections.abc import Callable
from datetime import date, datetime, time
from enum import Enum, Flag, IntEnum, StrEnum, auto
from re import Match
from typing import Self
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from core.base import rrules
from core.base.calendar_time import Days, local_date
from core.base.model import Language, Priority, Semaforo
from core.base.recurrence import Recurrence

SUNDAY = 7


class Kind(Flag):
    """The kinds of phrases that are sought in a text. Other phrases stay in the description, untouched."""

    PERSON = auto()
    DAYS = auto()
    HOURS = auto()
    MINUTES = auto()
    PRIORITY = auto()
    REMINDER_LEAD = auto()
    EARLIEST = auto()
    LATEST = auto()
    ZONE = auto()
    REPEAT = auto()
    LASTS = auto()
    ALL_DAY = auto()


REPEATS = Kind.REPEAT | Kind.LASTS
"""A recurrence, and how long it goes on; sought beside days where a rule can be made of it."""
TASK = Kind.PERSON | Kind.DAYS | Kind.PRIORITY | REPEATS
EVENT = Kind.PERSON | Kind.DAYS | Kind.HOURS | Kind.ALL_DAY | Kind.ZONE | Kind.MINUTES | Kind.REMINDER_LEAD
FREE_TIME = EVENT & ~Kind.ALL_DAY | Kind.EARLIEST | Kind.LATEST
DAYS_ONLY = Kind.DAYS
TIMES = Kind.HOURS | Kind.EARLIEST | Kind.LATEST


class Note(StrEnum):
    """The reading that was chosen among several; a card shows it beside the value."""

    MORNING = "MORNING"  # an hour without half of the day: 8 → 08:00
    NOON = "NOON"  # the same: 12 → 12:00
    AFTERNOON = "AFTERNOON"  # the same: 5 → 17:00
    EVENING = "EVENING"  # the hour of a dinner: 8 → 20:00
    MIDNIGHT = "MIDNIGHT"  # 00:00 of the day named, where people often mean its end
    SMALL_HOURS = "SMALL_HOURS"  # "tomorrow night at 1": an hour of the day after
    NOT_TODAY = "NOT_TODAY"  # today is such a weekday: the one in a week was taken
    TODAY = "TODAY"  # "this Friday" on a Friday
    THIS_WEEK = "THIS_WEEK"  # "next Friday" said earlier in its week: the nearest one
    NEXT_YEAR = "NEXT_YEAR"  # it has passed this year
    MONTH_FIRST = "MONTH_FIRST"  # in English, 3/4 is the fourth of March
    STARTED = "STARTED"  # the range began before today
    BEFORE = "BEFORE"  # "before Friday": Friday is what was taken
    UNTIL = "UNTIL"  # "until Friday": only where it ends was said
    ONWARDS = "ONWARDS"  # "from Friday": only where it begins was said
    FRIDAY = "FRIDAY"  # the end of a week, taken as its Friday
    OTHER_ZONE = "OTHER_ZONE"  # an hour of another zone, by the person's clock
    WHOLE_DAY = "WHOLE_DAY"  # "on Friday afternoon", where only days count


class DoubtReason(StrEnum):
    """The reasons to leave words that look like a date, a time or a priority in the text."""

    WORDS = "WORDS"  # it may be just words: "contrato de mayo"
    SECOND = "SECOND"  # another one was taken
    VAGUE = "VAGUE"  # no one day or time: "para mayo", "después de las 5" for an event, "cada lunes"
    EITHER = "EITHER"  # this or that: "lunes o martes", "mar 3"
    IMPOSSIBLE = "IMPOSSIBLE"  # there is no such day or time
    MISMATCH = "MISMATCH"  # the weekday and the date disagree
    BACKWARDS = "BACKWARDS"  # "24/11 al 20/11" ends before it begins
    HOUR = "HOUR"  # "viernes 5", no 5th: is it an hour?
    DATE_OR_DAYS = "DATE_OR_DAYS"  # "3-7", the third of July or from the third to the seventh
    ZONE = "ZONE"  # "hora del Pacífico" is that of several zones


class Hours(Struct, frozen=True):
    """A wall-clock time, and the end if one was said; an end at or before the start is on the next day."""

    start: time
    end: time | None = None


class TimeWindow(Struct, frozen=True):
    """Wall-clock hours of a day within which a time is to be found; an end at midnight is the day's end."""

    start: time = time.min
    end: time = time.min


ALL_DAY = TimeWindow()


class PartOfDay(Enum):
    SMALL_HOURS = TimeWindow(time(0), time(6))
    MORNING = TimeWindow(time(7), time(12))
    AFTERNOON = TimeWindow(time(12), time(19))
    NIGHT = TimeWindow(time(19), time(23))


class ReminderLead(Struct, frozen=True):
    """The minutes before an event at which to remind of it; None: not at all."""

    minutes: int | None


class Repeats(Struct, frozen=True):
    """A rule by which something repeats; `inexact`: it is the nearest of weekdays or a day to what was meant.

    `rrule` says it, where there is one, and `first` is its first date: a series follows that, and others the nearest.
    """

    rule: Recurrence
    inexact: bool = False
    rrule: str | None = None
    first: date | None = None

    @property
    def exact(self) -> Recurrence:
        """The rule that a series follows."""
        rrule = self.rrule
        if rrule is None and SUNDAY in self.rule.weekdays:
            rrule = str(rrules.weekly(self.rule.weekdays))
        return replace(self.rule, weekdays=(), day_of_month=None, rrule=rrule) if rrule else self.rule


class Meaning(Struct, frozen=True):
    days: Days | None = None
    from_to: bool = False  # the days are those from one that was said to another
    hours: Hours | None = None
    all_day: bool = False
    part: PartOfDay | None = None
    earliest: time | None = None
    latest: time | None = None
    zone: ZoneInfo | None = None
    minutes: int | None = None
    person: str | None = None
    priority: Priority | None = None
    reminder_lead: ReminderLead | None = None
    repeats: Repeats | None = None
    times: int | None = None
    lasts: tuple[int, str] | None = None
    notes: tuple[Note, ...] = ()
    guess: bool = False  # the half of the day was ours to choose; a part of day named elsewhere says better


class Piece(Struct, frozen=True):
    """Words that were understood. `kept`: they stay in the description too, since its sentence needs them."""

    kind: Kind
    start: int
    end: int
    words: str
    notes: tuple[Note, ...] = ()
    kept: bool = False


class Doubt(Struct, frozen=True):
    """Words that stayed in the description; the person may say whether they meant more."""

    start: int
    end: int
    words: str
    why: DoubtReason


class Understood(Struct, frozen=True):
    """A text as read. Offsets count code points of the text as given.

    `title` is the text without its pieces (except `kept` ones), otherwise unchanged but for blanks at the seams. `days`
    are in the person's zone, `hours` on its wall clock, `minutes` a duration, `people` usernames in lower case, each
    once, in order. `within` are the hours of a part of the day, or what open ends leave of it. For something that
    repeats, `days` is the first date: unknown for "cada mes" without a day, which only a start makes a rule. `zone` is
    that by whose clock the hours were said, if one was named. `whole_days`: "todo el día", or from one day to another
    without an hour, where that is sought.
    """

    title: str
    people: tuple[str, ...] = ()
    days: Days | None = None
    hours: Hours | None = None
    whole_days: bool = False
    within: TimeWindow | None = None
    minutes: int | None = None
    priority: Priority | None = None
    reminder_lead: ReminderLead | None = None
    repeats: Repeats | None = None
    zone: ZoneInfo | None = None
    pieces: tuple[Piece, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(dict.fromkeys(note for piece in self.pieces for note in piece.notes))


class Moment(Struct, frozen=True):
    """The time and the zone in which words are said: `today` in the person's zone, `now` an instant.

    `back`: dates without a year are past ones. `opens` is the first hour of a working day: an hour without half of the
    day is the one within twelve hours from it.
    """

    today: date
    now: datetime
    zone: ZoneInfo
    language: Language
    opens: int = 7
    back: bool = False

    @classmethod
    def of(cls, now: datetime, zone: ZoneInfo, language: Language) -> Self:
        return cls(local_date(now, zone), now, zone, language)


class Confidence(IntEnum):
    """The places where a phrase is taken to mean what it says; the surest phrases are first.

    Any phrase is taken after a marker ("para", "by"), or in a text of nothing but such phrases.
    """

    FIRM = 0  # anywhere
    LOOSE = 1  # at an edge, beside another piece, before a joining word
    EDGE = 2  # at an edge of the text or by punctuation, beside another piece
    FAINT = 3  # beside another piece


Reading = Meaning | DoubtReason | None
"""The meaning of a phrase, or why it is in doubt. None: it is not this phrase after all."""

Reader = Callable[[Match[str], Moment], Reading]


class GrammarRule(Struct, frozen=True):
    kind: Kind
    confidence: Confidence
    reader: Reader
    phrases: tuple[str, ...]


class ReportLine(Struct, frozen=True):
    """A report on a task of the day, and the words that say it.

    `ended`: the light that it no longer has: "ya no está en rojo". `reopens`: it is taken up again first.
    A line that says none of these, no light, no percentage, nor that it is `unchanged`, was not understood.
    """

    words: str
    task_id: int
    percent: int | None = None
    light: Semaforo | None = None
    unchanged: bool = False
    reason: str = ""
    ended: Semaforo | None = None
    reopens: bool = False

    @property
    def understood(self) -> bool:
        values = (self.percent, self.light, self.ended)
        return any(each is not None for each in values) or self.unchanged or self.reopens


class Ending(Struct, frozen=True):
    """A wish to report on a day (`send`), to close it, or both."""

    send: bool
    close: bool


class SpokenReport(Struct, frozen=True):
    """The lines of a report, and whether to send it and to close the day; `offers`: the wish to ask about."""

    lines: tuple[ReportLine, ...]
    send: bool = False
    close: bool = False
    offers: Ending | None = None


def one_day(day: date | None, *notes: Note) -> Meaning | DoubtReason:
    return Meaning(days=Days(day, day), notes=notes) if day else DoubtReason.IMPOSSIBLE


def a_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
