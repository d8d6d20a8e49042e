"""How often one person may ask: as many requests a minute as an installation allows, all at once or spread over it.

Each process counts for itself, a person's requests alone: what one integration does too often is no other's matter.
"""

from datetime import datetime, timedelta

from api.http.errors import ApiCode, HttpError

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


class RateLimit:
    """Admits requests while a person's minute has room (the generic cell rate algorithm: one instant a person)."""

    def __init__(self, per_minute: int) -> None:
        self.interval = MINUTE // per_minute
        self.paid_until: dict[int, datetime] = {}

    def admit(self, user_id: int, now: datetime) -> None:
        """Count a request. Raises `HttpError` with `Retry-After` where there is no room for it."""
        known = self.paid_until.get(user_id, now)
        set_back = known > now + MINUTE  # the clock: nobody can have paid for longer
        paid_until = (now if set_back else max(known, now)) + self.interval
        wait = paid_until - MINUTE - now
        if wait > timedelta(0):
            raise HttpError(ApiCode.TOO_MANY_REQUESTS, headers=f"Retry-After: {-(-wait // SECOND)}\r\n")
        self.paid_until[user_id] = paid_until
