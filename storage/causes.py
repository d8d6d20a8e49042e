"""What was already applied."""

from datetime import datetime

import sqlalchemy as sa

from storage.dialect import Dialect
from storage.executor import Connection
from storage.tables import causes


class CauseStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        same = (causes.c.scope == sa.bindparam("scope"), causes.c.key == sa.bindparam("key"))
        self.get = sql.query(sa.select(causes.c.digest, causes.c.outcome).where(*same), digest_and_outcome)
        self.add = sql.change(sql.insert(causes))
        self.prune = sql.change(sa.delete(causes).where(causes.c.at < sa.bindparam("before")))


class Causes:
    """`core.ports.CauseRepository`."""

    def __init__(self, connection: Connection, statements: CauseStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        """(digest, outcome) of a cause that was applied."""
        return await self._connection.one(self._sql.get, scope=scope, key=key)

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes, at: datetime) -> None:
        """Record that a cause was applied, and what came of it."""
        await self._connection.run(self._sql.add, scope=scope, key=key, digest=digest, outcome=outcome, at=at)

    async def prune(self, before: datetime) -> int:
        """Forget what is older; how many."""
        return await self._connection.run(self._sql.prune, before=before)


def digest_and_outcome(digest: bytes, outcome: bytes) -> tuple[bytes, bytes]:
    """A row as a pair."""
    return digest, outcome
