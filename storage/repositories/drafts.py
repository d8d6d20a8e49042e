"""Drafts, their bodies as JSON; one whose body another version wrote and this one cannot read is gone."""

from datetime import datetime

import msgspec
import sqlalchemy as sa

from core.ports.service import DraftRepository
from core.records.drafts import Draft, DraftBody, NewDraft
from storage.schema.service import drafts
from storage.sql.executor import Repository
from storage.sql.expressions import fields
from storage.sql.statements import Change, Query

BODY: msgspec.json.Decoder[DraftBody] = msgspec.json.Decoder(DraftBody)
THIS = drafts.c.id == sa.bindparam("draft_id")


def draft(draft_id: int, owner_user_id: int, body: str, expires_at: datetime, saved_id: int | None) -> Draft | None:
    """None for a body that this version cannot read."""
    try:
        return Draft(draft_id, owner_user_id, BODY.decode(body), expires_at, saved_id)
    except msgspec.ValidationError:
        return None


class Drafts(Repository, DraftRepository):
    GET = Query(sa.select(drafts).where(THIS), draft)

    async def get(self, draft_id: int) -> Draft | None:
        return await self._db.one(self.GET, draft_id=draft_id)

    ADD = Query(sa.insert(drafts).returning(drafts.c.id), int, fields(NewDraft))

    async def add(self, new: NewDraft) -> Draft:
        added = await self._db.only(self.ADD, **msgspec.structs.asdict(new))
        return Draft(added, new.owner_user_id, new.body, new.expires_at, None)

    UPDATE = Change(sa.update(drafts).where(THIS), ["body", "expires_at", "saved_id"])

    async def update(self, changed: Draft) -> None:
        row = {"body": changed.body, "expires_at": changed.expires_at, "saved_id": changed.saved_id}
        await self._db.run(self.UPDATE, draft_id=changed.id, **row)

    DELETE = Change(sa.delete(drafts).where(THIS))

    async def delete(self, draft_id: int) -> None:
        await self._db.run(self.DELETE, draft_id=draft_id)

    PRUNE = Change(sa.delete(drafts).where(drafts.c.expires_at < sa.bindparam("before")))

    async def prune(self, before: datetime) -> int:
        return await self._db.run(self.PRUNE, before=before)
