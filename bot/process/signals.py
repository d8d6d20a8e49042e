"""The signals that ask a process to end, and the effect of an interruption before it can handle any."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

CLOSED: int = getattr(signal, "SIGHUP", 0)
"""The signal that a closing terminal sends to all that was started on it; Windows has nothing like it."""

ASKS = (signal.SIGINT, signal.SIGTERM, *([CLOSED] if CLOSED else []))


def stop_signal() -> asyncio.Event:
    """Return an event that is set when a signal asks this process to end; under `nohup`, SIGHUP stays ignored."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for each in ASKS:
        if each != CLOSED or signal.getsignal(each) is not signal.SIG_IGN:
            loop.add_signal_handler(each, stopped.set)
    return stopped


@contextmanager
def quiet_sigint() -> Iterator[None]:
    """Have SIGINT end the process at once within, without a stack."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
