"""Examples, drafts, the idempotency keys of applied requests, and the rounds of housekeeping by which both age."""

import msgspec
import sqlalchemy as sa

from core.ports.service import (
    DraftRepository,
    ExampleRepository,
    HousekeepingRepository,
    IdempotencyKeyRepository,
)
from core.records.drafts import Draft, DraftBody, NewDraft
from core.records.examples import Example
from core.records.jobs import Round
from storage.schema.service import drafts, examples, housekeeping, idempotency_keys
from storage.sql.column_types import Integer
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import columns_for, fields, page, upsert
from storage.sql.statements import Query, as_tuple

EXAMPLE = columns_for(examples, Example)
LIVE = sa.select(*EXAMPLE).where(~examples.c.is_deleted)
THIS_EXAMPLE = examples.c.id == sa.bindparam("example_id")
THIS_DRAFT = drafts.c.id == sa.bindparam("draft_id")
BODY: msgspec.json.Decoder[DraftBody] = msgspec.json.Decoder(DraftBody)
ONLY_ROW = 1
IS_PRESENT = housekeeping.c.id == sa.literal(ONLY_ROW)
PRESENT_ROUND = sa.select(sa.func.coalesce(sa.func.max(housekeeping.c.number), 0)).where(IS_PRESENT).scalar_subquery()


def aged(table: sa.Table) -> sa.ColumnElement[bool]:
    """The condition that more than the parameter `rounds` have begun since a row was written."""
    return table.c.since_round < PRESENT_ROUND - sa.bindparam("rounds", type_=Integer)


class Examples(Repository, ExampleRepository):
    """The repository of examples. A deleted one stays as a row, so that its id is never given again."""

    get = one(LIVE.where(THIS_EXAMPLE), Example)
    list = every(page(LIVE, examples.c.id), Example)
    add = only(sa.insert(examples).returning(*EXAMPLE), Example, ["name"])
    rename = change(sa.update(examples).where(THIS_EXAMPLE), ["name"])
    delete = change(sa.update(examples).where(THIS_EXAMPLE).values(is_deleted=sa.true()))


def draft(draft_id: int, owner_user_id: int, body: str, saved_id: int | None, age: int) -> Draft | None:
    """The draft in a row; None if this version cannot read its body."""
    try:
        return Draft(draft_id, owner_user_id, BODY.decode(body), saved_id, age)
    except msgspec.ValidationError:
        return None


class Drafts(Repository, DraftRepository):
    """The repository of drafts. Their bodies are JSON; one that another version wrote and this cannot read is gone."""

    get = one(
        sa.select(
            *(drafts.c.id, drafts.c.owner_user_id, drafts.c.body, drafts.c.saved_id),
            PRESENT_ROUND - drafts.c.since_round,
        ).where(THIS_DRAFT),
        draft,
    )

    ADD = Query(sa.insert(drafts).values(since_round=PRESENT_ROUND).returning(drafts.c.id), int, fields(NewDraft))

    async def add(self, new: NewDraft) -> Draft:
        added = await self._db.only(self.ADD, **msgspec.structs.asdict(new))
        return Draft(added, new.owner_user_id, new.body, None)

    update = change(
        sa.update(drafts).where(drafts.c.id == sa.bindparam("id")).values(since_round=PRESENT_ROUND),
        ["body", "saved_id"],
    )
    delete = change(sa.delete(drafts).where(THIS_DRAFT))
    prune = change(sa.delete(drafts).where(aged(drafts)))


class IdempotencyKeys(Repository, IdempotencyKeyRepository):
    get = one(
        sa.select(idempotency_keys.c.digest, idempotency_keys.c.outcome).where(
            idempotency_keys.c.scope == sa.bindparam("scope"), idempotency_keys.c.key == sa.bindparam("key")
        ),
        as_tuple,
    )
    add = change(sa.insert(idempotency_keys).values(since_round=PRESENT_ROUND), ["scope", "key", "digest", "outcome"])
    prune = change(sa.delete(idempotency_keys).where(aged(idempotency_keys)))


class Housekeeping(Repository, HousekeepingRepository):
    get = one(sa.select(*columns_for(housekeeping, Round)).where(IS_PRESENT), Round)
    put = change(upsert(housekeeping, ["id"], fields(Round)).values(id=ONLY_ROW), fields(Round))
