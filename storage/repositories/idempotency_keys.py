"""What was already applied."""

from datetime import datetime

import sqlalchemy as sa

from storage.schema.service import idempotency_keys
from storage.sql.dialect import Dialect
from storage.sql.executor import DatabaseConnection


class IdempotencyKeyStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        same = (idempotency_keys.c.scope == sa.bindparam("scope"), idempotency_keys.c.key == sa.bindparam("key"))
        self.get = sql.query(
            sa.select(idempotency_keys.c.digest, idempotency_keys.c.outcome).where(*same), digest_and_outcome
        )
        self.add = sql.change(sql.insert(idempotency_keys))
        self.prune = sql.change(sa.delete(idempotency_keys).where(idempotency_keys.c.at < sa.bindparam("before")))


class IdempotencyKeys:
    """`core.ports.IdempotencyKeyRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: IdempotencyKeyStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        """(digest, outcome) of a request that was applied."""
        return await self._connection.one(self._sql.get, scope=scope, key=key)

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes, at: datetime) -> None:
        """Store that a request was applied, and its outcome."""
        await self._connection.run(self._sql.add, scope=scope, key=key, digest=digest, outcome=outcome, at=at)

    async def prune(self, before: datetime) -> int:
        """Forget what is older; how many."""
        return await self._connection.run(self._sql.prune, before=before)


def digest_and_outcome(digest: bytes, outcome: bytes) -> tuple[bytes, bytes]:
    """A row as a pair."""
    return digest, outcome
