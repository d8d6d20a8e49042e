"""Ends tasks of the event loop that others have begun."""

import asyncio
from collections.abc import Iterable


async def cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait until they are over, however they end."""
    cancelled = [*tasks]
    for task in cancelled:
        task.cancel()
    await asyncio.gather(*cancelled, return_exceptions=True)


async def finish(tasks: Iterable[asyncio.Task[None]], seconds: float) -> None:
    """Wait for so long until tasks are over, then cancel those that are not."""
    begun = [*tasks]
    if begun:
        await asyncio.wait(begun, timeout=seconds)
    await cancel(begun)
