"""Sign-ons of assistants."""

from datetime import datetime
from typing import Protocol

from core.records.sign_ons import AuthorizationRequest, SignOn


class SignOnRepository(Protocol):
    """Sign-ons by id. The secrets of the page, of the chat and of the client are known by their SHA-256."""

    async def add(
        self, request: AuthorizationRequest, page_hash: bytes, chat_hash: bytes, site: str, expires_at: datetime
    ) -> None: ...

    async def get(self, sign_on_id: int) -> SignOn | None: ...

    async def by_page(self, secret_hash: bytes) -> SignOn | None: ...

    async def by_chat(self, secret_hash: bytes) -> SignOn | None: ...

    async def by_code(self, secret_hash: bytes) -> SignOn | None: ...

    async def save(self, sign_on: SignOn) -> None:
        """Save a sign-on, except what it has from its `AuthorizationRequest`."""

    async def put_code(self, sign_on_id: int, secret_hash: bytes) -> None: ...

    async def unopened(self, now: datetime) -> int:
        """Count the sign-ons that have not expired and that nobody has opened in the chat."""

    async def drop_unopened(self, now: datetime) -> int:
        """Delete the oldest that `unopened` counts, of the site that has the most."""

    async def prune(self, before: datetime, most: int) -> int:
        """Delete at most `most` sign-ons that expired before `before`. Returns how many."""
