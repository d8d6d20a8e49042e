"""Work that a process began and did not end: it is begun again, and after `MOST_TIMES` without an end put aside.

A single item may end a process, or hold it until it is ended: an update, a message, a webhook, a calendar. It is begun
again by the next process; if it were so each time, nobody would be served any more. What is begun for the first time
costs nothing: only what is begun again is counted, beside the `earlier` times that are known without a count.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.model import Nothing
from core.records.jobs import BegunWork, WorkKind

MOST_TIMES = 3
"""The most times that an item is begun without an end."""


@query
async def times_begun(ctx: Context, kind: WorkKind, item: int) -> int:
    """Return how often an item was begun without an end, as far as that is counted."""
    require(ctx.actor, Operation.RUN_JOBS)
    found = await ctx.uow.begun_work.get(kind, item)
    return found.times if found else 0


@command
async def begin_again(ctx: Context, kind: WorkKind, item: int) -> Nothing:
    """Count that an item is begun."""
    require(ctx.actor, Operation.RUN_JOBS)
    found = await ctx.uow.begun_work.get(kind, item)
    await ctx.uow.begun_work.put(BegunWork(kind, item, found.times + 1 if found else 1, ctx.now))
    return Nothing()


@command
async def end_work(ctx: Context, kind: WorkKind, item: int) -> Nothing:
    """Forget an item: it has ended, or whoever asks wants it begun anew."""
    require(ctx.actor, Operation.RUN_JOBS)
    await ctx.uow.begun_work.end(kind, item)
    return Nothing()


@command
async def take_back(ctx: Context, kind: WorkKind, item: int) -> Nothing:
    """Do not count the last time: the process was asked to end, and the item is not to blame."""
    require(ctx.actor, Operation.RUN_JOBS)
    if found := await ctx.uow.begun_work.get(kind, item):
        await ctx.uow.begun_work.put(replace(found, times=found.times - 1))
    return Nothing()


@command
async def put_aside(ctx: Context, kind: WorkKind, item: int) -> Nothing:
    """Note that an item is not to be begun again."""
    require(ctx.actor, Operation.RUN_JOBS)
    found = await ctx.uow.begun_work.get(kind, item) or BegunWork(kind, item, 0, ctx.now)
    await ctx.uow.begun_work.put(replace(found, put_aside_at=ctx.now))
    return Nothing()


@query
async def work_put_aside(ctx: Context) -> Sequence[BegunWork]:
    """List the items that are not to be begun again."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.begun_work.put_aside()
