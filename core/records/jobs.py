"""Jobs, their runs, the leases of work that one process does for all, and what does not work now."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from core.base.model import Model

Counts = dict[str, int]
"""Numbers of what a run found and did, by name."""


class Job(StrEnum):
    """Every job, by its name: where it has a trigger, the trigger's."""

    PLANNING_SYNC = "task-planeacion-sync"
    BIRTHDAY_SYNC = "birthday-sync"
    REMINDERS = "reminders"
    OVERDUE_SURVEY = "overdue-survey"
    OVERDUE_REGULAR = "overdue-regular"
    DAY_PROMPTS = "day-prompts"
    PERIOD_SUMMARIES = "period-summaries"
    EXPIRING_TOKENS = "expiring-tokens"


class JobRun(Model, frozen=True):
    """A run of a job. `nominal` names the scheduled run; it is null if the run was started by hand."""

    id: int
    job: Job
    nominal: str | None
    asked_by_user_id: int | None
    started_at: datetime
    finished_at: datetime
    counts: Counts


class LeaseName(StrEnum):
    """Work that one process does for all; each has its own lease. `READINESS` is only ever written, to see it done."""

    JOBS = "jobs"
    POLLING = "polling"
    READINESS = "readiness"


class Round(Struct, frozen=True):
    """A round of housekeeping. They are numbered, and one begins an hour after the last began, or later."""

    number: int
    began_at: datetime


class WorkKind(StrEnum):
    """Work of which a single item, known by its number, may end a process or hold it."""

    UPDATE = "update"
    MESSAGE = "message"
    WEBHOOK = "webhook"
    CALENDAR = "calendar"


class BegunWork(Struct, frozen=True):
    """An item begun `times` times, last at `at`, and never ended. From `put_aside_at` on it is not begun again."""

    kind: WorkKind
    item: int
    times: int
    at: datetime
    put_aside_at: datetime | None = None


class Lease(Struct, frozen=True):
    holder: str
    term: int
    until: datetime


class Trouble(Model, frozen=True):
    """Something outside of the service that does not work: why, since when, and until when it is not looked at."""

    thing: str
    fault: str
    since: datetime
    until: datetime
