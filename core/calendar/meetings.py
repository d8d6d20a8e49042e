"""Meetings: an event with its participants and its reminder, made at once or not at all.

The rules of events, participants and reminders hold, and two more: everybody invited must be active, and the event's
status is the installation's setting.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Annotated

from msgspec import Meta

from core.application.use_case import Context, command, needs, query
from core.base.date_times import DateTime, WrittenDateTime
from core.base.errors import raise_if_any
from core.base.model import Int32, Model, RecurrenceType, Request, Text255
from core.base.recurrence import Recurrence
from core.calendar.availability import MOST_PEOPLE
from core.calendar.event_news import tell_invited
from core.calendar.events import (
    EventCreate,
    EventFields,
    instants,
    new_event,
    permitted_type,
    require_not_generated,
    time_errors,
    type_errors,
)
from core.calendar.recurrence import DayOfMonth, OccurrenceCount, Rrule, Weekdays
from core.calendar.series import SeriesCreate, create_series
from core.people.named_people import named_at, people_errors
from core.records.calendar import Event, EventType, NewReminder, Reminder
from core.records.tokens import Scope

USUAL_TYPE = "REUNION"
LONGEST_REMINDER_LEAD = 366 * 24 * 60
"""The earliest reminder, in minutes before the event."""


class MeetingCreate(Request, frozen=True, kw_only=True):
    """An event as `EventCreate` asks for it, who takes part, and how many minutes before it all are reminded."""

    event_type_id: Int32
    title: Annotated[Text255, Meta(min_length=1)]
    start_datetime: DateTime
    end_datetime: DateTime
    participant_user_ids: Annotated[list[Int32], Meta(max_length=MOST_PEOPLE)]
    location: Text255 | None = None
    is_virtual: bool = False
    is_public: bool = False
    remind_minutes: Annotated[int, Meta(ge=0, le=LONGEST_REMINDER_LEAD)] | None = None


class MeetingSeriesCreate(MeetingCreate, frozen=True, kw_only=True):
    """A series of meetings: the first one, and the rule by which it repeats."""

    recurrence_type: RecurrenceType
    weekdays: Weekdays | None = None
    day_of_month: DayOfMonth | None = None
    occurrence_count: OccurrenceCount | None = None
    ends_on: date | None = None
    rrule: Rrule | None = None


class Meeting(Model, frozen=True):
    """A meeting that was made; those who take part in the order in which they were named."""

    event: Event
    participant_user_ids: Sequence[int]
    reminder: Reminder | None


@needs(Scope.EVENTS_READ)
@query
async def meeting_types(ctx: Context) -> Sequence[EventType]:
    """The types that people may give their events now, by id, the usual one first."""
    known = await ctx.uow.event_types.list()
    usable = [each for each in known if each.is_active and not each.auto_generated]
    return sorted(usable, key=lambda each: (each.code.casefold() != USUAL_TYPE.casefold(), each.id))


@needs(Scope.EVENTS_WRITE)
@command
async def schedule_meeting(ctx: Context, request: MeetingCreate) -> Meeting:
    """Create an event with all that belongs to it, the caller its creator, who takes part only where they are named."""
    event_type = await permitted_type(ctx, request.event_type_id)
    start, end = instants(ctx, request.start_datetime, request.end_datetime)
    named = named_at("participantUserIds", request.participant_user_ids)
    people = await people_errors(ctx, named, active=True)
    raise_if_any(type_errors(request.event_type_id, event_type), time_errors(start, end), people)
    require_not_generated(event_type)
    remind_at = None if request.remind_minutes is None else reminder_time(ctx, start, request.remind_minutes)
    event = await ctx.uow.events.add(new_event(ctx, as_event(ctx, request), start, end))
    invited = [person for _, person in named]
    await ctx.uow.participants.add_people(event.id, invited, ctx.now, by=ctx.actor.id)
    await tell_invited(ctx, event, invited)
    return Meeting(event, invited, await remind(ctx, event, remind_at) if remind_at else None)


@command
async def schedule_series(ctx: Context, request: MeetingSeriesCreate) -> Event:
    """Create a series with its people, who are reminded of each event that is to come. Returns its first event."""
    named = named_at("participantUserIds", request.participant_user_ids)
    raise_if_any(await people_errors(ctx, named, active=True))
    rule = {name: getattr(request, name) for name in Recurrence.__struct_fields__}
    single = as_event(ctx, request)
    first = {name: getattr(single, name) for name in EventFields.__struct_fields__}
    made = await create_series(ctx, SeriesCreate(**first, **rule, participant_user_ids=request.participant_user_ids))
    seen = await ctx.uow.series.seen(made.series_id, ctx.actor.id)
    events = sorted((each.event for each in seen), key=lambda event: event.start_datetime)
    for event in events if request.remind_minutes is not None else ():
        at = reminder_time(ctx, event.start_datetime, request.remind_minutes or 0)
        if at > ctx.now:
            await remind(ctx, event, at)
    return events[0]


def as_event(ctx: Context, request: MeetingCreate) -> EventCreate:
    return EventCreate(
        event_type_id=request.event_type_id,
        title=request.title,
        start_datetime=request.start_datetime,
        end_datetime=request.end_datetime,
        status_id=ctx.settings.meeting_status_id,
        location=request.location,
        is_virtual=request.is_virtual,
        is_public=request.is_public,
    )


def reminder_time(ctx: Context, start: datetime, minutes: int) -> datetime:
    """Return when to remind, which may have passed. Raises `Invalid` if it is before the allowed years."""
    return WrittenDateTime(start - timedelta(minutes=minutes)).instant("remindMinutes", ctx.settings.zone)


async def remind(ctx: Context, event: Event, at: datetime) -> Reminder:
    new = NewReminder(event_id=event.id, remind_at=at, sent=False, created_at=ctx.now, updated_at=ctx.now)
    return await ctx.uow.reminders.add(new)
