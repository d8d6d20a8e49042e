"""The state of the service, whichever process asks: what waits, when each job last ran, who leads."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from core.application.access import Operation, require
from core.application.use_case import Context, query
from core.delivery.begun_work import work_put_aside
from core.delivery.leases import held_leases
from core.delivery.troubles import standing_troubles
from core.jobs.timetable import CAUGHT_UP, TIMETABLE, latest
from core.records.jobs import BegunWork, Job, LeaseName, Trouble
from core.records.journal import LAST_SEQ
from core.records.messages import WaitingCounts
from core.records.webhooks import WebhookStop

LATE = timedelta(minutes=10)
"""The delay after which a job that should have run is late."""


class ServiceState(Struct, frozen=True):
    """The state of the service at an instant.

    `late_jobs`: those that were due, have not run, and would still be made up for. `held`: the leases that a process
    has now. `database_at`: the time by the clock that all processes share. `webhooks`: the number stopped for each
    reason, and under None of those that are not. `put_aside`: the items that ended each process that began them, and
    are not begun again. `troubles`: what does not work outside of the service.
    """

    at: datetime
    database_at: datetime
    outbox: WaitingCounts
    last_runs: Mapping[Job, datetime]
    late_jobs: Collection[Job]
    held: Collection[LeaseName]
    webhooks: Mapping[WebhookStop | None, int]
    put_aside: Sequence[BegunWork] = ()
    troubles: Sequence[Trouble] = ()


@query
async def service_state(ctx: Context) -> ServiceState:
    require(ctx.actor, Operation.RUN_JOBS)
    last = {job: await ctx.uow.job_runs.last(job) for job in TIMETABLE}
    runs = {job: run.finished_at for job, run in last.items() if run}
    due = {job: latest(planned.plan, ctx.now - LATE, ctx.settings.zone)[1] for job, planned in TIMETABLE.items()}
    since = max(await first_written(ctx), ctx.now - CAUGHT_UP)
    return ServiceState(
        at=ctx.now,
        database_at=await ctx.uow.leases.now(ctx.now),
        outbox=await ctx.uow.outbox.count_waiting(ctx.now),
        last_runs=runs,
        late_jobs=[job for job, at in due.items() if at > since and (job not in runs or runs[job] < at)],
        held=await held_leases(ctx),
        webhooks=await ctx.uow.webhooks.count(),
        put_aside=await work_put_aside(ctx),
        troubles=await standing_troubles(ctx),
    )


async def first_written(ctx: Context) -> datetime:
    """Return when the oldest row of the journal was written; now where nothing has been written yet."""
    rows = await ctx.uow.journal.rows(0, LAST_SEQ, 1)
    return rows[0].at if rows else ctx.now
