"""Series: events that a rule repeats, made together, changed together, moved together, deleted together.

A series is the set of its undeleted events: those who see one of them see the series, the events' creator is the
creator of the series, and when the last event is deleted the series is gone. A change of a single event concerns that
event alone.
"""

from collections.abc import Collection, Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import local_date
from core.base.errors import Code, Conflict, FieldCode, FieldError, Invalid, NotFound, faults_named, raise_if_any
from core.base.external_ids import OF_EXTERNAL_ID, ExternalId, IdThere, Source, external_id, in_use
from core.base.model import Int32, Model, RecurrenceType, Reference, Request, Text255, Text65536
from core.base.recurrence import Recurrence, anchored, recurrence_of
from core.calendar.event_changes import save_changed
from core.calendar.event_news import tell_cancelled, tell_invited_to_series
from core.calendar.event_people import bring_in, take_out, who_lacks_one
from core.calendar.events import (
    ONLY_SERIES,
    EventFields,
    new_event,
    permitted_type,
    relations_to,
    require_not_generated,
    type_errors,
    visible,
)
from core.calendar.recurrence import DayOfMonth, OccurrenceCount, Rrule, Weekdays, occurrences, readable
from core.calendar.series_moves import Shift, are_left, in_order, move_along, with_its_series
from core.people.named_people import named_at, people_errors
from core.people.schedules import TimeOfDay
from core.records.calendar import Event, SeenEvent, SeriesRule
from core.records.tokens import Scope

UserIds = list[Int32]
LONGEST_MINUTES = 366 * 24 * 60
"""The longest that an event is made by a number of minutes."""
FARTHEST_DAYS = 366
"""The most days by which a series is moved at once."""


class SeriesCreate(EventFields, frozen=True, kw_only=True):
    """The first event of a series, the rule by which it repeats, and its people. Null means that a field is absent.

    `externalSource` and `externalId` are the id of the whole series in another system. `rrule` (RFC 5545, as
    `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO`) takes the place of `weekdays` and `dayOfMonth`; its FREQ is the `recurrenceType`.
    """

    NOT_TAKEN = frozenset({"interval"})  # which other calendars have: here it is in `rrule`

    recurrence_type: RecurrenceType
    weekdays: Weekdays | None = None
    day_of_month: DayOfMonth | None = None
    occurrence_count: OccurrenceCount | None = None
    ends_on: date | None = None
    rrule: Rrule | None = None
    participant_user_ids: UserIds | None = None
    visibility_user_ids: UserIds | None = None
    external_source: Source | None = None
    external_id: IdThere | None = None


class SeriesUpdate(Request, frozen=True, kw_only=True):
    """A change of every event of a series, or from one on: absent fields stay, null clears one that may be empty.

    `startTime` (HH:MM), `durationMinutes`, `shiftDays` and the people to add and remove concern only the events that
    are not over and take place; those that were moved on their own keep their time.
    """

    NOT_TAKEN = ONLY_SERIES | OF_EXTERNAL_ID | {"startDatetime", "endDatetime", "isPublic", "isActive"}

    event_type_id: Int32 | UnsetType = UNSET
    title: Text255 | UnsetType = UNSET
    description: Text65536 | UnsetType | None = UNSET
    location: Text255 | UnsetType | None = UNSET
    is_virtual: bool | UnsetType = UNSET
    customer_id: Reference | UnsetType | None = UNSET
    supplier_id: Reference | UnsetType | None = UNSET
    from_event_id: Int32 | UnsetType = UNSET
    start_time: TimeOfDay | UnsetType = UNSET
    duration_minutes: Annotated[int, Meta(ge=1, le=LONGEST_MINUTES)] | UnsetType = UNSET
    shift_days: Annotated[int, Meta(ge=-FARTHEST_DAYS, le=FARTHEST_DAYS)] | UnsetType = UNSET
    add_participant_user_ids: UserIds | UnsetType = UNSET
    remove_participant_user_ids: UserIds | UnsetType = UNSET

    def texts(self) -> dict[str, Any]:
        """The fields that become those of the events themselves."""
        return {name: value for name, value in self.changes().items() if name in OF_EVENTS}

    @property
    def shift(self) -> Shift:
        """The move of the events."""
        return Shift(
            days=0 if self.shift_days is UNSET else self.shift_days,
            at=None if self.start_time is UNSET else time.fromisoformat(self.start_time),
            length=None if self.duration_minutes is UNSET else timedelta(minutes=self.duration_minutes),
        )

    @property
    def moved_by(self) -> str:
        """The field that moves the events farthest, by which a move beyond the years is refused."""
        given = {"shiftDays": self.shift_days, "startTime": self.start_time}
        return next((name for name, value in given.items() if value is not UNSET), "durationMinutes")


OF_EVENTS = frozenset(Event.__struct_fields__)


class SeriesResult(Model, frozen=True):
    """The new series, in the contract's shape, and the ids of its events in order."""

    series_id: int
    generated_count: int
    first_start: datetime
    last_start: datetime
    event_ids: Sequence[int]


class SeriesView(Model, frozen=True):
    """A series as the caller sees it: its rule, and the events that they may see, in order.

    `rule` is null where none says how it repeats any more, or where the series is older than rules are kept.
    `movedEventIds`: those of the events that were moved on their own.
    """

    series_id: int
    rule: SeriesRule | None
    first_start: datetime
    last_start: datetime
    event_ids: Sequence[int]
    moved_event_ids: Sequence[int]


@needs(Scope.EVENTS_READ)
@query
async def get_series(ctx: Context, series_id: int) -> SeriesView:
    """Get a series that has events which the caller may see: its rule, and those events' ids."""
    return await view_of(ctx, series_id, await visible_series(ctx, series_id))


async def view_of(ctx: Context, series_id: int, seen: Sequence[SeenEvent]) -> SeriesView:
    """A series as the caller sees it, who may see one of its events."""
    events = in_order([each.event for each in seen if visible(ctx.actor, each)])
    pattern = await ctx.uow.series.pattern(series_id)
    in_place = with_its_series(pattern)
    return SeriesView(
        series_id,
        pattern.rule,
        events[0].start_datetime,
        events[-1].start_datetime,
        [each.id for each in events],
        [each.id for each in events if not in_place(each)],
    )


@needs(Scope.EVENTS_WRITE)
@command
async def create_series(ctx: Context, request: SeriesCreate) -> SeriesResult:
    """Create a series of 1 to 60 events with the same participants, shown to the same people."""
    event_type = await permitted_type(ctx, request.event_type_id)
    rule = readable(recurrence_of(request), request.start_datetime, ctx.settings.zone)
    times = occurrences(rule, request.start_datetime, request.end_datetime, ctx.settings.zone)
    participants, visible_to = request.participant_user_ids or [], request.visibility_user_ids or []
    named = named_at("participantUserIds", participants) + named_at("visibilityUserIds", visible_to)
    raise_if_any(type_errors(request.event_type_id, event_type), await people_errors(ctx, named))
    id_there = external_id(request.external_source, request.external_id)
    require_not_generated(event_type)
    await require_series_id_free(ctx, id_there)
    last = new_event(ctx, request, *times[-1])
    made = await ctx.uow.series.add(
        new_event(ctx, request, *times[0]),
        times,
        rule=rule_of(anchored(rule, local_date(times[0].start, ctx.settings.zone))),
        participants=dict.fromkeys(participants),
        visible_to=dict.fromkeys(visible_to),
        external_id=id_there,
    )
    await tell_invited_to_series(ctx, made.id, last, dict.fromkeys(participants))
    return SeriesResult(made.id, len(times), times[0].start, times[-1].start, made.event_ids)


@needs(Scope.EVENTS_WRITE)
@command
async def update_series(ctx: Context, series_id: int, request: SeriesUpdate) -> int:
    """Change all events of a series, or from one on; move what is left of them, add and remove people.

    Returns how many events it is of; events that do not change keep their updatedAt.
    """
    events = await writable_series(ctx, series_id)
    first = 0 if request.from_event_id is UNSET else request.from_event_id
    concerned = following(events, request.from_event_id)
    await check_type(ctx, concerned, request.event_type_id)
    added, removed = await people_named(ctx, request)
    texts, shift, left = request.texts(), request.shift, are_left(ctx, concerned)
    people = bool(added or removed)
    if (shift or people) and not left:
        raise Conflict(Code.SERIES_ENDED, id=series_id)
    with faults_named({"start": request.moved_by}):
        moved = await move_along(ctx, series_id, events, left, shift, named=first) if shift else {}
    await take_out(ctx, left, removed)
    pairs = [(each, msgspec.structs.replace(moved.get(each.id, each), **texts)) for each in concerned]
    invited = await who_lacks_one(ctx, left, added)
    saved = {each.id: each for each in await save_changed(ctx, pairs, told=invited)}
    await bring_in(ctx, in_order([saved[each.id] for each in left]), invited, series_id)
    if texts or not (shift or people):
        return len(concerned)
    return len(left if people else moved)


@needs(Scope.EVENTS_WRITE)
@command
async def delete_series(ctx: Context, series_id: int) -> int:
    """Delete a series with all its events. Returns how many it had."""
    events = await writable_series(ctx, series_id)
    await tell_cancelled(ctx, events)
    await ctx.uow.events.delete([event.id for event in events], ctx.now)
    return len(events)


async def require_series_id_free(ctx: Context, named: ExternalId, *, but: int | None = None) -> None:
    """Raise `Conflict` if another series that is not gone has the external id, whether the caller sees it or not."""
    if named.external_id is not None and await ctx.uow.series.by_external_id(named) not in {None, but}:
        raise in_use(named)


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


def following(events: Sequence[Event], first: int | UnsetType) -> Sequence[Event]:
    """The events from one on, or all. Raises `Invalid` if that one is none of them."""
    if first is UNSET:
        return events
    ordered = in_order(events)
    place = next((place for place, event in enumerate(ordered) if event.id == first), None)
    if place is None:
        raise Invalid.at("fromEventId", FieldCode.UNKNOWN_ID, value=first)
    return ordered[place:]


async def people_named(ctx: Context, request: SeriesUpdate) -> tuple[Collection[int], Collection[int]]:
    """The people to be added and removed. Raises `Invalid` if the directory lacks one, or one is to be both."""
    added, removed = request.add_participant_user_ids or [], request.remove_participant_user_ids or []
    leaving = named_at("removeParticipantUserIds", removed)
    both = [FieldError(path, FieldCode.REPEATED) for path, person in leaving if person in added]
    raise_if_any(await people_errors(ctx, named_at("addParticipantUserIds", added) + leaving), both)
    return dict.fromkeys(added), dict.fromkeys(removed)


def rule_of(recurrence: Recurrence) -> SeriesRule:
    """The rule of a series as it is kept and shown."""
    return SeriesRule(**{name: getattr(recurrence, name) for name in SeriesRule.__struct_fields__})


async def check_type(ctx: Context, events: Sequence[Event], wanted: int | UnsetType) -> None:
    if wanted is UNSET or all(event.event_type_id == wanted for event in events):
        return
    event_type = await permitted_type(ctx, wanted)
    raise_if_any(type_errors(wanted, event_type))
    require_not_generated(event_type)
