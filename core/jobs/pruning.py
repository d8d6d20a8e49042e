"""Forget what has served its time: causes that can no longer come again, drafts that have expired."""

from datetime import timedelta

from core.access import Operation, require
from core.use_case import Context, command


@command
async def prune_causes(ctx: Context) -> int:
    """Drop records of causes older than the time for which a repetition is recognised; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.causes.prune(ctx.now - timedelta(hours=ctx.settings.cause_hours))


@command
async def prune_drafts(ctx: Context) -> int:
    """Drop drafts that have expired; how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.drafts.prune(ctx.now)
