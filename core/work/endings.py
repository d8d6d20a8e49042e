"""Ends of things: who deleted one or called it off, when, and whether the reader may take that back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from core.application.use_case import Context, query
from core.people.users import display_names
from core.records.journal import LAST_SEQ, Entity
from core.work.changes import sees_all
from core.work.undo import LOOKED_AT, is_gone, undoable_change

CALLS_OFF = frozenset({"isActive", "statusId"})
"""The fields of an event that say whether it takes place."""


class ThingEnding(Struct, frozen=True):
    """The end of a thing that is deleted or called off, and the row by which the caller may take that back.

    `actor` is None where it was the operator or the service itself.
    """

    actor: int | None
    names: Mapping[int, str]
    at: datetime
    deleted: bool
    undo: int | None


@query
async def ending_of(ctx: Context, root: Entity, root_id: int) -> ThingEnding | None:
    """Find how a thing ended; None if it exists, may not be read by the caller, or the journal lacks its end by now."""
    values = (await ctx.uow.journal.values(root, [root_id])).get(root_id)
    viewer = None if sees_all(ctx.actor, root) else ctx.actor
    if values is None or not await ctx.uow.journal.readable(viewer, root, [root_id]):
        return None
    deleted = is_gone(root, values)
    if not deleted and not (root is Entity.EVENT and is_called_off(ctx, values)):
        return None
    rows = await ctx.uow.journal.of_thing(root, root_id, LAST_SEQ, LOOKED_AT)
    own = [row for row in rows if (row.entity, row.entity_id) == (root, root_id)]
    ends = [row for row in own if (row.kind == f"{root}.deleted" if deleted else CALLS_OFF & row.changed.keys())]
    if not ends:
        return None
    row = ends[0]
    names = await display_names(ctx, [] if row.actor_user_id is None else [row.actor_user_id])
    undo = None if row.unit is None else await undoable_change(ctx, row.unit)
    return ThingEnding(row.actor_user_id, names, row.at, deleted, undo)


def is_called_off(ctx: Context, event: Mapping[str, Any]) -> bool:
    return not event["isActive"] or event["statusId"] in ctx.settings.cancelled_status_ids
