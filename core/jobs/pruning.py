"""Deletes what is no longer needed: idempotency keys, drafts, runs, messages, tokens and the like.

Messages that cannot be sent because the service has no bot token are given up in the end, too. Runs, messages and rows
of the journal are many: each call handles some of them, so that no transaction is long.
"""

from datetime import datetime, timedelta

from core.application.access import Operation, require
from core.application.use_case import Context, command
from core.people.sign_ons import REMEMBERED_FOR
from core.records.messages import Reason

AT_ONCE = 500
RECOGNISED_FOR = timedelta(hours=24)


@command
async def prune_idempotency_keys(ctx: Context) -> int:
    """Delete keys older than the time for which a repeated request is recognised; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.idempotency_keys.prune(ctx.now - RECOGNISED_FOR)


@command
async def prune_drafts(ctx: Context) -> int:
    """Delete drafts that have expired; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.drafts.prune(ctx.now)


@command
async def prune_runs(ctx: Context) -> int:
    """Delete some of the oldest runs that are older than the record days; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.job_runs.prune(remembered_since(ctx), AT_ONCE)


@command
async def prune_tokens(ctx: Context) -> int:
    """Delete some tokens that expired longer ago than the record days; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.tokens.prune(remembered_since(ctx), AT_ONCE)


@command
async def prune_sign_ons(ctx: Context) -> int:
    """Delete some sign-ons of assistants that expired longer ago than they are remembered for; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.sign_ons.prune(ctx.now - REMEMBERED_FOR, AT_ONCE)


@command
async def prune_calendar_links(ctx: Context) -> int:
    """Delete some calendar links that ended longer ago than the record days; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.calendar_links.prune(remembered_since(ctx), AT_ONCE)


@command
async def prune_webhook_retries(ctx: Context) -> int:
    """Delete some retries that were given up longer ago than the record days. Returns how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.webhooks.prune(remembered_since(ctx), AT_ONCE)


@command
async def give_up_messages(ctx: Context) -> int:
    """Withhold some of the messages that have waited for too long after their time; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    hours = max(ctx.settings.message_late_hours, ctx.settings.reminder_late_hours)
    return await ctx.uow.outbox.give_up(ctx.now - timedelta(hours=hours), Reason.LATE, ctx.now, AT_ONCE)


@command
async def prune_messages(ctx: Context) -> int:
    """Delete some of the oldest messages whose outcome is older than the record days; how many. What waits stays."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.outbox.prune(remembered_since(ctx), AT_ONCE)


@command
async def prune_journal(ctx: Context) -> int:
    """Delete some of the oldest rows of the journal that are older than its days; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.journal.prune(ctx.now - timedelta(days=ctx.settings.journal_days), AT_ONCE)


def remembered_since(ctx: Context) -> datetime:
    return ctx.now - timedelta(days=ctx.settings.record_days)
