"""Webhooks: addresses of other systems that are told of each change that one may see (docs/webhooks.md).

Everybody manages webhooks of their own, which are told what their person may see when it is sent. Admins see all, and
manage everybody's.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.scopes import InsufficientScope
from core.application.use_case import Context, command, needs, query
from core.base.destinations import Url
from core.base.errors import Code, Conflict, Gone, NotFound
from core.base.model import Request
from core.delivery.webhook_events import delivery_of_test, new_secret
from core.people.tokens import looks_after
from core.people.users import by_username
from core.records.jobs import WorkKind
from core.records.journal import WantedKind
from core.records.people import User
from core.records.tokens import Scope
from core.records.webhooks import Delivery, NewWebhook, NewWebhookRow, Webhook, WebhookRow, WebhookStop
from core.work.changes import wanted_kinds

Kinds = list[Annotated[WantedKind, Meta(min_length=1)]]


class WebhookRequest(Request, frozen=True, kw_only=True):
    """The address at which a webhook is to be told, and of what: `kinds` as of `GET /changes`, by default all."""

    url: Url
    kinds: Kinds | None = None


class WebhookUpdate(Request, frozen=True, kw_only=True):
    """A change of a webhook: absent fields stay.

    `isActive`: false has it told nothing. With true it goes on where it stopped, and what waits is tried at once.
    """

    url: Url | UnsetType = UNSET
    kinds: Kinds | UnsetType = UNSET
    is_active: bool | UnsetType = UNSET


@needs(Scope.PEOPLE_READ)
@query
async def list_webhooks(ctx: Context) -> Sequence[Webhook]:
    """List one's own webhooks, the oldest first; for admins, everybody's. Secrets are shown only when they are new."""
    rows = await (ctx.uow.webhooks.list() if manages_all(ctx) else ctx.uow.webhooks.of_person(ctx.actor.id))
    return [row.webhook for row in rows]


@query
async def list_webhooks_of(ctx: Context, username: str | None = None) -> Sequence[Webhook]:
    """Everybody's webhooks, or one person's."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    if username is None:
        return await list_webhooks(ctx)
    return [row.webhook for row in await ctx.uow.webhooks.of_person((await by_username(ctx, username)).id)]


@needs(Scope.PEOPLE_READ)
@query
async def get_webhook(ctx: Context, webhook_id: int) -> Webhook:
    """Get a webhook and its state."""
    return (await managed_row(ctx, webhook_id)).webhook


def audit(ctx: Context, deed: str, webhook: Webhook) -> None:
    ctx.audit(f"webhook {deed} id={webhook.id} user={webhook.user_id}")


@needs(Scope.PEOPLE_WRITE)
@command
async def make_webhook(ctx: Context, request: WebhookRequest) -> NewWebhook:
    """Make a webhook of one's own, which is told of what changes from now on. Its `secret` is in this answer alone.

    It is told no more than the token that made it may read.
    """
    require(ctx.actor, Operation.WEBHOOK_MAKE, {Relation.OWNER})
    kinds = request.kinds or []
    check(ctx, request.url, kinds)
    most = ctx.settings.webhooks_per_person
    if len(await ctx.uow.webhooks.of_person(ctx.actor.id)) >= most:
        raise Conflict(Code.TOO_MANY_WEBHOOKS, limit=most)
    new = NewWebhookRow(
        ctx.actor.id,
        request.url,
        kinds,
        new_secret(),
        None if ctx.scopes is None else sorted(ctx.scopes),
        ctx.now,
        await ctx.uow.journal.settled(),
    )
    row = await managed_row(ctx, await ctx.uow.webhooks.add(new))
    audit(ctx, "made", row.webhook)
    return with_secret(row)


@needs(Scope.PEOPLE_WRITE)
@command
async def update_webhook(ctx: Context, webhook_id: int, request: WebhookUpdate) -> Webhook:
    """Change, pause or resume a webhook. With a new address, what waits is tried at once."""
    row = await managed_row(ctx, webhook_id, writes=True)
    fields: dict[str, Any] = {name: value for name, value in request.changes().items() if name != "is_active"}
    webhook = msgspec.structs.replace(row.webhook, **fields)
    check(ctx, webhook.url, webhook.kinds)
    if request.is_active is False and webhook.stopped_at is None:
        webhook = msgspec.structs.replace(webhook, stopped_at=ctx.now, stopped_because=WebhookStop.PAUSED)
    resumed = request.is_active is True and webhook.stopped_at is not None
    if resumed:
        webhook = msgspec.structs.replace(webhook, stopped_at=None, stopped_because=None)
        await ctx.uow.begun_work.end(WorkKind.WEBHOOK, webhook_id)
    row = msgspec.structs.replace(row, webhook=webhook)
    if resumed or "url" in fields:
        row = await restarted(ctx, row)
    await ctx.uow.webhooks.save(row)
    audit(ctx, "changed", webhook)
    return row.webhook


@needs(Scope.PEOPLE_WRITE)
@command
async def renew_webhook(ctx: Context, webhook_id: int) -> NewWebhook:
    """Give a webhook another secret, told in this answer alone. Both sign for `webhooks.rotation_hours` (24)."""
    row = await managed_row(ctx, webhook_id, writes=True)
    until = ctx.now + timedelta(hours=ctx.settings.webhook_rotation_hours)
    row = msgspec.structs.replace(row, secret=new_secret(), previous_secret=row.secret, previous_until=until)
    await ctx.uow.webhooks.save(row)
    audit(ctx, "secret renewed", row.webhook)
    return with_secret(row)


@needs(Scope.PEOPLE_WRITE)
@command
async def delete_webhook(ctx: Context, webhook_id: int) -> Webhook:
    """Delete a webhook. It is told nothing more."""
    row = await managed_row(ctx, webhook_id, writes=True)
    await ctx.uow.webhooks.delete(webhook_id)
    audit(ctx, "deleted", row.webhook)
    return row.webhook


@needs(Scope.PEOPLE_WRITE)
@query
async def test_webhook(ctx: Context, webhook_id: int) -> Delivery:
    """Send a webhook an event `webhook.test`, even if it is stopped, and answer what became of it."""
    return delivery_of_test(await managed_row(ctx, webhook_id, writes=True), ctx.now)


@command
async def replay_webhook(ctx: Context, webhook_id: int, seq: int) -> Webhook:
    """Send a webhook again all that changed from a row of the journal on. Raises `Gone` if that is not kept."""
    row = await managed_row(ctx, webhook_id, writes=True)
    if seq <= (await ctx.uow.journal.state()).pruned_to:
        raise Gone(Code.CHANGES_FORGOTTEN)
    await ctx.uow.webhooks.drop_retries_from(webhook_id, seq)
    row = await restarted(ctx, msgspec.structs.replace(row, position=min(seq - 1, row.position)))
    await ctx.uow.webhooks.save(row)
    audit(ctx, "changed", row.webhook)
    return row.webhook


class StoppedWebhook(Struct, frozen=True):
    webhook: Webhook
    person: User


@query
async def stopped_webhook(ctx: Context, webhook_id: int) -> StoppedWebhook | None:
    """A webhook that was stopped because of its receiver; the caller's own, or one of somebody they look after."""
    row = await ctx.uow.webhooks.get(webhook_id)
    person = await ctx.uow.users.get(row.webhook.user_id) if row else None
    if row is None or person is None or not looks_after(ctx.actor, person):
        return None
    stopped = row.webhook.stopped_because in {WebhookStop.GONE, WebhookStop.FAILING}
    return StoppedWebhook(row.webhook, person) if stopped else None


async def restarted(ctx: Context, row: WebhookRow) -> WebhookRow:
    """Reset the webhook's failures, and make its waiting retries due at once."""
    await ctx.uow.webhooks.begin_anew(row.webhook.id, ctx.now)
    webhook = msgspec.structs.replace(row.webhook, failing_since=None)
    return msgspec.structs.replace(row, webhook=webhook, rests_until=None)


async def managed_row(ctx: Context, webhook_id: int, *, writes: bool = False) -> WebhookRow:
    """A webhook that the caller may manage. Raises `NotFound` if it is missing or not theirs.

    `writes`: raises `InsufficientScope` if the webhook is told more than the caller's token may read.
    """
    row = await ctx.uow.webhooks.get(webhook_id)
    if row is None or not may_manage(ctx, row.webhook):
        raise NotFound(Code.WEBHOOK_NOT_FOUND)
    told = frozenset(Scope if row.scopes is None else row.scopes)
    if writes and ctx.scopes is not None and (beyond := told - ctx.scopes):
        raise InsufficientScope(beyond)
    return row


def may_manage(ctx: Context, webhook: Webhook) -> bool:
    own = relations_that_hold({Relation.OWNER: webhook.user_id == ctx.actor.id})
    return may(ctx.actor, Operation.WEBHOOK_MANAGE, own) and (bool(own) or manages_all(ctx))


def manages_all(ctx: Context) -> bool:
    """Return whether the caller manages everybody's webhooks; an admin's token needs the scope `admin` for it."""
    return may(ctx.actor, Operation.WEBHOOK_MANAGE) and (ctx.scopes is None or Scope.ADMIN in ctx.scopes)


def check(ctx: Context, url: str, kinds: Sequence[str]) -> None:
    """Raise `Invalid` for an unknown kind, or a URL to which nothing may be sent."""
    wanted_kinds(kinds)
    ctx.settings.destinations.require_url(url)


def with_secret(row: WebhookRow) -> NewWebhook:
    return NewWebhook(**msgspec.structs.asdict(row.webhook), secret=row.secret)
