"""Webhooks, and the changes that did not arrive at them."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from core.ports.webhooks import WebhookRepository
from core.records.tokens import Scope
from core.records.webhooks import (
    NewWebhookRow,
    Webhook,
    WebhookRetry,
    WebhookRow,
    WebhookWork,
)
from storage.schema.people import users
from storage.schema.webhooks import GIVEN_UP, webhook_retries, webhooks
from storage.sql.executor import Repository, change, changes, every, one, only
from storage.sql.expressions import among, columns_for, fields, upsert
from storage.sql.statements import Change, as_tuple

PRIVATE = fields(WebhookRow, "webhook")
COUNTED = ("waiting", "given_up")
CHANGING = [
    *fields(Webhook, "id", "user_id", "created_at", *COUNTED),
    *PRIVATE,
]
OF_WEBHOOK = webhook_retries.c.webhook_id == sa.bindparam("webhook_id")
THIS = webhooks.c.id == sa.bindparam("webhook_id")
KINDS, SCOPES = msgspec.json.Decoder(list[str]), msgspec.json.Decoder(list[Scope])
RETRY = sa.select(*columns_for(webhook_retries, WebhookRetry))


def count(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return (
        sa.select(sa.func.count())
        .select_from(webhook_retries)
        .where(webhook_retries.c.webhook_id == webhooks.c.id, condition)
        .correlate(webhooks)
        .scalar_subquery()
    )


WHOLE = sa.select(
    *(webhooks.c[name] for name in fields(Webhook, *COUNTED)),
    count(webhook_retries.c.due_at.is_not(None)).label("waiting"),
    count(GIVEN_UP).label("given_up"),
    *(webhooks.c[name] for name in PRIVATE),
).order_by(webhooks.c.id)


def row(*values: Any) -> WebhookRow:
    named = dict(zip([*fields(Webhook), *PRIVATE], values, strict=True))
    named["kinds"] = KINDS.decode(named["kinds"])
    named["scopes"] = SCOPES.decode(named["scopes"]) if named["scopes"] else None
    webhook = Webhook(**{name: named.pop(name) for name in fields(Webhook)})
    return WebhookRow(webhook, **named)


class Webhooks(Repository, WebhookRepository):
    list = every(WHOLE, row)
    of_person = every(WHOLE.where(webhooks.c.user_id == sa.bindparam("user_id")), row)
    get = one(WHOLE.where(THIS), row)

    add = only(sa.insert(webhooks).returning(webhooks.c.id), int, fields(NewWebhookRow))

    SAVE = Change(sa.update(webhooks).where(THIS), CHANGING)

    async def save(self, row: WebhookRow) -> None:
        values = msgspec.structs.asdict(row.webhook) | msgspec.structs.asdict(row)
        await self._db.run(self.SAVE, webhook_id=row.webhook.id, **values)

    delete = changes(Change(sa.delete(webhook_retries).where(OF_WEBHOOK)), Change(sa.delete(webhooks).where(THIS)))
    work = every(
        sa.select(
            webhooks.c.id,
            webhooks.c.position,
            webhooks.c.failing_since.is_not(None).label("failing"),
            webhooks.c.rests_until,
            sa.select(sa.func.min(webhook_retries.c.due_at))
            .where(webhook_retries.c.webhook_id == webhooks.c.id)
            .correlate(webhooks)
            .scalar_subquery()
            .label("next_due_at"),
        )
        .join(users, users.c.id == webhooks.c.user_id)
        .where(webhooks.c.stopped_at.is_(None), users.c.is_active)
        .order_by(webhooks.c.id),
        WebhookWork,
    )
    due = every(
        RETRY.where(OF_WEBHOOK, webhook_retries.c.due_at <= sa.bindparam("until"))
        .order_by(webhook_retries.c.due_at, webhook_retries.c.seq)
        .limit(sa.bindparam("most", type_=sa.Integer)),
        WebhookRetry,
    )
    PUT = Change(
        upsert(webhook_retries, ["webhook_id", "seq"], fields(WebhookRetry, "seq")),
        ["webhook_id", *fields(WebhookRetry)],
    )

    async def put_retries(self, webhook_id: int, retries: Sequence[WebhookRetry]) -> None:
        await self._db.run_many(
            self.PUT, [msgspec.structs.asdict(each) | {"webhook_id": webhook_id} for each in retries]
        )

    drop_retries = change(sa.delete(webhook_retries).where(OF_WEBHOOK, among(webhook_retries.c.seq, "seqs")))
    drop_retries_from = change(
        sa.delete(webhook_retries).where(OF_WEBHOOK, webhook_retries.c.seq >= sa.bindparam("seq", type_=sa.BigInteger))
    )
    begin_anew = change(
        sa.update(webhook_retries)
        .where(OF_WEBHOOK, webhook_retries.c.due_at.is_not(None))
        .values(due_at=sa.bindparam("at"), began_at=sa.bindparam("at"), attempts=0)
    )

    OVER = (
        sa.select(webhook_retries.c.webhook_id, webhook_retries.c.seq)
        .where(GIVEN_UP, webhook_retries.c.began_at < sa.bindparam("before"))
        .limit(sa.bindparam("most", type_=sa.Integer))
    )
    prune = change(
        sa.delete(webhook_retries).where(sa.tuple_(webhook_retries.c.webhook_id, webhook_retries.c.seq).in_(OVER))
    )

    count = every(
        sa.select(webhooks.c.stopped_because, sa.func.count().label("webhooks")).group_by(webhooks.c.stopped_because),
        as_tuple,
        dict,
    )
