"""Undo of what one request, press or run has changed: it writes the values from before, under the rules of today.

What belongs together is taken back together: an event with its participants, a series with its events. Messages about
the change are not withdrawn: people are told of the undo as of any other change. Items that were added to a day stay;
so do comments, but that their author may withdraw one within `undo_minutes`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from msgspec import Struct

from core.application.access import Operation, Relation, relations_to_person, require
from core.application.scopes import require_scopes
from core.application.use_case import Context, command, needs, query
from core.base.errors import ChangedField, ChangedSince, Code, Conflict, DomainError, Forbidden, NotFound
from core.calendar.event_undo import ATTACHED, undo_events
from core.calendar.external_series import require_series_undo, undo_external_ids
from core.calendar.own_reminders import undo_own_reminders
from core.people.absence_undo import undo_absences
from core.records.journal import LAST_SEQ, Entity, JournalRow, Seq, TakenBack, ThingChange, Via
from core.records.tokens import Scope
from core.work.changes import as_told, governor, in_scope, readable_rows
from core.work.day_undo import close_logs, reopen_logs, reopens, require_day_undo, undo_items
from core.work.task_undo import (
    BY_AN_ITEM,
    require_task_undo,
    undo_comments,
    undo_rules,
    undo_tasks,
)

WRITTEN_WITH: Mapping[Entity, Scope | None] = {
    Entity.TASK: Scope.TASKS_WRITE,
    Entity.COMMENT: Scope.TASKS_WRITE,
    Entity.TASK_RULE: Scope.TASKS_WRITE,
    Entity.DAILY_LOG: Scope.LOGS_WRITE,
    Entity.ITEM: Scope.LOGS_WRITE,
    Entity.SERIES: Scope.EVENTS_WRITE,
    Entity.EVENT: Scope.EVENTS_WRITE,
    Entity.PARTICIPANT: Scope.EVENTS_WRITE,
    Entity.VISIBILITY: Scope.EVENTS_WRITE,
    Entity.REMINDER: Scope.EVENTS_WRITE,
    Entity.OWN_REMINDER: Scope.EVENTS_WRITE,
    Entity.ABSENCE: Scope.PEOPLE_WRITE,
}
"""The things whose changes can be taken back, and the scope that a token needs; None: no token with scopes may."""

OF_TASKS = frozenset({Entity.TASK, Entity.COMMENT, Entity.TASK_RULE})
OF_ONE_PERSON = {Entity.ABSENCE: Operation.ABSENCE_WRITE, Entity.OWN_REMINDER: Operation.OWN_REMINDERS}
OF_DAYS = frozenset({Entity.DAILY_LOG, Entity.ITEM})
STAYS_ONCE_MADE = frozenset({Entity.COMMENT, Entity.DAILY_LOG, Entity.ITEM})
"""Things of which undo takes back only their changes since they were made; comments after a while (`is_kept`)."""

GONE_WHEN_EMPTY = frozenset({Entity.SERIES})
"""Things that are gone once all that belongs to them is."""

FIELDS_OF_NEXT_TASK = frozenset({"lastOn", "taskId", "taskCount", "state"})
"""The fields of a rule that change when it makes its next task."""

LOOKED_AT = 100
"""The number of a thing's newest rows in which it is looked for who wrote the thing last."""

KEPT_IF_REWRITTEN = frozenset(
    {(Entity.PARTICIPANT, "response"), (Entity.REMINDER, "sent"), (Entity.OWN_REMINDER, "remindAt")}
)
"""Fields that others may have written since: they are restored only if they still have the value of the change."""


class Unit(Struct, frozen=True):
    """The changes of one unit, as far as they are taken back; `own`: the caller wrote them."""

    unit: int
    things: Sequence[ThingChange]
    own: bool
    series: Sequence[ThingChange] = ()
    """Changes of series themselves, beside those of their events."""

    def of(self, *entities: Entity) -> Sequence[ThingChange]:
        return [each for each in self.things if each.entity in entities]

    def roots(self) -> Mapping[Entity, Collection[int]]:
        found: dict[Entity, set[int]] = defaultdict(set)
        for each in self.things:
            found[each.root] |= roots_of(each)
        return found


def roots_of(change: ThingChange) -> set[int]:
    """The thing that a thing belongs to, and the event that it belonged to before, if it was moved."""
    return {change.root_id, change.before.get("eventId") or change.root_id}


@needs()
@command
async def undo_change(ctx: Context, change_id: Seq) -> TakenBack:
    """Take back all that the request, press or run has changed that wrote this row of the journal, by its `seq`.

    What each of these writes needs of the caller and their token, this needs; what the caller wrote, they may also take
    back where they may still write it. It is a change of its own, whose rows have that `seq` in `undoes`. Where
    something is no longer as it was left, nothing is written; `changed` of the refusal has the fields.
    """
    unit = await unit_to_undo(ctx, change_id)
    await ctx.uow.journal.note_undo(change_id)
    logs, tasks = unit.of(Entity.DAILY_LOG), unit.of(Entity.TASK)
    await reopen_logs(ctx, logs)
    await undo_rules(ctx, unit.of(Entity.TASK_RULE))
    await undo_tasks(ctx, tasks, await changed_by_own_items(ctx, unit))
    await undo_items(ctx, unit.of(Entity.ITEM))
    await undo_comments(ctx, unit.of(Entity.COMMENT))
    await undo_absences(ctx, unit.of(Entity.ABSENCE))
    await undo_own_reminders(ctx, unit.of(Entity.OWN_REMINDER))
    await undo_events(ctx, unit.of(Entity.EVENT, *ATTACHED), unit.series)
    await undo_external_ids(ctx, unit.of(Entity.SERIES))
    await close_logs(ctx, logs)
    return TakenBack([as_told(row) for row in await readable_rows(ctx, await rows_undoing(ctx, unit))])


@command
async def undo_recent_change(ctx: Context, change_id: int) -> TakenBack:
    """Take back what was just done. Raises `Conflict` if that was longer ago than `undo_minutes`."""
    row = await ctx.uow.journal.get(change_id)
    minutes = ctx.settings.undo_minutes
    if row is not None and row.at + timedelta(minutes=minutes) < ctx.now:
        raise Conflict(Code.UNDO_TOO_LATE, minutes=minutes)
    return await undo_change(ctx, change_id)


@query
async def undoable_change(ctx: Context, unit: int) -> int | None:
    """A row by which the caller may take back what a unit has changed; None if they may not."""
    rows = [each for each in await ctx.uow.journal.of_unit(unit) if each.entity not in GONE_WHEN_EMPTY]
    shown = {each.seq for each in (*await readable_rows(ctx, rows), *(each for each in rows if wrote(ctx, each)))}
    things = [each for each in await things_of(ctx, rows) if can_be_undone(each)]
    row = next((each for each in rows if each.seq in shown and names(each, things)), None)
    if row is None:
        return None
    try:
        await unit_to_undo(ctx, row.seq)
    except DomainError:
        return None
    return row.seq


def names(row: JournalRow, things: Sequence[ThingChange]) -> bool:
    """Return whether a row is about one of these things, or about what one of them belongs to."""
    named = {(row.entity, row.entity_id), (row.root, row.root_id)}
    return row.entity in GONE_WHEN_EMPTY or any((each.entity, each.id) in named for each in things)


async def unit_to_undo(ctx: Context, seq: int) -> Unit:
    """Return what is to be taken back. Raises `NotFound`, `Forbidden` or `Conflict` if it cannot be.

    For a change of the caller's whose thing they may no longer read (a task handed over) it is always `NotFound`.
    """
    row = await seen_row(ctx, seq)
    try:
        return await unit_of(ctx, row)
    except (Forbidden, Conflict) as refusal:
        if await readable_rows(ctx, [row]):
            raise
        raise NotFound(Code.CHANGE_NOT_FOUND, id=seq) from refusal


async def seen_row(ctx: Context, seq: int) -> JournalRow:
    """A row that the caller wrote or may read."""
    row = await ctx.uow.journal.get(seq)
    if row is None or not (wrote(ctx, row) or await readable_rows(ctx, [row])):
        raise NotFound(Code.CHANGE_NOT_FOUND, id=seq)
    return row


def wrote(ctx: Context, row: JournalRow) -> bool:
    """Return whether the caller wrote a row of a kind of thing that their token reads."""
    return row.actor_user_id == ctx.actor.id and in_scope(ctx.token, governor(row)[0])


async def unit_of(ctx: Context, row: JournalRow) -> Unit:
    """Return what a row's unit has changed, once it is known that the caller may take it back now."""
    if row.undoes is not None:
        raise Conflict(Code.CHANGE_IS_UNDO)
    if row.unit is None or row.actor_user_id is None or row.via is Via.JOB:
        raise Conflict(Code.CHANGE_OF_SERVICE)
    made_of = await things_of(ctx, await ctx.uow.journal.of_unit(row.unit))
    own = row.actor_user_id == ctx.actor.id
    series = [each for each in made_of if each.entity is Entity.SERIES and not each.made]
    unit = Unit(row.unit, [each for each in made_of if can_be_undone(each)], own, series)
    if not names(row, unit.things) or any(each.entity not in WRITTEN_WITH for each in made_of):
        raise Conflict(Code.CHANGE_STAYS)
    if undoing := await rows_undoing(ctx, unit):
        raise ChangedSince(Code.CHANGE_UNDONE, fields_undone(await readable_rows(ctx, undoing)))
    unit = Unit(unit.unit, [each for each in unit.things if not is_withdrawn(each)], unit.own, series)
    if not unit.things:
        raise Conflict(Code.CHANGE_STAYS)
    events = await ctx.uow.journal.values(Entity.EVENT, [*unit.roots().get(Entity.EVENT, ())])
    await require_undo(ctx, unit, events)
    if deleted := [*deleted_since(unit, events)]:
        raise ChangedSince(Code.CHANGE_DELETED_SINCE, await with_writers(ctx, unit, deleted))
    changed = [field for each in unit.things for field in changed_since(each)]
    if changed:
        fields = tuple(dict.fromkeys(each.field for each in changed))
        raise ChangedSince(Code.CHANGED_SINCE, await with_writers(ctx, unit, changed), fields=fields)
    return unit


async def with_writers(ctx: Context, unit: Unit, changed: Sequence[ChangedField]) -> Sequence[ChangedField]:
    """The fields, each with who wrote it last, and when, as far as the caller may read that."""
    last: dict[tuple[str, int, str], JournalRow] = {}
    for root, ids in unit.roots().items():
        for root_id in sorted(ids):
            for row in await readable_rows(ctx, await ctx.uow.journal.of_thing(root, root_id, LAST_SEQ, LOOKED_AT)):
                for field in row.changed if row.unit != unit.unit else ():
                    last.setdefault((row.entity, row.entity_id, field), row)
    wrote_last = [last.get((each.entity, each.entity_id, each.field)) for each in changed]
    return [
        each if row is None else replace(each, actor=row.actor_user_id, at=row.at)
        for each, row in zip(changed, wrote_last, strict=True)
    ]


async def things_of(ctx: Context, rows: Sequence[JournalRow]) -> Sequence[ThingChange]:
    """Return what rows of a unit have changed of each thing, without consequences, in the order of their first rows."""
    of_thing: dict[tuple[Entity, int], list[JournalRow]] = defaultdict(list)
    for row in rows:
        of_thing[row.entity, row.entity_id].append(row)
    ids: dict[Entity, list[int]] = defaultdict(list)
    for entity, thing in of_thing:
        ids[entity].append(thing)
    now = {entity: await ctx.uow.journal.values(entity, those) for entity, those in ids.items()}
    things = [change_of_thing(ctx, rows, now[entity].get(thing, {})) for (entity, thing), rows in of_thing.items()]
    return without_consequences([each for each in things if each.left or each.made])


def is_kept(ctx: Context, row: JournalRow) -> bool:
    """Return whether what a row made stays: of comments, all but those of the caller's within `undo_minutes`."""
    late = row.at + timedelta(minutes=ctx.settings.undo_minutes) < ctx.now
    return row.entity in STAYS_ONCE_MADE and (
        row.entity is not Entity.COMMENT or late or row.actor_user_id != ctx.actor.id
    )


def change_of_thing(ctx: Context, rows: Sequence[JournalRow], now: Mapping[str, Any]) -> ThingChange:
    """Return what rows of a unit have changed of one thing, without fields that give way to what others wrote since."""
    first, made = rows[0], rows[0].kind.endswith(".created")
    if made and is_kept(ctx, first):
        rows, made = rows[1:], False
    before: dict[str, Any] = {}
    left: dict[str, Any] = {}
    for row in rows:
        for field, (earlier, later) in row.changed.items():
            before.setdefault(field, earlier)
            left[field] = later
    kept = {
        field for field in left
        if (before[field] == left[field] and not made)
        or ((first.entity, field) in KEPT_IF_REWRITTEN and now.get(field) != left[field])
    }  # fmt: skip
    before, left = ({name: value for name, value in each.items() if name not in kept} for each in (before, left))
    return ThingChange(first.entity, first.entity_id, first.root, first.root_id, first.at, made, before, left, now)


def without_consequences(things: Sequence[ThingChange]) -> Sequence[ThingChange]:
    """The things without consequences: rows of a new event, and what a rule made because its task was done."""
    events = {each.id for each in things if each.entity is Entity.EVENT and each.made}
    rules = [each for each in things if each.entity is Entity.TASK_RULE and not each.made]
    by_rules = {each.left["taskId"] for each in rules if "taskId" in each.left}
    tasks = [each for each in things if each.entity is Entity.TASK and each.id not in by_rules]
    return [
        each
        for each in things
        if not (each.entity in ATTACHED and each.root_id in events)
        and not (each.entity is Entity.TASK and each.id in by_rules)
        and not (each.entity is Entity.TASK_RULE and not each.made and tasks and set(each.left) <= FIELDS_OF_NEXT_TASK)
    ]


def can_be_undone(change: ThingChange) -> bool:
    """Return whether a change is taken back by itself: of a series, that of its external id."""
    if change.entity is Entity.SERIES:
        return not change.made and change.external_id_before is not None
    return change.entity in WRITTEN_WITH and not (change.made and is_gone(change.entity, change.left))


def is_withdrawn(change: ThingChange) -> bool:
    """Return whether a comment that was made is withdrawn: only that was taken back, so that the rest still can be."""
    return change.entity is Entity.COMMENT and change.made and not change.now


def gone_by(entity: Entity) -> tuple[str, bool | None]:
    """The field that says whether a thing of a kind is deleted, and its value while it is not."""
    fields: dict[Entity, tuple[str, bool | None]] = {
        Entity.ABSENCE: ("cancelledAt", None),
        Entity.OWN_REMINDER: ("endedAt", None),
        Entity.TASK: ("isActive", True),
    }
    return fields.get(entity, ("isDeleted", False))


def is_gone(entity: Entity, values: Mapping[str, Any]) -> bool:
    """Return whether a thing with these values counts as deleted."""
    field, there = gone_by(entity)
    return values.get(field, there) is not there or (entity is Entity.COMMENT and not values)


def changed_since(change: ThingChange) -> Iterable[ChangedField]:
    """The fields that no longer have the value of the change; for a thing that was created, among all its fields."""
    for field in change.now if change.made else change.left:
        left, now = change.left.get(field), change.now.get(field)
        if left != now and (change.entity, field) not in KEPT_IF_REWRITTEN:
            yield ChangedField(change.entity, change.id, field, left, now)


def fields_undone(rows: Iterable[JournalRow]) -> Sequence[ChangedField]:
    """The fields that an earlier undo has changed, by its rows."""
    return [
        ChangedField(row.entity, row.entity_id, field, before, after, row.actor_user_id, row.at)
        for row in rows
        for field, (before, after) in row.changed.items()
    ]


def deleted_since(unit: Unit, events: Mapping[int, Mapping[str, Any]]) -> Iterable[ChangedField]:
    """Things deleted since the change, and deleted events of attached rows that would come back without them."""
    restored = {each.id for each in unit.of(Entity.EVENT)}
    for each in unit.things:
        if is_gone(each.entity, each.now) and not is_gone(each.entity, each.left):
            field, there = gone_by(each.entity)
            yield ChangedField(each.entity, each.id, field, there, each.now.get(field, not there))
        elif each.entity in ATTACHED:
            for root in sorted(roots_of(each) - restored):
                if is_gone(Entity.EVENT, events[root]):
                    yield ChangedField(Entity.EVENT, root, "isDeleted", False, True)


async def require_undo(ctx: Context, unit: Unit, events: Mapping[int, Mapping[str, Any]]) -> None:
    """Raise `Forbidden` unless the caller, and their token, may make each of these changes."""
    by_item = await changed_by_own_items(ctx, unit)
    reopened = {each.id for each in unit.of(Entity.DAILY_LOG) if reopens(each)}
    for each in unit.things:
        if each.entity is Entity.TASK and each.id in by_item:
            continue
        scope = WRITTEN_WITH[each.entity]
        require_scopes(ctx.token, None if scope is None else frozenset({scope}))
        if each.entity in OF_TASKS:
            await require_task_undo(ctx, each, own=unit.own)
        elif each.entity in OF_DAYS:
            await require_day_undo(ctx, each, reopened, own=unit.own)
        elif each.entity is Entity.SERIES:
            await require_series_undo(ctx, each)
        elif each.entity in OF_ONE_PERSON:
            require(ctx.actor, OF_ONE_PERSON[each.entity], relations_to_person(ctx.actor, each.now["userId"]))
        else:
            require_event_undo(ctx, unit, each, {root: events[root] for root in roots_of(each)})


def require_event_undo(ctx: Context, unit: Unit, change: ThingChange, events: Mapping[int, Mapping[str, Any]]) -> None:
    if set(change.before) == {"response"} and not unit.of(Entity.EVENT):
        own = {Relation.PARTICIPANT} if change.now["userId"] == ctx.actor.id else ()
        require(ctx.actor, Operation.EVENT_RESPOND, own)
        return
    passed_on = {each.id for each in unit.of(Entity.EVENT) if among_own_people(ctx, each)}
    for event_id, event in events.items():
        own = {Relation.CREATOR} if event["createdByUserId"] == ctx.actor.id or event_id in passed_on else ()
        require(ctx.actor, Operation.EVENT_WRITE, own)


def among_own_people(ctx: Context, change: ThingChange) -> bool:
    """Return whether a change passed an event on among the caller and the people they lead."""
    creators = {each["createdByUserId"] for each in (change.before, change.left) if "createdByUserId" in each}
    return bool(creators) and creators <= ctx.actor.people


async def changed_by_own_items(ctx: Context, unit: Unit) -> Collection[int]:
    """The tasks that an item of the caller's has begun, closed or reopened."""
    found = set()
    for item in unit.of(Entity.ITEM):
        log = await ctx.uow.daily_logs.state(item.root_id)
        if log is not None and log.user_id == ctx.actor.id:
            found.add(item.now["taskId"])
    return {each.id for each in unit.of(Entity.TASK) if each.id in found and set(each.left) <= BY_AN_ITEM}


async def rows_undoing(ctx: Context, unit: Unit) -> Sequence[JournalRow]:
    return [
        row for root, ids in unit.roots().items() for row in await ctx.uow.journal.undoing(unit.unit, root, sorted(ids))
    ]
