"""Reads from a replica that may be a moment old, but shows all that the reader has written.

After each commit the writer's count is raised; a replica that shows the same count shows the writes. Every read asks
both servers for the count, so it does not matter which process wrote and which one reads (docs/decisions/0021).
"""

import asyncio
import logging
from collections import deque
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct

from core.records.journal import NOBODY
from storage.postgres.connecting import reason
from storage.postgres.engine import PostgresReaders, PostgresUnit, PostgresWriter, Raised, commit
from storage.postgres.executor import AskingConnection
from storage.schema.people import own_writes
from storage.sql.statements import Query
from storage.unit_of_work import SqlUnitOfWork, Work, unavailable

T = TypeVar("T")

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""The pause between two looks at how far the replica is."""

PATIENCE_SECONDS = 5.0
"""The longest that a replica may take to answer; a slower one is not used."""

LOOKS = 600
"""The number of looks that are remembered: those of ten minutes, more than any lag that may be configured."""

MARK = """
BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL synchronous_commit TO off;
INSERT INTO own_writes (user_id, writes) VALUES ({:d}, 1)
    ON CONFLICT (user_id) DO UPDATE SET writes = own_writes.writes + 1;
COMMIT
"""
"""Counts a write of a person, in a transaction of its own: as part of their writes it would make these conflict."""


class Look(Struct, frozen=True):
    """The primary's position in its log (bytes) at a time of the event loop (seconds)."""

    at: float
    position: int


class MarkingWriter(PostgresWriter):
    """Counts a person's writes, after each commit and before the caller is answered."""

    async def _commit(self, connection: Any, unit: PostgresUnit[Any]) -> None:
        await commit(connection)
        if unit.origin.person != NOBODY:
            try:
                await connection.execute(MARK.format(unit.origin.person))
            except Exception as error:
                raise Raised(unavailable(error)) from error  # it is committed: never again


class Replica:
    """Reads for a person on a replica if it is usable, else on the primary. `used` is None until the first check."""

    def __init__(
        self,
        readers: PostgresReaders,
        primary: PostgresReaders,
        name: str,
        most_lag_seconds: float,
    ) -> None:
        self.used: bool | None = None
        self._readers = readers
        self._primary = primary
        self._name = name
        self._most_lag = most_lag_seconds
        self._loop = asyncio.get_running_loop()
        self._looks: deque[Look] = deque(maxlen=LOOKS)
        self._as_of = float("-inf")
        self._watching = self._loop.create_task(self._watch())

    async def read(self, work: Work[T], person: int) -> T:
        """Read from one view that has all acknowledged writes of the person. Errors of the replica are not raised."""
        if self.used:
            written = await self._primary.submit(counting(person))
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    return await self._readers.submit(having(work, person, written))
            except Behind:
                log.debug("the replica %s does not show what person %d wrote", self._name, person)
            except TimeoutError:
                self._judge("it does not answer in time")
            except Exception as error:  # noqa: BLE001  what it says, be it a refusal, the primary has the last word
                log.debug("asking the primary after the replica %s: %s", self._name, error)
        return await self._primary.submit(work)

    async def close(self) -> None:
        self._watching.cancel()
        await asyncio.wait([self._watching])
        await self._readers.close()

    async def _watch(self) -> None:
        while True:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    fault = await self._look()
            except Exception as error:  # noqa: BLE001  whatever it is, without an answer it is of no use
                fault = f"it does not answer: {reason(error)}"
            self._judge(fault)
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> str:
        """Return why the replica cannot be used, or ''."""
        self._looks.append(Look(self._loop.time(), await self._primary.submit(primary_position)))
        replayed = await self._readers.submit(replica_position)
        if replayed is None:
            return "it is not a replica"
        while self._looks and self._looks[0].position <= replayed:
            self._as_of = self._looks.popleft().at
        late = self._loop.time() - self._as_of > self._most_lag
        return f"it lags by more than {self._most_lag:g} s" if late else ""

    def _judge(self, fault: str) -> None:
        if fault and self.used is not False:
            log.warning("the replica %s is left out: %s", self._name, fault)
        if not fault and not self.used:
            log.info("the replica %s is used", self._name)
        self.used = not fault


class Behind(Exception):
    """The replica does not show yet all that the reader has written."""


CONNECTION = AskingConnection()
START: sa.ColumnElement[Any] = sa.literal_column("'0/0'::pg_lsn")
WRITES = Query(sa.select(own_writes.c.writes).where(own_writes.c.user_id == sa.bindparam("user_id")), int)
PRIMARY = Query(
    sa.select(sa.cast(sa.func.pg_wal_lsn_diff(sa.func.pg_current_wal_flush_lsn(), START), sa.BigInteger)), int
)
REPLICA = Query(
    sa.select(sa.cast(sa.func.pg_wal_lsn_diff(sa.func.pg_last_wal_replay_lsn(), START), sa.BigInteger)).where(
        sa.func.pg_is_in_recovery()
    ),
    int,
)


async def primary_position(_uow: SqlUnitOfWork) -> int:
    """The bytes of its log that the primary has flushed."""
    return await CONNECTION.only(PRIMARY)


async def replica_position(_uow: SqlUnitOfWork) -> int | None:
    """The bytes of the primary's log that a replica has replayed; None if the server is not a replica."""
    return await CONNECTION.one(REPLICA)


def counting(person: int) -> Work[int]:
    """A unit that returns a person's count of writes."""

    async def counted(_uow: SqlUnitOfWork) -> int:
        return await CONNECTION.one(WRITES, user_id=person) or 0

    return counted


def having(work: Work[T], person: int, written: int) -> Work[T]:
    """The unit, preceded by a check that raises `Behind` if the person's count is lower than `written`."""

    async def checked(uow: SqlUnitOfWork) -> T:
        if (await CONNECTION.one(WRITES, user_id=person) or 0) < written:
            raise Behind
        return await work(uow)

    return checked
