"""Every repository over one connection, and what the engines that run units of work have in common."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from core.base.errors import Code, Unavailable
from core.base.state_log import StateLog
from core.ports import UnitOfWork
from core.records.journal import THE_SERVICE, Origin
from storage.repositories.asked_tasks import AskedTasks
from storage.repositories.busy import Busy
from storage.repositories.calendar_links import CalendarLinks
from storage.repositories.chat import ChatMemory
from storage.repositories.conversations import Conversations
from storage.repositories.daily_logs import DailyLogs
from storage.repositories.event_types import EventTypes
from storage.repositories.events import Events
from storage.repositories.inbox import Inbox
from storage.repositories.jobs import BegunWorks, Birthdays, DueReminders, JobRuns, Leases, Troubles
from storage.repositories.journal import Journal
from storage.repositories.outbox import Outbox
from storage.repositories.outside_calendars import OutsideCalendars
from storage.repositories.own_reminders import OwnReminders
from storage.repositories.participants import Participants
from storage.repositories.people import Absences, Groups, OwnNotices, Schedules, Users
from storage.repositories.personal_data import PersonalData
from storage.repositories.reds import Reds
from storage.repositories.reminders import Reminders
from storage.repositories.search import SearchIndex
from storage.repositories.series import Series
from storage.repositories.service import Drafts, Examples, Housekeeping, IdempotencyKeys
from storage.repositories.sign_ons import SignOns
from storage.repositories.task_rules import TaskRules
from storage.repositories.tasks import Tasks
from storage.repositories.tokens import Tokens
from storage.repositories.visibility import Visibility
from storage.repositories.webhooks import Webhooks
from storage.sql.executor import DatabaseConnection

T = TypeVar("T")

log = logging.getLogger(__name__)


class SqlUnitOfWork(UnitOfWork):
    """The repositories of the core, and the chat's tables."""

    def __init__(self, connection: DatabaseConnection) -> None:
        self.users = Users(connection)
        self.tokens, self.sign_ons = Tokens(connection), SignOns(connection)
        self.calendar_links = CalendarLinks(connection)
        self.outside_calendars = OutsideCalendars(connection)
        self.webhooks = Webhooks(connection)
        self.absences = Absences(connection)
        self.schedules = Schedules(connection)
        self.groups = Groups(connection)
        self.notices = OwnNotices(connection)
        self.search = SearchIndex(connection)
        self.tasks = Tasks(connection, self.search)
        self.daily_logs = DailyLogs(connection)
        self.conversations = Conversations(connection)
        self.reds = Reds(connection)
        self.asked_tasks = AskedTasks(connection)
        self.task_rules = TaskRules(connection)
        self.journal = Journal(connection)
        self.personal_data = PersonalData(connection)
        self.event_types = EventTypes(connection)
        self.busy = Busy(connection)
        self.events = Events(connection)
        self.series = Series(connection)
        self.participants = Participants(connection)
        self.visibility = Visibility(connection)
        self.reminders, self.own_reminders = Reminders(connection), OwnReminders(connection)
        self.examples = Examples(connection)
        self.drafts = Drafts(connection)
        self.idempotency_keys, self.housekeeping = IdempotencyKeys(connection), Housekeeping(connection)
        self.outbox = Outbox(connection)
        self.job_runs, self.begun_work = JobRuns(connection), BegunWorks(connection)
        self.leases, self.troubles = Leases(connection), Troubles(connection)
        self.due_reminders = DueReminders(connection)
        self.birthdays = Birthdays(connection)
        self.inbox = Inbox(connection)
        self.chat = ChatMemory(connection)


Work = Callable[[SqlUnitOfWork], Awaitable[T]]


async def index_written(uow: SqlUnitOfWork) -> None:
    """Have the search find all that is written: a unit that writes."""
    await uow.search.index_written()


class UnitRunner(ABC):
    """Runs units of work that read, or units that write. Used from one event loop.

    `act` says in the log what they do when the database fails; without it nothing is logged.
    """

    def __init__(self, act: str | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._states = StateLog(log)
        self._thing = f"the database, {act}" if act else ""
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    async def submit(self, work: Work[T], origin: Origin = THE_SERVICE, *, is_list: bool = False) -> T:
        """The result of the unit. Raises `Unavailable` if closed or if the database fails.

        `is_list`: it may read much, and others need not wait for it.
        """
        if self._closed:
            raise Unavailable(Code.UNAVAILABLE)
        answer: asyncio.Future[T] = self._loop.create_future()
        self._accept(work, origin, answer, is_list=is_list)
        return await answer

    def refuse(self) -> None:
        """Accept no new units."""
        self._closed = True

    async def close(self) -> None:
        """Finish the accepted units and close the connections. Idempotent."""
        self.refuse()
        while self._running:
            await asyncio.wait(self._running)
        await self._disconnect()

    @abstractmethod
    def _accept(self, work: Work[T], origin: Origin, answer: asyncio.Future[T], *, is_list: bool) -> None:
        """Have a unit run, and the future of its caller resolved."""

    @abstractmethod
    async def _disconnect(self) -> None: ...

    def _fails(self, why: object, units: int = 1) -> None:
        if self._thing:
            self._states.failing(self._thing, why, units)

    def _works(self) -> None:
        self._states.working(self._thing)

    def _start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._running.discard)


def unavailable(cause: BaseException) -> Unavailable:
    error = Unavailable(Code.UNAVAILABLE)
    error.__cause__ = cause
    return error
