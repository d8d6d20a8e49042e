"""Does what is due by the clock, in one process of the service: jobs, messages, keeping house, backups.

APScheduler only ticks. Each tick renews the lease (`bot.process.lease_keeper`) and, if this process has it, does what
is due; a fault is logged, and the next tick tries again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from time import perf_counter

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.app.backups import Backups
from bot.app.housekeeping import keep_house
from bot.calendars.reader import CalendarReader
from bot.chat.sender import Sender
from bot.process import background_tasks, process_id
from bot.process.clock_watch import ClockWatch
from bot.process.lease_keeper import LeaseKeeper
from bot.webhooks.sender import WebhookSender
from core.application.use_case import Pipeline
from core.base.calendar_time import FixedClock
from core.base.errors import Code, Conflict, Unavailable
from core.base.log_fields import duration
from core.base.state_log import StateLog
from core.delivery import sending
from core.jobs import pruning, timetable
from core.people.users import OPERATOR_CALLER
from core.ports.chat import ChatStore
from core.records.jobs import Job, Lease, LeaseName

logger = logging.getLogger(__name__)

TICK = timedelta(seconds=1)
FULL_SECOND = datetime(2000, 1, 1, tzinfo=UTC)
"""Ticks are counted from then, so they come at full seconds."""

UNTICKED_SECONDS = 5.0
"""The time after which a tick is done without APScheduler, which does not tick while a clock that was put back lags."""

RETRY_AFTER = timedelta(minutes=1)
"""The time after which a job that failed is run again."""

DISTRUST = timedelta(minutes=10)
"""The time for which nothing is done by the clock after it has leapt."""

LOOK_AT_HOUSE = timedelta(minutes=1)
"""The pause between two looks whether another round of housekeeping is due."""

IDLE_SECONDS = 0.5
"""The pause between two looks at an outbox in which nothing was due, unless a job was done meanwhile."""


@asynccontextmanager
async def running(
    pipeline: Pipeline,
    chat: ChatStore,
    sender: Sender | None,
    distrust: timedelta = DISTRUST,
    backups: Backups | None = None,
    outward: Sequence[WebhookSender | CalendarReader] = (),
) -> AsyncIterator[None]:
    """Run jobs, send messages, make backups and ask other systems until the block ends; without a sender messages wait.

    `distrust`: as `DISTRUST`.
    """
    due = asyncio.Event()
    due.set()
    scheduler = Scheduler(pipeline, chat, backups)
    watch = ClockWatch(pipeline.clock, distrust)
    working = [asyncio.create_task(scheduler.work_when(due, watch))]
    if sender is not None:
        working.append(asyncio.create_task(scheduler.send_with(sender, watch)))
    working += [asyncio.create_task(each.run(lambda: scheduler.lease_keeper.lease, watch)) for each in outward]
    ticker = AsyncIOScheduler(timezone=UTC)
    ticker.add_job(
        tick,
        "interval",
        args=(due,),
        seconds=TICK.total_seconds(),
        start_date=FULL_SECOND,
        coalesce=True,
        max_instances=1,
        misfire_grace_time=None,
    )
    ticker.start()
    try:
        yield
    finally:
        ticker.pause()
        await asyncio.sleep(0)  # a tick that was begun ends in this turn: the scheduler would log its being cut short
        ticker.shutdown(wait=False)
        await background_tasks.cancel(working)
        await scheduler.stop()


async def tick(due: asyncio.Event) -> None:
    due.set()


def has_passed(wait: timedelta, since: datetime | None, now: datetime) -> bool:
    """Return whether `wait` has passed since an instant, or there is none; a clock that is set back delays nothing."""
    return since is None or abs(now - since) >= wait


class Scheduler:
    """The scheduler of one process, which works only while it has the lease."""

    def __init__(self, pipeline: Pipeline, chat: ChatStore, backups: Backups | None = None) -> None:
        self.pipeline = pipeline
        self.chat = chat
        self.backups = backups
        self.lease_keeper = LeaseKeeper(pipeline, process_id.new_name(), LeaseName.JOBS)
        self.is_compared = False
        self.house_looked_at: datetime | None = None
        self.house_keeping: asyncio.Task[None] | None = None
        self.backing_up: asyncio.Task[None] | None = None
        self.failed: dict[Job, datetime] = {}
        self.cleared_term = 0
        self.states = StateLog(logger)
        self.worked = asyncio.Event()

    async def work_when(self, due: asyncio.Event, watch: ClockWatch) -> None:
        """Work at each tick, or after `UNTICKED_SECONDS` without one, until cancelled.

        While the clock is not trusted only the lease is kept: no run is taken, nothing is late, nothing is pruned.
        """
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(UNTICKED_SECONDS):
                    await due.wait()
            due.clear()
            try:
                await self.compare(watch)
                await (self.work(watch.now) if watch.is_trusted() else self.lease_keeper.renew())
            except Unavailable:
                self.states.failing("the jobs", "the database is away: what is due waits")
            except Exception:
                logger.exception("what is due was not done")
            else:
                self.states.working("the jobs")

    async def compare(self, watch: ClockWatch) -> None:
        """Compare the clock, before anything is done, with the last run of a job, which a trusted clock has timed."""
        if not self.is_compared:
            last = await self.pipeline.run(OPERATOR_CALLER, timetable.last_minute_run)
            if last:
                watch.compare(last)
            self.is_compared = True

    async def work(self, now: datetime) -> None:
        """Renew the lease; if this process has it, run what is due at an instant that is trusted.

        All of it is done by that instant: the clock may leap meanwhile.
        """
        lease = await self.lease_keeper.renew()
        if lease is None:
            return
        if lease.term != self.cleared_term:
            await self.release_dead_claims()
            self.cleared_term = lease.term
        pipeline = Pipeline(self.pipeline.store, FixedClock(now), self.pipeline.settings)
        for scheduled in await pipeline.run(OPERATOR_CALLER, timetable.due_runs):
            if self.lease_keeper.lease and has_passed(RETRY_AFTER, self.failed.get(scheduled.job), now):
                await self.take(pipeline, scheduled, lease)
        if has_passed(LOOK_AT_HOUSE, self.house_looked_at, now):
            self.house_looked_at = now
            if await pipeline.run(OPERATOR_CALLER, pruning.begin_round):
                self.house_keeping = asyncio.create_task(keep_house(pipeline, self.chat))
        if self.backups is not None and self.backups.is_due(now):
            self.backing_up = asyncio.create_task(self.backups.make(now))

    async def release_dead_claims(self) -> None:
        """Release the claims of dead processes of this machine, so that others send their messages at once."""
        for claimant in await self.pipeline.run(OPERATOR_CALLER, sending.claimants):
            if process_id.is_dead(sending.process_of(claimant)):
                await self.pipeline.run(OPERATOR_CALLER, sending.release_claims, claimant)

    async def take(self, pipeline: Pipeline, scheduled: timetable.ScheduledRun, lease: Lease) -> None:
        """Run one job; if it fails, the others still run, and it is tried again after `RETRY_AFTER`."""
        began = perf_counter()
        try:
            found = await pipeline.run(OPERATOR_CALLER, timetable.find_messages, scheduled)
            run = await pipeline.run(OPERATOR_CALLER, timetable.run_scheduled, scheduled, lease, found)
        except Unavailable:
            raise
        except Exception as fault:
            if isinstance(fault, Conflict) and fault.code is Code.LEASE_LOST:
                logger.warning("this process does not lead the jobs any more")
                self.lease_keeper.lease = None
                return
            logger.exception("job %s failed at %s", scheduled.job, scheduled.nominal)
            self.failed[scheduled.job] = pipeline.clock.now()
        else:
            if run is not None:
                self.worked.set()
                took = duration(perf_counter() - began)
                logger.info("job %s at %s: %s", scheduled.job, scheduled.nominal, run.counts, extra=took)

    async def send_with(self, sender: Sender, watch: ClockWatch) -> None:
        """Send what is due while this process has the lease and trusts the clock, until cancelled."""
        while True:
            try:
                sent = await sender.send_due(lease, watch.is_trusted) if (lease := self.lease_keeper.lease) else 0
            except Conflict:
                self.lease_keeper.lease = None
                continue
            except Unavailable:
                sent = 0
            except Exception:
                logger.exception("what is due was not sent")
                sent = 0
            if not sent:
                await self.idle()

    async def idle(self) -> None:
        """Wait `IDLE_SECONDS`, or until a job has left something to send."""
        self.worked.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE_SECONDS):
                await self.worked.wait()

    async def stop(self) -> None:
        """Cancel housekeeping and a backup, and release the lease."""
        await background_tasks.cancel(each for each in (self.house_keeping, self.backing_up) if each is not None)
        await self.lease_keeper.stop()
