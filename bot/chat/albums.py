"""Albums: files that were sent as one message come as a message each, one after the other.

The first one that is handled waits until no more come, and is answered for all. One that comes later still is handled
by itself, but asks nothing again.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.context import ChatContext
from bot.process.time_limit import waiting_for_others
from bot.telegram import updates
from bot.telegram.updates import IncomingMessage
from core.base.calendar_time import Clock
from core.base.errors import Unavailable
from core.ports.chat import ChatStore
from core.records.chat import InboxUpdate
from core.records.work import TelegramFile

QUIET_SECONDS = 1.0
"""The seconds without another file after which an album is whole."""

MOST = 10
"""The most files that Telegram sends as one album."""


class Album(Struct):
    """The messages that are answered at once, by their updates: mostly a single one.

    `others`: the updates, beside the one that is being handled, that are handled with it. `is_late`: others of the
    album have been answered before.
    """

    messages: Mapping[int, IncomingMessage]
    others: Sequence[int] = ()
    is_late: bool = False

    @property
    def files(self) -> Sequence[TelegramFile]:
        return [message.file for message in self.messages.values() if message.file]

    def as_one(self) -> IncomingMessage:
        """The first message, with the words of all, in answer to what any of them answers."""
        first, *more = self.messages.values()
        if not more:
            return first
        words = "\n".join(message.words for message in (first, *more) if message.words)
        answered = (message.reply_to_message for message in (first, *more) if message.reply_to_message)
        return replace(first, caption=words or None, reply_to_message=next(answered, None))

    def leave(self, but: Sequence[int]) -> None:
        """Leave these updates to be handled each by itself."""
        self.others = [each for each in self.others if each not in but]


class Albums:
    def __init__(
        self, store: ChatStore, clock: Clock, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.store = store
        self.clock = clock
        self.sleep = sleep

    @asynccontextmanager
    async def answering(self, ctx: ChatContext, message: IncomingMessage) -> AsyncIterator[Album]:
        """Return what is answered at once with a message; its other updates count as handled once that was."""
        album = await self.whole(ctx, message) if message.media_group_id else Album({ctx.update_id: message})
        try:
            yield album
        except Unavailable:
            raise  # all of it is handled again
        except Exception:
            await self.settle(album)
            raise
        await self.settle(album)

    async def settle(self, album: Album) -> None:
        if album.others:
            await self.store.answered_together(album.others, self.clock.now())

    async def whole(self, ctx: ChatContext, message: IncomingMessage) -> Album:
        """Wait until no more of a message's album comes, and return what has not been answered of it."""
        group = message.media_group_id
        found, before = await self.waiting(ctx, group), 0
        while before < len(found) < MOST:
            before = len(found)
            with waiting_for_others():
                await self.sleep(QUIET_SECONDS)
            found = await self.waiting(ctx, group)
        sent = {**found, ctx.update_id: message}
        known = of_group(await self.store.of_chat(ctx.chat_id), group)
        others = [each for each in sorted(sent) if each != ctx.update_id]
        return Album({each: sent[each] for each in sorted(sent)}, others, is_late=not known.keys() <= sent.keys())

    async def waiting(self, ctx: ChatContext, group: str) -> Mapping[int, IncomingMessage]:
        return of_group(await self.store.waiting_of_chat(ctx.chat_id), group)


def of_group(received: Sequence[InboxUpdate], group: str) -> Mapping[int, IncomingMessage]:
    """The messages of an album among some updates, by update."""
    read = ((update.update_id, update.message) for update in updates.readable(received))
    return {number: message for number, message in read if message is not None and message.media_group_id == group}
