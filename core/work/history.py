"""The history of a thing as its reader takes it in: with names in place of ids, and what they may take back."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct

from core.application.use_case import Context, query
from core.base.calendar_time import microseconds
from core.base.errors import Code, NotFound
from core.people.users import display_names
from core.records.journal import LAST_SEQ, Entity, JournalRow
from core.work.changes import HistoryRequest, rows_of_thing
from core.work.task_news import FIELDS
from core.work.tasks import get_task
from core.work.undo import is_gone, seen_row, undoable_change

PEOPLE = frozenset({"userId", "leaderUserId", "createdByUserId", "responsibleUserIds"})
"""The fields that name people."""

SHOWN_WITH = frozenset({Entity.PARTICIPANT, Entity.VISIBILITY, Entity.REMINDER, Entity.ITEM})
"""Things whose change alone does not say what it is about."""

HIDDEN = {
    Entity.TASK: Code.TASK_NOT_FOUND,
    Entity.EVENT: Code.EVENT_NOT_FOUND,
    Entity.ABSENCE: Code.ABSENCE_NOT_FOUND,
    Entity.DAILY_LOG: Code.DAILY_LOG_NOT_FOUND,
}

ROWS = 100
"""Rows that are read for a page at most."""


class HistoryChange(Struct, frozen=True):
    """A change of one thing, and what that has now where the change alone does not say what it is."""

    change: JournalRow
    thing: Mapping[str, Any]


class HistoryLine(Struct, frozen=True):
    """Changes that were made together, the newest first, and the row by which to take them back if the reader may."""

    changes: Sequence[HistoryChange]
    undo: int | None


class HistoryView(Struct, frozen=True):
    """A page of a history, the newest first, and `older` to ask for the next; people and event types by their ids.

    `cancelled`: the statuses of events that do not take place. `thing` is what that has now; `gone`: it is deleted.
    """

    lines: Sequence[HistoryLine]
    older: int | None
    names: Mapping[int, str]
    types: Mapping[int, str]
    cancelled: Collection[int]
    thing: Mapping[str, Any]
    gone: bool


class ChangePlace(Struct, frozen=True):
    """The place of a change: its thing, the one that governs that, with its values, and whether it was made alone."""

    entity: Entity
    entity_id: int
    root: Entity
    root_id: int
    governing: Mapping[str, Any]
    alone: bool


@query
async def view_history(ctx: Context, root: Entity, root_id: int, before: int, limit: int) -> HistoryView:
    """A page of a thing's history, of what is older than a row, from the newest on for 0; `limit` lines at most."""
    request = HistoryRequest(limit=ROWS, before=before or UNSET)
    rows, older = await rows_of_thing(ctx, root, root_id, request, NotFound(HIDDEN[root], id=root_id))
    units = list(dict.fromkeys(step_of(row) for row in rows))
    if len(units) > limit:
        rows = [row for row in rows if step_of(row) in units[:limit]]
        older = rows[-1].seq
    changes: dict[Step, list[HistoryChange]] = defaultdict(list)
    for made in await changes_of(ctx, rows):
        changes[step_of(made.change)].append(made)
    lines = [
        HistoryLine(those, await undoable_change(ctx, unit) if unit else None) for (unit, _), those in changes.items()
    ]
    shown = [change for those in changes.values() for change in those]
    thing = (await ctx.uow.journal.values(root, [root_id])).get(root_id, {})
    names, types = await names_in(ctx, shown), await types_in(ctx, rows)
    return HistoryView(lines, older, names, types, ctx.settings.cancelled_status_ids, thing, is_gone(root, thing))


async def changes_of(ctx: Context, rows: Sequence[JournalRow]) -> Sequence[HistoryChange]:
    """The rows, each with what its thing has now where that says what it is."""
    things = {
        entity: await ctx.uow.journal.values(entity, [row.entity_id for row in rows if row.entity is entity])
        for entity in SHOWN_WITH
    }
    return [HistoryChange(row, things.get(row.entity, {}).get(row.entity_id, {})) for row in rows]


Step = tuple[int | None, int]


def step_of(row: JournalRow) -> Step:
    """Return what joins the rows of one line of a history: their unit, or of a row without one the row alone."""
    return (row.unit, 0) if row.unit is not None else (None, row.seq)


class TakenAway(Struct, frozen=True):
    """The removal of somebody from a task's responsibles: by whom, and who became one then."""

    by: int | None
    to: Sequence[int]


@query
async def last_changed_by(ctx: Context, task_id: int, since: int) -> Mapping[str, int | None]:
    """Find who has last changed each value of a task (`FIELDS`) that the caller reads, from an instant on."""
    await get_task(ctx, task_id)
    rows = await task_rows_since(ctx, task_id, since)
    by = {field: row.actor_user_id for row in reversed(rows) for field in row.changed}
    return {name: by[field] for name, field in FIELDS.items() if field in by}


@query
async def taken_away(ctx: Context, task_id: int, since: int) -> TakenAway | None:
    """Find who last took the caller, who may not read the task any more, off it from an instant on."""
    for row in await task_rows_since(ctx, task_id, since):
        before, after = row.changed.get(FIELDS["people"], ([], []))
        if before and ctx.actor.id in before and ctx.actor.id not in after:
            return TakenAway(row.actor_user_id, [person for person in after if person not in before])
    return None


async def task_rows_since(ctx: Context, task_id: int, since: int) -> Sequence[JournalRow]:
    """The changes of a task from an instant in microseconds on, the last first; at most those of the last `ROWS`."""
    rows = await ctx.uow.journal.of_thing(Entity.TASK, task_id, LAST_SEQ, ROWS)
    return [row for row in rows if row.entity is Entity.TASK and microseconds(row.at) >= since]


@query
async def place_of_change(ctx: Context, change_id: int) -> ChangePlace:
    row = await seen_row(ctx, change_id)
    together = await ctx.uow.journal.of_unit(row.unit) if row.unit is not None else [row]
    things = {(each.entity, each.entity_id) for each in together if each.root is row.root}
    governing = (await ctx.uow.journal.values(row.root, [row.root_id])).get(row.root_id, {})
    return ChangePlace(row.entity, row.entity_id, row.root, row.root_id, governing, len(things) == 1)


async def names_in(ctx: Context, changes: Sequence[HistoryChange]) -> Mapping[int, str]:
    ids = {each.change.actor_user_id for each in changes}
    for each in changes:
        for field, values in (*each.change.changed.items(), *((name, [value]) for name, value in each.thing.items())):
            if field in PEOPLE:
                ids |= {person for value in values for person in (value if isinstance(value, list) else [value])}
    return await display_names(ctx, [person for person in ids if person is not None])


async def types_in(ctx: Context, rows: Sequence[JournalRow]) -> Mapping[int, str]:
    if not any("eventTypeId" in row.changed for row in rows):
        return {}
    return {each.id: each.name for each in await ctx.uow.event_types.list()}
