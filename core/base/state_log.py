"""What is wrong now, logged when it begins and when it is over, not at each request that it spoils."""

import logging
from collections.abc import Callable
from time import monotonic

from msgspec import Struct

QUIET_SECONDS = 60.0
"""For so long after a line about a thing, only that it works again is logged."""

MOST_THINGS = 1000


class LoggedState(Struct):
    """What was logged last about a thing and when, and how often it has failed since it last worked."""

    logged: str | None = None
    logged_at: float = float("-inf")
    failures: int = 0


class StateLog:
    """The states of things by their names; `clock` is monotonic, in seconds."""

    def __init__(self, logger: logging.Logger, clock: Callable[[], float] = monotonic) -> None:
        self.logger = logger
        self.clock = clock
        self.states: dict[str, LoggedState] = {}

    def failing(self, thing: str, fault: object) -> None:
        """It fails now: one warning, and another one only for another fault, later."""
        state = self.states.get(thing)
        if state is None:
            state = self.states[thing] = LoggedState()
            if len(self.states) > MOST_THINGS:
                del self.states[next(iter(self.states))]
        state.failures += 1
        words, now = str(fault), self.clock()
        if state.logged != words and now - state.logged_at >= QUIET_SECONDS:
            state.logged, state.logged_at = words, now
            self.logger.warning("%s: %s", thing, words)

    def working(self, thing: str) -> None:
        """It works; a line if the log says that it does not."""
        state = self.states.get(thing)
        if state is None or not state.failures:
            return
        if state.logged is not None:
            self.logger.info("%s: works again after %d failures", thing, state.failures)
        state.logged, state.failures = None, 0
