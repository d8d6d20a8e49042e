"""Which of several processes does what one does for all: jobs by the clock and sending, or asking Telegram for updates.

The lead is a lease: a row with its holder, until when, and a term that grows with every new holder. Who leads renews
it; who does not in time has lost it, and whatever they still begin in its name is refused in its own transaction.
It goes by the clock that all processes share, the database's where they run on several machines.

Who leads anew may have been started with other quiet hours or holidays: what was held back is decided anew.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct

from core.access import Operation, require
from core.errors import Code, Conflict
from core.use_case import Context, command, query

LEASE = timedelta(seconds=15)


class Duty(StrEnum):
    """What one process does for all. Each has a lease of its own."""

    JOBS = "jobs"
    POLLING = "polling"


class Lead(Struct, frozen=True):
    """The lease as somebody holds it."""

    holder: str
    term: int
    until: datetime


@command
async def take_lead(ctx: Context, holder: str, duty: Duty = Duty.JOBS) -> Lead | None:
    """The lead, new or renewed, or None while another holds it."""
    require(ctx.actor, Operation.RUN_JOBS)
    held, now = await ctx.uow.leads.get(duty), await ctx.uow.leads.now(ctx.now)
    holds = held is not None and held.until > now
    if held and holds and held.holder != holder:
        return None
    earlier = held.term if held else 0
    lead = Lead(holder, earlier if holds else earlier + 1, now + LEASE)
    await ctx.uow.leads.put(duty, lead)
    if duty is Duty.JOBS and not holds:
        await ctx.uow.outbox.look_again(None, ctx.now)
    return lead


@query
async def present_lead(ctx: Context, duty: Duty) -> Lead | None:
    """The lead as it is kept, over or not."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.leads.get(duty)


@command
async def give_up_lead(ctx: Context, holder: str, duty: Duty = Duty.JOBS) -> bool:
    """Whether it was theirs; from now on anybody may take it."""
    require(ctx.actor, Operation.RUN_JOBS)
    held, now = await ctx.uow.leads.get(duty), await ctx.uow.leads.now(ctx.now)
    if held is None or held.holder != holder or held.until <= now:
        return False
    await ctx.uow.leads.put(duty, Lead(holder, held.term, now))
    return True


async def require_lead(ctx: Context, lead: Lead) -> None:
    """Raise `Conflict` unless the lead of the jobs is still held."""
    held, now = await ctx.uow.leads.get(Duty.JOBS), await ctx.uow.leads.now(ctx.now)
    if held is None or (held.holder, held.term) != (lead.holder, lead.term) or held.until <= now:
        raise Conflict(Code.LEAD_LOST)
