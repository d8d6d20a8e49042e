"""Handles the inbox: the updates of a chat in order, chats in parallel, each until it is answered.

What is in the inbox and not marked as answered is handled again at the next start: handlers may run twice, and their
commands, whose cause is the update, apply once.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from itertools import count

from bot.outgoing import backoff
from bot.ports import ChatStore, InboxUpdate
from core.calendar_time import Clock
from core.errors import Unavailable

logger = logging.getLogger(__name__)

CHATS_AT_ONCE = 64
GRACE_SECONDS = 5.0


class Processor:
    """One queue a chat; a queue has a task while something is in it."""

    def __init__(self, store: ChatStore, clock: Clock, handle: Callable[[InboxUpdate], Awaitable[None]]) -> None:
        self.store = store
        self.clock = clock
        self.handle = handle
        self.queues: dict[int, deque[InboxUpdate]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.slots = asyncio.Semaphore(CHATS_AT_ONCE)
        self.stopping = False

    async def start(self) -> None:
        """Take up what an earlier run left unanswered."""
        self.submit(await self.store.pending())

    def submit(self, updates: Iterable[InboxUpdate]) -> None:
        """Queue updates behind the earlier ones of their chats."""
        for update in updates:
            queue = self.queues.get(update.chat_id)
            if queue is None:
                queue = self.queues[update.chat_id] = deque()
                task = asyncio.create_task(self.work_off(update.chat_id, queue))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
            queue.append(update)

    async def stop(self) -> None:
        """Finish the updates in hand; those that wait stay in the inbox, as do those that Telegram keeps waiting."""
        self.stopping = True
        if self.tasks:
            _, late = await asyncio.wait(set(self.tasks), timeout=GRACE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def work_off(self, chat_id: int, queue: deque[InboxUpdate]) -> None:
        """Handle a chat's updates until none is left."""
        try:
            while queue and not self.stopping:
                async with self.slots:
                    await self.answer(queue.popleft())
        finally:
            del self.queues[chat_id]

    async def answer(self, update: InboxUpdate) -> None:
        """Handle one update and mark it; while the store is away, wait for it. Nothing keeps later ones waiting."""
        try:
            await self.insist(lambda: self.attempt(update))
            await self.insist(lambda: self.store.answered(update.update_id, self.clock.now()))
        except Unavailable:
            return
        except Exception:
            logger.exception("update %s was not marked as answered", update.update_id)

    async def insist(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do it, if need be until the store is back. Raises `Unavailable` only where we stop meanwhile."""
        for attempt in count():
            try:
                await act()
            except Unavailable:
                if self.stopping:
                    raise
            else:
                return
            await asyncio.sleep(backoff(attempt))

    async def attempt(self, update: InboxUpdate) -> None:
        """Handle one update; one that cannot be handled is logged, and counts as answered."""
        try:
            await self.handle(update)
        except Unavailable:
            raise
        except Exception:
            logger.exception("update %s was not handled", update.update_id)
