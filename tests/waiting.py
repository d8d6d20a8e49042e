"""Waiting in tests for something that happens elsewhere: until it has happened, never for a fixed time."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

SHORTEST, LONGEST = 0.001, 0.02
"""The seconds between two checks. They double each time, so that a long wait costs few checks."""


async def until(holds: Callable[[], object | Awaitable[object]], seconds: float = 10) -> None:
    """Wait until a condition, given as a function or a coroutine function, holds. Raises TimeoutError."""
    pause = SHORTEST
    async with asyncio.timeout(seconds):
        while True:
            answer = holds()
            if await answer if inspect.isawaitable(answer) else answer:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)


def within(seconds: float, act: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return a coroutine function that does the same, and raises TimeoutError where it waits after these seconds."""

    @wraps(act)
    async def limited(*args: Any, **named: Any) -> Any:
        async with asyncio.timeout(seconds):
            return await act(*args, **named)

    return limited
