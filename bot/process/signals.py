"""The signals that ask a process to end or to replace its workers, and an interruption before it can handle any."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

CLOSED: int = getattr(signal, "SIGHUP", 0)
"""The signal that a closing terminal sends to all that was started on it; Windows has nothing like it."""

ASKS = (signal.SIGINT, signal.SIGTERM, *([CLOSED] if CLOSED else []))


REPLACES: int = getattr(signal, "SIGUSR1", 0)
"""The signal that asks for workers of the program as it is installed now, one after the other; Windows has none."""


def replace_signal(ask: Callable[[], None]) -> None:
    """Call `ask` whenever a signal asks this process to replace its workers."""
    if REPLACES:
        asyncio.get_running_loop().add_signal_handler(REPLACES, ask)


def stop_signal() -> asyncio.Event:
    """Return an event that is set when a signal asks this process to end; under `nohup`, SIGHUP stays ignored."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for each in ASKS:
        if each != CLOSED or signal.getsignal(each) is not signal.SIG_IGN:
            loop.add_signal_handler(each, stopped.set)
    return stopped


@contextmanager
def quiet_sigint() -> Iterator[None]:
    """Have SIGINT end the process at once, without a stack, until the block ends."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
