"""Failed attempts, a line each in the log `semaforo.audit`, with nothing in it that the one who tried has chosen.

Not the token, nor a claim that is not proven: the reason is a word of ours, the user is known only where a signature
proves it, and a request's number that is the client's own is one that `request_ids` took. Whoever tries without end
from one address is counted instead, so that they fill no disk and hide nobody else's attempts.
"""

import asyncio
import logging

logger = logging.getLogger("semaforo.audit")

WINDOW = 10.0
"""Seconds from the first of the same attempts until those without a line are told in one."""
LINES = 10
"""Lines in that time of the same reason, user and remote."""
MAX_ENTRIES = 10_000

Attempt = tuple[str, int, str | None]


class Audit:
    """Writes them down."""

    def __init__(self) -> None:
        self.counts: dict[Attempt, int] = {}

    def refused(self, request_id: str, reason: str, user_id: int, remote: str | None) -> None:
        """An attempt of somebody, at the address that the connection came from; user 0 is not known."""
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
        """Say how many there were without a line of their own."""
        more = self.counts.pop(attempt, 0) - LINES
        if more > 0:
            reason, user_id, remote = attempt
            logger.warning("refused more=%s reason=%s user=%s remote=%s", more, reason, user_id or "-", remote)

    def close(self) -> None:
        """Say so of all of them, now."""
        for attempt in list(self.counts):
            self.log_suppressed(attempt)
