"""Tries again the work during which a process died, so that no item kills one process after the other.

An item is tried by `core.delivery.begun_work.MOST_TIMES` processes at most, then put aside. An item that was counted
before runs for `ALONE_SECONDS` without others that were, so that its next crash is not counted against them. It runs
later after the start the more often it was counted, so that it is not blamed where something else ends each process.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from core.application.use_case import Pipeline, UseCase
from core.base.errors import Unavailable
from core.delivery import begun_work
from core.people.users import OPERATOR_CALLER
from core.records.jobs import WorkKind

logger = logging.getLogger(__name__)
T = TypeVar("T")

ALONE_SECONDS = 5.0
LATER_SECONDS = 2.0
"""The least time after the first such item of a process for which another waits, for each attempt that was counted."""
WAIT_SECONDS = 0.5
"""The pause between two attempts to reach a database that is down."""


class Careful:
    """Runs items of a kind, and counts their attempts. `earlier`: attempts of each item that were not counted."""

    def __init__(self, pipeline: Pipeline, kind: WorkKind, *, earlier: int = 0) -> None:
        self.pipeline = pipeline
        self.kind = kind
        self.earlier = earlier
        self.alone = asyncio.Lock()
        self.first_at: float | None = None

    @asynccontextmanager
    async def begun_again(self, item: int) -> AsyncIterator[bool]:
        """Count an attempt at an item until the block ends; yield False, and put it aside, if there were too many.

        A cancellation or a database that is down is not the item's fault, and is not counted; other exceptions are.
        """
        times = await self.until_stored(begun_work.times_begun, item)
        if times + self.earlier >= begun_work.MOST_TIMES:
            times += self.earlier
            logger.error("%s %d is put aside: it was begun %d times and never ended", self.kind, item, times)
            await self.until_stored(begun_work.put_aside, item)
            yield False
            return
        async with self.alone_after(times):
            await self.until_stored(begun_work.begin_again, item)
            try:
                yield True
            except (asyncio.CancelledError, Unavailable):
                with suppress(Unavailable):
                    await self.run(begun_work.take_back, item)
                raise
            await self.until_stored(begun_work.end_work, item)

    @asynccontextmanager
    async def alone_after(self, times: int) -> AsyncIterator[None]:
        """Have an item that was counted wait for its time, and then for another one that was.

        Not for long: one that has not killed the process by then hardly will.
        """
        now, held = asyncio.get_running_loop().time(), False
        if self.first_at is None:
            self.first_at = now
        try:
            if times:
                later = times * LATER_SECONDS * random.uniform(1, 2)  # noqa: S311 in another order each time
                await asyncio.sleep(max(self.first_at + later - now, 0))
                with suppress(TimeoutError):
                    async with asyncio.timeout(ALONE_SECONDS):
                        held = await self.alone.acquire()
            yield
        finally:
            if held:
                self.alone.release()

    async def until_stored(self, use_case: UseCase[[WorkKind, int], T], item: int) -> T:
        """The result of a use case of an item, once the database is there."""
        while True:
            with suppress(Unavailable):
                return await self.run(use_case, item)
            await asyncio.sleep(WAIT_SECONDS)

    async def run(self, use_case: UseCase[[WorkKind, int], T], item: int) -> T:
        return await self.pipeline.run(OPERATOR_CALLER, use_case, self.kind, item)
