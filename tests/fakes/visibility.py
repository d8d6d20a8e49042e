"""Records of visibility in memory."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from core.calendar.visibility import readable
from core.records.calendar import NewVisibilityRecord, VisibilityRecord
from core.records.people import Actor
from tests.fakes.state import State, next_id


class Visibility:
    """`core.ports.VisibilityRepository`; a deleted record leaves None in its place."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, record_id: int) -> VisibilityRecord | None:
        return self.state.visibility.get(record_id)

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        found = [
            record
            for record in self.state.visibility.values()
            if record
            and record.id > after_id
            and event_id in (None, record.event_id)
            and readable(viewer, record, self.state.events[record.event_id].created_by_user_id)
        ]
        return found[:limit]

    async def add(self, record: NewVisibilityRecord) -> VisibilityRecord | None:
        values = msgspec.structs.asdict(record)
        added = VisibilityRecord(id=next_id(self.state.visibility), is_deleted=False, deleted_at=None, **values)
        if self.taken(added):
            return None
        self.state.visibility[added.id] = added
        return added

    async def update(self, record: VisibilityRecord) -> bool:
        if not self.state.visibility.get(record.id) or self.taken(record):
            return False
        self.state.visibility[record.id] = record
        return True

    def taken(self, record: VisibilityRecord) -> bool:
        """Whether the person has another live record in the event."""
        others = [each for each in self.state.visibility.values() if each and each.id != record.id]
        return (record.event_id, record.user_id) in {(each.event_id, each.user_id) for each in others}

    async def delete(self, record_id: int, at: datetime) -> None:
        self.state.visibility[record_id] = None
