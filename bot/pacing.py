"""How fast messages that nobody asked for may go out: evenly, at most so many a second, none while Telegram says wait.

Telegram takes about 30 messages a second from a bot, and one a second in each chat. Answers to people are not paced:
they go first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from time import monotonic

from bot.connection import TooFast


class Pacing:
    """One bot's; between two messages a person rests for `rest` seconds; `clock` gives seconds that only go forward."""

    def __init__(
        self,
        a_second: float,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        *,
        rest: float = 1.0,
    ) -> None:
        self.interval = 1 / a_second
        self.clock = clock
        self.sleep = sleep
        self.rest = rest
        self.rested: dict[int, float] = {}
        self.next_at = 0.0
        self.paused_until = 0.0

    async def turn(self) -> None:
        """Wait for one's turn. Raises `TooFast` for who would have to wait until a pause is over."""
        self.check_pause()
        now = self.clock()
        at = max(self.next_at, now)
        self.next_at = at + self.interval
        if at > now:
            await self.sleep(at - now)
            self.check_pause()

    def written_to(self, person: int) -> None:
        """They rest from now on."""
        self.rested[person] = self.clock() + self.rest

    def resting(self) -> Collection[int]:
        """Who was written to just now."""
        now = self.clock()
        self.rested = {person: until for person, until in self.rested.items() if until > now}
        return list(self.rested)

    def pause(self, seconds: float) -> None:
        """Nobody's turn comes before these have passed, not even theirs who wait for one by now."""
        self.paused_until = max(self.paused_until, self.clock() + seconds)

    def paused(self) -> float:
        """For how many seconds nobody's turn comes."""
        return max(self.paused_until - self.clock(), 0.0)

    def check_pause(self) -> None:
        """Raise `TooFast` while nobody's turn comes."""
        if left := self.paused():
            raise TooFast(left)
