"""Every repository over one connection, every statement over one engine, and what an engine does with both."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from storage.repositories.absences import Absences, AbsenceStatements
from storage.repositories.birthdays import Birthdays, BirthdayStatements
from storage.repositories.busy import Busy, BusyStatements
from storage.repositories.chat import ChatStatements, ChatTables
from storage.repositories.daily_logs import DailyLogs, DailyLogStatements
from storage.repositories.drafts import Drafts, DraftStatements
from storage.repositories.due_reminders import DueReminders, DueReminderStatements
from storage.repositories.event_types import EventTypes, EventTypeStatements
from storage.repositories.events import Events, EventStatements
from storage.repositories.examples import Examples, ExampleStatements
from storage.repositories.groups import Groups, GroupStatements
from storage.repositories.idempotency_keys import IdempotencyKeys, IdempotencyKeyStatements
from storage.repositories.inbox import Inbox, InboxStatements
from storage.repositories.job_runs import JobRuns, JobRunStatements
from storage.repositories.leases import Leases, LeaseStatements
from storage.repositories.outbox import Outbox, OutboxStatements
from storage.repositories.participants import Participants, ParticipantStatements
from storage.repositories.reminders import Reminders, ReminderStatements
from storage.repositories.schedules import Schedules, ScheduleStatements
from storage.repositories.series import Series, SeriesStatements
from storage.repositories.tasks import Tasks, TaskStatements
from storage.repositories.users import Users, UserStatements
from storage.repositories.visibility import Visibility, VisibilityStatements
from storage.sql.dialect import Dialect
from storage.sql.executor import DatabaseConnection

T = TypeVar("T")


class Statements:
    """Compiled when the store opens."""

    def __init__(self, sql: Dialect) -> None:
        self.users = UserStatements(sql)
        self.absences = AbsenceStatements(sql)
        self.schedules = ScheduleStatements(sql)
        self.groups = GroupStatements(sql)
        self.tasks = TaskStatements(sql)
        self.daily_logs = DailyLogStatements(sql)
        self.event_types = EventTypeStatements(sql)
        self.busy = BusyStatements(sql)
        self.events = EventStatements(sql)
        self.series = SeriesStatements(sql)
        self.participants = ParticipantStatements(sql)
        self.visibility = VisibilityStatements(sql)
        self.reminders = ReminderStatements(sql)
        self.examples = ExampleStatements(sql)
        self.drafts = DraftStatements(sql)
        self.idempotency_keys = IdempotencyKeyStatements(sql)
        self.outbox = OutboxStatements(sql)
        self.job_runs = JobRunStatements(sql)
        self.leases = LeaseStatements(sql)
        self.due_reminders = DueReminderStatements(sql)
        self.birthdays = BirthdayStatements(sql)
        self.inbox = InboxStatements(sql)
        self.chat = ChatStatements(sql)


class SqlUnitOfWork:
    """`core.ports.UnitOfWork`, and the chat's tables."""

    def __init__(self, connection: DatabaseConnection, statements: Statements) -> None:
        self.users = Users(connection, statements.users)
        self.absences = Absences(connection, statements.absences)
        self.schedules = Schedules(connection, statements.schedules)
        self.groups = Groups(connection, statements.groups)
        self.tasks = Tasks(connection, statements.tasks)
        self.daily_logs = DailyLogs(connection, statements.daily_logs)
        self.event_types = EventTypes(connection, statements.event_types)
        self.busy = Busy(connection, statements.busy)
        self.events = Events(connection, statements.events, self.busy)
        self.series = Series(connection, statements.series, self.busy)
        self.participants = Participants(connection, statements.participants, self.busy)
        self.visibility = Visibility(connection, statements.visibility)
        self.reminders = Reminders(connection, statements.reminders)
        self.examples = Examples(connection, statements.examples)
        self.drafts = Drafts(connection, statements.drafts)
        self.idempotency_keys = IdempotencyKeys(connection, statements.idempotency_keys)
        self.outbox = Outbox(connection, statements.outbox)
        self.job_runs = JobRuns(connection, statements.job_runs)
        self.leases = Leases(connection, statements.leases)
        self.due_reminders = DueReminders(connection, statements.due_reminders)
        self.birthdays = Birthdays(connection, statements.birthdays)
        self.inbox = Inbox(connection, statements.inbox)
        self.chat = ChatTables(connection, statements.chat)


class UnitRunner(Protocol):
    """Runs units of work that read, or units that write: what an engine is to the store."""

    async def submit(self, work: Callable[[SqlUnitOfWork], Awaitable[T]]) -> T:
        """What the unit returns or raises. Raises `Unavailable` when closed or when the database fails."""

    def refuse(self) -> None:
        """Take no new units from now on."""

    async def close(self) -> None:
        """Finish the units that were asked for and close the connections; again does nothing."""
