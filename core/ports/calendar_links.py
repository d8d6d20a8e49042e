"""Links to calendars."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.records.calendar_links import CalendarKind, CalendarLink


class CalendarLinkRepository(Protocol):
    """Links that have not ended, by id, which is not given again. Secrets are known by their SHA-256."""

    async def of_person(self, user_id: int) -> Sequence[CalendarLink]: ...

    async def get(self, link_id: int) -> CalendarLink | None: ...

    async def by_secret(self, secret_hash: bytes) -> CalendarLink | None:
        """The link with this secret, if its person is active."""

    async def add(self, user_id: int, kind: CalendarKind, secret_hash: bytes, created_at: datetime) -> CalendarLink: ...

    async def renew(self, link_id: int, secret_hash: bytes) -> None:
        """Replace a link's secret; it counts as not fetched yet."""

    async def end(self, link_id: int, at: datetime) -> None: ...

    async def secrets_ended(self) -> int:
        """Count the secrets that have been renewed or ended until now."""

    async def note_fetch(self, link_id: int, by: str, at: datetime) -> None: ...

    async def prune(self, before: datetime, most: int) -> int:
        """Delete at most `most` links that ended before `before`. Returns how many."""
