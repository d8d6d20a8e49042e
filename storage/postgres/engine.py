"""Runs units of work on PostgreSQL, each in a task of its own: if its caller goes away, no transaction stays open.

A unit yields its statements (`storage.postgres.executor`) to the function that drives it. A unit that reads starts
without a transaction: most run one statement, and one round trip is all. At its second statement it starts again in a
transaction with one snapshot; units of that name start so the next time. A unit that writes is one serializable
transaction, run again after a conflict, and alone after several (docs/decisions/0016).
"""

import asyncio
import random
from abc import abstractmethod
from collections.abc import Awaitable, Generator
from itertools import takewhile
from time import perf_counter
from typing import Any, Generic, TypeVar

import asyncpg

from core.base.errors import Unavailable
from core.base.metrics import STORE_BATCH_UNITS, STORE_COMMIT_SECONDS
from core.records.journal import Origin
from storage.postgres.commits import CommitChannel
from storage.postgres.connecting import reason
from storage.postgres.executor import Ask
from storage.postgres.journal import setting
from storage.postgres.pool import Pool
from storage.postgres.sessions import means_broken_rule, means_lost, means_race, means_unavailable, state_of
from storage.schema.revision import SchemaChanged, marker_of
from storage.unit_of_work import SqlUnitOfWork, UnitRunner, Work, unavailable

T = TypeVar("T")

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
WRITE = "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE {} IN ROW SHARE MODE; "
WRITE_ALONE = "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE {} IN EXCLUSIVE MODE; "
"""Writers share a lock, and one that runs alone has it exclusively. Taken before the transaction's snapshot, which the
settings of its journal do not take either.

The table is the marker of this program's revision, so where another program has changed the schema this fails.
"""

TRIES = 10
TOGETHER = 3
"""Tries that a unit has beside other units; after this number of conflicts it is run alone."""

PAUSE_SECONDS = 0.002
"""The longest pause before the second try; it doubles each time."""

LONGEST_SECONDS = 30.0
"""The longest that a unit may wait while the server answers others."""

LOOK_SECONDS = 0.25
"""The pause between two looks for units that have waited too long. A timer for each would add a tenth to its cost."""


class PostgresUnit(Generic[T]):
    """A unit of work, the future of its caller, and the state of its tries."""

    __slots__ = ("alone", "answer", "asked", "connection", "given_up", "origin", "tries", "work")

    def __init__(self, work: Work[T], origin: Origin, answer: "asyncio.Future[T]", asked: float) -> None:
        self.work = work
        self.origin = origin
        self.answer = answer
        self.asked = asked
        self.tries = 0
        self.alone = self.given_up = False
        self.connection: Any = None

    def deliver(self, result: T) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def give_up(self, error: BaseException) -> None:
        """Answer the caller now, and never begin again."""
        self.given_up, self.tries = True, TRIES
        self.fail(error)
        if self.connection is not None:
            self.connection.terminate()


class Raised(Exception):
    """Wraps an error that the unit raised itself, to tell it from the database's."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


class PostgresEngine(UnitRunner):
    """Runs each unit on a connection of a pool."""

    def __init__(self, pool: Pool, uow: SqlUnitOfWork, timeout_seconds: float, act: str | None) -> None:
        super().__init__(act)
        self._pool = pool
        self._uow = uow
        self._timeout = timeout_seconds - 2 * LOOK_SECONDS
        self._heard = self._loop.time()
        self._under_way: dict[PostgresUnit[Any], None] = {}
        self._looking = self._loop.call_later(LOOK_SECONDS, self._look)

    def _accept(
        self,
        work: Work[T],
        origin: Origin,
        answer: asyncio.Future[T],
        *,
        is_list: bool,  # noqa: ARG002  the server is as many processes as the pool has connections
    ) -> None:
        self._start(self._run(PostgresUnit(work, origin, answer, self._loop.time())))

    async def _disconnect(self) -> None:
        self._looking.cancel()
        await self._pool.close()

    def _look(self) -> None:
        """Give up the units whose callers have waited for too long, the longest first.

        A server that answers other units is not silent: then a unit may queue, or be repeated, for longer.
        """
        now = self._loop.time()
        late = now - (self._timeout if self._heard < now - self._timeout else LONGEST_SECONDS)
        for unit in takewhile(lambda each: each.asked < late, self._under_way):
            if not unit.given_up:
                silence = TimeoutError("the server does not answer in time")
                self._fails(str(silence))
                unit.give_up(unavailable(silence))
        self._looking = self._loop.call_later(LOOK_SECONDS, self._look)

    async def _run(self, unit: PostgresUnit[Any]) -> None:
        self._under_way[unit] = None
        try:
            await self._run_until_done(unit)
        finally:
            del self._under_way[unit]

    async def _run_until_done(self, unit: PostgresUnit[Any]) -> None:
        while True:
            unit.tries += 1
            try:
                await self._try(unit)
            except Raised as raised:
                unit.fail(raised.error)
                return
            except Exception as error:  # noqa: BLE001  any error is for the caller of the unit
                if unit.tries >= TRIES or not self._again(unit, error):
                    self._fail(unit, error)
                    return
            else:
                if not unit.given_up:
                    self._works()
                return
            if not unit.alone:
                await asyncio.sleep(random.uniform(0, PAUSE_SECONDS * 2**unit.tries))  # noqa: S311  not to meet again

    async def _try(self, unit: PostgresUnit[Any]) -> None:
        unit.connection = connection = await self._pool.take()
        try:
            if not unit.given_up and (unit.tries > 1 or not unit.answer.done()):
                await self._run_on(connection, unit)
                self._heard = self._loop.time()
        except asyncio.CancelledError:
            connection.terminate()
            raise
        except Exception as error:
            if state_of(error) or isinstance(error, Raised):
                self._heard = self._loop.time()
            raise
        finally:
            unit.connection = None
            self._pool.give_back(connection)

    def _fail(self, unit: PostgresUnit[Any], error: Exception) -> None:
        if not (isinstance(error, Unavailable) or means_unavailable(error)):
            unit.fail(error)
            return
        if not unit.given_up:
            self._fails(reason(error).partition("\n")[0])  # without hints
        unit.fail(error if isinstance(error, Unavailable) else unavailable(error))

    @abstractmethod
    async def _run_on(self, connection: Any, unit: PostgresUnit[Any]) -> None: ...

    @abstractmethod
    def _again(self, unit: PostgresUnit[Any], error: Exception) -> bool: ...


class PostgresReaders(PostgresEngine):
    """Runs units that only read, each on one state of the database."""

    def __init__(self, pool: Pool, uow: SqlUnitOfWork, timeout_seconds: float, act: str | None = "reading") -> None:
        super().__init__(pool, uow, timeout_seconds, act)
        self._ask_often: set[str] = set()

    async def _run_on(self, connection: Any, unit: PostgresUnit[Any]) -> None:
        name = getattr(unit.work, "__qualname__", "")
        if name not in self._ask_often and await self._asked_once(connection, unit):
            return
        self._ask_often.add(name)
        try:
            await connection.execute(READ)
            result, statements = await run_to_end(connection, unit.work(self._uow), writes=False)
            if statements <= 1:
                self._ask_often.discard(name)
            unit.deliver(result)  # there is nothing to commit
        finally:
            await end(connection)

    async def _asked_once(self, connection: Any, unit: PostgresUnit[Any]) -> bool:
        """Run a unit without a transaction. Returns whether it ended after at most one statement, which needs none."""
        steps = unit.work(self._uow).__await__()
        try:
            first = asked(steps, None, writes=False)
            if first.in_transaction:
                return False
            asked(steps, await first.of(connection), writes=False)
        except StopIteration as done:
            unit.deliver(done.value)
            return True
        finally:
            steps.close()
        return False

    def _again(self, unit: PostgresUnit[Any], error: Exception) -> bool:  # noqa: ARG002  what is read may be read again
        return means_race(error) or means_lost(error)


class PostgresWriter(PostgresEngine):
    """Runs units that write, each as if it were alone."""

    def __init__(
        self, pool: Pool, uow: SqlUnitOfWork, timeout_seconds: float, revision: str, channel: CommitChannel
    ) -> None:
        super().__init__(pool, uow, timeout_seconds, "writing")
        self._channel = channel
        self._revision = revision
        self._begin, self._begin_alone = (text.format(marker_of(revision)) for text in (WRITE, WRITE_ALONE))
        self._alone = asyncio.Lock()

    async def _disconnect(self) -> None:
        await self._channel.close()
        await super()._disconnect()

    async def _try(self, unit: PostgresUnit[Any]) -> None:
        if not unit.alone:
            await super()._try(unit)
            return
        async with self._alone:  # one waits for the others to end, the rest not even for that
            await super()._try(unit)

    async def _run_on(self, connection: Any, unit: PostgresUnit[Any]) -> None:
        try:
            await self._begin_on(connection, unit)
            result, _ = await run_to_end(connection, unit.work(self._uow), writes=True)
            began = perf_counter()
            try:
                await self._commit(connection, unit)
            finally:
                self._channel.committed()  # perhaps, where the connection is lost
            STORE_COMMIT_SECONDS.observe(perf_counter() - began)
            STORE_BATCH_UNITS.observe(1)
        except Exception:
            await end(connection)
            raise
        unit.deliver(result)

    async def _begin_on(self, connection: Any, unit: PostgresUnit[Any]) -> None:
        """Begin the unit's transaction. Raises `SchemaChanged` if another program has changed the schema meanwhile."""
        try:
            await connection.execute((self._begin_alone if unit.alone else self._begin) + setting(unit.origin))
        except asyncpg.UndefinedTableError:
            raise SchemaChanged(None, self._revision) from None

    async def _commit(self, connection: Any, unit: PostgresUnit[Any]) -> None:  # noqa: ARG002  some do more for some units
        await commit(connection)

    def _again(self, unit: PostgresUnit[Any], error: Exception) -> bool:
        if means_broken_rule(error) and not unit.alone:
            unit.alone = True  # where nobody can have been faster, it is a mistake
            return True
        unit.alone = unit.alone or unit.tries >= TOGETHER
        return means_race(error) or means_lost(error)


async def run_to_end(connection: Any, running: Awaitable[T], *, writes: bool) -> tuple[T, int]:
    """Run a unit to its end on a connection. Returns its result and how many statements it ran."""
    steps = running.__await__()
    answer, statements = None, 0
    try:
        while True:
            ask = asked(steps, answer, writes=writes)
            statements += 1
            answer = await ask.of(connection)
    except StopIteration as done:
        return done.value, statements
    finally:
        steps.close()


def asked(steps: Generator[Any, Any, Any], answer: Any, *, writes: bool) -> Ask:
    """Advance a unit to its next statement. Raises `StopIteration` at its end, `Raised` where it fails."""
    try:
        ask = steps.send(answer)
    except StopIteration:
        raise
    except Exception as error:
        raise Raised(error) from error
    if not isinstance(ask, Ask):
        raise Raised(RuntimeError("a unit of work awaits something outside itself"))
    if ask.statement.writes and not writes:
        raise Raised(RuntimeError("a unit of work that reads wrote"))
    return ask


async def commit(connection: Any) -> None:
    """Commit. Raises `Unavailable` if the connection is lost: then nobody knows whether it is committed."""
    try:
        await connection.execute("COMMIT")
    except Exception as error:
        if means_lost(error):
            raise unavailable(error) from error
        raise


async def end(connection: Any) -> None:
    """Roll back; if that fails, drop the connection."""
    try:
        if not connection.is_closed():
            await connection.execute("ROLLBACK")
    except Exception:  # noqa: BLE001  whatever its fault, the connection is of no use any more
        connection.terminate()
