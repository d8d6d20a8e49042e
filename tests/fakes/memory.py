"""`MemoryStore`: the core's store in dictionaries, for tests of rules without I/O."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from core.base.errors import Code, Unavailable
from tests.fakes.asked_tasks import AskedTasks
from tests.fakes.calendar import Busy, Events, EventTypes, Participants, Reminders, Series, Visibility
from tests.fakes.conversations import Conversations
from tests.fakes.daily_logs import DailyLogs
from tests.fakes.jobs import Birthdays, DueReminders, JobRuns, Leases, Outbox
from tests.fakes.people import Absences, Groups, OwnNotices, Schedules, Users
from tests.fakes.reds import Reds
from tests.fakes.search import Search
from tests.fakes.service import Drafts, Examples, IdempotencyKeys
from tests.fakes.state import State
from tests.fakes.task_rules import TaskRules
from tests.fakes.tasks import Tasks

T = TypeVar("T")


class MemoryUnitOfWork:
    """Every repository over one state."""

    def __init__(self, state: State) -> None:
        self.users = Users(state)
        self.absences = Absences(state)
        self.schedules = Schedules(state)
        self.groups = Groups(state)
        self.notices = OwnNotices(state)
        self.tasks = Tasks(state)
        self.daily_logs = DailyLogs(state)
        self.conversations = Conversations(state)
        self.reds = Reds(state)
        self.asked_tasks = AskedTasks(state)
        self.task_rules = TaskRules(state)
        self.search = Search(state)
        self.event_types = EventTypes(state)
        self.events = Events(state)
        self.participants = Participants(state)
        self.busy = Busy(state)
        self.visibility = Visibility(state)
        self.reminders = Reminders(state)
        self.series = Series(state, self.events)
        self.examples = Examples(state)
        self.drafts = Drafts(state)
        self.idempotency_keys = IdempotencyKeys(state)
        self.outbox = Outbox(state)
        self.job_runs = JobRuns(state)
        self.leases = Leases(state)
        self.due_reminders = DueReminders(state)
        self.birthdays = Birthdays(state)


class MemoryStore:
    """A failed unit leaves nothing; writes are one at a time; a unit that awaits anything else is refused.

    One that `runs_twice` runs each unit that writes twice, the first time for nothing: where a unit met another
    transaction a real store begins it anew, and nobody must notice.
    """

    def __init__(self, *, runs_twice: bool = False) -> None:
        self.runs_twice = runs_twice
        self.state = State()
        self.writing = asyncio.Lock()
        self.closed = False

    async def read(
        self, work: Callable[[MemoryUnitOfWork], Awaitable[T]], *, person: int = 0, stale_ok: bool = False
    ) -> T:
        """Run a unit that must not write."""
        self.check_open()
        view = self.state.copy()
        result = drive(work(MemoryUnitOfWork(view)))
        if view != self.state:
            raise RuntimeError("a read unit of work wrote")
        return result

    async def write(self, work: Callable[[MemoryUnitOfWork], Awaitable[T]], *, person: int = 0) -> T:
        """Run a unit on a copy, which becomes the state if it succeeds."""
        self.check_open()
        async with self.writing:
            if self.runs_twice:
                drive(work(MemoryUnitOfWork(self.state.copy())))
            changed = self.state.copy()
            result = drive(work(MemoryUnitOfWork(changed)))
            self.state = changed
            return result

    async def close(self) -> None:
        """From now on `Unavailable`."""
        self.closed = True

    def check_open(self) -> None:
        """Raise `Unavailable` after `close`."""
        if self.closed:
            raise Unavailable(Code.UNAVAILABLE)


def drive(work: Awaitable[T]) -> T:
    """Run to the end without ever being suspended."""
    steps = work.__await__()
    try:
        steps.send(None)
    except StopIteration as end:
        return end.value
    steps.close()
    raise RuntimeError("a unit of work awaits outside itself")
