"""The fields that log lines carry, and how slow an operation must be to have a line of its own.

A request or an update sets `ABOUT` when it begins; the JSON format adds its fields to every line until it ends. `SLOW`
is set once a process, like log levels.
"""

import logging
from contextvars import ContextVar
from math import inf

from msgspec import Struct


class LogFields(Struct):
    """`held`: the seconds for which a request waited for something to answer; they do not count as work."""

    request_id: str | None = None
    update_id: int | None = None
    user_id: int | None = None
    held: float | None = None


class SlowLog(Struct):
    """Logs what took longer than `seconds`."""

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
    """The `extra` of a log line, with its field `duration` in seconds."""
    return {"duration": round(seconds, 6)}
