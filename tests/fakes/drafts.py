"""Drafts in memory."""

from datetime import datetime

import msgspec

from core.records.drafts import Draft, DraftBody, NewDraft
from tests.fakes.state import State, next_id


class Drafts:
    """`core.ports.DraftRepository`; a draft that is gone leaves None in its place; bodies are as JSON tells them."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, draft_id: int) -> Draft | None:
        return self.state.drafts.get(draft_id)

    async def add(self, new: NewDraft) -> Draft:
        added = Draft(next_id(self.state.drafts), new.owner_user_id, new.body, new.expires_at, None)
        self.state.drafts[added.id] = msgspec.structs.replace(added, body=kept(added.body))
        return added

    async def update(self, changed: Draft) -> None:
        before = self.state.drafts.get(changed.id)
        if before:
            self.state.drafts[changed.id] = msgspec.structs.replace(
                before, body=kept(changed.body), expires_at=changed.expires_at, saved_id=changed.saved_id
            )

    async def delete(self, draft_id: int) -> None:
        if draft_id in self.state.drafts:
            self.state.drafts[draft_id] = None

    async def prune(self, before: datetime) -> int:
        gone = [draft.id for draft in self.state.drafts.values() if draft and draft.expires_at < before]
        self.state.drafts.update(dict.fromkeys(gone))
        return len(gone)


def kept(body: DraftBody) -> DraftBody:
    """A body as it comes back from a store."""
    return msgspec.json.decode(msgspec.json.encode(body), type=DraftBody)
