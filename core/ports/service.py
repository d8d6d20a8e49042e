"""What the service keeps on its own account, what people are putting together, and examples."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.records.drafts import Draft, NewDraft
from core.records.examples import Example


class ExampleRepository(Protocol):
    """Examples; a deleted one is in none of the answers."""

    async def get(self, example_id: int) -> Example | None:
        """One example."""

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[Example]:
        """All of them, by id."""

    async def add(self, name: str) -> Example:
        """The new, active example with its id."""

    async def rename(self, example_id: int, name: str) -> None:
        """Write the name."""

    async def delete(self, example_id: int) -> None:
        """Hide it for good; its id is not given again."""


class IdempotencyKeyRepository(Protocol):
    """What was already applied: one row a cause, written in the transaction of its effect."""

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        """(digest, outcome) of a cause that was applied."""

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes, at: datetime) -> None:
        """Record that a cause was applied, and what came of it."""

    async def prune(self, before: datetime) -> int:
        """Forget what is older; how many."""


class DraftRepository(Protocol):
    """Drafts; the id of one that is gone is not given again."""

    async def get(self, draft_id: int) -> Draft | None:
        """One draft, expired or not."""

    async def add(self, new: NewDraft) -> Draft:
        """The new draft with its id."""

    async def update(self, changed: Draft) -> None:
        """Write its body, its expiry and what it became."""

    async def delete(self, draft_id: int) -> None:
        """Forget it."""

    async def prune(self, before: datetime) -> int:
        """Forget those that expired earlier; how many."""
