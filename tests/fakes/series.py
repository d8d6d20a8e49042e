"""Series in memory."""

from collections.abc import Collection, Sequence

import msgspec

from core.records.calendar import Event, NewEvent, Occurrence, Participant, SeenEvent, VisibilityRecord
from tests.fakes.events import Events
from tests.fakes.state import State, next_id


class Series:
    """`core.ports.SeriesRepository`, over the events' own."""

    def __init__(self, state: State, events: Events) -> None:
        self.state = state
        self.events = events

    async def seen(self, series_id: int, viewer_id: int) -> Sequence[SeenEvent]:
        found = [event for event in self.state.events.values() if event and event.series_id == series_id]
        return [self.events.as_seen(event, viewer_id) for event in found]

    async def add(
        self,
        event: NewEvent,
        times: Sequence[Occurrence],
        *,
        participants: Collection[int],
        visible_to: Collection[int],
    ) -> int:
        series_id = next_id(self.state.series)
        self.state.series[series_id] = event.created_by_user_id
        for start, end in times:
            placed = msgspec.structs.replace(event, start_datetime=start, end_datetime=end, series_id=series_id)
            added = await self.events.add(placed)
            self.attach(added, participants, visible_to)
        return series_id

    def attach(self, event: Event, participants: Collection[int], visible_to: Collection[int]) -> None:
        """An event's participants and records of visibility."""
        state, at = self.state, event.created_at
        for person in participants:
            key = next_id(state.participants)
            state.participants[key] = Participant(key, event.id, person, None, False, None, at, at)
        for person in visible_to:
            key = next_id(state.visibility)
            state.visibility[key] = VisibilityRecord(key, event.id, person, True, False, None, at, at)

    async def update(self, events: Sequence[Event]) -> None:
        for event in events:
            await self.events.update(event)
