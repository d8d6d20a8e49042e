"""The log of events, in order: tests wait on it, the chat page streams it and resumes where it was cut off."""

import asyncio
import secrets
from collections import deque

from msgspec import Struct

from bot.sandbox._model import Json, Message

KEPT = 4000


class Event(Struct, frozen=True):
    """Something that came about.

    `kind` is message, edited, deleted, callback, answer, inline, person, chat, cleared, commands or tour;
    `message` comes with message and edited; `data` is what the page needs besides.
    """

    seq: int
    kind: str
    chat_id: int
    message: Message | None = None
    data: Json = {}


class EventLog:
    """The last few thousand events, numbered from 1; `epoch` names this run, for pages that outlive it."""

    def __init__(self) -> None:
        self.epoch = secrets.token_hex(4)
        self._events: deque[Event] = deque(maxlen=KEPT)
        self._last = 0
        self._changed = asyncio.Event()

    @property
    def last(self) -> int:
        """The number of the newest event, 0 before any."""
        return self._last

    def add(self, kind: str, chat_id: int, message: Message | None = None, data: Json | None = None) -> None:
        self._last += 1
        self._events.append(Event(self._last, kind, chat_id, message, data or {}))
        self._changed.set()
        self._changed = asyncio.Event()

    def since(self, seq: int) -> list[Event]:
        """The events after `seq` that are still kept; of thousands only those are looked at."""
        newer = min(self._last - seq, len(self._events))
        return [self._events[place] for place in range(-newer, 0)]

    def reaches_back_to(self, seq: int) -> bool:
        """False where events after `seq` are forgotten already (or are not of this run)."""
        oldest = self._events[0].seq if self._events else self._last + 1
        return oldest - 1 <= seq <= self._last

    async def wait(self, seq: int, timeout: float | None = None) -> list[Event]:  # noqa: ASYNC109 - [] then
        """The events after `seq`, as soon as there is one; [] after `timeout` seconds without."""
        while self._last <= seq:
            try:
                await asyncio.wait_for(self._changed.wait(), timeout)
            except TimeoutError:
                return []
        return self.since(seq)
