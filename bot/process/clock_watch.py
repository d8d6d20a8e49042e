"""Notices that the machine's clock has leapt: it may be wrong now or was before, so what looks late may not be.

It may also have leapt while nothing ran: at the start it is compared with the time that the store knows last.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from core.base.calendar_time import Clock

logger = logging.getLogger(__name__)

LEAP = timedelta(minutes=1)
"""The drift from the steady clock between two looks that makes a leap."""


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

    @property
    def now(self) -> datetime:
        """The instant at which the clock was looked at last: by it, what is done after a look is right."""
        return self.seen[0]

    def compare(self, last: datetime) -> None:
        """Trust the clock only after a while if it is far from an instant at which the service ran last.

        The machine may also have been off in the meantime; then the wait harms nobody.
        """
        ahead = self.clock.now() - last
        if self.distrust and abs(ahead) > max(self.distrust, LEAP):
            self.doubt(f"the clock is {told(ahead)} the time at which the service ran last")

    def is_trusted(self) -> bool:
        """False for a while after a leap, which is logged."""
        (then, since), (now, at) = self.seen, (self.clock.now(), self.steady())
        self.seen = now, at
        leap = now - then - timedelta(seconds=at - since)
        if abs(leap) > LEAP:
            self.doubt(f"the clock has leapt by {leap.total_seconds():.0f} s")
        return at >= self.trusted_from

    def doubt(self, why: str) -> None:
        """Trust the clock only after a while; say why."""
        self.trusted_from = self.steady() + self.distrust.total_seconds()
        logger.warning("%s: nothing is sent or withheld by it for %s", why, self.distrust)


def told(ahead: timedelta) -> str:
    return f"{abs(ahead).total_seconds():.0f} s {'ahead of' if ahead > timedelta(0) else 'behind'}"
