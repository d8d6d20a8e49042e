"""Changes of an event from its card: of one event, or of all events of its series that are left, in one transaction.

The caller must be allowed to change the event, which is neither over nor cancelled. What follows is what follows any
change (`core.calendar.event_changes`).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.application.use_case import Context, command, query
from core.base.calendar_time import Interval
from core.base.date_times import DateTime
from core.base.errors import Code, Conflict, FieldCode, Invalid, raise_if_any
from core.base.model import Int32, Request, Text255, Text65536
from core.calendar.event_changes import save_changed
from core.calendar.event_people import bring_in, take_out
from core.calendar.event_state import require_ahead
from core.calendar.events import permitted_type, require_write, visible_event
from core.calendar.meetings import LONGEST_REMINDER_LEAD, remind, reminder_time
from core.calendar.series import LONGEST_MINUTES, writable_series
from core.calendar.series_moves import Shift, are_left, beginning, in_order, length_of, move_along, wall_clock
from core.calendar.slot_search import Obstacles, obstacles
from core.people.named_people import people_errors
from core.records.calendar import Event


class EventScope(Request, frozen=True, kw_only=True):
    """The extent of a change: one event, or all events of its series that are left."""

    whole_series: bool = False


class EventMove(EventScope, frozen=True, kw_only=True):
    """A new start and length; `was` is when it began as far as the caller knows."""

    start: DateTime
    minutes: Annotated[int, Meta(ge=1, le=LONGEST_MINUTES)]
    was: DateTime


class EventTexts(EventScope, frozen=True, kw_only=True):
    """A new title, place or note: absent ones stay."""

    title: Annotated[Text255, Meta(min_length=1)] | UnsetType = UNSET
    location: Text255 | UnsetType | None = UNSET
    description: Text65536 | UnsetType | None = UNSET


class EventPerson(EventScope, frozen=True, kw_only=True):
    """A person, and whether they are to take part."""

    user_id: Int32
    takes_part: bool


class EventReminders(EventScope, frozen=True, kw_only=True):
    """The minutes before an event at which all are reminded; None: nobody is."""

    minutes: Annotated[int, Meta(ge=0, le=LONGEST_REMINDER_LEAD)] | None = None


class EditableEvent(Struct, frozen=True):
    """An event that the caller may change, who takes part in it, and how many of its series are left with it."""

    event: Event
    user_ids: Sequence[int]
    left: int


@query
async def editable_event(ctx: Context, event_id: int) -> EditableEvent:
    """An event to be changed. Raises `Forbidden` if the caller may not, `Conflict` if it is over or cancelled."""
    event = await writable_event(ctx, event_id)
    rows = await ctx.uow.participants.of_events([event_id])
    left = 1 if event.series_id is None else len(await events_meant(ctx, event, whole_series=True))
    return EditableEvent(event, [row.user_id for row in rows if row.user_id is not None], left)


@query
async def move_obstacles(ctx: Context, event_id: int, start: datetime, minutes: int) -> Obstacles:
    """Find what conflicts with another time of an event for those who take part in it."""
    found = await editable_event(ctx, event_id)
    when = Interval(start, start + timedelta(minutes=minutes))
    return await obstacles(ctx, found.user_ids, when, event_id) if found.user_ids else Obstacles((), ())


@command
async def move_event(ctx: Context, event_id: int, request: EventMove) -> int:
    """Move an event, or with it what is left of its series, as far by the clock, but for what was moved on its own.

    Returns how many. Raises `Conflict` unless the event begins at `was`.
    """
    event, zone = await writable_event(ctx, event_id), ctx.settings.zone
    if event.start_datetime.replace(second=0, microsecond=0) != request.was.instant("was", zone):
        raise Conflict(Code.EVENT_MOVED_SINCE, id=event_id)
    start = request.start.instant("start", zone)
    length = length_of(Interval(start, start + timedelta(minutes=request.minutes)), zone)
    moved = {event_id: beginning(event, start, length, zone)}
    if request.whole_series and event.series_id is not None:
        before, after = wall_clock(event.start_datetime, zone), wall_clock(start, zone)
        shift = Shift(days=(after.date() - before.date()).days, at=after.time(), length=length)
        events = await writable_series(ctx, event.series_id)
        moved = await move_along(ctx, event.series_id, events, are_left(ctx, events), shift, named=event_id) | moved
        await save_changed(ctx, [(each, moved[each.id]) for each in in_order(events) if each.id in moved])
    else:
        await save_changed(ctx, [(event, moved[event_id])])
    return len(moved)


@command
async def edit_texts(ctx: Context, event_id: int, request: EventTexts) -> int:
    """Change an event's title, place or note. Returns how many events have it now."""
    event = await writable_event(ctx, event_id)
    changes = {name: value for name, value in request.changes().items() if name != "whole_series"}
    events = await events_meant(ctx, event, whole_series=request.whole_series)
    await save_changed(ctx, [(each, msgspec.structs.replace(each, **changes)) for each in events])
    return len(events)


@command
async def cancel_event(ctx: Context, event_id: int, request: EventScope) -> int:
    """Cancel an event: it stays readable, in the first status that means so. Returns how many were cancelled."""
    event = await writable_event(ctx, event_id)
    cancelled = sorted(ctx.settings.cancelled_status_ids)
    changes = {"status_id": cancelled[0]} if cancelled else {"is_active": False}
    events = await events_meant(ctx, event, whole_series=request.whole_series)
    await save_changed(ctx, [(each, msgspec.structs.replace(each, **changes)) for each in events])
    return len(events)


@command
async def set_person(ctx: Context, event_id: int, request: EventPerson) -> int:
    """Have a person take part in an event or not. Returns in how many events that changed."""
    event, person = await writable_event(ctx, event_id), request.user_id
    if request.takes_part:
        raise_if_any(await people_errors(ctx, [("participantUserIds", person)], active=True))
    events = await events_meant(ctx, event, whole_series=request.whole_series)
    if not request.takes_part:
        return await take_out(ctx, events, [person])
    return await bring_in(ctx, events, [person], event.series_id if request.whole_series else None)


@command
async def set_reminders(ctx: Context, event_id: int, request: EventReminders) -> int:
    """Replace the reminders of an event that are still to come. Returns of how many events.

    Raises `Invalid` if the time of the new one has passed for the event itself; others then go without.
    """
    event = await writable_event(ctx, event_id)
    minutes = request.minutes
    if minutes is not None and reminder_time(ctx, event.start_datetime, minutes) <= ctx.now:
        raise Invalid.at("remindMinutes", FieldCode.PAST)
    events = await events_meant(ctx, event, whole_series=request.whole_series)
    for each in events:
        for reminder in await ctx.uow.reminders.of_event(each.id):
            if not reminder.sent:
                await ctx.uow.reminders.delete(reminder.id, ctx.now)
        at = None if minutes is None else reminder_time(ctx, each.start_datetime, minutes)
        if at is not None and at > ctx.now:
            await remind(ctx, each, at)
    return len(events)


async def writable_event(ctx: Context, event_id: int) -> Event:
    seen = await visible_event(ctx, event_id)
    require_write(ctx.actor, seen)
    await permitted_type(ctx, seen.event.event_type_id)
    require_ahead(ctx, seen.event)
    return seen.event


async def events_meant(ctx: Context, event: Event, *, whole_series: bool) -> Sequence[Event]:
    """The event alone, or with it all of its series that are left, in order."""
    if not whole_series or event.series_id is None:
        return [event]
    return are_left(ctx, await writable_series(ctx, event.series_id))


def minutes_of(event: Event) -> int:
    """An event's length in whole minutes."""
    return max(1, (event.end_datetime - event.start_datetime) // timedelta(minutes=1))
