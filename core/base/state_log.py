"""A log of what is wrong: lines when it begins, once a minute while it lasts, and when it is over; none per request."""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from msgspec import Struct

MINUTE = 60.0
SETTLE_SECONDS = 1.0
"""The time for which a thing has to work before its outage is over. After an outage that begins again within a minute
it is twice as long as before, a minute at most: what works now and then would fill the log."""

MOST_THINGS = 1000


class Timer(Protocol):
    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Timer]
"""Calls a function after a number of seconds."""


def later(seconds: float, act: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, act)


class Outage(Struct):
    """The latest outage of a thing: `failures` in it, 0 if it is over; `told_at`: when its last line was logged.

    `settle`: for how long the thing has to work. `ending`: ends it then, once it works.
    """

    failures: int = 0
    told_at: float = 0.0
    ended_at: float = float("-inf")
    settle: float = SETTLE_SECONDS
    ending: Timer | None = None


class StateLog:
    """The states of things by their names; `clock` is monotonic, in seconds."""

    def __init__(self, logger: logging.Logger, clock: Callable[[], float] = monotonic, later: Later = later) -> None:
        self.logger = logger
        self.clock = clock
        self.later = later
        self.states: dict[str, Outage] = {}

    def failing(self, thing: str, fault: object, times: int = 1) -> None:
        """Note that a thing has failed `times` times."""
        outage, now = self.state_of(thing), self.clock()
        if outage.ending is not None:
            outage.ending.cancel()
            outage.ending = None
        begins = not outage.failures
        outage.failures += times
        if begins:
            outage.settle = min(2 * outage.settle, MINUTE) if now - outage.ended_at < MINUTE else SETTLE_SECONDS
            outage.told_at = now
            self.logger.warning("%s: %s", thing, fault)
        elif now - outage.told_at >= MINUTE:
            outage.told_at = now
            self.logger.warning("%s: %s: %d failures so far", thing, fault, outage.failures)

    def working(self, thing: str) -> None:
        """Note that a thing has worked; its outage is over unless it fails again soon."""
        outage = self.states.get(thing)
        if outage is not None and outage.failures and outage.ending is None:
            outage.ending = self.later(outage.settle, lambda: self.end(thing, outage))

    def end(self, thing: str, outage: Outage) -> None:
        self.logger.info("%s: works again after %d failures", thing, outage.failures)
        outage.failures, outage.ending, outage.ended_at = 0, None, self.clock()

    def state_of(self, thing: str) -> Outage:
        found = self.states.get(thing)
        if found is None:
            found = self.states[thing] = Outage()
            if len(self.states) > MOST_THINGS:
                del self.states[next(iter(self.states))]
        return found
