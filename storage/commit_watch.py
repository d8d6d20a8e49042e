"""Tells those who wait for it that something was committed, by this process or another.

Writers of this process say so themselves. Those of others are watched for only while somebody waits.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Tell = Callable[[], None]
WatchOthers = Callable[[Tell], Awaitable[None]]
"""Calls a function once it watches, and after each commit of another process, until it is cancelled."""


class CommitFlag:
    """Implements `core.ports.CommitWatch` by a flag that each commit sets."""

    def __init__(self) -> None:
        self.told = 0
        self._event = asyncio.Event()

    def tell(self) -> None:
        self.told += 1
        self._event.set()

    async def committed(self) -> None:
        await self._event.wait()
        self._event.clear()


class CommitWatches:
    """All watches of a process on one database."""

    def __init__(self, watch_others: WatchOthers) -> None:
        self._watch_others = watch_others
        self._watches: set[CommitFlag] = set()
        self._watching: asyncio.Future[None] | None = None

    def tell(self) -> None:
        """Tell those who watch that something was committed."""
        for watch in self._watches:
            watch.tell()

    @asynccontextmanager
    async def watch(self) -> AsyncIterator[CommitFlag]:
        watch = CommitFlag()
        self._watches.add(watch)
        if self._watching is None:
            self._watching = asyncio.ensure_future(self._watch_others(self.tell))
        try:
            yield watch
        finally:
            self._watches.discard(watch)
            if not self._watches:
                await self.close()

    async def close(self) -> None:
        """Stop watching for other processes."""
        watching, self._watching = self._watching, None
        if watching:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
