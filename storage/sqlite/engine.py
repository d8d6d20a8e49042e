"""Runs units of work: one writer that commits many at once, and a few readers.

A unit of work is a coroutine that awaits its repositories and nothing else. Those never suspend, so a thread can drive
it from start to end. Waking the thread is the main cost, so it runs all waiting units one after another.
All reads of a batch see one snapshot, taken after they were requested. All writes of a batch share one transaction, and
are answered after the one COMMIT that makes them durable.
If its caller goes away, a unit that has begun is finished, one that has not is dropped.
"""

import asyncio
import logging
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any, Generic, TypeVar

import aiosqlite

from core.base.metrics import STORE_BATCH_UNITS, STORE_COMMIT_SECONDS
from core.records.journal import THE_SERVICE, Origin
from storage.schema.revision import SchemaChanged
from storage.sqlite.connecting import DatabaseFile, means_read_only, means_unavailable
from storage.sqlite.indexing import index_pending
from storage.sqlite.journal import PresentOrigin
from storage.sqlite.writer_lock import WriterLock
from storage.unit_of_work import SqlUnitOfWork, UnitRunner, Work, index_written, unavailable

T = TypeVar("T")

log = logging.getLogger(__name__)

MOST_UNITS = 256
"""The most units in one batch."""

READ_SECONDS, WRITE_SECONDS = 0.005, 0.020
"""The time after which a batch takes no further unit."""

INDEX_SECONDS, INDEX_UNITS = 1.0, 256
"""The time, and the units that write, after which these are indexed for the search, unless a search asks before."""

RELIEF_SECONDS = 0.010
"""The time after which the units behind a slow read go to another reader."""

IDLE_FOR_SHORT = 1
"""The sessions that run no lists, so that short reads need not wait for long ones (docs/decisions/0048)."""


class SqliteUnit(Generic[T]):
    """A unit of work, the future of its caller, the queue that it waits in, and its outcome."""

    __slots__ = ("answer", "error", "origin", "queue", "result", "work")

    def __init__(self, work: Work[T], origin: Origin, answer: "asyncio.Future[T]", queue: "Batch") -> None:
        self.work = work
        self.origin = origin
        self.answer = answer
        self.queue = queue
        self.result: T | None = None
        self.error: BaseException | None = None

    def run(self, uow: SqlUnitOfWork) -> None:
        self.error = None
        try:
            self.result = drive(self.work(uow))
        except BaseException as error:  # noqa: BLE001  any error is for the caller of the unit
            self.error = error

    def deliver(self) -> None:
        """Answer the caller, unless gone."""
        error, self.error = self.error, None  # its traceback leads back here: a cycle
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(self.result)  # type: ignore[arg-type]  # None only where T is
        else:
            self.answer.set_exception(unavailable(error) if means_unavailable(error) else error)


class Session:
    """A connection on a thread of its own, with a unit of work's repositories."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        driver_connection: Any,
        file: DatabaseFile,
        revision: str,
        uow: SqlUnitOfWork,
        origin: PresentOrigin,
    ) -> None:
        self.connection = connection
        self.file = file
        self.revision = revision
        self.driver_connection = driver_connection
        self.execute = driver_connection.execute
        self.uow = uow
        self.origin = origin
        self.has_written = False
        """Whether the latest batch has changed anything."""
        self.units_not_indexed = 0

    async def run(self, function: Callable[..., None], *args: Any) -> None:
        """Call a function with this session on its thread."""
        on_thread: Any = self.connection._execute  # noqa: SLF001  aiosqlite has no public way to run a function
        await on_thread(function, self, *args)

    def require_revision(self) -> None:
        """Raise `SchemaChanged` unless the database is at the revision that it was opened at."""
        ((found,),) = self.execute("SELECT version_num FROM alembic_version").fetchall()
        if found != self.revision:
            raise SchemaChanged(found, self.revision)

    def abandon(self) -> None:
        """Roll back, unless SQLite has done so."""
        if self.driver_connection.in_transaction:
            self.execute("ROLLBACK")


Batch = deque[SqliteUnit[Any]]


class SqliteEngine(UnitRunner):
    """A queue of units, and the sessions that run them."""

    def __init__(self, sessions: Sequence[Session], act: str) -> None:
        super().__init__(act)
        self._sessions = list(sessions)
        self._idle = list(sessions)
        self._waiting: Batch = deque()
        self._lists: Batch = deque()
        self._flush_scheduled = False
        self._of_nobody = Context()
        """Units of several requests are run together: what is logged of it is about none of them."""

    def _accept(self, work: Work[T], origin: Origin, answer: asyncio.Future[T], *, is_list: bool = False) -> None:
        queue = self._lists if is_list else self._waiting
        queue.append(SqliteUnit(work, origin, answer, queue))
        if not self._flush_scheduled:
            self._flush_scheduled = True
            # Not at once, so that the batch has all units submitted in this iteration of the loop.
            self._loop.call_soon(self._flush, context=self._of_nobody)

    def refuse(self) -> None:
        super().refuse()
        self._flush()

    async def _disconnect(self) -> None:
        while self._sessions:
            await self._sessions.pop().connection.close()

    def _flush(self) -> None:
        self._flush_scheduled = False
        self._start_batches(self._waiting, 0)
        self._start_batches(self._lists, IDLE_FOR_SHORT)

    def _start_batches(self, queue: Batch, idle: int) -> None:
        """Have sessions run the units of a queue, and leave `idle` of them idle."""
        while queue and len(self._idle) > idle:
            taken = [queue.popleft() for _ in range(min(MOST_UNITS, len(queue)))]
            batch = deque([unit for unit in taken if not unit.answer.done()])
            if batch:
                self._start(self._run(self._idle.pop(), batch))

    async def _run(self, session: Session, batch: Batch) -> None:
        try:
            await self._run_batch(session, batch)
        finally:
            self._idle.append(session)
            self._flush()

    @abstractmethod
    async def _run_batch(self, session: Session, batch: Batch) -> None: ...

    def _log_failure(self, what: str, units: int, error: Exception) -> None:
        """Log a state of the database when it changes, and any other error each time with its stack."""
        if means_unavailable(error):
            self._fails(error, max(units, 1))  # there is none where others have taken them
        else:
            log.error("%s of %d units of work failed: %s", what, units, error, exc_info=error)

    def _note_states(self, done: Batch, *, proved: bool = True) -> None:
        """Note whether the database works, if that is proved. A single unit may fail by a full disk."""
        met = [unit.error for unit in done if unit.error is not None and means_unavailable(unit.error)]
        for error in met:
            self._fails(error)
        if proved and not met:
            self._works()

    def _give_back(self, batch: Batch) -> None:
        with suppress(IndexError):  # a session may be taking from the other end
            while True:
                unit = batch.pop()
                unit.queue.appendleft(unit)


class SqliteReaders(SqliteEngine):
    """Units that only read, a batch on one snapshot. Units behind a slow one move to another reader."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(sessions, "reading")

    async def _run_batch(self, session: Session, batch: Batch) -> None:
        done: Batch = deque()
        relief = self._loop.call_later(RELIEF_SECONDS, self._relieve, batch, done)
        try:
            await session.run(read_batch, batch, done)
        except Exception as error:  # noqa: BLE001  it is logged and delivered
            self._log_failure("a batch", len(batch), error)
            fail(batch, error)
        else:
            self._note_states(done)
        finally:
            relief.cancel()
            deliver(done)
            self._give_back(batch)

    def _relieve(self, batch: Batch, done: Batch) -> None:
        """Answer the finished units, and let other readers take those behind a slow one."""
        deliver(done)
        self._give_back(batch)
        self._flush()


class SqliteWriter(SqliteEngine):
    """Units that write: all that wait share one transaction, when this process has the writer lock.

    To index what they write for the search costs as much as a small unit. So it waits for more of them, for a second
    at most; a search before that has it done first, and what a process leaves behind is noted in the database.
    """

    def __init__(self, sessions: Sequence[Session], lock: WriterLock, committed: Callable[[], None]) -> None:
        super().__init__(sessions, "writing")
        self._lock = lock
        self._committed = committed
        self._to_index: asyncio.TimerHandle | None = None

    def _accept(self, work: Work[T], origin: Origin, answer: asyncio.Future[T], *, is_list: bool = False) -> None:
        super()._accept(work, origin, answer, is_list=is_list)
        if self._to_index is None and work is not index_written:
            self._to_index = self._loop.call_later(INDEX_SECONDS, self._index, context=self._of_nobody)

    def _index(self) -> None:
        self._to_index = None
        answer: asyncio.Future[None] = self._loop.create_future()
        answer.add_done_callback(asyncio.Future.exception)  # of a failure the log has a line
        self._accept(index_written, THE_SERVICE, answer)

    def refuse(self) -> None:
        if self._to_index:
            self._to_index.cancel()
            self._index()
        super().refuse()

    async def _disconnect(self) -> None:
        await super()._disconnect()
        self._lock.close()

    async def _run_batch(self, session: Session, batch: Batch) -> None:
        done: Batch = deque()
        try:
            await session.run(write_locked, self._lock, batch, done)
        except Exception as error:  # noqa: BLE001  it is logged and delivered
            self._log_failure("a transaction", len(done) + len(batch), error)
            fail(done, error)
            fail(batch, error)
        else:
            self._note_states(done, proved=session.has_written)
            deliver(done)
            self._committed()
            self._give_back(batch)


def read_batch(session: Session, batch: Batch, done: Batch) -> None:
    """Run units until the time is up or none is left; others may take some away. On the session's thread."""
    session.file.require_unchanged()
    session.execute("BEGIN")
    try:
        with suppress(IndexError):
            for _ in until(READ_SECONDS):
                unit = batch.popleft()
                unit.run(session.uow)
                if means_read_only(unit.error):
                    unit.error = RuntimeError("a unit of work that reads wrote")
                done.append(unit)
        session.execute("COMMIT")
    except BaseException:
        session.abandon()
        raise


def write_locked(session: Session, lock: WriterLock, batch: Batch, done: Batch) -> None:
    with lock.mine():
        write_batch(session, batch, done)


class FailedHalfway(Exception):
    """A unit failed after it had written, in a transaction that it shares with others."""


def write_batch(session: Session, batch: Batch, done: Batch) -> None:
    """Run units in one transaction and commit. On the session's thread.

    A unit that fails has mostly written nothing, and leaves nothing to undo. Where one has written, all is rolled back
    and they run again, now each in a savepoint. Raises the error that ended the whole transaction; then none of the
    units has happened, except in a file that is gone.
    """
    session.file.require_unchanged()
    session.file.require_room()
    before = session.driver_connection.total_changes
    try:
        try:
            write_units(session, batch, done, write_one)
        except FailedHalfway:
            session.abandon()
            batch.extendleft(reversed(done))
            done.clear()
            write_units(session, batch, done, write_guarded)
        session.units_not_indexed += len(done)
        if session.units_not_indexed >= INDEX_UNITS:
            index_pending(session.execute)
            session.units_not_indexed = 0
        began = time.perf_counter()
        session.execute("COMMIT")
        STORE_COMMIT_SECONDS.observe(time.perf_counter() - began)
        STORE_BATCH_UNITS.observe(len(done))
        session.has_written = session.driver_connection.total_changes != before
    except BaseException:
        session.abandon()
        raise
    session.file.require_unchanged()  # what was committed to a file that is gone is not acknowledged


def write_units(session: Session, batch: Batch, done: Batch, write: Callable[[Session, SqliteUnit[Any]], None]) -> None:
    """Begin a transaction, and run units in it until the time is up or none is left."""
    session.execute("BEGIN IMMEDIATE")
    session.require_revision()
    for _ in until(WRITE_SECONDS):
        done.append(batch.popleft())
        write(session, done[-1])
        if not batch:
            break


def until(seconds: float) -> Iterator[None]:
    """Yields once, and again until the time is up."""
    deadline = time.monotonic() + seconds
    yield
    while time.monotonic() < deadline:
        yield


def write_one(session: Session, unit: SqliteUnit[Any]) -> None:
    """Run a unit. One whose caller went away while this process waited for the writer lock has not begun."""
    if unit.answer.done():
        return
    connection = session.driver_connection
    before = connection.total_changes
    session.origin.set(unit.origin)
    unit.run(session.uow)
    if unit.error is not None:
        if not connection.in_transaction:
            raise unit.error
        if connection.total_changes != before:
            raise FailedHalfway


def write_guarded(session: Session, unit: SqliteUnit[Any]) -> None:
    """Run a unit; if it fails, roll back to before it and continue the transaction."""
    session.execute("SAVEPOINT unit")
    try:
        write_one(session, unit)
    except FailedHalfway:
        session.execute("ROLLBACK TO unit")
    session.execute("RELEASE unit")


def drive(work: Awaitable[T]) -> T:
    """Run an awaitable to its end. Raises `RuntimeError` if it would suspend."""
    steps = work.__await__()
    try:
        steps.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    steps.close()
    raise RuntimeError("a unit of work awaits something outside itself")


def deliver(units: Batch) -> None:
    while units:
        units.popleft().deliver()


def fail(units: Batch, cause: BaseException) -> None:
    """Answer every one of these units with `Unavailable`."""
    for unit in units:
        unit.error = unavailable(cause)
    deliver(units)
