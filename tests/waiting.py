"""How tests wait for what happens elsewhere: until it has, never for a while in which it should have."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable


async def until(holds: Callable[[], object | Awaitable[object]], seconds: float = 10) -> None:
    """Wait until a condition, given as a function or a coroutine function, holds. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while True:
            answer = holds()
            if await answer if inspect.isawaitable(answer) else answer:
                return
            await asyncio.sleep(0.005)
