"""Leases, by which one of several processes does the work for all of them: jobs and sending, or polling Telegram.

A lease is a row with its holder, its expiry, and a term that grows with every new holder. The holder renews it in time
or loses it; anything that a former holder still begins is refused in its own transaction. Leases go by the clock that
all processes share, the database's if they run on several machines. One that ends later than any that is given now was
given by a clock that was ahead, and holds nothing.

A new holder may run with other quiet hours or holidays, so the messages held back are decided anew.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict
from core.records.jobs import Lease, LeaseName

LEASE_TERM = timedelta(seconds=15)


@command
async def acquire_lease(ctx: Context, holder: str, name: LeaseName = LeaseName.JOBS) -> Lease | None:
    """Take a lease, or renew it. Returns None while another process holds it."""
    require(ctx.actor, Operation.RUN_JOBS)
    held, now = await ctx.uow.leases.get(name), await ctx.uow.leases.now(ctx.now)
    holds = held is not None and is_held(held, now)
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
    """The lease as stored, expired or not."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.leases.get(name)


@query
async def held_leases(ctx: Context) -> Collection[LeaseName]:
    """The leases that a process has now."""
    require(ctx.actor, Operation.RUN_JOBS)
    now = await ctx.uow.leases.now(ctx.now)
    leases = {name: await ctx.uow.leases.get(name) for name in (LeaseName.JOBS, LeaseName.POLLING)}
    return {name for name, lease in leases.items() if lease is not None and is_held(lease, now)}


@command
async def release_lease(ctx: Context, holder: str, name: LeaseName = LeaseName.JOBS) -> bool:
    """End one's own lease, so that any process may take it. Returns whether it was still held."""
    require(ctx.actor, Operation.RUN_JOBS)
    held, now = await ctx.uow.leases.get(name), await ctx.uow.leases.now(ctx.now)
    if held is None or held.holder != holder or held.until <= now:
        return False
    await ctx.uow.leases.put(name, Lease(holder, held.term, now))
    return True


def is_held(lease: Lease, now: datetime) -> bool:
    return now < lease.until <= now + LEASE_TERM


async def require_lease(ctx: Context, lease: Lease) -> None:
    held, now = await ctx.uow.leases.get(LeaseName.JOBS), await ctx.uow.leases.now(ctx.now)
    if held is None or (held.holder, held.term) != (lease.holder, lease.term) or held.until <= now:
        raise Conflict(Code.LEASE_LOST)
