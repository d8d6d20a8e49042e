"""Which of several processes does what one does for all: jobs by the clock and sending, or asking Telegram for updates.

The lead is a lease: a row with its holder, until when, and a term that grows with every new holder. Who leads renews
it; who does not in time has lost it, and whatever they still begin in its name is refused in its own transaction.
It goes by the clock that all processes share, the database's where they run on several machines.

Who leads anew may have been started with other quiet hours or holidays: what was held back is decided anew.
"""

from datetime import timedelta

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict
from core.records.jobs import Lease, LeaseName

LEASE_TERM = timedelta(seconds=15)


@command
async def acquire_lease(ctx: Context, holder: str, name: LeaseName = LeaseName.JOBS) -> Lease | None:
    """The lead, new or renewed, or None while another holds it."""
    require(ctx.actor, Operation.RUN_JOBS)
    held, now = await ctx.uow.leases.get(name), await ctx.uow.leases.now(ctx.now)
    holds = held is not None and held.until > now
    if held and holds and held.holder != holder:
        return None
    earlier = held.term if held else 0
    lease = Lease(holder, earlier if holds else earlier + 1, now + LEASE_TERM)
    await ctx.uow.leases.put(name, lease)
    if name is LeaseName.JOBS and not holds:
        await ctx.uow.outbox.release_held(None, ctx.now)
    return lease


@query
async def current_lease(ctx: Context, name: LeaseName) -> Lease | None:
    """The lead as it is kept, over or not."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.leases.get(name)


@command
async def release_lease(ctx: Context, holder: str, name: LeaseName = LeaseName.JOBS) -> bool:
    """Whether it was theirs; from now on anybody may take it."""
    require(ctx.actor, Operation.RUN_JOBS)
    held, now = await ctx.uow.leases.get(name), await ctx.uow.leases.now(ctx.now)
    if held is None or held.holder != holder or held.until <= now:
        return False
    await ctx.uow.leases.put(name, Lease(holder, held.term, now))
    return True


async def require_lease(ctx: Context, lease: Lease) -> None:
    """Raise `Conflict` unless the lead of the jobs is still held."""
    held, now = await ctx.uow.leases.get(LeaseName.JOBS), await ctx.uow.leases.now(ctx.now)
    if held is None or (held.holder, held.term) != (lease.holder, lease.term) or held.until <= now:
        raise Conflict(Code.LEASE_LOST)
