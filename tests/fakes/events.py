"""Events in memory."""

from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from core.calendar.events import visible
from core.records.calendar import Event, NewEvent, SeenEvent
from core.records.people import Actor
from tests.fakes.state import State, next_id


class Events:
    """`core.ports.EventRepository`; a deleted event leaves None in its place."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def seen(self, event_id: int, viewer_id: int) -> SeenEvent | None:
        event = self.state.events.get(event_id)
        return self.as_seen(event, viewer_id) if event else None

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> Sequence[Event]:
        found = [
            event
            for event in self.state.events.values()
            if event
            and event.id > after_id
            and visible(viewer, self.as_seen(event, viewer.id))
            and (end is None or event.start_datetime < end)
            and (start is None or event.end_datetime > start)
        ]
        return found[:limit]

    async def add(self, event: NewEvent) -> Event:
        added = Event(id=next_id(self.state.events), **msgspec.structs.asdict(event))
        self.state.events[added.id] = added
        return added

    async def update(self, event: Event) -> None:
        if self.state.events.get(event.id):
            self.state.events[event.id] = event

    async def delete(self, event_ids: Collection[int], at: datetime) -> None:
        for event_id in event_ids:
            self.state.events[event_id] = None
        for table in (self.state.participants, self.state.visibility, self.state.reminders):
            for key, row in table.items():
                if row and row.event_id in event_ids:
                    table[key] = None

    def as_seen(self, event: Event, viewer_id: int) -> SeenEvent:
        """An event and how a person stands to it."""
        participants = [row for row in self.state.participants.values() if row and row.event_id == event.id]
        records = [row for row in self.state.visibility.values() if row and row.event_id == event.id]
        shown = next((record.is_visible for record in records if record.user_id == viewer_id), None)
        return SeenEvent(event, viewer_id in {row.user_id for row in participants}, shown)
