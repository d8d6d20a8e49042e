"""Events by the ids that they have in another system.

An external id belongs to one event that is not deleted. A deleted one keeps it, but does not hold it.
"""

from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, NotFound
from core.base.external_ids import ExternalId, ExternalIdRequest, IdThere, Source
from core.base.external_ids import external_id as named
from core.calendar.events import (
    permitted_type,
    require_external_id_free,
    require_write,
    visible,
    visible_event,
)
from core.records.calendar import Event
from core.records.tokens import Scope


@needs(Scope.EVENTS_READ)
@query
async def get_event_by_external_id(ctx: Context, external_source: Source, external_id: IdThere) -> Event:
    """Get the event with an id of another system. Raises `NotFound` if there is none that the caller may see."""
    seen = await ctx.uow.events.by_external_id(ctx.actor.id, ExternalId(external_source, external_id))
    if seen is None or not visible(ctx.actor, seen):
        raise NotFound(Code.EXTERNAL_ID_NOT_FOUND, source=external_source, id=external_id)
    return seen.event


@needs(Scope.EVENTS_READ)
@query
async def get_event_external_id(ctx: Context, event_id: int) -> ExternalId:
    """Get the id that an event has in another system."""
    seen = await visible_event(ctx, event_id)
    return await ctx.uow.events.external_id_of(seen.event.id)


@needs(Scope.EVENTS_WRITE)
@command
async def set_event_external_id(ctx: Context, event_id: int, request: ExternalIdRequest) -> ExternalId:
    """Give an event another id of another system, or none, as its creator."""
    seen = await visible_event(ctx, event_id)
    require_write(ctx.actor, seen)
    await permitted_type(ctx, seen.event.event_type_id)
    given = named(request.external_source, request.external_id)
    await require_external_id_free(ctx, given, but=event_id)
    await ctx.uow.events.set_external_id(event_id, given)
    return given
