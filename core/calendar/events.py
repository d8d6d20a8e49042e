"""Events of the calendar: who may see and change them, and the rules for their times and types.

The first rule that matches decides who sees an event: admins and services see all; then its creator, a participant, a
record of visibility that names the person, and last whether the event is public. Only its creator, admins and services
may change it.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.use_case import Context, command, needs, query
from core.base.date_times import DateTime, WrittenDateTime
from core.base.errors import Code, Conflict, FieldCode, FieldError, Invalid, NotFound, raise_if_any
from core.base.external_ids import OF_EXTERNAL_ID, ExternalId, IdThere, Source, external_id, in_use
from core.base.model import Int32, Nothing, Reference, Request, Text255, Text65536
from core.calendar.event_changes import save_changed
from core.calendar.event_filter import ALL_EVENTS, EventQuery, conditions_of
from core.calendar.event_news import tell_cancelled
from core.records.calendar import Event, EventType, NewEvent, SeenEvent
from core.records.people import Actor
from core.records.tokens import Scope

OF_A_RULE = {"recurrenceType", "weekdays", "dayOfMonth", "occurrenceCount", "endsOn", "rrule"}
ONLY_SERIES = frozenset({*OF_A_RULE, "participantUserIds", "visibilityUserIds"})
"""The fields of a new series that no single event takes."""


class EventFields(Request, frozen=True, kw_only=True):
    """The fields of a new event, or of each of a new series. Null in an optional field means that it is absent."""

    event_type_id: Int32
    title: Text255
    start_datetime: DateTime
    end_datetime: DateTime
    status_id: Reference
    description: Text65536 | None = None
    location: Text255 | None = None
    is_virtual: bool | None = None
    is_public: bool | None = None
    customer_id: Reference | None = None
    supplier_id: Reference | None = None


class EventCreate(EventFields, frozen=True, kw_only=True):
    """A new event, perhaps with its id in another system. Null in an optional field means that it is absent."""

    NOT_TAKEN = ONLY_SERIES

    external_source: Source | None = None
    external_id: IdThere | None = None


class EventReplace(Request, frozen=True, kw_only=True):
    """All fields of an event. An optional field that is absent or null is cleared."""

    NOT_TAKEN = ONLY_SERIES | OF_EXTERNAL_ID

    event_type_id: Int32
    title: Text255
    start_datetime: DateTime
    end_datetime: DateTime
    status_id: Reference
    is_virtual: bool
    is_public: bool
    is_active: bool
    description: Text65536 | None = None
    location: Text255 | None = None
    customer_id: Reference | None = None
    supplier_id: Reference | None = None


class EventUpdate(Request, frozen=True, kw_only=True):
    """A change of an event: absent fields stay, null clears a field that may be empty."""

    NOT_TAKEN = ONLY_SERIES | OF_EXTERNAL_ID

    event_type_id: Int32 | UnsetType = UNSET
    title: Text255 | UnsetType = UNSET
    description: Text65536 | UnsetType | None = UNSET
    start_datetime: DateTime | UnsetType = UNSET
    end_datetime: DateTime | UnsetType = UNSET
    location: Text255 | UnsetType | None = UNSET
    is_virtual: bool | UnsetType = UNSET
    is_public: bool | UnsetType = UNSET
    status_id: Reference | UnsetType = UNSET
    customer_id: Reference | UnsetType | None = UNSET
    is_active: bool | UnsetType = UNSET
    supplier_id: Reference | UnsetType | None = UNSET


def relations_to(actor: Actor, seen: SeenEvent) -> set[Relation]:
    """The actor's relations to an event, which was read as that actor."""
    return relations_that_hold(
        {
            Relation.CREATOR: seen.event.created_by_user_id == actor.id,
            Relation.PARTICIPANT: seen.participates,
            Relation.ADMITTED: seen.event.is_public if seen.shown is None else seen.shown,
        }
    )


def visible(actor: Actor, seen: SeenEvent) -> bool:
    """Return whether the actor may read an event; the store's list filter says the same in SQL.

    Its creator and participants may, and those to whom a record of visibility shows it. So may everybody if it is
    public, except those from whom a record hides it.
    """
    return may(actor, Operation.EVENT_READ, relations_to(actor, seen))


async def find_visible(ctx: Context, event_id: int) -> SeenEvent | None:
    """The event as the caller sees it; None if it is missing, deleted or hidden from them."""
    seen = await ctx.uow.events.seen(event_id, ctx.actor.id)
    return seen if seen and visible(ctx.actor, seen) else None


async def visible_event(ctx: Context, event_id: int) -> SeenEvent:
    seen = await find_visible(ctx, event_id)
    if seen is None:
        raise NotFound(Code.EVENT_NOT_FOUND, id=event_id)
    return seen


def may_change(actor: Actor, event: Event) -> bool:
    """Return whether the actor may change an event that they may read."""
    created = relations_that_hold({Relation.CREATOR: event.created_by_user_id == actor.id})
    return may(actor, Operation.EVENT_WRITE, created)


def require_write(actor: Actor, seen: SeenEvent) -> None:
    """Raise `Forbidden` unless the actor may change the event, and so what is attached to it."""
    require(actor, Operation.EVENT_WRITE, relations_to(actor, seen))


async def require_attachable(ctx: Context, event_id: int) -> Event:
    """The event that the body of a request names. Raises unless the caller may attach something to it.

    `Invalid` at eventId if the event is missing, deleted or hidden from them, `Forbidden` if it is not theirs.
    """
    seen = await find_visible(ctx, event_id)
    if seen is None:
        raise Invalid.at("eventId", FieldCode.UNKNOWN_ID, value=event_id)
    require_write(ctx.actor, seen)
    return seen.event


async def require_move(ctx: Context, seen: SeenEvent, event_id: int) -> Event:
    """The event of that id. Raises unless the caller may change what is attached to an event, and move it there."""
    require_write(ctx.actor, seen)
    return seen.event if event_id == seen.event.id else await require_attachable(ctx, event_id)


@needs(Scope.EVENTS_READ)
@query
async def get_event(ctx: Context, event_id: int) -> Event:
    """Get one event, active or not."""
    return (await visible_event(ctx, event_id)).event


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_events(ctx: Context, asked: EventQuery = ALL_EVENTS) -> Sequence[Event]:
    """List the events that the caller may see, active or not, those for which all that is asked for holds; by id."""
    conditions = conditions_of(ctx, asked)
    if asked.is_by_time:
        return await ctx.uow.events.list(ctx.actor, asked, start=conditions.start, end=conditions.end)
    return await ctx.uow.events.matching(ctx.actor, asked, conditions)


@needs(Scope.EVENTS_WRITE)
@command
async def create_event(ctx: Context, request: EventCreate) -> Event:
    """Create an event, with the caller as its creator."""
    event_type = await permitted_type(ctx, request.event_type_id)
    start, end = instants(ctx, request.start_datetime, request.end_datetime)
    raise_if_any(type_errors(request.event_type_id, event_type), time_errors(start, end))
    named = external_id(request.external_source, request.external_id)
    require_not_generated(event_type)
    await require_external_id_free(ctx, named)
    return await ctx.uow.events.add(new_event(ctx, request, start, end), named)


async def require_external_id_free(ctx: Context, named: ExternalId, *, but: int | None = None) -> None:
    """Raise `Conflict` if another event has the external id, whether the caller may see that one or not."""
    if named.external_id is None:
        return
    holder = await ctx.uow.events.by_external_id(ctx.actor.id, named)
    if holder is not None and holder.event.id != but:
        raise in_use(named)


@needs(Scope.EVENTS_WRITE)
@command
async def replace_event(ctx: Context, event_id: int, request: EventReplace) -> Event:
    """Replace every field of an event that a request may set."""
    return await change_event(ctx, event_id, request)


@needs(Scope.EVENTS_WRITE)
@command
async def update_event(ctx: Context, event_id: int, request: EventUpdate) -> Event:
    """Change the fields of an event that the request has."""
    return await change_event(ctx, event_id, request)


@needs(Scope.EVENTS_WRITE)
@command
async def delete_event(ctx: Context, event_id: int) -> Nothing:
    """Delete an event with its participants, reminders and visibility records."""
    seen = await visible_event(ctx, event_id)
    require_write(ctx.actor, seen)
    await permitted_type(ctx, seen.event.event_type_id)
    await tell_cancelled(ctx, [seen.event])
    await ctx.uow.events.delete([event_id], ctx.now)
    return Nothing()


def new_event(ctx: Context, request: EventFields, start: datetime, end: datetime) -> NewEvent:
    return NewEvent(
        event_type_id=request.event_type_id,
        title=request.title,
        description=request.description,
        start_datetime=start,
        end_datetime=end,
        location=request.location,
        is_virtual=request.is_virtual is True,
        is_public=request.is_public is True,
        status_id=request.status_id,
        customer_id=request.customer_id,
        supplier_id=request.supplier_id,
        created_by_user_id=ctx.actor.id,
        created_at=ctx.now,
        updated_at=ctx.now,
    )


async def change_event(ctx: Context, event_id: int, request: EventReplace | EventUpdate) -> Event:
    seen = await visible_event(ctx, event_id)
    event = seen.event
    require_write(ctx.actor, seen)
    await permitted_type(ctx, event.event_type_id)
    wanted = event.event_type_id if request.event_type_id is UNSET else request.event_type_id
    retyped = wanted != event.event_type_id
    event_type = await permitted_type(ctx, wanted) if retyped else None
    changed = merged(ctx, event, request)
    types = type_errors(wanted, event_type) if retyped else []
    raise_if_any(types, time_errors(changed.start_datetime, changed.end_datetime))
    require_not_generated(event_type)
    (saved,) = await save_changed(ctx, [(event, changed)])
    return saved


def merged(ctx: Context, event: Event, request: EventReplace | EventUpdate) -> Event:
    changes = request.changes()
    for name, wire in (("start_datetime", "startDatetime"), ("end_datetime", "endDatetime")):
        if name in changes:
            changes[name] = changes[name].instant(wire, ctx.settings.zone)
    return msgspec.structs.replace(event, **changes)


def instants(ctx: Context, start: WrittenDateTime, end: WrittenDateTime) -> tuple[datetime, datetime]:
    zone = ctx.settings.zone
    return start.instant("startDatetime", zone), end.instant("endDatetime", zone)


async def permitted_type(ctx: Context, event_type_id: int) -> EventType | None:
    """The type, if there is one. Raises `Forbidden` if its events are for jobs and the unrestricted only."""
    event_type = await ctx.uow.event_types.get(event_type_id)
    if event_type and event_type.auto_generated:
        require(ctx.actor, Operation.GENERATED_EVENT_WRITE)
    return event_type


def type_errors(event_type_id: int, event_type: EventType | None) -> list[FieldError]:
    if event_type is None:
        return [FieldError("eventTypeId", FieldCode.UNKNOWN_ID, {"value": event_type_id})]
    if not event_type.is_active:
        return [FieldError("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE, {"value": event_type_id})]
    return []


def time_errors(start: datetime, end: datetime) -> list[FieldError]:
    return [] if end > start else [FieldError("endDatetime", FieldCode.NOT_AFTER, {"other": "startDatetime"})]


def require_not_generated(event_type: EventType | None) -> None:
    if event_type and event_type.auto_generated:
        raise Conflict(Code.EVENT_TYPE_AUTO_GENERATED, name=event_type.name)
