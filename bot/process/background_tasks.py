"""Ends tasks of the event loop that others have begun, and keeps those going that are to last."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 5.0
"""The time after which work that ended by an error is begun again."""


async def go_on(work: Callable[[], Awaitable[None]], what: str) -> None:
    """Do work that is to last; where it ends by an error, that is logged and it is begun again soon."""
    while True:
        try:
            await work()
        except Exception:
            logger.exception("%s: begun again in %g s", what, AGAIN_SECONDS)
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            return


async def cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait until they are over, however they end."""
    cancelled = [*tasks]
    for task in cancelled:
        task.cancel()
    await asyncio.gather(*cancelled, return_exceptions=True)


async def finish(tasks: Iterable[asyncio.Task[None]], seconds: float) -> None:
    """Wait at most `seconds` until tasks are over, then cancel those that are not."""
    begun = [*tasks]
    if begun:
        await asyncio.wait(begun, timeout=seconds)
    await cancel(begun)
