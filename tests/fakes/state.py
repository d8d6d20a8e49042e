"""What `MemoryStore` holds: immutable rows in dictionaries by their keys, cheap to copy."""

from dataclasses import dataclass, field
from datetime import date, datetime

import msgspec
from msgspec import Struct

from core.base.model import ParticipationStatus
from core.records.calendar import Event, EventType, Participant, Reminder, VisibilityRecord
from core.records.drafts import Draft
from core.records.examples import Example
from core.records.jobs import Job, Lease
from core.records.messages import NewMessage
from core.records.people import Absence, ChosenNotices, DayHours, Group, Invite, User
from core.records.work import (
    AskedTask,
    DailyLogState,
    ItemState,
    Red,
    Task,
    TaskComment,
    TaskFollower,
    TaskRule,
    TelegramFile,
)


class Claim(Struct, frozen=True):
    """Who is sending a message, until when, how often it was tried in vain, what of it is out, and since when."""

    by: str | None = None
    until: datetime | None = None
    attempts: int = 0
    said: str | None = None
    send_started_at: datetime | None = None


class StoredRun(Struct, frozen=True):
    """A run of a job; what it did and when it ended are set in its end."""

    job: Job
    started_at: datetime
    asked_by_user_id: int | None
    nominal: str | None = None
    finished_at: datetime | None = None
    counts: dict[str, int] | None = None


class StoredItem(Struct, frozen=True):
    """An item, its task as frozen when its log closed, and whether the task was reopened since it stood at 100."""

    item: ItemState
    frozen: Task | None = None
    task_reopened: bool = False

    def but(self, **changes: object) -> "StoredItem":
        """The same with other fields."""
        return msgspec.structs.replace(self, **changes)


def first_event_types() -> dict[int, EventType | None]:
    """The types that every store has from the start."""
    return {
        1: EventType(1, "BIRTHDAY", "Cumpleaños", system_managed=True, auto_generated=True, is_active=True),
        2: EventType(2, "REUNION", "Reunión", system_managed=False, auto_generated=False, is_active=True),
        3: EventType(3, "VISITA", "Visita", system_managed=False, auto_generated=False, is_active=True),
        4: EventType(4, "OTRO", "Otro", system_managed=False, auto_generated=False, is_active=True),
    }


@dataclass
class State:
    """Every table."""

    users: dict[int, User] = field(default_factory=dict)
    invites: dict[bytes, Invite] = field(default_factory=dict)
    tasks: dict[int, Task] = field(default_factory=dict)
    comments: dict[int, TaskComment] = field(default_factory=dict)
    due_moves: dict[int, tuple[int, date, datetime]] = field(default_factory=dict)
    comment_files: dict[int, TelegramFile] = field(default_factory=dict)
    logs: dict[int, DailyLogState] = field(default_factory=dict)
    items: dict[int, StoredItem] = field(default_factory=dict)
    followers: dict[tuple[int, int], TaskFollower] = field(default_factory=dict)
    mutes: dict[tuple[int, int], None] = field(default_factory=dict)
    reds: dict[int, Red] = field(default_factory=dict)
    asked_tasks: dict[int, AskedTask] = field(default_factory=dict)
    withdrawn: dict[int, datetime] = field(default_factory=dict)
    task_rules: dict[int, TaskRule] = field(default_factory=dict)
    rule_tasks: dict[int, int] = field(default_factory=dict)
    event_types: dict[int, EventType | None] = field(default_factory=first_event_types)
    series: dict[int, int | None] = field(default_factory=dict)
    events: dict[int, Event | None] = field(default_factory=dict)
    participants: dict[int, Participant | None] = field(default_factory=dict)
    responses: dict[int, ParticipationStatus] = field(default_factory=dict)
    visibility: dict[int, VisibilityRecord | None] = field(default_factory=dict)
    reminders: dict[int, Reminder | None] = field(default_factory=dict)
    examples: dict[int, Example | None] = field(default_factory=dict)
    drafts: dict[int, Draft | None] = field(default_factory=dict)
    idempotency_keys: dict[tuple[str, str], tuple[bytes, bytes, datetime]] = field(default_factory=dict)
    outbox: dict[str, NewMessage] = field(default_factory=dict)
    message_keys: dict[int, str] = field(default_factory=dict)
    claims: dict[int, Claim] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    job_runs: dict[int, StoredRun] = field(default_factory=dict)
    leases: dict[str, Lease] = field(default_factory=dict)
    outcomes: dict[str, datetime] = field(default_factory=dict)
    answers: dict[str, datetime] = field(default_factory=dict)
    birthdays: dict[int, int] = field(default_factory=dict)
    absences: dict[int, Absence | None] = field(default_factory=dict)
    schedules: dict[int, list[DayHours]] = field(default_factory=dict)
    notices: dict[int, ChosenNotices] = field(default_factory=dict)
    groups: dict[int, Group] = field(default_factory=dict)

    def response_of(self, participant_id: int) -> ParticipationStatus:
        """The answer of a participation."""
        return self.responses.get(participant_id, ParticipationStatus.NEEDS_ACTION)

    def copy(self) -> "State":
        """Another state with the same rows."""
        return State(**{name: dict(table) for name, table in vars(self).items()})


class Repository:
    """What a repository of the store reads and writes."""

    def __init__(self, state: State) -> None:
        self.state = state


def next_id(table: dict[int, object]) -> int:
    """The id of the next row; rows with ids are never removed."""
    return max(table, default=0) + 1
