"""The last change of a person: to say it in words, and to take it back at once."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from msgspec import Struct

from core.application.use_case import Context, command, first_unit, query
from core.base.calendar_time import ONE_DAY
from core.base.model import Semaforo
from core.people.users import names_told
from core.records.journal import Entity, JournalRow, ThingChange, Via
from core.records.work import AskedState, AskedTask
from core.work.asked_tasks import withdraw
from core.work.changes import sees_all
from core.work.day_items import COMPLETE
from core.work.history import HIDDEN, ChangePlace, HistoryChange, changes_of, names_in, place_of_change, types_in
from core.work.tasks import CommentRequest, add_comment, get_comment, get_task, withdraw_comment
from core.work.undo import (
    GONE_WHEN_EMPTY,
    WRITTEN_WITH,
    can_be_undone,
    is_gone,
    things_of,
    undo_change,
    undoable_change,
)

SAID = WRITTEN_WITH.keys() - GONE_WHEN_EMPTY
"""The things whose changes are told in words: those of a series are told by its events."""

SAVES: Mapping[Entity, frozenset[str]] = {
    Entity.TASK: frozenset({f"{Entity.TASK}.created", f"{Entity.TASK}.updated"}),
    Entity.ABSENCE: frozenset({f"{Entity.ABSENCE}.created", f"{Entity.ABSENCE}.updated"}),
    Entity.OWN_REMINDER: frozenset({f"{Entity.OWN_REMINDER}.created", f"{Entity.OWN_REMINDER}.updated"}),
    Entity.EVENT: frozenset(
        f"{entity}.{done}"
        for entity, done in [
            *((Entity.EVENT, each) for each in ("created", "updated")),
            *((Entity.PARTICIPANT, each) for each in ("created", "deleted")),
        ]
    ),
}
"""The kinds of changes that make or change a thing itself."""
MOST_TRIED = 10
"""The most changes of one's own that are looked at."""

Thing = tuple[Entity, int]


class ChangedThing(Struct, frozen=True):
    """A changed thing, its changes, and its present values: none where it may no longer be read."""

    entity: Entity
    id: int
    values: Mapping[str, Any]
    changes: Sequence[HistoryChange]


class LastChange(Struct, frozen=True):
    """The last change of a person: all that one step made, without what has been taken back.

    `change` is the row by which to take it back, None where it stays; `seq` is one of its rows. `recent`: it was made
    in the chat, within `undo_minutes`. Where it stays `things` has all of it, else what would be taken back.
    """

    change: int | None
    seq: int
    recent: bool
    place: ChangePlace
    things: Sequence[ChangedThing]
    names: Mapping[int, str]
    types: Mapping[int, str]
    cancelled: Collection[int]


class LastUndone(Struct, frozen=True):
    """The change that was taken back, and the names of those who are told of that."""

    last: LastChange
    told: Sequence[str]


class CommentWithdrawn(Struct, frozen=True):
    """A comment that was taken back, with the title of its task, and the names of those who are told of that."""

    task_id: int
    title: str
    words: str
    told: Sequence[str]


class Reported(Struct, frozen=True):
    """A report on one task, and the row of the journal by which it is taken back, None where it cannot be."""

    task_id: int
    porcentaje: int | None
    semaforo: Semaforo | None
    change: int | None


@query
async def last_own_change(ctx: Context, *, undoable: bool = False) -> LastChange | None:
    """Find what the caller changed last, first of all in the chat within `undo_minutes`, else within a day.

    `undoable`: of what they may take back.
    """
    earlier: tuple[int, Sequence[JournalRow]] | None = None
    async for unit, rows in own_changes(ctx, first_unit(ctx.now - ONE_DAY)):
        if undoable and await undoable_change(ctx, unit) is None:
            continue
        if rows[0].via is Via.CHAT and unit >= recently(ctx):
            return await in_words(ctx, unit, rows, recent=True)
        if earlier is None and any(row.root in HIDDEN for row in rows):
            earlier = unit, rows
    return await in_words(ctx, *earlier, recent=False) if earlier else None


async def own_changes(ctx: Context, since: int) -> AsyncIterator[tuple[int, Sequence[JournalRow]]]:
    """Return the units that the caller has written since one, the last first, with the rows of what can be taken back.

    Units that have been taken back, and those that take another one back, are left out.
    """
    for unit in await ctx.uow.journal.units_of(ctx.actor.id, since, MOST_TRIED):
        rows = [row for row in await ctx.uow.journal.of_unit(unit) if row.root in SAID]
        if rows and not all(takes_back(row) for row in rows) and not await is_taken_back(ctx, unit, rows):
            yield unit, rows


def takes_back(row: JournalRow) -> bool:
    """Return whether a row is of an undo; a comment alone is withdrawn without one of its unit."""
    return row.undoes is not None or row.kind == f"{Entity.COMMENT}.deleted"


def recently(ctx: Context) -> int:
    """The least number of a unit within `undo_minutes`."""
    return first_unit(ctx.now - timedelta(minutes=ctx.settings.undo_minutes))


@command
async def undo_last(ctx: Context) -> LastUndone | None:
    """Take back what the caller changed last in the chat, within `undo_minutes`; None where there is nothing.

    Raises the reason where that cannot be: nothing older is taken back in its place.
    """
    last = await last_own_change(ctx)
    if last is None or not last.recent:
        return None
    await undo_change(ctx, last.change or last.seq)
    return LastUndone(last, await names_told(ctx))


@command
async def withdraw_last_asked(ctx: Context) -> AskedTask | None:
    """Withdraw what the caller asked of a colleague within `undo_minutes`, if they have changed nothing since."""
    since = ctx.now - timedelta(minutes=ctx.settings.undo_minutes)
    own = [
        each
        for each in await ctx.uow.asked_tasks.of_person(ctx.actor.id)
        if (each.created_by_user_id, each.state) == (ctx.actor.id, AskedState.WAITING) and each.created_at >= since
    ]
    if not own:
        return None
    last = await last_own_change(ctx)
    row = await ctx.uow.journal.get(last.seq) if last else None
    if row is not None and row.at > own[-1].created_at:
        return None
    await withdraw(ctx, own[-1])
    return own[-1]


@command
async def withdraw_last_comment(ctx: Context) -> CommentWithdrawn | None:
    """Take back the comment that the caller wrote last, within `undo_minutes`, and nothing that was saved with it."""
    for unit in await ctx.uow.journal.units_of(ctx.actor.id, recently(ctx), MOST_TRIED):
        rows = await ctx.uow.journal.of_unit(unit)
        made = [each for each in await things_of(ctx, rows) if each.entity is Entity.COMMENT and each.made and each.now]
        if not made:
            continue
        comment = made[-1]
        row = next(row for row in rows if (row.entity, row.entity_id) == (Entity.COMMENT, comment.id))
        if len(await things_of(ctx, rows)) > 1:
            await withdraw_comment(ctx, comment.root_id, comment.id)
        else:
            await undo_change(ctx, row.seq)
        title = (await values_of(ctx, Entity.TASK, comment.root_id)).get("descripcion", "")
        return CommentWithdrawn(comment.root_id, title, comment.now["comentario"], await names_told(ctx))
    return None


@command
async def move_last_comment(ctx: Context, task_id: int) -> CommentWithdrawn | None:
    """Write on this task the comment that the caller has just written on another, and withdraw it there.

    None where a comment is not what they did last in the chat, within `undo_minutes`.
    """
    last = await last_own_change(ctx)
    made = [each.change for thing in last.things for each in thing.changes] if last and last.recent else []
    if last is None or last.change is None or [each.kind for each in made] != [f"{Entity.COMMENT}.created"]:
        return None
    if made[0].root_id == task_id:
        return None
    comment = await get_comment(ctx, made[0].root_id, made[0].entity_id)
    files = await ctx.uow.tasks.files_of(comment.id)
    await undo_change(ctx, last.change)
    await add_comment(ctx, task_id, CommentRequest(comentario=comment.comentario), files)
    title = (await get_task(ctx, task_id)).descripcion
    return CommentWithdrawn(task_id, title, comment.comentario, await names_told(ctx))


async def in_words(ctx: Context, unit: int, rows: Sequence[JournalRow], *, recent: bool) -> LastChange:
    """Return what a unit has changed, with all that it takes to say it in words."""
    change = await undoable_change(ctx, unit)
    taken = {(each.entity, each.id): each.made for each in await things_of(ctx, rows) if can_be_undone(each)}
    said = [row for row in rows if change is None or is_taken(row, taken)] or rows
    changes = await changes_of(ctx, said)
    by_thing: dict[Thing, list[HistoryChange]] = defaultdict(list)
    for each in changes:
        by_thing[thing_of(each)].append(each)
    return LastChange(
        change,
        rows[0].seq,
        recent,
        await place_of_change(ctx, change or rows[0].seq),
        [ChangedThing(*thing, await values_of(ctx, *thing), those) for thing, those in by_thing.items()],
        await names_in(ctx, changes),
        await types_in(ctx, said),
        ctx.settings.cancelled_status_ids,
    )


def saved_of(last: LastChange, entity: Entity) -> Sequence[ChangedThing]:
    """Return the things of one kind that a change has saved and that are still there: one, or the events of a series.

    Nothing where it has changed anything else, or only what hangs on the thing: a comment, a report, one's own answer.
    """
    there = [each for each in last.things if each.entity is entity and each.values and not is_gone(entity, each.values)]
    kinds = [{each.change.kind for each in thing.changes} for thing in there]
    if any(each.entity is not entity for each in last.things) or not all(each & SAVES[entity] for each in kinds):
        return []
    if any(f"{Entity.ITEM}.updated" in each for each in kinds):
        return []
    series = {each.values.get("seriesId") for each in there}
    if len(there) > 1 and (len(series) > 1 or None in series):
        return []
    return sorted(there, key=lambda each: (each.values.get("startDatetime") or "", each.id))


def is_taken(row: JournalRow, things: Mapping[Thing, bool]) -> bool:
    """Return whether a row would be taken back: of what stays once it is made, only the changes."""
    made = things.get((row.entity, row.entity_id))
    return made is not None and (made or not row.kind.endswith(".created"))


def thing_of(made: HistoryChange) -> Thing:
    """Return the thing that people would say was changed: of an item, its task."""
    row = made.change
    return (Entity.TASK, made.thing["taskId"]) if row.entity is Entity.ITEM else (row.root, row.root_id)


async def values_of(ctx: Context, entity: Entity, thing: int) -> Mapping[str, Any]:
    viewer = None if sees_all(ctx.actor, entity) else ctx.actor
    if thing not in await ctx.uow.journal.readable(viewer, entity, [thing]):
        return {}
    return (await ctx.uow.journal.values(entity, [thing])).get(thing, {})


@query
async def last_reported(ctx: Context) -> Reported | None:
    """Return what the caller changed last in the chat, within `undo_minutes`, where that was how far one task is."""
    async for unit, rows in own_changes(ctx, recently(ctx)):
        if rows[0].via is not Via.CHAT:
            continue
        items = await items_changed(ctx, rows)
        if len(items) != 1:
            return None
        left = items[0].left
        light = Semaforo(left["semaforo"]) if "semaforo" in left and "porcentaje" not in left else None
        return Reported(items[0].now["taskId"], left.get("porcentaje"), light, await undoable_change(ctx, unit))
    return None


@query
async def tasks_last_reported(ctx: Context) -> Sequence[int]:
    """Return the tasks whose percentage the caller set last in the chat by one step, within `undo_minutes`."""
    async for _, rows in own_changes(ctx, recently(ctx)):
        if rows[0].via is Via.CHAT:
            items = await items_changed(ctx, rows)
            return [each.now["taskId"] for each in items if "porcentaje" in each.left]
    return []


@query
async def last_completed(ctx: Context) -> Sequence[int]:
    """Return the tasks that the caller last brought to 100 per cent in the chat by one step, within `undo_minutes`."""
    async for _, rows in own_changes(ctx, recently(ctx)):
        items = await items_changed(ctx, rows) if rows[0].via is Via.CHAT else ()
        if done := [each.now["taskId"] for each in items if each.left.get("porcentaje") == COMPLETE]:
            return done
    return []


async def items_changed(ctx: Context, rows: Sequence[JournalRow]) -> Sequence[ThingChange]:
    return [each for each in await things_of(ctx, rows) if each.entity is Entity.ITEM and each.left]


async def is_taken_back(ctx: Context, unit: int, rows: Sequence[JournalRow]) -> bool:
    roots = {(row.root, row.root_id) for row in rows}
    return any([await ctx.uow.journal.undoing(unit, root, [root_id]) for root, root_id in roots])
