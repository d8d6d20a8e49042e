"""What was already applied."""

from datetime import datetime

import sqlalchemy as sa

from core.ports.service import IdempotencyKeyRepository
from storage.schema.service import idempotency_keys
from storage.sql.executor import Repository
from storage.sql.statements import Change, Query


class IdempotencyKeys(Repository, IdempotencyKeyRepository):
    GET: Query[tuple[bytes, bytes]] = Query(
        sa.select(idempotency_keys.c.digest, idempotency_keys.c.outcome).where(
            idempotency_keys.c.scope == sa.bindparam("scope"), idempotency_keys.c.key == sa.bindparam("key")
        ),
        lambda *row: row,
    )

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        return await self._db.one(self.GET, scope=scope, key=key)

    ADD = Change(sa.insert(idempotency_keys))

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes, at: datetime) -> None:
        await self._db.run(self.ADD, scope=scope, key=key, digest=digest, outcome=outcome, at=at)

    PRUNE = Change(sa.delete(idempotency_keys).where(idempotency_keys.c.at < sa.bindparam("before")))

    async def prune(self, before: datetime) -> int:
        return await self._db.run(self.PRUNE, before=before)
