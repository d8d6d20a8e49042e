"""Events that are read from a calendar file that somebody sends, to become events of theirs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from core.base.calendar_time import Days
from core.records.outside_calendars import UnreadableEvent


class FileFault(StrEnum):
    """The reason why nothing of a file is read.

    It is too large, no calendar, cut off, has more than can be read, or says something about an invitation: an answer
    to it, or that it is called off.
    """

    TOO_LARGE = "too_large"
    NOT_A_CALENDAR = "not_a_calendar"
    TOO_MUCH = "too_much"
    DAMAGED = "damaged"
    ANSWER = "answer"
    CALLED_OFF = "called_off"


class LeftOut(StrEnum):
    """A reason why something in a file is not taken; the members are in the order in which they are shown."""

    PAST = "past"
    LATER = "later"  # than is read ahead
    CANCELLED = "cancelled"
    DECLINED = "declined"  # by who sends the file
    REPEATED = "repeated"  # events that have more dates than are taken of one
    MORE = "more"  # than are taken of a file
    UNREADABLE = "unreadable"
    TASKS = "tasks"
    NOTES = "notes"
    BUSY_TIMES = "busy_times"


class FoundEvent(Struct, frozen=True):
    """An event as a file says it; `days` where it takes whole ones."""

    title: str
    location: str
    start: datetime
    end: datetime
    days: Days | None = None


class FileEvents(Struct, frozen=True):
    """The events of a file by their start, how many of what was left out, and the zones that nobody knows.

    `unreadable`: the first of those that could not be read.
    """

    events: Sequence[FoundEvent]
    left_out: Mapping[LeftOut, int]
    unknown_zones: Sequence[str]
    unreadable: Sequence[UnreadableEvent] = ()
