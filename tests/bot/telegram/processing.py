"""A processor of updates over a store in memory."""

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from bot.telegram.processor import Processor
from core.delivery.begun_work import MOST_TIMES
from core.records.chat import InboxUpdate


class Remembering:
    """A chat store of one process that keeps what was marked."""

    def __init__(self, waiting=()):
        self.waiting = list(waiting)
        self.marked = []
        self.claimed = set()

    async def receive(self, updates, at, claim):
        self.waiting += updates
        return await self.take(at, claim)

    async def take(self, at, claim):
        firsts = {update.chat_id: update for update in reversed(self.waiting) if update.chat_id not in self.claimed}
        self.claimed |= firsts.keys()
        return list(firsts.values())

    async def answered(self, update, at, claim):
        self.marked.append(update.update_id)
        self.waiting.remove(update)
        following = next((each for each in self.waiting if each.chat_id == update.chat_id), None)
        self.claimed -= set() if following else {update.chat_id}
        return following

    async def keep(self, chats, at, claim):
        assert self.claimed >= set(chats)

    async def holders(self):
        return ["this"]

    async def release_claims(self, holder):
        self.claimed.clear()


class Still:
    def now(self):
        return datetime(2026, 11, 23, tzinfo=UTC)


def numbered(*pairs):
    return [InboxUpdate(number, chat, b"{}") for number, chat in pairs]


class Counting:
    """Counts what is begun again without an end, as `bot.process.careful` does."""

    def __init__(self):
        self.times = {}

    @asynccontextmanager
    async def begun_again(self, item):
        times = self.times.get(item, 0)
        if times + 1 >= MOST_TIMES:
            yield False
            return
        self.times[item] = times + 1
        try:
            yield True
        except asyncio.CancelledError:
            self.times[item] -= 1
            raise
        del self.times[item]


def processing(store, handle, *, seconds=20, tell=None):
    return Processor(store, Still(), "this", handle, Counting(), seconds=seconds, tell=tell)
