"""Notices that the machine's clock has leapt: it may be wrong now or was before, so what looks late may not be."""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from core.base.calendar_time import Clock

logger = logging.getLogger(__name__)

LEAP = timedelta(minutes=1)
"""How far the clock may drift from the steady one between two looks."""


def steady_seconds() -> float:
    """Goes on while the machine is suspended, where the system can tell that."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class ClockWatch:
    """Says whether the clock has gone steadily for a while, if it is asked often."""

    def __init__(self, clock: Clock, distrust: timedelta, steady: Callable[[], float] = steady_seconds) -> None:
        self.clock = clock
        self.distrust = distrust
        self.steady = steady
        self.seen = clock.now(), steady()
        self.trusted_from = self.seen[1]

    def is_trusted(self) -> bool:
        """False for a while after a leap, which is logged."""
        (then, since), (now, at) = self.seen, (self.clock.now(), self.steady())
        self.seen = now, at
        leap = now - then - timedelta(seconds=at - since)
        if abs(leap) > LEAP:
            self.trusted_from = at + self.distrust.total_seconds()
            logger.warning(
                "the clock has leapt by %.0f s: nothing is sent or withheld by it for %s",
                leap.total_seconds(),
                self.distrust,
            )
        return at >= self.trusted_from
