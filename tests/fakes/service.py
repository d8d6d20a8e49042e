"""Examples, drafts and idempotency keys in memory."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from core.base.paging import WHOLE, Page
from core.records.drafts import Draft, DraftBody, NewDraft
from core.records.examples import Example
from tests.fakes.rows import Rows
from tests.fakes.state import Repository, next_id


class Examples(Rows):
    """`core.ports.ExampleRepository`."""

    table = "examples"

    async def list(self, page: Page = WHOLE) -> Sequence[Example]:
        return self.live(page.after)[: page.most]

    async def add(self, name: str) -> Example:
        return self.put(Example(id=next_id(self.rows), name=name, active=True))

    async def rename(self, example_id: int, name: str) -> None:
        self.put(msgspec.structs.replace(self.rows[example_id], name=name))


class Drafts(Rows):
    """`core.ports.DraftRepository`; bodies are as JSON tells them."""

    table = "drafts"

    async def add(self, new: NewDraft) -> Draft:
        added = Draft(next_id(self.rows), new.owner_user_id, new.body, new.expires_at, None)
        self.put(msgspec.structs.replace(added, body=kept(added.body)))
        return added

    async def update(self, changed: Draft) -> None:
        before = self.rows.get(changed.id)
        if before:
            self.put(
                msgspec.structs.replace(
                    before, body=kept(changed.body), expires_at=changed.expires_at, saved_id=changed.saved_id
                )
            )

    async def prune(self, before: datetime) -> int:
        gone = [draft.id for draft in self.live() if draft.expires_at < before]
        self.rows.update(dict.fromkeys(gone))
        return len(gone)


def kept(body: DraftBody) -> DraftBody:
    """A body as it comes back from a store."""
    return msgspec.json.decode(msgspec.json.encode(body), type=DraftBody)


class IdempotencyKeys(Repository):
    """`core.ports.IdempotencyKeyRepository`."""

    async def get(self, scope: str, key: str) -> tuple[bytes, bytes] | None:
        found = self.state.idempotency_keys.get((scope, key))
        return found[:2] if found else None

    async def add(self, scope: str, key: str, digest: bytes, outcome: bytes, at: datetime) -> None:
        if (scope, key) in self.state.idempotency_keys:
            raise ValueError("this key was stored before")
        self.state.idempotency_keys[scope, key] = (digest, outcome, at)

    async def prune(self, before: datetime) -> int:
        old = [key for key, (_, _, at) in self.state.idempotency_keys.items() if at < before]
        for key in old:
            del self.state.idempotency_keys[key]
        return len(old)
