"""Runs units of work: one writer that commits many at once, and a few readers.

A unit of work is a coroutine that awaits its repositories and nothing else. Those never suspend, so a thread can drive
it from start to end. Waking the thread is the main cost, so it runs all waiting units one after another.
All reads of a batch see one snapshot, taken after they were requested. All writes of a batch share one transaction,
each in a savepoint, and are answered after the one COMMIT that makes them durable.
If its caller goes away, a unit that has begun is finished, one that has not is dropped.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

import aiosqlite

from core.base.errors import Code, Unavailable
from storage.sqlite.connecting import means_unavailable
from storage.sqlite.writer_lock import WriterLock
from storage.unit_of_work import unavailable

T = TypeVar("T")
U = TypeVar("U")

log = logging.getLogger(__name__)

MOST_UNITS = 256
"""In one batch."""

READ_SECONDS, WRITE_SECONDS = 0.005, 0.020
"""After which a batch takes no further unit."""

RELIEF_SECONDS = 0.010
"""After which units behind a slow read go to another reader."""


class SqliteUnit(Generic[U, T]):
    """A unit of work, the future of its caller, and its outcome."""

    __slots__ = ("answer", "error", "result", "work")

    def __init__(self, work: Callable[[U], Awaitable[T]], answer: "asyncio.Future[T]") -> None:
        self.work = work
        self.answer = answer
        self.result: T | None = None
        self.error: BaseException | None = None

    def run(self, uow: U) -> None:
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


class Session(Generic[U]):
    """A connection on a thread of its own, with a unit of work's repositories."""

    def __init__(self, connection: aiosqlite.Connection, driver_connection: Any, uow: U) -> None:
        self.connection = connection
        self.driver_connection = driver_connection
        self.execute = driver_connection.execute
        self.uow = uow

    async def run(self, function: Callable[..., None], *args: Any) -> None:
        """Call a function with this session on its thread."""
        on_thread: Any = self.connection._execute  # noqa: SLF001  aiosqlite has no public way to run a function
        await on_thread(function, self, *args)

    def abandon(self) -> None:
        """Roll back, unless SQLite has done so."""
        if self.driver_connection.in_transaction:
            self.execute("ROLLBACK")


Batch = deque[SqliteUnit[U, Any]]


class SqliteEngine(ABC, Generic[U]):
    """A queue of units, and the sessions that run them. Used from one event loop."""

    def __init__(self, sessions: Sequence[Session[U]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._sessions = list(sessions)
        self._idle = list(sessions)
        self._waiting: Batch[U] = deque()
        self._running: set[asyncio.Task[None]] = set()
        self._flush_scheduled = False
        self._closed = False

    async def submit(self, work: Callable[[U], Awaitable[T]]) -> T:
        if self._closed:
            raise Unavailable(Code.UNAVAILABLE)
        answer: asyncio.Future[T] = self._loop.create_future()
        unit = SqliteUnit(work, answer)
        self._waiting.append(unit)
        if not self._flush_scheduled:
            self._flush_scheduled = True
            self._loop.call_soon(self._flush)  # so that units submitted in this iteration of the loop are along
        return await answer

    def refuse(self) -> None:
        self._closed = True
        self._flush()

    async def close(self) -> None:
        self.refuse()
        while self._running:
            await asyncio.wait(self._running)
        while self._sessions:
            await self._sessions.pop().connection.close()

    def _flush(self) -> None:
        self._flush_scheduled = False
        while self._waiting and self._idle:
            batch = self._take()
            if batch:
                task = self._loop.create_task(self._run(self._idle.pop(), batch))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    def _take(self) -> Batch[U]:
        taken = (self._waiting.popleft() for _ in range(min(MOST_UNITS, len(self._waiting))))
        return deque(unit for unit in taken if not unit.answer.done())

    async def _run(self, session: Session[U], batch: Batch[U]) -> None:
        try:
            await self._run_batch(session, batch)
        finally:
            self._idle.append(session)
            self._flush()

    @abstractmethod
    async def _run_batch(self, session: Session[U], batch: Batch[U]) -> None: ...

    def _give_back(self, batch: Batch[U]) -> None:
        with suppress(IndexError):  # a session may be taking from the other end
            while True:
                self._waiting.appendleft(batch.pop())


class SqliteReaders(SqliteEngine[U]):
    """Units that only read, a batch on one snapshot. Units behind a slow one move to another reader."""

    async def _run_batch(self, session: Session[U], batch: Batch[U]) -> None:
        done: Batch[U] = deque()
        relief = self._loop.call_later(RELIEF_SECONDS, self._relieve, batch, done)
        try:
            await session.run(read_batch, batch, done)
        except Exception as error:
            log.exception("a batch of reads failed")
            fail(batch, error)
        finally:
            relief.cancel()
            deliver(done)
            self._give_back(batch)

    def _relieve(self, batch: Batch[U], done: Batch[U]) -> None:
        """Answer the finished units, and let other readers take those behind a slow one."""
        deliver(done)
        self._give_back(batch)
        self._flush()


class SqliteWriter(SqliteEngine[U]):
    """Units that write: all that wait share one transaction, when this process has the writer lock."""

    def __init__(self, sessions: Sequence[Session[U]], turns: WriterLock) -> None:
        super().__init__(sessions)
        self._turns = turns

    async def close(self) -> None:
        await super().close()
        self._turns.close()

    async def _run_batch(self, session: Session[U], batch: Batch[U]) -> None:
        done: Batch[U] = deque()
        try:
            await session.run(write_locked, self._turns, batch, done)
        except Exception as error:
            units, bug = len(done) + len(batch), not means_unavailable(error)
            log.error("a transaction of %d units of work failed: %s", units, error, exc_info=bug)  # noqa: TRY400 no bug
            fail(done, error)
            fail(batch, error)
        else:
            deliver(done)
            self._give_back(batch)


def read_batch(session: Session[U], batch: Batch[U], done: Batch[U]) -> None:
    """Run units until the time is up or none is left; others may take some away. On the session's thread."""
    session.execute("BEGIN")
    try:
        with suppress(IndexError):
            for _ in until(READ_SECONDS):
                unit = batch.popleft()
                unit.run(session.uow)
                done.append(unit)
        session.execute("COMMIT")
    except BaseException:
        session.abandon()
        raise


def write_locked(session: Session[U], turns: WriterLock, batch: Batch[U], done: Batch[U]) -> None:
    with turns.mine():
        write_batch(session, batch, done)


def write_batch(session: Session[U], batch: Batch[U], done: Batch[U]) -> None:
    """Run units in one transaction, each in a savepoint, and commit. On the session's thread.

    Raises the error that ended the whole transaction; then none of the units has happened.
    """
    session.execute("BEGIN IMMEDIATE")
    try:
        for _ in until(WRITE_SECONDS):
            done.append(batch.popleft())
            write_one(session, done[-1])
            if not batch:
                break
        session.execute("COMMIT")
    except BaseException:
        session.abandon()
        raise


def until(seconds: float) -> Iterator[None]:
    """Yields once, and again until the time is up."""
    deadline = time.monotonic() + seconds
    yield
    while time.monotonic() < deadline:
        yield


def write_one(session: Session[U], unit: SqliteUnit[U, Any]) -> None:
    """Run a unit; if it fails, roll back to before it and continue the transaction."""
    session.execute("SAVEPOINT unit")
    unit.run(session.uow)
    if unit.error is not None:
        if not session.driver_connection.in_transaction:
            raise unit.error
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


def deliver(units: Batch[U]) -> None:
    while units:
        units.popleft().deliver()


def fail(units: Batch[U], cause: BaseException) -> None:
    """Answer every one of these units with `Unavailable`."""
    for unit in units:
        unit.error = unavailable(cause)
    deliver(units)
