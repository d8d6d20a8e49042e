"""How a process learns that it is to end, and what an interruption does before it can learn of anything."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

CLOSED: int = getattr(signal, "SIGHUP", 0)
"""What a terminal sends to all that was started on it when it closes; Windows has nothing like it."""

ASKS = (signal.SIGINT, signal.SIGTERM, *([CLOSED] if CLOSED else []))


def stop_signal() -> asyncio.Event:
    """Set when a signal asks this process to end; SIGHUP stays ignored if it was at the start, as under `nohup`."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for each in ASKS:
        if each != CLOSED or signal.getsignal(each) is not signal.SIG_IGN:
            loop.add_signal_handler(each, stopped.set)
    return stopped


@contextmanager
def quiet_sigint() -> Iterator[None]:
    """Within, SIGINT ends the process at once, without a stack."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
