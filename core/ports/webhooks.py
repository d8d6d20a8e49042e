"""Webhooks: where they are kept, and what sends to them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from core.records.webhooks import Answer, NewWebhookRow, WebhookRetry, WebhookRow, WebhookStop, WebhookWork


class WebhookRepository(Protocol):
    """Webhooks by id, which is not given again, and the changes that did not arrive at them."""

    async def list(self) -> Sequence[WebhookRow]: ...

    async def of_person(self, user_id: int) -> Sequence[WebhookRow]: ...

    async def get(self, webhook_id: int) -> WebhookRow | None: ...

    async def add(self, row: NewWebhookRow) -> int:
        """Add a webhook, and return its id."""

    async def save(self, row: WebhookRow) -> None:
        """Keep all that a webhook has but its id, its owner and the counts."""

    async def delete(self, webhook_id: int) -> None: ...

    async def work(self) -> Sequence[WebhookWork]:
        """List the webhooks that are not stopped, of people who are active."""

    async def due(self, webhook_id: int, until: datetime, most: int) -> Sequence[WebhookRetry]:
        """Find the changes to be tried again by `until`, the longest due first, at most `most`."""

    async def put_retries(self, webhook_id: int, retries: Sequence[WebhookRetry]) -> None: ...

    async def drop_retries(self, webhook_id: int, seqs: Sequence[int]) -> None: ...

    async def drop_retries_from(self, webhook_id: int, seq: int) -> None:
        """Forget the retries of this row of the journal and of later ones."""

    async def begin_anew(self, webhook_id: int, at: datetime) -> None:
        """Make all retries of a webhook due at `at`, as if nothing had been tried."""

    async def prune(self, before: datetime, most: int) -> int:
        """Delete at most `most` retries that were given up and first tried before `before`. Returns how many."""

    async def count(self) -> Mapping[WebhookStop | None, int]:
        """Count the webhooks stopped for each reason, and under None those that are not."""


class WebhookClient(Protocol):
    """Sends to addresses of others, which are checked each time."""

    async def check(self, url: str) -> None:
        """Raise `Invalid` unless requests may be sent to a URL now."""

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send a request, and return its outcome. Takes a bounded time, and raises nothing."""

    async def fetch(self, url: str, most: int) -> bytes | None:
        """A JSON document of at most `most` bytes, as GET gives it; None if it cannot be had. Raises nothing."""
