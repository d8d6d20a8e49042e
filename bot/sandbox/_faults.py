"""Trouble on demand: the next calls of the bot are refused, delayed, cut off, or accepted without an answer."""

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.sandbox._errors import ApiError, forbidden, too_many_requests
from bot.sandbox._params import Params

Kind = Literal["error", "drop", "lose_answer", "delay", "hold"]
_SERVER_ERRORS = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}


@dataclass
class Fault:
    """One kind of trouble for the next `times` matching calls (None: until cleared).

    `error` answers `error` without doing anything; `drop` closes the connection without doing anything;
    `lose_answer` does the work, waits `seconds`, then closes the connection; `delay` waits `seconds` first, `hold`
    until `release`.
    `method` and `chat_id` narrow it down, `probability` in [0, 1] thins it out. `hits` counts.
    """

    kind: Kind
    error: ApiError | None = None
    method: str | None = None
    chat_id: int | None = None
    times: int | None = 1
    probability: float = 1.0
    seconds: float = 0.0
    hits: int = field(default=0, init=False)
    released: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def release(self) -> None:
        """Let the calls that it holds go on."""
        self.released.set()

    def matches(self, method: str, params: Params) -> bool:
        if self.times is not None and self.hits >= self.times:
            return False
        if self.method is not None and self.method.lower() != method.lower():
            return False
        if self.chat_id is not None and params.text("chat_id") != str(self.chat_id):
            return False
        return self.probability >= 1.0 or random.random() < self.probability  # noqa: S311 - no secret


class Faults:
    """The faults in force; the first that matches hits. Makers take a Fault's fields and return it, for its `hits`."""

    def __init__(self) -> None:
        self.active: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        self.active.append(fault)
        return fault

    def clear(self) -> None:
        self.active.clear()

    def hit(self, method: str, params: Params) -> Fault | None:
        """The fault that strikes this call, counted; None for none."""
        for fault in self.active:
            if fault.matches(method, params):
                fault.hits += 1
                return fault
        return None

    def too_many_requests(self, retry_after: int = 1, **narrowed: Any) -> Fault:
        return self.add(Fault("error", too_many_requests(retry_after), **narrowed))

    def server_error(self, code: int = 502, **narrowed: Any) -> Fault:
        return self.add(Fault("error", ApiError(code, _SERVER_ERRORS[code]), **narrowed))

    def forbidden(self, reason: str = "bot was blocked by the user", **narrowed: Any) -> Fault:
        return self.add(Fault("error", forbidden(reason), **narrowed))

    def refuse(self, code: int, description: str, **narrowed: Any) -> Fault:
        """Answer with any other error, its `description` in full ("Bad Request: …")."""
        return self.add(Fault("error", ApiError(code, description), **narrowed))

    def drop(self, **narrowed: Any) -> Fault:
        """The connection closes and nothing was done."""
        return self.add(Fault("drop", **narrowed))

    def lose_answer(self, seconds: float = 0.0, **narrowed: Any) -> Fault:
        """The work is done, its answer never arrives: the connection stays mute for `seconds`, then closes."""
        return self.add(Fault("lose_answer", seconds=seconds, **narrowed))

    def delay(self, seconds: float, **narrowed: Any) -> Fault:
        """The call takes `seconds` longer."""
        return self.add(Fault("delay", seconds=seconds, **narrowed))

    def hold(self, **narrowed: Any) -> Fault:
        """The call waits until the fault is released."""
        return self.add(Fault("hold", **narrowed))
