"""The rate limit: how many requests a minute a person may make, all at once or spread over it.

Each process counts by itself. Every person has a limit of their own, so that one integration does not slow another.
"""

from datetime import datetime, timedelta

from api.http.errors import ApiCode, HttpError

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


class RateLimit:
    """The generic cell rate algorithm, with one instant kept for each person."""

    def __init__(self, per_minute: int) -> None:
        self.interval = MINUTE // per_minute
        self.paid_until: dict[int, datetime] = {}

    def admit(self, user_id: int, now: datetime) -> None:
        """Count a request. Raises `HttpError` with `Retry-After` if it is over the limit."""
        known = self.paid_until.get(user_id, now)
        set_back = known > now + MINUTE  # the clock was: nobody can be further ahead than a minute
        paid_until = (now if set_back else max(known, now)) + self.interval
        wait = paid_until - MINUTE - now
        if wait > timedelta(0):
            raise HttpError(ApiCode.TOO_MANY_REQUESTS, headers=f"Retry-After: {-(-wait // SECOND)}\r\n")
        self.paid_until[user_id] = paid_until
