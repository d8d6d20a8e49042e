"""The ports of the core: Protocols of what other packages implement, a store with a repository for each resource.

A unit of work is one consistent view (read) or one transaction (write). Its methods are coroutines, but a use case may
await nothing else: the SQLite store runs many units of work in one call to its thread, and none may suspend. A use case
may change nothing except through its unit of work, since a store runs it again after a conflict with another
transaction.

Rows are returned as the Structs of `core.records`. "By fecha and id" is the order of a list. A missing id gives None;
so does a duplicate where a method says so. Deleted rows are in no answer.
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeVar

from core.ports.calendar import (
    BusyRepository,
    EventRepository,
    EventTypeRepository,
    OwnReminderRepository,
    ParticipantRepository,
    ReminderRepository,
    SeriesRepository,
    VisibilityRepository,
)
from core.ports.calendar_links import CalendarLinkRepository
from core.ports.jobs import (
    BegunWorkRepository,
    BirthdayRepository,
    DueReminderRepository,
    JobRunRepository,
    LeaseRepository,
    OutboxRepository,
    TroubleRepository,
)
from core.ports.journal import JournalRepository
from core.ports.outside_calendars import OutsideCalendarRepository
from core.ports.people import (
    AbsenceRepository,
    GroupRepository,
    NoticesRepository,
    ScheduleRepository,
    UserRepository,
)
from core.ports.personal_data import PersonalDataRepository
from core.ports.search import SearchRepository
from core.ports.service import (
    DraftRepository,
    ExampleRepository,
    HousekeepingRepository,
    IdempotencyKeyRepository,
)
from core.ports.sign_ons import SignOnRepository
from core.ports.tokens import TokenRepository
from core.ports.webhooks import WebhookRepository
from core.ports.work import (
    AskedTaskRepository,
    ConversationRepository,
    DailyLogRepository,
    RedRepository,
    TaskRepository,
    TaskRuleRepository,
)
from core.records.journal import NOBODY, THE_SERVICE, Origin

T = TypeVar("T")


class UnitOfWork(Protocol):
    """One consistent view or one transaction over every repository."""

    users: UserRepository
    tokens: TokenRepository
    sign_ons: SignOnRepository
    calendar_links: CalendarLinkRepository
    outside_calendars: OutsideCalendarRepository
    webhooks: WebhookRepository
    absences: AbsenceRepository
    schedules: ScheduleRepository
    groups: GroupRepository
    notices: NoticesRepository
    tasks: TaskRepository
    daily_logs: DailyLogRepository
    conversations: ConversationRepository
    reds: RedRepository
    asked_tasks: AskedTaskRepository
    task_rules: TaskRuleRepository
    search: SearchRepository
    journal: JournalRepository
    personal_data: PersonalDataRepository
    event_types: EventTypeRepository
    events: EventRepository
    participants: ParticipantRepository
    busy: BusyRepository
    visibility: VisibilityRepository
    reminders: ReminderRepository
    own_reminders: OwnReminderRepository
    series: SeriesRepository
    examples: ExampleRepository
    drafts: DraftRepository
    idempotency_keys: IdempotencyKeyRepository
    housekeeping: HousekeepingRepository
    outbox: OutboxRepository
    job_runs: JobRunRepository
    begun_work: BegunWorkRepository
    leases: LeaseRepository
    troubles: TroubleRepository
    due_reminders: DueReminderRepository
    birthdays: BirthdayRepository


class CommitWatch(Protocol):
    """Tells that this process or another committed something; of a killed process, with the next commit.

    `told`: how often it has told.
    """

    told: int

    async def committed(self) -> None:
        """Return once something may have been committed since the last return, the first time once it watches."""


class Store(Protocol):
    """Runs units of work. A failed one leaves nothing behind; a finished write is durable when it returns.

    Units with the same `__qualname__` are of the same kind. `person` is whose request it is, if a person's; `origin`
    is what the journal says of what a unit writes.
    """

    async def read(
        self, work: Callable[[UnitOfWork], Awaitable[T]], *, person: int = NOBODY, stale_ok: bool = False
    ) -> T:
        """Run on one consistent view. `stale_ok`: it may be a moment old, but has all that `person` has written."""

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]], *, origin: Origin = THE_SERVICE) -> T:
        """Run in one transaction, as if alone: no other write is seen between its statements."""

    def watch_commits(self) -> AbstractAsyncContextManager[CommitWatch]:
        """Watch commits until the end of a block; without anybody who watches nothing is done for it."""
