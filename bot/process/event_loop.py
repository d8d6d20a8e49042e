"""The event loop that a command runs on."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any


def run_loop(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine, on uvloop if it is installed."""
    factory = None
    if sys.platform != "win32":
        import uvloop  # noqa: PLC0415 does not exist on Windows

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main)
