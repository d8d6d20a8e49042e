"""Drafts: tasks, events and absences that a person is putting together in the chat."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import TypeVar
from zoneinfo import ZoneInfo

from msgspec import Struct

from core.base.calendar_time import Days, Interval
from core.base.date_times import instant_at, of_whole_days
from core.base.errors import Code, NotFound
from core.base.model import Priority
from core.base.recurrence import Recurrence
from core.language.phrases.model import ALL_DAY, Doubt, Note, Repeats, ReportLine, TimeWindow
from core.records.calendar_files import FileEvents
from core.records.people import Absence
from core.records.work import TelegramFile


class SplitDraft(Struct, frozen=True, kw_only=True, tag="split"):
    """A task that is about to be split into others, each by its title."""

    task_id: int
    parts: tuple[str, ...]


class MissingTaskField(StrEnum):
    """The fields that a draft of a task may need before it can be saved, in the order in which the chat asks."""

    DESCRIPTION = "DESCRIPTION"
    DUE = "DUE"


class TaskDraft(Struct, frozen=True, kw_only=True, tag="task"):
    """A task being drafted, and how the words for it were understood.

    `asked_user_id` is a colleague who is asked to take it; without one it is a task of the responsibles at once.
    `since` is the first of several days of which the last was taken. `notes` say which reading of the day was chosen,
    `doubts` which words were not interpreted, `unknown` and `beyond` which names could not be taken, `left` what a
    correction said besides. With `repeats` it becomes a rule, whose first date is `fecha_cumplir`; `inexact` are
    the words that no rule says exactly.
    """

    descripcion: str
    fecha_cumplir: date | None = None
    prioridad: Priority = Priority.MEDIA
    responsible_user_ids: tuple[int, ...]
    asked_user_id: int | None = None
    since: date | None = None
    repeats: Recurrence | None = None
    inexact: str = ""
    notes: tuple[Note, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    unknown: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    left: str = ""

    @property
    def missing(self) -> Sequence[MissingTaskField]:
        known = {MissingTaskField.DESCRIPTION: self.descripcion.strip(), MissingTaskField.DUE: self.fecha_cumplir}
        return [field for field, value in known.items() if not value]


USUAL_MINUTES = 60


class Remark(StrEnum):
    """A part of the words that could not be taken as it was said."""

    SEVERAL_DAYS = "SEVERAL_DAYS"  # the first of them was taken
    NO_SUCH_DAY = "NO_SUCH_DAY"  # beyond the calendar
    TOO_LONG = "TOO_LONG"  # longer than a day
    TOO_MANY_DAYS = "TOO_MANY_DAYS"  # the first of them were taken
    TITLE_CUT = "TITLE_CUT"
    TOO_MANY = "TOO_MANY"  # people
    TOO_EARLY = "TOO_EARLY"  # a reminder further ahead than there are


class MissingEventField(StrEnum):
    """The fields that a draft of an event may need before it can be saved, in the order in which the chat asks."""

    TITLE = "TITLE"
    DAY = "DAY"
    HOUR = "HOUR"
    KIND = "KIND"


class SearchedTime(Struct, frozen=True):
    day: date | None
    starts: time | None
    day_notes: tuple[Note, ...]
    hour_notes: tuple[Note, ...]
    within: TimeWindow = ALL_DAY
    fold: int = 0
    last_day: date | None = None
    all_day: bool = False


class EventDraft(Struct, frozen=True, kw_only=True, tag="event"):
    """An event being drafted, on the clock of `zone`, and how the words for it were understood.

    `fold` belongs to `starts`, which is kept without it: 1 for the second of two equal hours of a day. `within` are the
    hours of the day that were said while the hour itself is not known. `day_notes` and `hour_notes` say which reading
    was chosen, `doubts` which words were left in the title, `unknown` which names match nobody. `last_day` is the last
    of several days that were said. `all_day` takes these days whole, by the clock of `team_zone`; an hour takes the
    first of them. `repeats` makes a series of it, from its day on. `past`: its person has said that a time that has
    passed is meant. `said_zone` is that by whose clock the hour was said. If the draft began as a question for a free
    slot, `sought` is the time in it. `left_out` are those whom its person took out, who are not asked about again.
    """

    zone: str
    team_zone: str = ""
    event_type_id: int | None
    title: str = ""
    day: date | None = None
    last_day: date | None = None
    starts: time | None = None
    fold: int = 0
    within: TimeWindow = ALL_DAY
    minutes: int = USUAL_MINUTES
    all_day: bool = False
    repeats: Repeats | None = None
    past: bool = False
    user_ids: tuple[int, ...] = ()
    location: str = ""
    is_virtual: bool = False
    is_public: bool = False
    remind_minutes: int | None = None
    day_notes: tuple[Note, ...] = ()
    hour_notes: tuple[Note, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    unknown: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    said_zone: str = ""
    sought: SearchedTime | None = None
    left_out: tuple[int, ...] = ()

    @property
    def missing(self) -> Sequence[MissingEventField]:
        known = {
            MissingEventField.TITLE: self.title.strip(),
            MissingEventField.DAY: self.day,
            MissingEventField.HOUR: self.starts is not None or self.all_day,
            MissingEventField.KIND: self.event_type_id,
        }
        return [field for field, value in known.items() if not value]

    @property
    def time(self) -> Interval | None:
        if self.day and self.all_day:
            return of_whole_days(Days(self.day, self.last_day or self.day), ZoneInfo(self.team_zone or self.zone))
        if self.day is None or self.starts is None:
            return None
        start = instant_at(self.day, self.starts.replace(fold=self.fold), ZoneInfo(self.zone))
        return Interval(start, start + timedelta(minutes=self.minutes))

    @property
    def skipped(self) -> bool:
        """True where the clocks skip the hour on that day, so that the event begins later."""
        when = self.time
        skips = when and when.start.astimezone(ZoneInfo(self.zone)).time() != self.starts
        return bool(skips) and not self.all_day

    def asks_whether_past(self, now: datetime) -> bool:
        """Return whether its time has passed, a whole day once it is over, and nobody has said that this is meant."""
        when = self.time
        return when is not None and not self.past and (when.end if self.all_day else when.start) <= now

    def reminder(self, minutes: int, now: datetime) -> datetime | None:
        """Return when a reminder `minutes` before is due; None if that has passed or the event's time is not known."""
        when = self.time
        at = when.start - timedelta(minutes=minutes) if when else None
        return at if at and at > now else None


class AbsenceDraft(Struct, frozen=True, kw_only=True, tag="absence"):
    """An absence being drafted; the last day is None until it is said.

    `notes` say which reading of the words was chosen. `doubts` are words that look like a day and were left in the
    reason. `then` are other stretches said with it, which are drafted once it is saved. `instead`: the absence that is
    cancelled for it.
    """

    user_id: int
    first_day: date
    last_day: date | None = None
    reason: str = ""
    notes: tuple[Note, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    then: tuple[Days, ...] = ()
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    others: tuple[int, ...] = ()
    instead: Absence | None = None

    @property
    def hours(self) -> Interval | None:
        return Interval(self.starts_at, self.ends_at) if self.starts_at and self.ends_at else None


class ReportDraft(Struct, frozen=True, kw_only=True, tag="report"):
    """A day's report that is not applied yet; once it is, the day is reported on and closed if so.

    `replaced` are earlier lines of tasks whose line was said anew. `opens`: the day was not open when it was begun, or
    was closed, and is opened for it.
    """

    fecha: date
    lines: tuple[ReportLine, ...]
    replaced: tuple[ReportLine, ...] = ()
    send: bool = False
    close: bool = False
    opens: bool = False


class CommentDraft(Struct, frozen=True, kw_only=True, tag="comment"):
    """A comment on a task, until it is sure that it is meant; `task_id` is 0 while it is asked, for `files` mostly."""

    task_id: int = 0
    words: str
    files: tuple[TelegramFile, ...] = ()


class FileDraft(Struct, frozen=True, kw_only=True, tag="file"):
    """Events of a calendar file that somebody sent; those that they keep are at the places `chosen`.

    Each becomes an event as `blank` is one, of which the file gives title, time and place.
    """

    name: str
    blank: EventDraft
    found: FileEvents
    chosen: tuple[int, ...]


class TasksDraft(Struct, frozen=True, kw_only=True, tag="tasks"):
    """Several tasks of one message; those at the places of `left_out` are not to be made."""

    tasks: tuple[TaskDraft, ...]
    left_out: tuple[int, ...] = ()

    @property
    def wanted(self) -> Sequence[TaskDraft]:
        return [each for place, each in enumerate(self.tasks) if place not in self.left_out]


DraftBody = TasksDraft | TaskDraft | EventDraft | AbsenceDraft | ReportDraft | CommentDraft | FileDraft | SplitDraft

B = TypeVar("B", bound=Struct)


class NewDraft(Struct, frozen=True):
    owner_user_id: int
    body: DraftBody


class Draft(Struct, frozen=True):
    """A stored draft; once it is saved, `saved_id` is the id of what it became.

    `age`: how many rounds of housekeeping have begun since it was last changed.
    """

    id: int
    owner_user_id: int
    body: DraftBody
    saved_id: int | None
    age: int = 0

    def of(self, kind: type[B]) -> B:
        if not isinstance(self.body, kind):
            raise NotFound(Code.DRAFT_NOT_FOUND)
        return self.body


class ResolvedNames(Struct, frozen=True):
    """The people whom names stand for; `unknown` names match nobody, `beyond` people the caller may not assign.

    `asked_user_id` is the only person named, whom the caller may not assign but ask.
    """

    user_ids: tuple[int, ...] = ()
    unknown: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    asked_user_id: int | None = None
