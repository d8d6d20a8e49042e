"""The pace of unasked messages: evenly, at most `A_SECOND` a second, none while Telegram says wait.

Telegram takes about 30 messages a second from a bot, one a second in each chat, and 20 a minute in a group. Answers to
people are not paced: they go out at once, and each takes a slot from the unasked ones. While Telegram takes messages
from nobody (`bot.telegram.rests`), there are no slots.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from time import monotonic

from bot.telegram.rests import Rests

A_SECOND = 29.0
"""A little less than the 30 that Telegram takes."""

SEND = "sendMessage"
REST_SECONDS, GROUPS_REST_SECONDS = 1.0, 3.0


def rest_of(recipient: int) -> float:
    """Seconds between two messages to one recipient; groups have negative ids."""
    return GROUPS_REST_SECONDS if recipient < 0 else REST_SECONDS


class Pacing:
    """The pace of one bot's messages; `clock` is monotonic, in seconds."""

    def __init__(
        self,
        a_second: float,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        *,
        rest: Callable[[int], float] = rest_of,
    ) -> None:
        self.interval = 1 / a_second
        self.clock = clock
        self.sleep = sleep
        self.rest = rest
        self.rests = Rests(clock)
        self.rests_until: dict[int, float] = {}
        self.next_at = 0.0

    async def wait_for_slot(self, recipient: int) -> None:
        """Wait for a slot to write to a recipient. Raises `RateLimited` if sending is paused meanwhile."""
        self.check_pause()
        if (rests := self.rests_until.get(recipient, 0.0) - self.clock()) > 0:
            await self.sleep(rests)
            self.check_pause()
        now = self.clock()
        at = max(self.next_at, now)
        self.next_at = at + self.interval
        if at > now:
            await self.sleep(at - now)
            self.check_pause()

    def answered(self) -> None:
        """Count an answer that went out: it takes a slot without waiting for it."""
        self.next_at = max(self.next_at, self.clock()) + self.interval

    def written_to(self, recipient: int) -> None:
        """Have a recipient rest from now on."""
        self.rests_until[recipient] = self.clock() + self.rest(recipient)

    def resting(self) -> Collection[int]:
        now = self.clock()
        self.rests_until = {recipient: until for recipient, until in self.rests_until.items() if until > now}
        return list(self.rests_until)

    def paused(self) -> float:
        """Seconds until there are slots again."""
        return self.rests.of_method(SEND)

    def check_pause(self) -> None:
        """Raise `RateLimited` while there are no slots."""
        self.rests.check(SEND, None)
