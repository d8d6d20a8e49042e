"""A limit to the time that a piece of work takes by itself: what it waits for others is not counted."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar


class TookTooLong(Exception):
    """The work was ended at its limit."""


class TimeLimit:
    """A timeout that stands still while anything of the work waits for others."""

    def __init__(self, timeout: asyncio.Timeout) -> None:
        self.timeout = timeout
        self.waiting = 0
        self.left = 0.0
        self.is_over = False

    def stand_still(self) -> None:
        self.waiting += 1
        if self.waiting == 1 and not (self.is_over or self.timeout.expired()):
            self.left = (self.timeout.when() or 0.0) - asyncio.get_running_loop().time()
            self.timeout.reschedule(None)

    def go_on(self) -> None:
        self.waiting -= 1
        if self.waiting == 0 and not (self.is_over or self.timeout.expired()):
            self.timeout.reschedule(asyncio.get_running_loop().time() + self.left)


LIMIT: ContextVar[TimeLimit | None] = ContextVar("limit", default=None)
"""The limit of the present work, and of tasks that it has begun beside it, which may be left running."""


@asynccontextmanager
async def at_most(seconds: float) -> AsyncIterator[None]:
    """Raise `TookTooLong` if the block by itself takes longer."""
    timeout = asyncio.timeout(seconds)
    limit = TimeLimit(timeout)
    token = LIMIT.set(limit)
    try:
        async with timeout:
            yield
    except TimeoutError:
        if timeout.expired():
            raise TookTooLong from None
        raise
    finally:
        limit.is_over = True
        LIMIT.reset(token)


@contextmanager
def waiting_for_others() -> Iterator[None]:
    """The time within is not counted."""
    limit = LIMIT.get()
    if limit is None:
        yield
        return
    limit.stand_still()
    try:
        yield
    finally:
        limit.go_on()
