"""Who is busy when, as it follows from events and participants."""

from core.calendar.availability import HIDDEN_TITLE
from core.calendar.events import visible
from core.records.calendar import AvailabilityConflict, BusyAnswer, BusyQuery, Event
from core.records.people import Actor
from tests.fakes.events import Events
from tests.fakes.state import State


class Busy:
    """`core.ports.BusyRepository`."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def conflicts(self, viewer: Actor, asked: BusyQuery) -> BusyAnswer:
        events = Events(self.state)
        taking_part = [
            (row.user_id, self.state.events[row.event_id])
            for row in self.state.participants.values()
            if row and row.user_id in asked.user_ids
        ]
        found = [
            AvailabilityConflict(
                user_id=user_id,
                username=self.state.users[user_id].username,
                conflicting_event_id=event.id,
                conflicting_event_title=event.title
                if visible(viewer, events.as_seen(event, viewer.id))
                else HIDDEN_TITLE,
                start_datetime=event.start_datetime,
                end_datetime=event.end_datetime,
            )
            for user_id, event in taking_part
            if self.counts(event, asked)
        ]
        unknown = [each for each in asked.user_ids if each not in self.state.users]
        return BusyAnswer(
            unknown, sorted(found, key=lambda row: (row.user_id, row.start_datetime, row.conflicting_event_id))
        )

    def counts(self, event: Event, asked: BusyQuery) -> bool:
        """Whether an event makes its people busy in the time asked about."""
        return (
            event.is_active
            and not self.state.event_types[event.event_type_id].auto_generated
            and event.status_id not in asked.cancelled
            and event.id != asked.excluded_event_id
            and event.start_datetime < asked.end
            and event.end_datetime > asked.start
        )
