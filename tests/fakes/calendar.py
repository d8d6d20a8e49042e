"""Event types, events, what is attached to them, series, and who is busy when, in memory."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import ClassVar

from msgspec.structs import replace

from core.base.model import ParticipationStatus
from core.base.paging import WHOLE, Page
from core.calendar.availability import HIDDEN_TITLE
from core.calendar.events import visible
from core.calendar.visibility import readable
from core.records.calendar import (
    AvailabilityConflict,
    BusyAnswer,
    BusyQuery,
    Event,
    EventType,
    NewEvent,
    NewParticipant,
    Occurrence,
    Participant,
    ParticipantResponse,
    Reminder,
    SeenEvent,
    VisibilityRecord,
)
from core.records.people import Actor
from tests.fakes.rows import Rows
from tests.fakes.state import Repository, State, next_id


class EventTypes(Rows):
    """`core.ports.EventTypeRepository`."""

    table, kind = "event_types", EventType

    async def by_code(self, code: str) -> EventType | None:
        return next((each for each in self.live() if each.code.casefold() == code.casefold()), None)

    async def list(self, page: Page = WHOLE) -> Sequence[EventType]:
        return self.live(page.after)[: page.most]

    def clash(self, row: EventType, other: EventType) -> bool:
        return row.code.casefold() == other.code.casefold()

    async def in_use(self, event_type_id: int) -> bool:
        return any(event and event.event_type_id == event_type_id for event in self.state.events.values())


class Events(Rows):
    """`core.ports.EventRepository`."""

    table, kind = "events", Event

    async def seen(self, event_id: int, viewer_id: int) -> SeenEvent | None:
        event = self.state.events.get(event_id)
        return self.as_seen(event, viewer_id) if event else None

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Event]:
        found = [
            event
            for event in self.live(page.after)
            if self.sees(viewer, event.id)
            and (end is None or event.start_datetime < end)
            and (start is None or event.end_datetime > start)
        ]
        return found[: page.most]

    async def delete(self, event_ids: Collection[int], at: datetime) -> None:
        for event_id in event_ids:
            self.state.events[event_id] = None
        for table in (self.state.participants, self.state.visibility, self.state.reminders):
            for key, row in table.items():
                if row and row.event_id in event_ids:
                    table[key] = None

    def sees(self, viewer: Actor, event_id: int) -> bool:
        """Whether somebody may read an event."""
        return visible(viewer, self.as_seen(self.rows[event_id], viewer.id))

    def as_seen(self, event: Event, viewer_id: int) -> SeenEvent:
        """An event and how a person stands to it."""
        participants = [row for row in self.state.participants.values() if row and row.event_id == event.id]
        records = [row for row in self.state.visibility.values() if row and row.event_id == event.id]
        shown = next((record.is_visible for record in records if record.user_id == viewer_id), None)
        return SeenEvent(event, viewer_id in {row.user_id for row in participants}, shown)


class Attached(Rows):
    """Rows attached to an event."""

    born: ClassVar = {"is_deleted": False, "deleted_at": None}

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.events = Events(state)

    def seen_by(self, viewer: Actor, after_id: int = 0) -> Sequence:
        """Those of the events that somebody may read."""
        return [row for row in self.live(after_id) if self.events.sees(viewer, row.event_id)]


class Participants(Attached):
    """`core.ports.ParticipantRepository`."""

    table, kind = "participants", Participant

    async def list(self, viewer: Actor, page: Page = WHOLE, *, user_id: int | None = None) -> Sequence[Participant]:
        return [row for row in self.seen_by(viewer, page.after) if user_id in (None, row.user_id)][: page.most]

    async def of_events(self, event_ids: Collection[int]) -> Sequence[Participant]:
        return [row for row in self.live() if row.event_id in event_ids]

    async def events_with(self, user_id: int, event_ids: Collection[int]) -> Collection[int]:
        return {row.event_id for row in await self.of_events(event_ids) if row.user_id == user_id}

    async def add_people(self, event_id: int, user_ids: Collection[int], at: datetime, *, by: int) -> None:
        for user_id in user_ids:
            row = NewParticipant(event_id=event_id, user_id=user_id, customer_id=None, created_at=at, updated_at=at)
            assert await self.add(row)
        if by in user_ids:
            await self.respond([event_id], by, ParticipationStatus.ACCEPTED)

    async def responses(self, event_ids: Collection[int], page: Page = WHOLE) -> Sequence[ParticipantResponse]:
        found = [
            ParticipantResponse(row.id, row.event_id, row.user_id, self.state.response_of(row.id))
            for row in await self.of_events(event_ids)
            if row.user_id is not None and row.id > page.after
        ]
        return found[: page.most]

    async def ask_again(self, event_ids: Collection[int], *, but: int) -> None:
        for row in await self.of_events(event_ids):
            if row.user_id not in {None, but}:
                self.state.responses[row.id] = ParticipationStatus.NEEDS_ACTION

    async def respond(self, event_ids: Collection[int], user_id: int, response: ParticipationStatus) -> None:
        for row in await self.of_events(event_ids):
            if row.user_id == user_id:
                self.state.responses[row.id] = response

    def clash(self, row: Participant, other: Participant) -> bool:
        same_person = other.user_id == row.user_id is not None
        return other.event_id == row.event_id and (same_person or other.customer_id == row.customer_id is not None)


class Visibility(Attached):
    """`core.ports.VisibilityRepository`."""

    table, kind = "visibility", VisibilityRecord

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        found = [row for row in self.live(page.after) if event_id in (None, row.event_id)]
        creators = self.state.events
        return [row for row in found if readable(viewer, row, creators[row.event_id].created_by_user_id)][: page.most]

    def clash(self, row: VisibilityRecord, other: VisibilityRecord) -> bool:
        return (row.event_id, row.user_id) == (other.event_id, other.user_id)


class Reminders(Attached):
    """`core.ports.ReminderRepository`."""

    table, kind = "reminders", Reminder

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Reminder]:
        found = [row for row in self.seen_by(viewer, page.after) if start is None or row.remind_at >= start]
        return [row for row in found if end is None or row.remind_at < end][: page.most]

    async def of_event(self, event_id: int) -> Sequence[Reminder]:
        found = [each for each in self.live() if each.event_id == event_id]
        return sorted(found, key=lambda each: (each.remind_at, each.id)) if self.state.events[event_id] else []


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
            placed = replace(event, start_datetime=start, end_datetime=end, series_id=series_id)
            added = await self.events.add(placed)
            self.attach(added, participants, visible_to)
        return series_id

    def attach(self, event: Event, participants: Collection[int], visible_to: Collection[int]) -> None:
        """An event's participants and records of visibility."""
        state, at = self.state, event.created_at
        for person in participants:
            key = next_id(state.participants)
            state.participants[key] = Participant(key, event.id, person, None, False, None, at, at)
            if person == event.created_by_user_id:
                state.responses[key] = ParticipationStatus.ACCEPTED
        for person in visible_to:
            key = next_id(state.visibility)
            state.visibility[key] = VisibilityRecord(key, event.id, person, True, False, None, at, at)

    async def update(self, events: Sequence[Event]) -> None:
        for event in events:
            await self.events.update(event)


class Busy(Repository):
    """`core.ports.BusyRepository`."""

    async def conflicts(self, viewer: Actor, asked: BusyQuery) -> BusyAnswer:
        events = Events(self.state)
        taking_part = [
            (row.user_id, self.state.events[row.event_id])
            for row in self.state.participants.values()
            if row and row.user_id in asked.user_ids
            if self.state.response_of(row.id) is not ParticipationStatus.DECLINED
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
