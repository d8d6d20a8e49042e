"""Series: events that a rule repeats, made together, changed together, deleted together.

A series is the set of its undeleted events: those who see one of them see the series, the events' creator is the
creator of the series, and when the last event is deleted the series is gone. A change of a single event concerns that
event alone.
"""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec
from msgspec import UNSET, UnsetType

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs
from core.base.errors import Code, NotFound, raise_if_any
from core.base.model import Int32, Model, RecurrenceType, Reference, Request, Text255, Text65536
from core.base.recurrence import recurrence_of
from core.calendar.event_changes import save_changed
from core.calendar.event_news import tell_cancelled, tell_invited_to_series
from core.calendar.events import (
    ONLY_SERIES,
    EventCreate,
    new_event,
    permitted_type,
    relations_to,
    require_not_generated,
    type_errors,
    visible,
)
from core.calendar.recurrence import DayOfMonth, OccurrenceCount, Weekdays, occurrences
from core.people.named_people import named_at, people_errors
from core.records.calendar import Event, SeenEvent
from core.records.tokens import Scope

UserIds = list[Int32]


class SeriesCreate(EventCreate, frozen=True, kw_only=True):
    """The first event of a series, the rule by which it repeats, and its people. Null means that a field is absent."""

    NOT_TAKEN = frozenset()

    recurrence_type: RecurrenceType
    weekdays: Weekdays | None = None
    day_of_month: DayOfMonth | None = None
    occurrence_count: OccurrenceCount | None = None
    ends_on: date | None = None
    participant_user_ids: UserIds | None = None
    visibility_user_ids: UserIds | None = None


class SeriesUpdate(Request, frozen=True, kw_only=True):
    """A change of every event of a series: absent fields stay, null clears a field that may be empty."""

    NOT_TAKEN = ONLY_SERIES | {"startDatetime", "endDatetime", "isPublic", "isActive"}

    event_type_id: Int32 | UnsetType = UNSET
    title: Text255 | UnsetType = UNSET
    description: Text65536 | UnsetType | None = UNSET
    location: Text255 | UnsetType | None = UNSET
    is_virtual: bool | UnsetType = UNSET
    customer_id: Reference | UnsetType | None = UNSET
    supplier_id: Reference | UnsetType | None = UNSET


class SeriesResult(Model, frozen=True):
    """The new series, in the contract's shape, and the ids of its events in order."""

    series_id: int
    generated_count: int
    first_start: datetime
    last_start: datetime
    event_ids: Sequence[int]


@needs(Scope.EVENTS_WRITE)
@command
async def create_series(ctx: Context, request: SeriesCreate) -> SeriesResult:
    """Create a series of 1 to 60 events with the same participants, shown to the same people."""
    event_type = await permitted_type(ctx, request.event_type_id)
    times = occurrences(recurrence_of(request), request.start_datetime, request.end_datetime, ctx.settings.zone)
    participants, visible_to = request.participant_user_ids or [], request.visibility_user_ids or []
    named = named_at("participantUserIds", participants) + named_at("visibilityUserIds", visible_to)
    raise_if_any(type_errors(request.event_type_id, event_type), await people_errors(ctx, named))
    require_not_generated(event_type)
    last = new_event(ctx, request, *times[-1])
    made = await ctx.uow.series.add(
        new_event(ctx, request, *times[0]),
        times,
        participants=dict.fromkeys(participants),
        visible_to=dict.fromkeys(visible_to),
    )
    await tell_invited_to_series(ctx, made.id, last, dict.fromkeys(participants))
    return SeriesResult(made.id, len(times), times[0].start, times[-1].start, made.event_ids)


@needs(Scope.EVENTS_WRITE)
@command
async def update_series(ctx: Context, series_id: int, request: SeriesUpdate) -> int:
    """Change all events of a series. Returns how many it has; events that do not change keep their updatedAt."""
    events = await writable_series(ctx, series_id)
    await check_type(ctx, events, request.event_type_id)
    changes = request.changes()
    await save_changed(ctx, [(event, msgspec.structs.replace(event, **changes)) for event in events])
    return len(events)


@needs(Scope.EVENTS_WRITE)
@command
async def delete_series(ctx: Context, series_id: int) -> int:
    """Delete a series with all its events. Returns how many it had."""
    events = await writable_series(ctx, series_id)
    await tell_cancelled(ctx, events)
    await ctx.uow.events.delete([event.id for event in events], ctx.now)
    return len(events)


async def visible_series(ctx: Context, series_id: int) -> Sequence[SeenEvent]:
    """The undeleted events of a series. Raises `NotFound` if the caller sees none of them."""
    seen = await ctx.uow.series.seen(series_id, ctx.actor.id)
    if not any(visible(ctx.actor, each) for each in seen):
        raise NotFound(Code.SERIES_NOT_FOUND, id=series_id)
    return seen


async def writable_series(ctx: Context, series_id: int) -> Sequence[Event]:
    """The undeleted events of a series that the caller may change. Raises `Forbidden` if they only see one."""
    seen = await visible_series(ctx, series_id)
    require(ctx.actor, Operation.EVENT_WRITE, relations_to(ctx.actor, seen[0]))
    return [each.event for each in seen]


async def check_type(ctx: Context, events: Sequence[Event], wanted: int | UnsetType) -> None:
    if wanted is UNSET or all(event.event_type_id == wanted for event in events):
        return
    event_type = await permitted_type(ctx, wanted)
    raise_if_any(type_errors(wanted, event_type))
    require_not_generated(event_type)
