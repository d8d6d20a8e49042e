"""The work for the bot that one process does: polling or keeping the webhook, and the bot's description and menus.

Telegram allows only one process to poll.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.process.background_tasks import cancel, go_on
from bot.process.lease_keeper import CHECK_INTERVAL, LeaseKeeper
from core.base.errors import Unavailable
from core.base.state_log import StateLog

logger = logging.getLogger(__name__)


class Polling:
    """Does `work`, which goes on until it is cancelled, while this process has the lease."""

    def __init__(self, lease_keeper: LeaseKeeper, *work: Callable[[], Awaitable[None]]) -> None:
        self.lease_keeper = lease_keeper
        self.work = work
        self.states = StateLog(logger)

    async def run(self) -> None:
        """Renew the lease until cancelled, then release it."""
        polling: asyncio.Task[None] | None = None
        try:
            while True:
                leads = await self.renew_lease()
                if leads and polling is None:
                    polling = asyncio.create_task(self.do_work())
                elif not leads and polling is not None:
                    await cancel([polling])
                    polling = None
                await asyncio.sleep(CHECK_INTERVAL.total_seconds())
        finally:
            if polling is not None:
                await cancel([polling])
            await self.lease_keeper.stop()

    async def do_work(self) -> None:
        await asyncio.gather(*(go_on(each, "the work of one process for the bot") for each in self.work))

    async def renew_lease(self) -> bool:
        """Renew the lease; return whether this process has it, or while the database is away, had it last."""
        try:
            leads = await self.lease_keeper.renew() is not None
        except Unavailable:
            self.states.failing("the lease of polling", "the database is away: who polls stays as it is")
        except Exception:
            logger.exception("who polls was not looked at")
        else:
            self.states.working("the lease of polling")
            return leads
        return self.lease_keeper.lease is not None
