"""Handles the inbox: the updates of a chat in order, chats in parallel, each until it is answered.

The inbox is the queue, and several processes may work on it. The process that receives an update claims its chat,
handles the chat's updates one after the other, also those that other processes receive meanwhile, and gives the chat up
after the last. A claim expires unless it is renewed, so the others take over the chats of a process that died.
An update that was handled but not marked is handled again: handlers may run twice, but their commands apply once, since
the update is their idempotency key. One whose handling ended neither in its process nor in its time is put aside after
three times, so that its chat goes on, and everybody else's.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from itertools import count
from time import perf_counter
from typing import Protocol, TypeVar

from bot.process import background_tasks, process_id
from bot.process.time_limit import TookTooLong, at_most
from bot.telegram.connection import backoff
from core.base.calendar_time import Clock
from core.base.errors import Unavailable
from core.base.log_fields import ABOUT, SLOW, LogFields
from core.base.state_log import StateLog
from core.ports.chat import ChatStore
from core.records.chat import Claim, InboxUpdate

logger = logging.getLogger(__name__)
T = TypeVar("T")

CHATS_AT_ONCE = 64
GRACE_SECONDS = 5.0
CLAIMED = timedelta(seconds=15)
LOOK_SECONDS = 1.0


Handle = Callable[[InboxUpdate], Awaitable[None]]


class BeginsAgain(Protocol):
    """The counter of how often an update is begun without an end, as `bot.process.careful` is."""

    def begun_again(self, item: int, /) -> AbstractAsyncContextManager[bool]: ...


class Processor:
    """The processor of one process, a holder by name; each chat that it has claimed is a task.

    `seconds`: how long an update is handled at most. `tell`: what is done once about one that was put aside.
    """

    def __init__(
        self,
        store: ChatStore,
        clock: Clock,
        holder: str,
        handle: Handle,
        careful: BeginsAgain,
        *,
        seconds: float,
        tell: Handle,
    ) -> None:
        self.store = store
        self.clock = clock
        self.holder = holder
        self.claim = Claim(holder, CLAIMED)
        self.handle = handle
        self.careful = careful
        self.seconds = seconds
        self.tell = tell
        self.chats: dict[int, InboxUpdate | None] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.slots = asyncio.Semaphore(CHATS_AT_ONCE)
        self.looking: asyncio.Task[None] | None = None
        self.stopping = False
        self.states = StateLog(logger)

    async def start(self) -> None:
        """Take up what an earlier run left, and from now on what others leave."""
        await self.look()
        self.looking = asyncio.create_task(self.keep_looking())

    async def take_in(self, updates: Sequence[InboxUpdate]) -> None:
        """Store updates, durably when it returns, and handle those of chats that no other process has."""
        self.begin(await self.store.receive(updates, self.clock.now(), self.claim))

    def begin(self, firsts: Iterable[InboxUpdate], *, again: bool = False) -> None:
        """Handle claimed chats from these updates on; a chat that is being handled goes on with them.

        `again`: another process may have begun these updates.
        """
        for update in firsts:
            if update.chat_id in self.chats:
                self.chats[update.chat_id] = update
                continue
            self.chats[update.chat_id] = None
            task = asyncio.create_task(self.work_off(update, again=again))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def stop(self) -> None:
        """Finish the updates that are being handled; the others stay in the inbox."""
        self.stopping = True
        if self.looking is not None:
            await background_tasks.cancel([self.looking])
        await background_tasks.finish(self.tasks, GRACE_SECONDS)
        try:
            await self.store.release_claims(self.holder)
        except Unavailable:
            logger.info("what this process had of the inbox is left to run out")

    async def work_off(self, update: InboxUpdate, *, again: bool) -> None:
        """Handle a chat's updates until none is left; one claimed anew meanwhile may have been handled."""
        following: InboxUpdate | None = update
        try:
            while following and not self.stopping:
                update = following
                async with self.slots:
                    following = await self.answer(update, again=again)
                claimed, again, self.chats[update.chat_id] = self.chats[update.chat_id], False, None
                if following is None and claimed and claimed.update_id > update.update_id:
                    following = claimed
        finally:
            del self.chats[update.chat_id]

    async def answer(self, update: InboxUpdate, *, again: bool) -> InboxUpdate | None:
        """Handle one update and mark it, waiting for the store if it is away. Returns the chat's next update."""
        try:
            handled = await self.handled(update, again=again)
            following = await self.insist(lambda: self.store.answered(update, self.clock.now(), self.claim))
        except Unavailable:
            return None
        except Exception:
            logger.exception("update %s was not marked as answered", update.update_id)
            return None
        if not handled:
            await self.tell_of(update)
        return following

    async def handled(self, update: InboxUpdate, *, again: bool) -> bool:
        """Handle an update until that succeeds; return False once it was begun too often without an end."""
        while True:
            try:
                if not again:
                    await self.insist(lambda: self.attempt(update))
                    return True
                async with self.careful.begun_again(update.update_id) as begun:
                    if begun:
                        await self.insist(lambda: self.attempt(update))
                    return begun
            except TookTooLong:
                logger.warning("update %s was not handled within %g s", update.update_id, self.seconds)
                again = True

    async def tell_of(self, update: InboxUpdate) -> None:
        try:
            await self.tell(update)
        except Exception:
            logger.exception("nobody was told of update %s, which was put aside", update.update_id)

    async def insist(self, act: Callable[[], Awaitable[T]]) -> T:
        """Repeat a call until the store is available. Raises `Unavailable` only if the processor is stopping."""
        for attempt in count():
            try:
                return await act()
            except Unavailable:
                if self.stopping:
                    raise
            await asyncio.sleep(backoff(attempt))
        raise AssertionError

    async def attempt(self, update: InboxUpdate) -> None:
        """Handle one update; one that fails is logged and counts as answered, one that is slow is logged.

        Raises `TookTooLong` for one that takes too long.
        """
        ABOUT.set(LogFields(update_id=update.update_id))
        began = perf_counter()
        try:
            async with at_most(self.seconds):
                await self.handle(update)
        except (Unavailable, TookTooLong):
            raise
        except Exception:
            logger.exception("update %s was not handled", update.update_id)
        SLOW.note(logger, perf_counter() - began, "update_id=%s", update.update_id)

    async def keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Unavailable:
                self.states.failing("the inbox", "the database is away: updates wait")
            except Exception:
                logger.exception("what others left was not looked at")
            else:
                self.states.working("the inbox")

    async def look(self) -> None:
        """Renew our claims, release those of dead processes, and take what nobody has."""
        if self.chats:
            await self.store.keep(list(self.chats), self.clock.now(), self.claim)
        for holder in await self.store.holders():
            if holder != self.holder and process_id.is_dead(holder):
                await self.store.release_claims(holder)
        self.begin(await self.store.take(self.clock.now(), self.claim), again=True)
