"""Request ids: the client's own, or one of ours that no other process uses."""

import re
import secrets
from itertools import count

OWN = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestIds:
    """A random prefix for the process, then a counter, so that an id costs no system call."""

    def __init__(self) -> None:
        self.prefix = secrets.token_hex(6)
        self.counter = count(1)

    def of(self, given: str | None) -> str:
        """The client's `X-Request-ID` if it is safe to log, else the next of ours."""
        if given is not None and OWN.fullmatch(given):
            return given
        return f"{self.prefix}-{next(self.counter):x}"
