"""Every repository over one connection, and what an engine does with it."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from core.base.errors import Code, Unavailable
from core.ports import UnitOfWork
from storage.repositories.absences import Absences
from storage.repositories.birthdays import Birthdays
from storage.repositories.busy import Busy
from storage.repositories.chat import ChatMemory
from storage.repositories.daily_logs import DailyLogs
from storage.repositories.drafts import Drafts
from storage.repositories.due_reminders import DueReminders
from storage.repositories.event_types import EventTypes
from storage.repositories.events import Events
from storage.repositories.examples import Examples
from storage.repositories.groups import Groups
from storage.repositories.idempotency_keys import IdempotencyKeys
from storage.repositories.inbox import Inbox
from storage.repositories.job_runs import JobRuns
from storage.repositories.leases import Leases
from storage.repositories.outbox import Outbox
from storage.repositories.participants import Participants
from storage.repositories.reminders import Reminders
from storage.repositories.schedules import Schedules
from storage.repositories.series import Series
from storage.repositories.tasks import Tasks
from storage.repositories.users import Users
from storage.repositories.visibility import Visibility
from storage.sql.executor import DatabaseConnection

T = TypeVar("T")


class SqlUnitOfWork(UnitOfWork):
    """The repositories of the core, and the chat's tables."""

    def __init__(self, connection: DatabaseConnection) -> None:
        self.users = Users(connection)
        self.absences = Absences(connection)
        self.schedules = Schedules(connection)
        self.groups = Groups(connection)
        self.tasks = Tasks(connection)
        self.daily_logs = DailyLogs(connection)
        self.event_types = EventTypes(connection)
        self.busy = Busy(connection)
        self.events = Events(connection)
        self.series = Series(connection)
        self.participants = Participants(connection)
        self.visibility = Visibility(connection)
        self.reminders = Reminders(connection)
        self.examples = Examples(connection)
        self.drafts = Drafts(connection)
        self.idempotency_keys = IdempotencyKeys(connection)
        self.outbox = Outbox(connection)
        self.job_runs = JobRuns(connection)
        self.leases = Leases(connection)
        self.due_reminders = DueReminders(connection)
        self.birthdays = Birthdays(connection)
        self.inbox = Inbox(connection)
        self.chat = ChatMemory(connection)


class UnitRunner(Protocol):
    """Runs units of work that read, or units that write: what an engine is to the store."""

    async def submit(self, work: Callable[[SqlUnitOfWork], Awaitable[T]]) -> T:
        """The result of the unit. Raises `Unavailable` if closed or if the database fails."""

    def refuse(self) -> None:
        """Accept no new units."""

    async def close(self) -> None:
        """Finish the accepted units and close the connections. Idempotent."""


def unavailable(cause: BaseException) -> Unavailable:
    error = Unavailable(Code.UNAVAILABLE)
    error.__cause__ = cause
    return error
