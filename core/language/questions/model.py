"""The readings of a question: its topic, its people and its days."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from core.base.calendar_time import Days
from core.language.phrases.model import Doubt

Names = Mapping[str, Sequence[int]]
"""The people who have a name, by that name in lower case without accents."""


class Topic(StrEnum):
    """The things that a question may be about, some of them in one state only."""

    RED = "RED"
    YELLOW = "YELLOW"
    GREEN = "GREEN"
    OPENED = "OPENED"
    NOT_OPENED = "NOT_OPENED"
    REPORTED = "REPORTED"
    NOT_REPORTED = "NOT_REPORTED"
    CLOSED = "CLOSED"
    NOT_CLOSED = "NOT_CLOSED"
    LOG = "LOG"
    PROGRESS = "PROGRESS"
    SUMMARY = "SUMMARY"
    HISTORY = "HISTORY"
    TASK = "TASK"
    WORKLOAD = "WORKLOAD"
    MEETING = "MEETING"
    TASKS = "TASKS"
    TASKS_LATE = "TASKS_LATE"
    TASKS_PLANNED = "TASKS_PLANNED"
    TASKS_REPEATED = "TASKS_REPEATED"
    TASKS_CLOSED = "TASKS_CLOSED"
    DUE = "DUE"
    AGENDA = "AGENDA"
    PLAN = "PLAN"
    NEXT_EVENT = "NEXT_EVENT"
    FREE = "FREE"
    AWAY = "AWAY"
    DAYS_LEFT = "DAYS_LEFT"
    PRESENT = "PRESENT"
    BIRTHDAYS = "BIRTHDAYS"
    HOLIDAYS = "HOLIDAYS"
    WHO_IS = "WHO_IS"
    LEDGER = "LEDGER"
    HELP = "HELP"
    HELP_LANGUAGE = "HELP_LANGUAGE"
    HELP_ZONE = "HELP_ZONE"
    HELP_HOLIDAYS = "HELP_HOLIDAYS"
    HELP_NOTICES = "HELP_NOTICES"
    HELP_API = "HELP_API"
    HELP_CALENDAR = "HELP_CALENDAR"
    HELP_TASK = "HELP_TASK"
    HELP_EVENT = "HELP_EVENT"
    HELP_ABSENCE = "HELP_ABSENCE"
    HELP_COMMENT = "HELP_COMMENT"
    HELP_DAY = "HELP_DAY"


OF_THE_DAY = frozenset(
    (Topic.OPENED, Topic.NOT_OPENED, Topic.REPORTED, Topic.NOT_REPORTED, Topic.CLOSED, Topic.NOT_CLOSED)
)
"""Topics of how far people are with their day."""
OF_A_DAY = OF_THE_DAY | {Topic.LOG, Topic.PROGRESS, Topic.YELLOW, Topic.GREEN}
"""Topics that the panel of a day answers, of oneself, a person or a team."""
OF_THE_PAST = OF_A_DAY | {Topic.HISTORY, Topic.SUMMARY, Topic.RED, Topic.TASKS_CLOSED, Topic.MEETING}
"""Topics of a past day: a weekday without a date is the last one."""


class Who(StrEnum):
    """The people whom a question is about."""

    ANYBODY = "ANYBODY"  # nobody was said
    ME = "ME"
    TEAM = "TEAM"
    NAMED = "NAMED"


class Question(Struct, frozen=True):
    """One reading of a sentence.

    `people` has, for each person named, the ids of all whose name it is, or is `near` the one written in `called`;
    `with_me` counts the asker among them. `days` are those said, None where none were. `number` is a task's. `words`
    are the sentence without names, where it asks for a free time.
    """

    topic: Topic
    who: Who = Who.ANYBODY
    people: tuple[tuple[int, ...], ...] = ()
    called: tuple[str, ...] = ()
    near: bool = False
    with_me: bool = False
    days: Days | None = None
    number: int = 0
    words: str = ""


class Readings(Struct, frozen=True):
    """The questions that a sentence may ask: one if it is clear, several to choose from.

    `unknown` are names that nobody has; where there are no readings, words of a question that are not known. `doubt` is
    a day that was not understood.
    """

    questions: tuple[Question, ...]
    unknown: tuple[str, ...] = ()
    doubt: Doubt | None = None

    asks: bool = False
    """True where the sentence has the form of a question."""
