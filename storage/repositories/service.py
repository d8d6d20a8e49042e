"""Examples, drafts, and the idempotency keys of applied requests."""

from datetime import datetime

import msgspec
import sqlalchemy as sa

from core.ports.service import DraftRepository, ExampleRepository, IdempotencyKeyRepository
from core.records.drafts import Draft, DraftBody, NewDraft
from core.records.examples import Example
from storage.schema.service import drafts, examples, idempotency_keys
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import columns_for, fields, page
from storage.sql.statements import Query, as_tuple

EXAMPLE = columns_for(examples, Example)
LIVE = sa.select(*EXAMPLE).where(~examples.c.is_deleted)
THIS_EXAMPLE = examples.c.id == sa.bindparam("example_id")
THIS_DRAFT = drafts.c.id == sa.bindparam("draft_id")
BODY: msgspec.json.Decoder[DraftBody] = msgspec.json.Decoder(DraftBody)


class Examples(Repository, ExampleRepository):
    """A deleted one stays as a row, so that its id is never given again."""

    get = one(LIVE.where(THIS_EXAMPLE), Example)
    list = every(page(LIVE, examples.c.id), Example)
    add = only(sa.insert(examples).returning(*EXAMPLE), Example, ["name"])
    rename = change(sa.update(examples).where(THIS_EXAMPLE), ["name"])
    delete = change(sa.update(examples).where(THIS_EXAMPLE).values(is_deleted=sa.true()))


def draft(draft_id: int, owner_user_id: int, body: str, expires_at: datetime, saved_id: int | None) -> Draft | None:
    """The draft in a row; None if this version cannot read its body."""
    try:
        return Draft(draft_id, owner_user_id, BODY.decode(body), expires_at, saved_id)
    except msgspec.ValidationError:
        return None


class Drafts(Repository, DraftRepository):
    """Bodies are JSON; a draft whose body another version wrote and this one cannot read is gone."""

    get = one(sa.select(drafts).where(THIS_DRAFT), draft)

    ADD = Query(sa.insert(drafts).returning(drafts.c.id), int, fields(NewDraft))

    async def add(self, new: NewDraft) -> Draft:
        added = await self._db.only(self.ADD, **msgspec.structs.asdict(new))
        return Draft(added, new.owner_user_id, new.body, new.expires_at, None)

    update = change(sa.update(drafts).where(drafts.c.id == sa.bindparam("id")), ["body", "expires_at", "saved_id"])
    delete = change(sa.delete(drafts).where(THIS_DRAFT))
    prune = change(sa.delete(drafts).where(drafts.c.expires_at < sa.bindparam("before")))


class IdempotencyKeys(Repository, IdempotencyKeyRepository):
    get = one(
        sa.select(idempotency_keys.c.digest, idempotency_keys.c.outcome).where(
            idempotency_keys.c.scope == sa.bindparam("scope"), idempotency_keys.c.key == sa.bindparam("key")
        ),
        as_tuple,
    )
    add = change(sa.insert(idempotency_keys))
    prune = change(sa.delete(idempotency_keys).where(idempotency_keys.c.at < sa.bindparam("before")))
