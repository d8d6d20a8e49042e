"""Series by the ids that they have in another system.

An external id belongs to one series of which an event is not deleted. A series whose events are all deleted keeps it,
but does not hold it: another may be given it, and then the events of the first one cannot be restored.
"""

from collections.abc import Sequence

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import ChangedField, ChangedSince, Code, NotFound
from core.base.external_ids import ExternalId, ExternalIdRequest, IdThere, Source
from core.base.external_ids import external_id as named
from core.calendar.events import relations_to, visible
from core.calendar.series import SeriesView, require_series_id_free, view_of, visible_series, writable_series
from core.records.journal import Entity, ThingChange
from core.records.tokens import Scope


@needs(Scope.EVENTS_READ)
@query
async def get_series_by_external_id(ctx: Context, external_source: Source, external_id: IdThere) -> SeriesView:
    """Get the series with an id of another system. Raises `NotFound` if there is none that the caller may see."""
    series_id = await ctx.uow.series.by_external_id(ExternalId(external_source, external_id))
    seen = () if series_id is None else await ctx.uow.series.seen(series_id, ctx.actor.id)
    if series_id is None or not any(visible(ctx.actor, each) for each in seen):
        raise NotFound(Code.EXTERNAL_ID_NOT_FOUND, source=external_source, id=external_id)
    return await view_of(ctx, series_id, seen)


@needs(Scope.EVENTS_READ)
@query
async def get_series_external_id(ctx: Context, series_id: int) -> ExternalId:
    """Get the id that a series has in another system."""
    await visible_series(ctx, series_id)
    return await ctx.uow.series.external_id_of(series_id)


@needs(Scope.EVENTS_WRITE)
@command
async def set_series_external_id(ctx: Context, series_id: int, request: ExternalIdRequest) -> ExternalId:
    """Give a series another id of another system, or none, as its creator."""
    await writable_series(ctx, series_id)
    given = named(request.external_source, request.external_id)
    await save_external_id(ctx, series_id, given)
    return given


async def require_series_undo(ctx: Context, change: ThingChange) -> None:
    """Raise `Forbidden` unless the caller may change the series, and `ChangedSince` if its events are all deleted."""
    seen = await ctx.uow.series.seen(change.id, ctx.actor.id)
    if not seen:
        deleted = ChangedField(Entity.SERIES, change.id, "isDeleted", left=False, now=True)
        raise ChangedSince(Code.CHANGE_DELETED_SINCE, [deleted])
    require(ctx.actor, Operation.EVENT_WRITE, relations_to(ctx.actor, seen[0]))


async def undo_external_ids(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """Give series the external ids that they had before. Raises `Conflict` if another one has one now."""
    for change in changes:
        if (before := change.external_id_before) is not None:
            await save_external_id(ctx, change.id, before)


async def save_external_id(ctx: Context, series_id: int, given: ExternalId) -> None:
    """Write a series' external id. Raises `Conflict` if another series that is not gone has it."""
    await require_series_id_free(ctx, given, but=series_id)
    await ctx.uow.series.set_external_id(series_id, given)
