"""What the service does by the clock on its own account: forget what has served its time.

APScheduler only ticks; what is done is a use case and a method of the chat's store.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.ports import ChatStore
from core.jobs import pruning
from core.use_case import Caller, Pipeline
from core.users import OPERATOR

logger = logging.getLogger(__name__)

EVERY = timedelta(hours=1)
UPDATES_KEPT = timedelta(days=2)
"""What people wrote is not kept for longer than it may come again: Telegram repeats an update for a day."""

CHAT_KEPT = timedelta(days=30)


@asynccontextmanager
async def running(pipeline: Pipeline, chat: ChatStore) -> AsyncIterator[None]:
    """Keep house while the context lasts: at once, then every hour."""
    due = asyncio.Event()
    keeping = asyncio.create_task(keep_when(due, pipeline, chat))
    scheduler = AsyncIOScheduler(timezone=UTC)
    scheduler.add_job(
        tick,
        "interval",
        args=(due,),
        seconds=EVERY.total_seconds(),
        next_run_time=pipeline.clock.now(),
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
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def tick(due: asyncio.Event) -> None:
    """All that the scheduler does."""
    due.set()


async def keep_when(due: asyncio.Event, pipeline: Pipeline, chat: ChatStore) -> None:
    """Keep house each time it is due, until cancelled."""
    while True:
        await due.wait()
        due.clear()
        await keep_house(pipeline, chat)


async def keep_house(pipeline: Pipeline, chat: ChatStore) -> None:
    """Prune what is old; a fault is logged, the next hour tries again.

    While updates wait, causes stay: after a long time out of service they tell which updates were applied already.
    """
    try:
        waiting = await chat.pending()
        causes = 0 if waiting else await pipeline.run(Caller(OPERATOR), pruning.prune_causes)
        drafts = await pipeline.run(Caller(OPERATOR), pruning.prune_drafts)
        now = pipeline.clock.now()
        chats = await chat.prune(now - UPDATES_KEPT, now - CHAT_KEPT)
    except Exception:
        logger.exception("housekeeping failed")
    else:
        told = "housekeeping: forgot %d causes, %d drafts and %d rows of the chat"
        logger.info(told, causes, drafts, chats)
