"""Events, their types and series, what is attached to them, and who is busy when."""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime

from msgspec import Struct

from core.base.calendar_time import Interval
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from core.base.model import Model, ParticipationStatus, RecurrenceType
from core.base.recurrence import Recurrence


class NewEventType(Struct, frozen=True, kw_only=True):
    code: str
    name: str
    system_managed: bool = False
    auto_generated: bool = False
    is_active: bool = True


class EventType(Model, frozen=True):
    """An event type, in the contract's shape. Codes of undeleted types are unique, whatever their case."""

    id: int
    code: str
    name: str
    system_managed: bool
    auto_generated: bool
    is_active: bool


class NewEvent(Struct, frozen=True, kw_only=True):
    """A new event. Instants are in UTC, the end excluded."""

    event_type_id: int
    title: str
    description: str | None = None
    start_datetime: datetime
    end_datetime: datetime
    location: str | None = None
    is_virtual: bool = False
    is_public: bool = False
    status_id: int
    customer_id: int | None = None
    supplier_id: int | None = None
    created_by_user_id: int | None = None
    created_at: datetime
    updated_at: datetime
    is_active: bool = True
    series_id: int | None = None


class Event(Model, frozen=True):
    """An event, in the contract's shape. An event that a job made has no creator."""

    id: int
    event_type_id: int
    title: str
    description: str | None
    start_datetime: datetime
    end_datetime: datetime
    location: str | None
    is_virtual: bool
    is_public: bool
    status_id: int
    customer_id: int | None
    supplier_id: int | None
    created_by_user_id: int | None
    created_at: datetime
    updated_at: datetime
    is_active: bool
    series_id: int | None

    @property
    def times(self) -> Interval:
        return Interval(self.start_datetime, self.end_datetime)


class SeriesRule(Model, frozen=True):
    """The rule of a series; `ends_on` is a local date, included. An `rrule` (RFC 5545), if any, says its days."""

    recurrence_type: RecurrenceType
    weekdays: Sequence[int]
    day_of_month: int | None
    occurrence_count: int | None
    ends_on: date | None
    rrule: str | None = None


class SeriesPattern(Struct, frozen=True):
    """The rule of a series, and the starts of its events but for those that were moved on their own.

    No `rule`: none says it any more, or the series is older than rules are kept. No `starts`: it is older than these.
    """

    rule: SeriesRule | None
    starts: Sequence[datetime] | None


class EventConditions(Struct, frozen=True, kw_only=True):
    """Conditions on events, all of which hold: None means no condition. They overlap [start, end)."""

    series: int | None = None
    participant: int | None = None
    creator: int | None = None
    event_type: int | None = None
    start: datetime | None = None
    end: datetime | None = None
    changed_since: datetime | None = None
    external: ExternalId = NO_EXTERNAL_ID
    """The other system, and perhaps the id there."""
    of_series: ExternalId = NO_EXTERNAL_ID
    """The other system of the event's series, and perhaps the id there."""


class SeriesIds(Struct, frozen=True):
    """The ids of a series and its events, the events' in order of their times."""

    id: int
    event_ids: Sequence[int]


class SeenEvent(Struct, frozen=True):
    """An event and one person's relation to it; `shown` is the value of their record of visibility, if any."""

    event: Event
    participates: bool
    shown: bool | None


class NewParticipant(Struct, frozen=True, kw_only=True):
    event_id: int
    user_id: int | None
    customer_id: int | None
    created_at: datetime
    updated_at: datetime


class Participant(Model, frozen=True):
    """A participation, in the contract's shape, never a deleted one. No person or customer has two in an event."""

    id: int
    event_id: int
    user_id: int | None
    customer_id: int | None
    is_deleted: bool
    deleted_at: datetime | None
    created_at: datetime
    updated_at: datetime


class ParticipantResponse(Model, frozen=True):
    """A person's answer to the invitation to an event; `id` is the participation's.

    It is apart from `Participant`, which has exactly the contract's fields.
    """

    id: int
    event_id: int
    user_id: int
    response: ParticipationStatus


class NewVisibilityRecord(Struct, frozen=True, kw_only=True):
    event_id: int
    user_id: int
    is_visible: bool
    created_at: datetime
    updated_at: datetime


class VisibilityRecord(Model, frozen=True):
    """A record of visibility, in the contract's shape, never a deleted one. Nobody has two in an event."""

    id: int
    event_id: int
    user_id: int
    is_visible: bool
    is_deleted: bool
    deleted_at: datetime | None
    created_at: datetime
    updated_at: datetime


class NewReminder(Struct, frozen=True, kw_only=True):
    event_id: int
    remind_at: datetime
    sent: bool
    created_at: datetime
    updated_at: datetime


class Reminder(Model, frozen=True):
    """A reminder, in the contract's shape, never a deleted one."""

    id: int
    event_id: int
    remind_at: datetime
    sent: bool
    is_deleted: bool
    deleted_at: datetime | None
    created_at: datetime
    updated_at: datetime


class OwnReminder(Model, frozen=True):
    """A person's reminder for themselves; `remind_at` is its next time, null once it has come and does not repeat.

    One that repeats comes `at` an hour (HH:MM) by its person's clock. `ended_at`: when it was done or removed.
    """

    id: int
    user_id: int
    words: str
    remind_at: datetime | None
    recurrence_type: RecurrenceType | None
    weekdays: Sequence[int]
    day_of_month: int | None
    at: str | None
    ends_on: date | None
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None

    @property
    def recurrence(self) -> Recurrence | None:
        if self.recurrence_type is None:
            return None
        return Recurrence(
            recurrence_type=self.recurrence_type,
            weekdays=tuple(self.weekdays),
            day_of_month=self.day_of_month,
            ends_on=self.ends_on,
        )


class AvailabilityConflict(Model, frozen=True):
    """A person's event that overlaps the time asked about, in the contract's shape."""

    user_id: int
    username: str
    conflicting_event_id: int
    conflicting_event_title: str
    start_datetime: datetime
    end_datetime: datetime


class BusyQuery(Struct, frozen=True):
    """A question for busy times: of each person once, between UTC instants, the end excluded.

    Events in one of the `cancelled` statuses do not count. Outside calendars that were not read since `read_since`
    are not known.
    """

    user_ids: Sequence[int]
    start: datetime
    end: datetime
    excluded_event_id: int | None
    cancelled: Collection[int]
    read_since: datetime = datetime(1970, 1, 1, tzinfo=UTC)


class BusyAnswer(Struct, frozen=True):
    """Conflicts ordered by person, start and event; `unknown` are ids that the directory does not have."""

    unknown: Sequence[int]
    conflicts: Sequence[AvailabilityConflict]


class DueReminder(Struct, frozen=True):
    id: int
    event_id: int
    remind_at: datetime
    event_ends_at: datetime
    recipient_ids: Sequence[int]


class KeptBirthday(Struct, frozen=True):
    user_id: int
    event: Event
