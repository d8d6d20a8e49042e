"""Examples, idempotency keys and drafts, and the rounds of housekeeping by which the latter two age."""

from collections.abc import Sequence
from typing import Protocol

from core.base.paging import WHOLE, Page
from core.records.drafts import Draft, NewDraft
from core.records.examples import Example
from core.records.jobs import Round


class ExampleRepository(Protocol):
    async def get(self, example_id: int) -> Example | None: ...

    async def list(self, page: Page = WHOLE) -> Sequence[Example]: ...

    async def add(self, name: str) -> Example: ...

    async def rename(self, example_id: int, name: str) -> None: ...

    async def delete(self, example_id: int) -> None:
        """Delete an example. Its id is not given again."""


class IdempotencyKeyRepository(Protocol):
    """Requests that were applied, each written in the transaction of its effect."""

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        """The digest and the outcome of a request that was applied."""

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes) -> None:
        """Record that a request was applied, and its outcome."""

    async def prune(self, rounds: int) -> int:
        """Delete requests from more than `rounds` rounds of housekeeping ago. Returns how many."""


class DraftRepository(Protocol):
    """A deleted draft's id is not given again."""

    async def get(self, draft_id: int) -> Draft | None: ...

    async def add(self, new: NewDraft) -> Draft: ...

    async def update(self, changed: Draft) -> None: ...

    async def delete(self, draft_id: int) -> None: ...

    async def prune(self, rounds: int) -> int:
        """Delete drafts whose last change is more than `rounds` rounds ago. Returns how many."""


class HousekeepingRepository(Protocol):
    async def get(self) -> Round | None:
        """The present round."""

    async def put(self, begun: Round) -> None: ...
