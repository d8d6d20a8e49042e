"""How often one person may ask: as many requests a minute as an installation allows, all at once or spread over it.

Each process counts for itself, a person's requests alone: what one integration does too often is no other's matter.
"""

from math import ceil

from api.errors import ApiCode, Refusal

MINUTE = 60.0


class RateLimit:
    """Admits requests while a person's minute has room (the generic cell rate algorithm: one number a person)."""

    def __init__(self, per_minute: int) -> None:
        self.interval = MINUTE / per_minute
        self.paid_until: dict[int, float] = {}

    def admit(self, user_id: int, now: float) -> None:
        """Count a request at `now` (seconds). Raises `Refusal` with `Retry-After` where there is no room for it."""
        known = self.paid_until.get(user_id, now)
        paid_until = (known if now < known <= now + MINUTE else now) + self.interval  # else the clock was set back
        wait = paid_until - MINUTE - now
        if wait > 0:
            raise Refusal(ApiCode.TOO_MANY_REQUESTS, headers=f"Retry-After: {ceil(wait)}\r\n")
        self.paid_until[user_id] = paid_until
