"""Troubles outside of the service that last now: Telegram's refusals, what another program has taken from the bot.

A trouble is a row with its end, so that it is over by itself unless it is noted again: whoever notes one may die.
"""

from collections.abc import Sequence
from datetime import timedelta

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.model import Nothing
from core.records.jobs import Trouble


@command
async def note_trouble(ctx: Context, thing: str, fault: str, lasts: timedelta) -> Nothing:
    """Note that something does not work. The note lasts for `lasts`, unless it is made again."""
    require(ctx.actor, Operation.RUN_JOBS)
    since = next((each.since for each in await standing_troubles(ctx) if each.thing == thing), ctx.now)
    await ctx.uow.troubles.put(Trouble(thing, fault, since, ctx.now + lasts))
    await ctx.uow.troubles.forget(ctx.now)
    return Nothing()


@query
async def standing_troubles(ctx: Context) -> Sequence[Trouble]:
    """List the troubles that last now, by name."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.troubles.standing(ctx.now)
