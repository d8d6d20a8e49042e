"""Events, their types and what is attached to them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from core.records.calendar import (
    BusyAnswer,
    BusyQuery,
    Event,
    EventType,
    NewEvent,
    NewEventType,
    NewParticipant,
    NewReminder,
    NewVisibilityRecord,
    Occurrence,
    Participant,
    Reminder,
    SeenEvent,
    VisibilityRecord,
)
from core.records.people import Actor


class EventTypeRepository(Protocol):
    """Event types; a deleted one is in none of the answers. Codes are compared by casefold."""

    async def get(self, event_type_id: int) -> EventType | None:
        """One type, active or not."""

    async def by_code(self, code: str) -> EventType | None:
        """One type, active or not."""

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[EventType]:
        """All of them, active or not, by id."""

    async def add(self, event_type: NewEventType) -> EventType | None:
        """The new type with its id, or None where the code is taken."""

    async def update(self, event_type: EventType) -> bool:
        """Write every field; False where the code is another's."""

    async def in_use(self, event_type_id: int) -> bool:
        """Whether an undeleted event is of this type."""

    async def delete(self, event_type_id: int) -> None:
        """Hide it for good and free its code; its id is not given again."""


class EventRepository(Protocol):
    """Events; a deleted one is in none of the answers."""

    async def seen(self, event_id: int, viewer_id: int) -> SeenEvent | None:
        """One event, active or not, and how a person stands to it."""

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> Sequence[Event]:
        """The events that the viewer may see, active or not, by id; those that overlap [start, end)."""

    async def add(self, event: NewEvent) -> Event:
        """The new event with its id."""

    async def update(self, event: Event) -> None:
        """Write every field."""

    async def delete(self, event_ids: Collection[int], at: datetime) -> None:
        """Hide events for good, and with them their live participants, reminders and visibility records."""


class ParticipantRepository(Protocol):
    """Participants; a deleted one is in none of the answers, nor is a deleted event's."""

    async def get(self, record_id: int) -> Participant | None:
        """One participation."""

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, user_id: int | None = None
    ) -> Sequence[Participant]:
        """Those of events that the viewer may see, of one person or all, by id."""

    async def of_events(self, event_ids: Collection[int]) -> Sequence[Participant]:
        """Those of these events, by id; whether somebody may see the events is for the caller to know."""

    async def add(self, row: NewParticipant) -> Participant | None:
        """The new participation with its id, or None where the person or the customer takes part already."""

    async def add_people(self, event_id: int, user_ids: Collection[int], at: datetime) -> None:
        """Have people, each named once, take part in an event in which none of them does yet."""

    async def update(self, participant: Participant) -> bool:
        """Write every field; False where the person or the customer has another in that event."""

    async def delete(self, record_id: int, at: datetime) -> None:
        """Hide it for good, and let another take its place; its id is not given again."""


class BusyRepository(Protocol):
    """When people are busy; it follows from events, their types and their participants."""

    async def conflicts(self, viewer: Actor, asked: BusyQuery) -> BusyAnswer:
        """A row a person and event that overlaps the time, by person, start and event; and who is nobody."""


class VisibilityRepository(Protocol):
    """Records of visibility; a deleted one is in none of the answers, nor is a deleted event's."""

    async def get(self, record_id: int) -> VisibilityRecord | None:
        """One record."""

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        """Those that the viewer may read, of one event or all, by id."""

    async def add(self, record: NewVisibilityRecord) -> VisibilityRecord | None:
        """The new record with its id, or None where the person has one in that event."""

    async def update(self, record: VisibilityRecord) -> bool:
        """Write every field; False where the person has another in that event."""

    async def delete(self, record_id: int, at: datetime) -> None:
        """Hide it for good, and let another take its place; its id is not given again."""


class ReminderRepository(Protocol):
    """Reminders; a deleted one is in none of the answers, nor is a deleted event's."""

    async def get(self, record_id: int) -> Reminder | None:
        """One reminder."""

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> Sequence[Reminder]:
        """Those of events that the viewer may see, by id; remindAt in [start, end)."""

    async def of_event(self, event_id: int) -> Sequence[Reminder]:
        """Those of one event, by when they are due; whether somebody may see the event is for the caller to know."""

    async def add(self, reminder: NewReminder) -> Reminder:
        """The new reminder with its id."""

    async def update(self, reminder: Reminder) -> None:
        """Write every field."""

    async def delete(self, record_id: int, at: datetime) -> None:
        """Hide it for good; its id is not given again."""


class SeriesRepository(Protocol):
    """Series; a deleted event is in none of the answers. Single events, and deleting several: `EventRepository`."""

    async def seen(self, series_id: int, viewer_id: int) -> Sequence[SeenEvent]:
        """The series' events, active or not, by id, and how a person stands to each; none where there is no series."""

    async def add(
        self,
        event: NewEvent,
        times: Sequence[Occurrence],
        *,
        participants: Collection[int],
        visible_to: Collection[int],
    ) -> int:
        """The id of a new series: an event such as this one at each of these times, in order, for these people.

        Every event gets a participant for each of the first, a record that shows it for each of the second.
        """

    async def update(self, events: Sequence[Event]) -> None:
        """Write every field of these events."""
