"""Event types: the kinds of events. Everybody may read them, integrations and admins may change them.

The service depends on the types that are `system_managed`: these keep their code, stay active and cannot be deleted.
Only jobs make events of an `auto_generated` type. Both flags are set where a type is created, never by a request.
"""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Nothing, Request, Text50, Text100
from core.base.paging import WHOLE, Page
from core.records.calendar import EventType, NewEventType
from core.records.tokens import Scope


class EventTypeCreate(Request, frozen=True, kw_only=True):
    """A new event type."""

    code: Text50
    name: Text100


class EventTypeReplace(EventTypeCreate, frozen=True, kw_only=True):
    """All fields of an event type."""

    is_active: bool


class EventTypeUpdate(Request, frozen=True, kw_only=True):
    """A change of an event type; absent fields stay."""

    code: Text50 | UnsetType = UNSET
    name: Text100 | UnsetType = UNSET
    is_active: bool | UnsetType = UNSET


@needs(Scope.EVENTS_READ)
@query
async def get_event_type(ctx: Context, event_type_id: int) -> EventType:
    """Get one event type, active or not. Raises `NotFound` if it is missing or deleted."""
    event_type = await ctx.uow.event_types.get(event_type_id)
    if event_type is None:
        raise NotFound(Code.EVENT_TYPE_NOT_FOUND, id=event_type_id)
    return event_type


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_event_types(ctx: Context, page: Page = WHOLE) -> Sequence[EventType]:
    """List every event type, active or not, by id."""
    return await ctx.uow.event_types.list(page)


@needs(Scope.ADMIN)
@command
async def create_event_type(ctx: Context, request: EventTypeCreate) -> EventType:
    """Create an active event type for people's events."""
    require(ctx.actor, Operation.EVENT_TYPE_WRITE)
    added = await ctx.uow.event_types.add(NewEventType(code=request.code, name=request.name))
    if added is None:
        raise Conflict(Code.EVENT_TYPE_CODE_TAKEN, taken=request.code)
    return added


@needs(Scope.ADMIN)
@command
async def replace_event_type(ctx: Context, event_type_id: int, request: EventTypeReplace) -> EventType:
    """Replace code, name and isActive of an event type."""
    return await change_event_type(ctx, event_type_id, request)


@needs(Scope.ADMIN)
@command
async def update_event_type(ctx: Context, event_type_id: int, request: EventTypeUpdate) -> EventType:
    """Change the fields of an event type that the request has."""
    return await change_event_type(ctx, event_type_id, request)


@needs(Scope.ADMIN)
@command
async def delete_event_type(ctx: Context, event_type_id: int) -> Nothing:
    """Delete an event type; its code is free again."""
    event_type = await get_event_type(ctx, event_type_id)
    require(ctx.actor, Operation.EVENT_TYPE_WRITE)
    if event_type.system_managed:
        raise Conflict(Code.EVENT_TYPE_SYSTEM_MANAGED, name=event_type.name)
    if await ctx.uow.event_types.in_use(event_type.id):
        raise Conflict(Code.EVENT_TYPE_IN_USE, name=event_type.name)
    await ctx.uow.event_types.delete(event_type.id)
    return Nothing()


async def change_event_type(ctx: Context, event_type_id: int, request: EventTypeReplace | EventTypeUpdate) -> EventType:
    event_type = await get_event_type(ctx, event_type_id)
    require(ctx.actor, Operation.EVENT_TYPE_WRITE)
    changes = request.changes()
    changed = msgspec.structs.replace(event_type, **changes)
    if event_type.system_managed and (changed.code != event_type.code or not changed.is_active):
        raise Conflict(Code.EVENT_TYPE_SYSTEM_MANAGED, name=event_type.name)
    if not await ctx.uow.event_types.update(changed):
        raise Conflict(Code.EVENT_TYPE_CODE_TAKEN, taken=changed.code)
    return changed
