"""Drafts, their bodies as JSON; one whose body another version wrote and this one cannot read is gone."""

from datetime import datetime

import msgspec
import sqlalchemy as sa

from core.records.drafts import Draft, DraftBody, NewDraft
from storage.schema.service import drafts
from storage.sql.dialect import Dialect, fields
from storage.sql.executor import DatabaseConnection

BODY: msgspec.json.Decoder[DraftBody] = msgspec.json.Decoder(DraftBody)


class DraftStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        this = drafts.c.id == sa.bindparam("draft_id")
        self.get = sql.query(sa.select(drafts).where(this), draft)
        row = sql.insert(drafts).returning(drafts.c.id)
        self.add = sql.query(row, int, fields(NewDraft))
        self.update = sql.change(sa.update(drafts).where(this), ["body", "expires_at", "saved_id"])
        self.delete = sql.change(sa.delete(drafts).where(this))
        self.prune = sql.change(sa.delete(drafts).where(drafts.c.expires_at < sa.bindparam("before")))


class Drafts:
    """`core.ports.DraftRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: DraftStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, draft_id: int) -> Draft | None:
        """One draft, expired or not."""
        return await self._connection.one(self._sql.get, draft_id=draft_id)

    async def add(self, new: NewDraft) -> Draft:
        """The new draft with its id."""
        added = await self._connection.only(self._sql.add, **msgspec.structs.asdict(new))
        return Draft(added, new.owner_user_id, new.body, new.expires_at, None)

    async def update(self, changed: Draft) -> None:
        """Write its body, its expiry and what it became."""
        row = {"body": changed.body, "expires_at": changed.expires_at, "saved_id": changed.saved_id}
        await self._connection.run(self._sql.update, draft_id=changed.id, **row)

    async def delete(self, draft_id: int) -> None:
        """Forget it; its id is not given again."""
        await self._connection.run(self._sql.delete, draft_id=draft_id)

    async def prune(self, before: datetime) -> int:
        """Forget those that expired earlier; how many."""
        return await self._connection.run(self._sql.prune, before=before)


def draft(draft_id: int, owner_user_id: int, body: str, expires_at: datetime, saved_id: int | None) -> Draft | None:
    """A row as a draft."""
    try:
        return Draft(draft_id, owner_user_id, BODY.decode(body), expires_at, saved_id)
    except msgspec.ValidationError:
        return None
