"""What the present lines of the log are about, and what is slow enough to have one: set once a process, as levels are.

A request or an update that begins sets `ABOUT`, which the JSON format shows in every line until it ends.
"""

import logging
from contextvars import ContextVar
from math import inf

from msgspec import Struct


class LogFields(Struct):
    """`held`: for how many seconds the request was held until there was something to answer, which is no work."""

    request_id: str | None = None
    update_id: int | None = None
    user_id: int | None = None
    held: float | None = None


class SlowLog(Struct):
    """Logs what took longer than so many seconds."""

    seconds: float = inf

    def note(self, logger: logging.Logger, seconds: float, what: str, *args: object) -> None:
        if seconds > self.seconds:
            user = ABOUT.get().user_id or "-"
            logger.warning(f"slow {what} user=%s seconds=%.3f", *args, user, seconds, extra=duration(seconds))  # noqa: G004 the words are ours


NOTHING = LogFields()
ABOUT: ContextVar[LogFields] = ContextVar("ABOUT", default=NOTHING)
SLOW = SlowLog()


def note_user(user_id: int) -> None:
    if (about := ABOUT.get()) is not NOTHING:
        about.user_id = user_id


def note_held(seconds: float) -> None:
    if (about := ABOUT.get()) is not NOTHING:
        about.held = round(seconds, 6)


def duration(seconds: float) -> dict[str, float]:
    """As a field of a line: its `extra`."""
    return {"duration": round(seconds, 6)}
