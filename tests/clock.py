"""A clock that goes only when a test moves it."""

from datetime import datetime, timedelta

from tests.cast import NOW


class FakeClock:
    """Stands at an instant; `advance` and `set` move it."""

    def __init__(self, now: datetime = NOW) -> None:
        self.instant = now

    def now(self) -> datetime:
        """The instant it stands at."""
        return self.instant

    def advance(self, **by: float) -> datetime:
        """Move by a timedelta's arguments; the new instant."""
        self.instant += timedelta(**by)
        return self.instant

    def set(self, instant: datetime) -> None:
        """Move to an instant."""
        self.instant = instant
