"""Long polling: asks for updates, acknowledging with the next request only those that the inbox holds.

Raw getUpdates, not the library's poller: that one hands updates over in memory, and one it cannot read costs the batch.
"""

import asyncio
import logging
from datetime import timedelta
from itertools import count

from telegram.error import Conflict, TelegramError

from bot.telegram.connection import backoff
from bot.telegram.inbox import InboxWriter
from bot.telegram.raw_bot import RawBot
from bot.telegram.rests import RateLimited
from bot.telegram.troubles import NoteTrouble
from core.base.errors import Unavailable
from core.base.state_log import StateLog

logger = logging.getLogger(__name__)

POLL_SECONDS = 25
BATCH = 100
CONFLICT_SECONDS = 5.0
TOLD = timedelta(minutes=2)
"""The time for which a trouble is reported after updates went elsewhere for the last time."""

LONGEST_PAUSE_SECONDS = 5.0
"""The longest pause between two tries: once Telegram works, the bot hears again within this."""

AT_ONCE_SECONDS = 1.0
"""An answer sooner than this that brings nothing has not waited for updates: such a server is not hurried."""


class Receiver:
    def __init__(
        self, bot: RawBot, inbox: InboxWriter, note: NoteTrouble | None = None, *, poll_seconds: int = POLL_SECONDS
    ) -> None:
        self.bot = bot
        self.note = note
        self.inbox = inbox
        self.poll_seconds = poll_seconds
        self.offset: int | None = None
        self.states = StateLog(logger)

    async def run(self) -> None:
        """Delete a webhook left by an earlier configuration, then poll until cancelled, whatever goes wrong."""
        await self.take_down_webhook()
        failures = count()
        while True:
            try:
                await self.poll()
            except RateLimited as fault:
                await asyncio.sleep(fault.seconds)
            except Conflict as fault:
                self.states.failing("updates", f"they go elsewhere: {fault}")
                if self.note is not None:
                    await self.note("telegram: updates", f"they go elsewhere: {fault.message}", TOLD)
                await asyncio.sleep(CONFLICT_SECONDS)
                await self.take_down_webhook()
            except Exception as fault:  # noqa: BLE001 nothing may end the polling
                self.log(fault)
                await asyncio.sleep(min(backoff(next(failures)), LONGEST_PAUSE_SECONDS))
            else:
                self.states.working("updates")
                failures = count()

    def log(self, fault: Exception) -> None:
        """Log a fault, except Telegram's, which the connection has logged."""
        if isinstance(fault, Unavailable):
            self.states.failing("updates", "the database is away: Telegram keeps them")
        elif not isinstance(fault, TelegramError):
            logger.error("polling failed", exc_info=fault)

    async def poll(self) -> None:
        """Ask once for updates, and put them into the inbox."""
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
            logger.debug("no webhook could be taken down: %s", fault)
