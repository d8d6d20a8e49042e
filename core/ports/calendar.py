"""Events, their types and what is attached to them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from core.base.calendar_time import Interval
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from core.base.model import ParticipationStatus
from core.base.paging import WHOLE, OrderedPage, Page
from core.records.calendar import (
    BusyAnswer,
    BusyQuery,
    Event,
    EventConditions,
    EventType,
    NewEvent,
    NewEventType,
    NewParticipant,
    NewReminder,
    NewVisibilityRecord,
    OwnReminder,
    Participant,
    ParticipantResponse,
    Reminder,
    SeenEvent,
    SeriesIds,
    SeriesPattern,
    SeriesRule,
    VisibilityRecord,
)
from core.records.people import Actor

T = TypeVar("T")
New_contra = TypeVar("New_contra", contravariant=True)


class EventTypeRepository(Protocol):
    """Codes are compared by casefold."""

    async def get(self, event_type_id: int) -> EventType | None: ...

    async def by_code(self, code: str) -> EventType | None: ...

    async def list(self, page: Page = WHOLE) -> Sequence[EventType]:
        """List event types, active or not, by id."""

    async def add(self, event_type: NewEventType) -> EventType | None:
        """Add a type. Returns it, or None if the code is taken."""

    async def update(self, event_type: EventType) -> bool:
        """Write a type. Returns False if the code is another type's."""

    async def in_use(self, event_type_id: int) -> bool:
        """Return whether an undeleted event is of this type."""

    async def delete(self, event_type_id: int) -> None:
        """Delete a type. Its code is free again; its id is not given again."""


class EventRepository(Protocol):
    async def seen(self, event_id: int, viewer: int) -> SeenEvent | None:
        """One event, active or not, and the viewer's relation to it."""

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Event]:
        """The events that the viewer may see, active or not, by id; those that overlap [start, end)."""

    async def matching(self, viewer: Actor, page: OrderedPage, conditions: EventConditions) -> Sequence[Event]:
        """A page, in its order, of the events that the viewer may see and for which the conditions hold."""

    async def add(self, event: NewEvent, external_id: ExternalId = NO_EXTERNAL_ID) -> Event: ...

    async def by_external_id(self, viewer: int, external_id: ExternalId) -> SeenEvent | None:
        """The event with this id of another system, active or not, and the viewer's relation to it."""

    async def external_id_of(self, event_id: int) -> ExternalId:
        """The id of another system that an event has, deleted or not."""

    async def set_external_id(self, event_id: int, external_id: ExternalId) -> None:
        """Write an event's id of another system, or none."""

    async def update(self, event: Event) -> None: ...

    async def delete(self, event_ids: Collection[int], at: datetime) -> None:
        """Delete events with their participants, reminders and visibility records."""

    async def restore(self, event_ids: Collection[int], at: datetime) -> None:
        """Have deleted events back, without what was attached to them."""


class AttachedRepository(Protocol[T, New_contra]):
    """Rows attached to events. Another row may take the place of a deleted one, whose id is not given again."""

    async def get(self, record_id: int) -> T | None: ...

    async def add(self, row: New_contra) -> T | None:
        """Add a row. Returns it, or None if its event has one that excludes it."""

    async def update(self, row: T) -> bool:
        """Write a row. Returns False if its event has another row that excludes it."""

    async def delete(self, record_id: int, at: datetime) -> None: ...

    async def restore(self, record_ids: Collection[int], at: datetime) -> bool:
        """Have deleted rows back. Returns False if not all are: an event has another row that excludes one."""


class ParticipantRepository(AttachedRepository[Participant, NewParticipant], Protocol):
    """No person and no customer takes part in an event twice. A person who has not answered has yet to."""

    async def add(
        self, row: NewParticipant, response: ParticipationStatus = ParticipationStatus.NEEDS_ACTION
    ) -> Participant | None: ...

    async def update(self, row: Participant, response: ParticipationStatus | None = None) -> bool:
        """Write a participant; without a response their answer stays."""

    async def list(self, viewer: Actor, page: Page = WHOLE, *, user_id: int | None = None) -> Sequence[Participant]:
        """List the participants of events that the viewer may see, of one person or all, by id."""

    async def of_events(self, event_ids: Collection[int]) -> Sequence[Participant]:
        """Find the participants of these events, by id; the caller has checked that the events may be seen."""

    async def events_with(self, user_id: int, event_ids: Collection[int]) -> Collection[int]:
        """Find the events among these in which a person takes part."""

    async def add_people(self, event_id: int, user_ids: Collection[int], at: datetime, *, by: int) -> None:
        """Add people, each named once, to an event in which none of them takes part yet; `by` has accepted."""

    async def responses(self, event_ids: Collection[int], page: Page = WHOLE) -> Sequence[ParticipantResponse]:
        """People's answers to these events, by the participation's id; the caller has checked that they may be seen."""

    async def respond(self, event_ids: Collection[int], user_id: int, response: ParticipationStatus) -> None:
        """Set a person's answer to those of these events in which they take part."""

    async def ask_again(self, event_ids: Collection[int], *, but: Collection[int]) -> None:
        """Set everybody's answer to these events back, but those of some people."""


class BusyRepository(Protocol):
    """Times at which people are busy, as follows from events, their types and participants, and outside calendars."""

    async def conflicts(self, viewer: Actor, asked: BusyQuery) -> BusyAnswer:
        """One row for each person and event that overlaps the time, by person, start and event.

        What takes a person elsewhere in one piece is one row of event 0, and so is what is not known.
        """


class VisibilityRepository(AttachedRepository[VisibilityRecord, NewVisibilityRecord], Protocol):
    """Nobody has two records in an event."""

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        """List the records that the viewer may read, of one event or all, by id."""


class ReminderRepository(AttachedRepository[Reminder, NewReminder], Protocol):
    """Reminders of events; no row excludes another."""

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Reminder]:
        """List the reminders of events that the viewer may see, by id; remindAt in [start, end)."""

    async def of_event(self, event_id: int) -> Sequence[Reminder]:
        """Find the reminders of one event, by remindAt; the caller has checked that the event may be seen."""

    async def add(self, row: NewReminder) -> Reminder: ...


class OwnReminderRepository(Protocol):
    async def get(self, reminder_id: int) -> OwnReminder | None:
        """Return a reminder, also one that has ended."""

    async def upcoming(self, user_id: int) -> Sequence[OwnReminder]:
        """A person's reminders that are to come, the next first."""

    async def due(self, until: datetime) -> Sequence[OwnReminder]:
        """Everybody's reminders whose time has come, the longest due first."""

    async def add(self, reminder: OwnReminder) -> OwnReminder:
        """Add a reminder. Returns it with an id of its own."""

    async def update(self, reminder: OwnReminder) -> None: ...


class SeriesRepository(Protocol):
    """Series of events. Single events, and deleting several: `EventRepository`."""

    async def seen(self, series_id: int, viewer: int) -> Sequence[SeenEvent]:
        """The series' events, active or not, by id, and the viewer's relation to each; none without a series."""

    async def add(
        self,
        event: NewEvent,
        times: Sequence[Interval],
        *,
        rule: SeriesRule | None = None,
        participants: Collection[int],
        visible_to: Collection[int],
        external_id: ExternalId = NO_EXTERNAL_ID,
    ) -> SeriesIds:
        """Add a series with an event like this one at each of these times, in order. Returns their ids.

        Each event gets these participants, of whom its creator has accepted, and a record of visibility for each of
        `visible_to`.
        """

    async def update(self, events: Sequence[Event]) -> None: ...

    async def pattern(self, series_id: int) -> SeriesPattern: ...

    async def set_pattern(self, series_id: int, pattern: SeriesPattern) -> None: ...

    async def by_external_id(self, external_id: ExternalId) -> int | None:
        """The series with this id of another system of which an event is not deleted."""

    async def external_id_of(self, series_id: int) -> ExternalId:
        """The id of another system that a series has, also once its events are deleted."""

    async def set_external_id(self, series_id: int, external_id: ExternalId) -> None:
        """Write a series' id of another system, or none."""
