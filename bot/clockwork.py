"""What the service does by the clock, in one of its processes: the jobs' turns, messages that are due, keeping house.

APScheduler only ticks. Each tick sees to the lead (`bot.leadership`) and, while it is ours, to what is due; a fault
is logged, and the next tick tries again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot import holders
from bot.housekeeping import keep_house
from bot.leadership import Candidate
from bot.ports import ChatStore
from bot.sender import Sender
from core.errors import Code, Conflict, Unavailable
from core.jobs import timetable
from core.jobs.leading import Duty, Lead
from core.jobs.running import Job
from core.use_case import Caller, Pipeline
from core.users import OPERATOR

logger = logging.getLogger(__name__)

TICK = timedelta(seconds=1)
FULL_SECOND = datetime(2000, 1, 1, tzinfo=UTC)
"""It ticks as if since then: at full seconds, for what is due is due at a full minute."""

UNTICKED_SECONDS = 5.0
"""After this one looks without a tick: a scheduler whose clock was put back waits until it shows that time again."""

TRIED_AGAIN = timedelta(minutes=1)
"""After this a job that failed is."""

HOUSE = timedelta(hours=1)
IDLE_SECONDS = 0.5
"""Between two looks at an outbox in which nothing was due, unless a job was done meanwhile."""

CLOCK = Caller(OPERATOR)


@asynccontextmanager
async def running(pipeline: Pipeline, chat: ChatStore, sender: Sender | None) -> AsyncIterator[None]:
    """Do what is due while the context lasts; without a sender messages wait."""
    due = asyncio.Event()
    due.set()
    clockwork = Clockwork(pipeline, chat)
    working = [asyncio.create_task(clockwork.work_when(due))]
    if sender is not None:
        working.append(asyncio.create_task(clockwork.send_with(sender)))
    scheduler = AsyncIOScheduler(timezone=UTC)
    scheduler.add_job(
        tick,
        "interval",
        args=(due,),
        seconds=TICK.total_seconds(),
        start_date=FULL_SECOND,
        coalesce=True,
        max_instances=1,
        misfire_grace_time=None,
    )
    scheduler.start()
    try:
        yield
    finally:
        scheduler.pause()
        await asyncio.sleep(0)  # a tick that was begun ends in this turn: the scheduler would log its being cut short
        scheduler.shutdown(wait=False)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await clockwork.stop()


async def tick(due: asyncio.Event) -> None:
    """All that the scheduler does."""
    due.set()


class Clockwork:
    """One process's part."""

    def __init__(self, pipeline: Pipeline, chat: ChatStore) -> None:
        self.pipeline = pipeline
        self.chat = chat
        self.candidate = Candidate(pipeline, holders.new_name(), Duty.JOBS)
        self.house_kept: datetime | None = None
        self.house_keeping: asyncio.Task[None] | None = None
        self.failed: dict[Job, datetime] = {}
        self.worked = asyncio.Event()

    async def work_when(self, due: asyncio.Event) -> None:
        """Work at each tick, or without one after a while, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(UNTICKED_SECONDS):
                    await due.wait()
            due.clear()
            try:
                await self.work()
            except Unavailable:
                logger.warning("the database is away: what is due waits")
            except Exception:
                logger.exception("what is due was not done")

    async def work(self) -> None:
        """See to the lead; then, if it is ours, to what is due."""
        lead = await self.candidate.see_to()
        if lead is None:
            return
        now = self.pipeline.clock.now()
        for turn in await self.pipeline.run(CLOCK, timetable.due_turns):
            if self.failed.get(turn.job, now) <= now:
                await self.take(turn, lead)
        if self.house_kept is None or now - self.house_kept >= HOUSE:
            self.house_kept = now
            self.house_keeping = asyncio.create_task(keep_house(self.pipeline, self.chat))

    async def take(self, turn: timetable.DueTurn, lead: Lead) -> None:
        """Take one turn; where it fails, the others are taken all the same, and it is tried again a little later."""
        try:
            found = await self.pipeline.run(CLOCK, timetable.find, turn)
            run = await self.pipeline.run(CLOCK, timetable.take_turn, turn, lead, found)
        except Unavailable:
            raise
        except Exception as fault:
            if isinstance(fault, Conflict) and fault.code is Code.LEAD_LOST:
                logger.warning("this process does not lead the jobs any more")
                self.candidate.lead = None
                return
            logger.exception("job %s failed at %s", turn.job, turn.nominal)
            self.failed[turn.job] = self.pipeline.clock.now() + TRIED_AGAIN
        else:
            if run is not None:
                self.worked.set()
                logger.info("job %s at %s: %s", turn.job, turn.nominal, run.counts)

    async def send_with(self, sender: Sender) -> None:
        """Send what is due while the lead is ours, until cancelled."""
        while True:
            try:
                sent = await sender.send_due(lead) if (lead := self.candidate.lead) else 0
            except Conflict:
                self.candidate.lead = None
                continue
            except Unavailable:
                sent = 0
            except Exception:
                logger.exception("what is due was not sent")
                sent = 0
            if not sent:
                await self.idle()

    async def idle(self) -> None:
        """Wait a little, or until a job has left something to send."""
        self.worked.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE_SECONDS):
                await self.worked.wait()

    async def stop(self) -> None:
        """Leave the house as it is, and let another process lead at once."""
        if self.house_keeping is not None:
            self.house_keeping.cancel()
            await asyncio.gather(self.house_keeping, return_exceptions=True)
        await self.candidate.stop()
