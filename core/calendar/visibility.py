"""Records of visibility, which show an event to a person or hide it from them, whether it is public or not.

Who may see an event, by these records and otherwise: `events.visible`. Those who may change an event may change its
records. The person named in a record may read it too, even if it hides the event from them.
"""

from collections.abc import Sequence

import msgspec

from core.application.access import Operation, Relation, may, relations_that_hold
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Int32, Nothing, Request
from core.base.paging import WHOLE, Page
from core.calendar.events import require_attachable, require_move, require_write, visible_event
from core.people.named_people import require_person
from core.records.calendar import NewVisibilityRecord, SeenEvent, VisibilityRecord
from core.records.people import Actor
from core.records.tokens import Scope


class VisibilityRequest(Request, frozen=True, kw_only=True):
    """All fields of a record of visibility."""

    event_id: Int32
    user_id: Int32
    is_visible: bool


def readable(actor: Actor, record: VisibilityRecord, created_by_user_id: int | None) -> bool:
    """Return whether the actor may read a record; the store's list filter says the same in SQL."""
    relations = {Relation.CREATOR: created_by_user_id == actor.id, Relation.SUBJECT: record.user_id == actor.id}
    return may(actor, Operation.VISIBILITY_READ, relations_that_hold(relations))


async def readable_record(ctx: Context, record_id: int) -> tuple[VisibilityRecord, SeenEvent]:
    record = await ctx.uow.visibility.get(record_id)
    seen = await ctx.uow.events.seen(record.event_id, ctx.actor.id) if record else None
    if record is None or seen is None or not readable(ctx.actor, record, seen.event.created_by_user_id):
        raise NotFound(Code.VISIBILITY_NOT_FOUND, id=record_id)
    return record, seen


@query
async def get_record(ctx: Context, record_id: int) -> VisibilityRecord:
    """Get one record."""
    record, _ = await readable_record(ctx, record_id)
    return record


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_records(ctx: Context, page: Page = WHOLE) -> Sequence[VisibilityRecord]:
    """List the records of the caller's events and those that name the caller, by id; all, if they see everything."""
    return await ctx.uow.visibility.list(ctx.actor, page)


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_of_event(ctx: Context, event_id: int, page: Page = WHOLE) -> Sequence[VisibilityRecord]:
    """List the records of one visible event that the caller may read, by id."""
    await visible_event(ctx, event_id)
    return await ctx.uow.visibility.list(ctx.actor, page, event_id=event_id)


@needs(Scope.EVENTS_WRITE)
@command
async def create_record(ctx: Context, request: VisibilityRequest) -> VisibilityRecord:
    """Create a record of visibility."""
    await require_attachable(ctx, request.event_id)
    await require_person(ctx, request.user_id)
    new = NewVisibilityRecord(**msgspec.structs.asdict(request), created_at=ctx.now, updated_at=ctx.now)
    added = await ctx.uow.visibility.add(new)
    if added is None:
        raise Conflict(Code.VISIBILITY_TAKEN, id=request.event_id)
    return added


@needs(Scope.EVENTS_WRITE)
@command
async def replace_record(ctx: Context, record_id: int, request: VisibilityRequest) -> VisibilityRecord:
    """Replace a record, perhaps for another event or person. If nothing changes, updatedAt stays."""
    record, seen = await readable_record(ctx, record_id)
    await require_move(ctx, seen, request.event_id)
    await require_person(ctx, request.user_id)
    changed = msgspec.structs.replace(record, **msgspec.structs.asdict(request))
    if changed == record:
        return record
    saved = msgspec.structs.replace(changed, updated_at=ctx.now)
    if not await ctx.uow.visibility.update(saved):
        raise Conflict(Code.VISIBILITY_TAKEN, id=request.event_id)
    return saved


@needs(Scope.EVENTS_WRITE)
@command
async def delete_record(ctx: Context, record_id: int) -> Nothing:
    """Delete a record; a new one may take its place."""
    record, seen = await readable_record(ctx, record_id)
    require_write(ctx.actor, seen)
    await ctx.uow.visibility.delete(record.id, ctx.now)
    return Nothing()
