"""The log `semaforo.audit`: a line for each failed authentication, with nothing in it that an attacker can choose.

There is no token and no unverified claim: the reason is a word of ours, the user is there only if the signature was
valid, and a client's own request id is one that the API accepted; the webhook's calls have none. Many attempts of one
kind from one address are only counted, so that they do not fill the disk or hide other attempts.
"""

import asyncio
import logging

logger = logging.getLogger("semaforo.audit")

WINDOW = 10.0
"""Seconds from the first of several equal attempts until those that were not logged are counted in a line."""
LINES = 10
"""The most lines that are written in that time for a reason, user and remote address."""
MAX_ENTRIES = 10_000

Attempt = tuple[str, int, str | None]


class Audit:
    def __init__(self) -> None:
        self.counts: dict[Attempt, int] = {}

    def refused(self, request_id: str, reason: str, user_id: int, remote: str | None) -> None:
        """Log an attempt from a remote address; user 0 is unknown."""
        attempt = (reason, user_id, remote)
        count = self.counts.get(attempt, 0) + 1
        if count > 1:
            self.counts[attempt] = count
        elif len(self.counts) < MAX_ENTRIES:
            self.counts[attempt] = count
            asyncio.get_running_loop().call_later(WINDOW, self.log_suppressed, attempt)
        if count <= LINES:
            logger.warning(
                "refused request_id=%s reason=%s user=%s remote=%s", request_id, reason, user_id or "-", remote
            )

    def log_suppressed(self, attempt: Attempt) -> None:
        """Log how many attempts had no line of their own."""
        more = self.counts.pop(attempt, 0) - LINES
        if more > 0:
            reason, user_id, remote = attempt
            logger.warning("refused more=%s reason=%s user=%s remote=%s", more, reason, user_id or "-", remote)

    def close(self) -> None:
        for attempt in list(self.counts):
            self.log_suppressed(attempt)
