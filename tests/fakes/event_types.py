"""Event types in memory."""

from collections.abc import Sequence

import msgspec

from core.records.calendar import EventType, NewEventType
from tests.fakes.state import State, next_id


class EventTypes:
    """`core.ports.EventTypeRepository`; a deleted type leaves None in its place."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, event_type_id: int) -> EventType | None:
        return self.state.event_types.get(event_type_id)

    async def by_code(self, code: str) -> EventType | None:
        live = (event_type for event_type in self.state.event_types.values() if event_type)
        return next((each for each in live if each.code.casefold() == code.casefold()), None)

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[EventType]:
        live = [each for each in self.state.event_types.values() if each and each.id > after_id]
        return live[:limit]

    async def add(self, event_type: NewEventType) -> EventType | None:
        added = EventType(id=next_id(self.state.event_types), **msgspec.structs.asdict(event_type))
        if self.clashes(added):
            return None
        self.state.event_types[added.id] = added
        return added

    async def update(self, event_type: EventType) -> bool:
        if not self.state.event_types.get(event_type.id) or self.clashes(event_type):
            return False
        self.state.event_types[event_type.id] = event_type
        return True

    def clashes(self, event_type: EventType) -> bool:
        """Whether the code is another live type's."""
        others = [each for each in self.state.event_types.values() if each and each.id != event_type.id]
        return event_type.code.casefold() in {each.code.casefold() for each in others}

    async def in_use(self, event_type_id: int) -> bool:
        return any(event and event.event_type_id == event_type_id for event in self.state.events.values())

    async def delete(self, event_type_id: int) -> None:
        self.state.event_types[event_type_id] = None
