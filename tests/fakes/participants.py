"""Participants in memory."""

from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from core.calendar.events import visible
from core.records.calendar import NewParticipant, Participant
from core.records.people import Actor
from tests.fakes.events import Events
from tests.fakes.state import State, next_id


class Participants:
    """`core.ports.ParticipantRepository`; a deleted one leaves None in its place."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, record_id: int) -> Participant | None:
        return self.state.participants.get(record_id)

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, user_id: int | None = None
    ) -> Sequence[Participant]:
        events = Events(self.state)
        found = [
            row
            for row in self.state.participants.values()
            if row
            and row.id > after_id
            and user_id in (None, row.user_id)
            and visible(viewer, events.as_seen(self.state.events[row.event_id], viewer.id))
        ]
        return found[:limit]

    async def of_events(self, event_ids: Collection[int]) -> Sequence[Participant]:
        return [row for row in self.state.participants.values() if row and row.event_id in event_ids]

    async def add(self, row: NewParticipant) -> Participant | None:
        values = msgspec.structs.asdict(row)
        added = Participant(id=next_id(self.state.participants), is_deleted=False, deleted_at=None, **values)
        if self.taken(added):
            return None
        self.state.participants[added.id] = added
        return added

    async def add_people(self, event_id: int, user_ids: Collection[int], at: datetime) -> None:
        for user_id in user_ids:
            row = NewParticipant(event_id=event_id, user_id=user_id, customer_id=None, created_at=at, updated_at=at)
            assert await self.add(row)

    async def update(self, participant: Participant) -> bool:
        if not self.state.participants.get(participant.id) or self.taken(participant):
            return False
        self.state.participants[participant.id] = participant
        return True

    def taken(self, participant: Participant) -> bool:
        """Whether the person or the customer has another live one in the event."""
        return any(
            other
            and other.id != participant.id
            and other.event_id == participant.event_id
            and (
                other.user_id == participant.user_id is not None
                or other.customer_id == participant.customer_id is not None
            )
            for other in self.state.participants.values()
        )

    async def delete(self, record_id: int, at: datetime) -> None:
        self.state.participants[record_id] = None
