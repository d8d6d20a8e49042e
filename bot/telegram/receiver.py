"""Long polling: asks for updates, acknowledging with the next request only those that the inbox holds.

Raw getUpdates, not the library's poller: that one hands updates over in memory, and one it cannot read costs the batch.
"""

import asyncio
import logging
from itertools import count

from telegram.error import Conflict, InvalidToken, TelegramError

from bot.telegram.connection import LONGEST_WAIT_SECONDS, RateLimited, backoff
from bot.telegram.inbox import InboxWriter
from bot.telegram.raw_bot import RawBot

logger = logging.getLogger(__name__)

POLL_SECONDS = 25
BATCH = 100
CONFLICT_SECONDS = 5.0
AT_ONCE_SECONDS = 1.0
"""An answer sooner than this that brings nothing has not waited for updates: such a server is not hurried."""


class Receiver:
    def __init__(self, bot: RawBot, inbox: InboxWriter, *, poll_seconds: int = POLL_SECONDS) -> None:
        self.bot = bot
        self.inbox = inbox
        self.poll_seconds = poll_seconds
        self.offset: int | None = None

    async def run(self) -> None:
        """Delete a webhook left by an earlier configuration, then poll until cancelled, whatever goes wrong."""
        await self.take_down_webhook()
        failures = count()
        while True:
            try:
                await self.poll()
                failures = count()
            except Conflict as fault:
                logger.warning("updates go elsewhere: %s", fault)
                await asyncio.sleep(CONFLICT_SECONDS)
                await self.take_down_webhook()
            except RateLimited as fault:
                logger.info("polling: %s", fault)
                await asyncio.sleep(fault.seconds)
            except InvalidToken:
                logger.error("Telegram does not accept telegram.token: get the present one from @BotFather")  # noqa: TRY400 no stack helps
                await asyncio.sleep(LONGEST_WAIT_SECONDS)
            except Exception as fault:  # noqa: BLE001 nothing may end the polling
                await self.wait_out(fault, next(failures))

    async def poll(self) -> None:
        """One request; what it brings is in the inbox when this returns."""
        clock = asyncio.get_running_loop().time
        asked_at = clock()
        updates = await self.bot.raw_updates(self.offset, BATCH, self.poll_seconds)
        last = await self.inbox.take(updates) if isinstance(updates, list) else None
        if last is not None:
            self.offset = last + 1
            await asyncio.sleep(0)  # what came is begun before more is asked for
        elif clock() - asked_at < AT_ONCE_SECONDS:
            await asyncio.sleep(AT_ONCE_SECONDS)

    async def take_down_webhook(self) -> None:
        """Have Telegram keep updates for us, those that wait at a webhook included."""
        try:
            await self.bot.delete_webhook(drop_pending_updates=False)
        except TelegramError as fault:
            logger.info("no webhook could be taken down: %s", fault)

    async def wait_out(self, fault: Exception, failures: int) -> None:
        """Log a fault, with its stack unless it is Telegram's, and wait longer each time."""
        wait = backoff(failures)
        unexpected = None if isinstance(fault, TelegramError) else fault
        logger.warning("polling: %s; again in %.2f s", fault, wait, exc_info=unexpected)
        await asyncio.sleep(wait)
