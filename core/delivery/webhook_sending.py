"""Sending to webhooks: what is sent next, and the outcome of each attempt.

A webhook has a position in the journal. What comes after it is read when it is sent, of it what the webhook's owner may
see at that moment; the position is moved once that was tried, in the transaction that notes what did not arrive. So a
crash at any moment repeats something and loses nothing, and a webhook that is behind costs no rows.

What does not arrive is tried again after each of `PAUSES`. A webhook at which nothing arrives is told of what is new
one by one, and once `MANY` wait, at most every `PROBE`: it stays behind instead of filling the table.
"""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.errors import Unauthenticated
from core.base.model import Nothing
from core.delivery.leases import require_lease
from core.delivery.webhook_events import delivery_of
from core.messages.outbox import new_message
from core.people.tokens import caretakers
from core.people.users import active_people, as_actor
from core.records.jobs import Lease
from core.records.journal import JournalRow
from core.records.messages import MessageKind
from core.records.tokens import AccessToken
from core.records.webhooks import Answer, Delivery, Webhook, WebhookRetry, WebhookRow, WebhookStop, WebhookWork
from core.work.changes import readable_rows, wanted_kinds

AT_ONCE = 8
"""The most new events, and the most retries, that are sent to a webhook together."""

SCANNED = 500
"""Rows of the journal that are looked at together."""

PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""The pauses before each attempt but the first; each is made longer by up to `JITTER` of it."""
JITTER = 0.1
ATTEMPTS = len(PAUSES) + 1
LONGEST_REST = timedelta(hours=24)
"""The longest pause that a webhook gets, even where it asks for a longer one."""

MANY, PROBE = 100, timedelta(minutes=5)
GONE_STATUS = 410


class WebhookLook(Struct, frozen=True):
    """The active webhooks, and the number up to which no row of the journal will be added any more."""

    settled: int
    webhooks: Sequence[WebhookWork]


class Reached(Struct, frozen=True):
    """The rows that were read for a webhook in vain: its owner may see none after `position`, up to `until`."""

    position: int
    until: int


class Attempt(Struct, frozen=True):
    """An event to be sent, which was tried before or not, and when it happened."""

    seq: int
    at: datetime
    delivery: Delivery
    retry: WebhookRetry | None = None


class WebhookBatch(Struct, frozen=True):
    """The events that are sent to a webhook together: once they are tried, it has been told up to `until`.

    `position`: where the webhook was when this was read. `void`: retries of what its owner may not see any more.
    `more`: there is more that is new.
    """

    webhook_id: int
    position: int
    until: int
    attempts: Sequence[Attempt]
    void: Sequence[int]
    more: bool


class Tried(Struct, frozen=True):
    attempt: Attempt
    answer: Answer


@query(follows=True)
async def look_at_webhooks(ctx: Context) -> WebhookLook:
    require(ctx.actor, Operation.RUN_JOBS)
    return WebhookLook(ctx.settled, await ctx.uow.webhooks.work())


@query(follows=True)
async def next_batch(ctx: Context, webhook_id: int, reached: Reached) -> WebhookBatch | None:
    """Read the events to send to a webhook now; None where it is told nothing."""
    require(ctx.actor, Operation.RUN_JOBS)
    row = await ctx.uow.webhooks.get(webhook_id)
    owned = await as_owner(ctx, row) if row else None
    if row is None or owned is None or row.webhook.stopped_at:
        return None
    database_id = (await ctx.uow.journal.state()).database_id
    due = await ctx.uow.webhooks.due(webhook_id, ctx.now, AT_ONCE)
    again = {each.seq: each for each in await rows_of(owned, row, due)}
    after = reached.until if reached.position == row.position else row.position
    new, until = await new_rows(owned, row, after, 1 if row.webhook.failing_since else AT_ONCE)
    attempts = [
        Attempt(each.seq, each.at, delivery_of(row, database_id, each, ctx.now), retry)
        for each, retry in [
            *((again[retry.seq], retry) for retry in due if retry.seq in again),
            *((each, None) for each in new),
        ]
    ]
    void = [each.seq for each in due if each.seq not in again]
    return WebhookBatch(webhook_id, row.position, until, attempts, void, more=until < ctx.settled)


async def as_owner(ctx: Context, row: WebhookRow) -> Context | None:
    """The context as the webhook's owner, with what their token allowed; None unless they are active."""
    try:
        actor = await as_actor(ctx, await ctx.uow.users.get(row.webhook.user_id))
    except Unauthenticated:
        return None
    token = None if row.scopes is None else AccessToken("", frozenset(row.scopes), ctx.now)
    return msgspec.structs.replace(ctx, actor=actor, token=token)


async def rows_of(ctx: Context, row: WebhookRow, retries: Sequence[WebhookRetry]) -> Sequence[JournalRow]:
    """The rows of what is tried again, if they are kept and the webhook is to be told of them."""
    found = [await ctx.uow.journal.get(each.seq) for each in retries]
    return await wanted_rows(ctx, row, [each for each in found if each is not None])


async def new_rows(ctx: Context, row: WebhookRow, after: int, most: int) -> tuple[Sequence[JournalRow], int]:
    """Find the next rows that a webhook is to be told of, at most `most`, and the number up to which these are all."""
    found = await ctx.uow.journal.rows(after, ctx.settled, SCANNED)
    wanted = await wanted_rows(ctx, row, found)
    if len(wanted) > most:
        return wanted[:most], wanted[most - 1].seq
    return wanted, found[-1].seq if len(found) == SCANNED else max(after, ctx.settled)


async def wanted_rows(ctx: Context, row: WebhookRow, rows: Sequence[JournalRow]) -> Sequence[JournalRow]:
    kinds = wanted_kinds(row.webhook.kinds)
    return await readable_rows(ctx, [each for each in rows if not kinds or each.kind in kinds])


@command
async def settle_batch(ctx: Context, lease: Lease, batch: WebhookBatch, tried: Sequence[Tried]) -> WebhookStop | None:
    """Store the outcome of a batch. Returns why it stops the webhook, if so. Raises `Conflict` without the lease."""
    require(ctx.actor, Operation.RUN_JOBS)
    await require_lease(ctx, lease)
    row = await ctx.uow.webhooks.get(batch.webhook_id)
    if row is None:
        return None
    retries = [retry_of(ctx, each) for each in tried if not each.answer.arrived]
    arrived = [each.attempt.seq for each in tried if each.answer.arrived]
    webhook = msgspec.structs.replace(row.webhook, failing_since=failing_since(ctx, row, retries, arrived))
    stop = why_stopped(webhook, tried, retries)
    if stop:
        webhook = await stopped(ctx, row, webhook, stop)
        retries = [each if each.due_at else msgspec.structs.replace(each, due_at=ctx.now) for each in retries]
    await ctx.uow.webhooks.drop_retries(batch.webhook_id, [*batch.void, *arrived])
    await ctx.uow.webhooks.put_retries(batch.webhook_id, retries)
    waiting = row.webhook.waiting + sum(each.attempts == 1 for each in retries)
    full = webhook.failing_since is not None and waiting >= MANY
    rest = max([PROBE if full else timedelta(0), *(rest_of(each.answer) for each in tried)])
    moved = row.position == batch.position
    await ctx.uow.webhooks.save(
        msgspec.structs.replace(
            row,
            webhook=webhook,
            position=batch.until if moved else row.position,
            rests_until=ctx.now + rest if rest else None,
        )
    )
    return stop


@command
async def put_aside(ctx: Context, lease: Lease, webhook_id: int) -> Nothing:
    """Stop a webhook whose batch ended each process that read it. Raises `Conflict` without the lease."""
    require(ctx.actor, Operation.RUN_JOBS)
    await require_lease(ctx, lease)
    row = await ctx.uow.webhooks.get(webhook_id)
    if row is not None and row.webhook.stopped_at is None:
        webhook = await stopped(ctx, row, row.webhook, WebhookStop.FAILING)
        await ctx.uow.webhooks.save(msgspec.structs.replace(row, webhook=webhook))
    return Nothing()


async def stopped(ctx: Context, row: WebhookRow, webhook: Webhook, why: WebhookStop) -> Webhook:
    """Tell the person of a webhook that it is stopped, and return it so."""
    await tell_stopped(ctx, row)
    return msgspec.structs.replace(webhook, stopped_at=ctx.now, stopped_because=why)


def failing_since(
    ctx: Context, row: WebhookRow, retries: Sequence[WebhookRetry], arrived: Sequence[int]
) -> datetime | None:
    if arrived:
        return None
    return row.webhook.failing_since or (ctx.now if retries else None)


def retry_of(ctx: Context, tried: Tried) -> WebhookRetry:
    """Return the retry of an event that did not arrive, due after a pause, or never after the last attempt."""
    before = tried.attempt.retry or WebhookRetry(tried.attempt.seq, 0, ctx.now, None)
    attempts = before.attempts + 1
    if attempts >= ATTEMPTS:
        return msgspec.structs.replace(before, attempts=attempts, due_at=None)
    pause = PAUSES[attempts - 1] * random.uniform(1, 1 + JITTER)  # noqa: S311 not for secrets
    return msgspec.structs.replace(before, attempts=attempts, due_at=ctx.now + max(pause, rest_of(tried.answer)))


def rest_of(answer: Answer) -> timedelta:
    """The pause that a webhook asked for."""
    return min(timedelta(seconds=answer.retry_after), LONGEST_REST)


def why_stopped(webhook: Webhook, tried: Sequence[Tried], retries: Sequence[WebhookRetry]) -> WebhookStop | None:
    """Return why a webhook is to be stopped, if it is.

    Its receiver says that it is gone, or an event was tried for the last time, and nothing has arrived since it first
    was.
    """
    if webhook.stopped_at:
        return None
    if any(each.answer.status == GONE_STATUS and each.attempt.delivery.url == webhook.url for each in tried):
        return WebhookStop.GONE
    since = webhook.failing_since
    if since and any(each.due_at is None and since <= each.began_at for each in retries):
        return WebhookStop.FAILING
    return None


async def tell_stopped(ctx: Context, row: WebhookRow) -> None:
    """Leave a message for the webhook's owner, or for those who look after an integration."""
    people = await active_people(ctx)
    owner = people.get(row.webhook.user_id)
    about = {"webhook_id": row.webhook.id}
    occasion = f"{row.webhook.id}:{int(ctx.now.timestamp())}"
    told = caretakers(owner, people) if owner else ()
    await ctx.uow.outbox.add(
        [new_message(ctx, MessageKind.WEBHOOK_STOPPED, person, occasion, about) for person in told]
    )
