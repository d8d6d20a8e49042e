"""Forget what has served its time: causes that can no longer come again, expired drafts, old runs and messages.

Messages that nobody sends, for want of a token, do not wait for ever either. Runs and messages are many: a call sees to
some of them, so that no transaction is long.
"""

from datetime import datetime, timedelta

from core.application.access import Operation, require
from core.application.use_case import Context, command
from core.records.messages import Reason

AT_ONCE = 500
RECOGNISED_FOR = timedelta(hours=24)


@command
async def prune_idempotency_keys(ctx: Context) -> int:
    """Drop records of causes older than the time for which a repetition is recognised; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.idempotency_keys.prune(ctx.now - RECOGNISED_FOR)


@command
async def prune_drafts(ctx: Context) -> int:
    """Drop drafts that have expired; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.drafts.prune(ctx.now)


@command
async def prune_runs(ctx: Context) -> int:
    """Drop some of the oldest runs of jobs that are not remembered any more; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.job_runs.prune(remembered_since(ctx), AT_ONCE)


@command
async def give_up_messages(ctx: Context) -> int:
    """Withhold some of the messages that have waited for too long after their time; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    hours = max(ctx.settings.message_late_hours, ctx.settings.reminder_late_hours)
    return await ctx.uow.outbox.give_up(ctx.now - timedelta(hours=hours), Reason.LATE, ctx.now, AT_ONCE)


@command
async def prune_messages(ctx: Context) -> int:
    """Drop some of the oldest messages whose end is not remembered any more; how many. What waits stays."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.outbox.prune(remembered_since(ctx), AT_ONCE)


def remembered_since(ctx: Context) -> datetime:
    """What is older is forgotten."""
    return ctx.now - timedelta(days=ctx.settings.record_days)
