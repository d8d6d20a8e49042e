"""Undo of changes of events and of what is attached to them: of one event, or of all in one press.

Their people are told as of any change. Answers that were asked for again are as they were, unless the person has
answered since; people who have answered for a time that is taken back are asked again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from core.application.use_case import Context
from core.base.errors import Code, Conflict, NotFound, raise_if_any
from core.base.model import ParticipationStatus
from core.calendar.event_news import (
    tell_cancelled,
    tell_changed,
    tell_declined,
    tell_joined,
    tell_left_out,
)
from core.calendar.event_state import require_ahead
from core.calendar.events import permitted_type, require_external_id_free, type_errors
from core.calendar.series import require_series_id_free
from core.records.calendar import Event, Participant, Reminder, VisibilityRecord
from core.records.journal import Entity, ThingChange

ATTACHED = frozenset({Entity.PARTICIPANT, Entity.VISIBILITY, Entity.REMINDER})
Answers = dict[tuple[int, int], ParticipationStatus]
"""Answers to invitations, by event and person."""

Place = tuple[int, int | None]
"""An event, and the person whom a row is about."""


async def undo_events(ctx: Context, changes: Sequence[ThingChange], series: Sequence[ThingChange] = ()) -> None:
    """Delete what was made, have back what was deleted, and change back the rest. The caller may write the events.

    `series`: how the series of these events were changed.
    """
    for change in series:
        await put_back_series(ctx, change)
    events = [change for change in changes if change.entity is Entity.EVENT]
    attached = [change for change in changes if change.entity in ATTACHED]
    made = [change.id for change in events if change.made]
    if made:
        await tell_cancelled(ctx, [await event_of(ctx, each) for each in made])
        await ctx.uow.events.delete(made, ctx.now)
    deleted = [change for change in events if not change.made and "isDeleted" in change.before]
    await require_external_ids_free(ctx, deleted)
    restored = [change.id for change in deleted]
    if restored:
        await ctx.uow.events.restore(restored, ctx.now)
    left, joined = await put_back_attached(ctx, [each for each in attached if set(each.before) != {"response"}])
    pairs = [await put_back_event(ctx, change, restored) for change in events if not change.made]
    await put_back_answers(ctx, attached, pairs)
    await tell_changed(ctx, pairs, ask_again=False)
    for person, those in left.items():
        await tell_left_out(ctx, [await event_of(ctx, each) for each in those], person)
    for person, those in joined.items():
        await tell_joined(ctx, [await event_of(ctx, each) for each in those if each not in restored], person)


async def require_external_ids_free(ctx: Context, deleted: Sequence[ThingChange]) -> None:
    """Raise `Conflict` if another thing has the external id of one of these events, or of the series of one."""
    for change in deleted:
        await require_external_id_free(ctx, await ctx.uow.events.external_id_of(change.id))
    for series_id in sorted({change.now["seriesId"] for change in deleted} - {None}):
        await require_series_id_free(ctx, await ctx.uow.series.external_id_of(series_id), but=series_id)


async def put_back_series(ctx: Context, change: ThingChange) -> None:
    """Have a series repeat as it did, unless that was changed again."""
    if change.left.items() <= change.now.items():
        before = change.undone(await ctx.uow.series.pattern(change.id))
        await ctx.uow.series.set_pattern(change.id, before)


async def put_back_event(ctx: Context, change: ThingChange, restored: Sequence[int]) -> tuple[Event, Event]:
    """The event as it was until now, cancelled where it was deleted, and as it is again."""
    event = await event_of(ctx, change.id)
    if (external_id := change.external_id_before) is not None:
        await require_external_id_free(ctx, external_id, but=event.id)
        await ctx.uow.events.set_external_id(event.id, external_id)
    before = change.undone(event)
    event_type = await permitted_type(ctx, before.event_type_id)
    if before.event_type_id != event.event_type_id:
        raise_if_any(type_errors(before.event_type_id, event_type))
    if before != event:
        before = msgspec.structs.replace(before, updated_at=ctx.now)
        await ctx.uow.events.update(before)
    return msgspec.structs.replace(event, is_active=False) if event.id in restored else event, before


async def put_back_attached(
    ctx: Context, changes: Sequence[ThingChange]
) -> tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]:
    """For each person, the events in which they no longer take part, and those in which they take part again."""
    left: dict[int, list[int]] = defaultdict(list)
    joined: dict[int, list[int]] = defaultdict(list)
    deleted = [change for change in changes if not change.made and "isDeleted" in change.before]
    for entity in ATTACHED:
        await restore(ctx, entity, [change for change in deleted if change.entity is entity])
    for change in changes:
        before = None if change in deleted else place_of(change)
        after = place_of(change) if change in deleted else await put_back_one(ctx, change)
        if change.entity is Entity.PARTICIPANT and before != after:
            for place, found in ((before, left), (after, joined)):
                if place is not None and place[1] is not None:
                    found[place[1]].append(place[0])
    return left, joined


def place_of(change: ThingChange) -> Place:
    """The event that a row is attached to now, and the person that it is about."""
    return change.now["eventId"], change.now.get("userId")


def rows_of(ctx: Context, entity: Entity) -> Any:
    """The repository of a kind of attached rows."""
    return {
        Entity.PARTICIPANT: ctx.uow.participants,
        Entity.VISIBILITY: ctx.uow.visibility,
        Entity.REMINDER: ctx.uow.reminders,
    }[entity]


async def restore(ctx: Context, entity: Entity, changes: Sequence[ThingChange]) -> None:
    """Have deleted rows back. Raises `Conflict` where another row has taken the place of one."""
    rows = rows_of(ctx, entity)
    if changes and not await rows.restore([change.id for change in changes], ctx.now):
        there = [change for change in changes if await rows.get(change.id)]
        raise taken(entity, next(change for change in changes if change not in there).now["eventId"])


async def put_back_one(ctx: Context, change: ThingChange) -> Place | None:
    """Undo a change of a row. Returns where it is attached now; None if it is gone."""
    rows = rows_of(ctx, change.entity)
    if change.made:
        await rows.delete(change.id, ctx.now)
        return None
    row: Participant | VisibilityRecord | Reminder | None = await rows.get(change.id)
    assert row is not None  # noqa: S101  it has not been deleted since
    before = msgspec.structs.replace(change.undone(row), updated_at=ctx.now)
    if isinstance(before, Reminder):
        before = msgspec.structs.replace(before, sent=before.sent and before.remind_at <= ctx.now)
    if not await rows.update(before):
        raise taken(change.entity, before.event_id)
    return before.event_id, getattr(before, "user_id", None)


def taken(entity: Entity, event_id: int) -> Conflict:
    if entity is Entity.VISIBILITY:
        return Conflict(Code.VISIBILITY_TAKEN, id=event_id)
    return Conflict(Code.PARTICIPANT_TAKEN, id=event_id)


async def put_back_answers(ctx: Context, changes: Sequence[ThingChange], pairs: Sequence[tuple[Event, Event]]) -> None:
    answered = [change for change in changes if "response" in change.before and not change.made]
    answers: Answers = {
        (change.now["eventId"], change.now["userId"]): ParticipationStatus(change.before["response"])
        for change in answered
    }
    moved = [after.id for before, after in pairs if before.times != after.times]
    for each in await ctx.uow.participants.responses(moved) if moved else ():
        if each.user_id != ctx.actor.id:
            answers.setdefault((each.event_id, each.user_id), ParticipationStatus.NEEDS_ACTION)
    for (person, answer), event_ids in by_answer(answers):
        await ctx.uow.participants.respond(event_ids, person, answer)
        if not pairs and person == ctx.actor.id:
            await tell_answered(ctx, answer, event_ids)


def by_answer(answers: Answers) -> Iterable[tuple[tuple[int, ParticipationStatus], Sequence[int]]]:
    found: dict[tuple[int, ParticipationStatus], list[int]] = defaultdict(list)
    for (event_id, person), answer in answers.items():
        found[person, answer].append(event_id)
    return found.items()


async def tell_answered(ctx: Context, answer: ParticipationStatus, event_ids: Sequence[int]) -> None:
    """Tell the creator if the answer that is restored declines. Raises `Conflict` if an event is over or cancelled."""
    events = [await event_of(ctx, each) for each in event_ids]
    for event in events:
        require_ahead(ctx, event)
    if answer is ParticipationStatus.DECLINED:
        await tell_declined(ctx, events[0], whole_series=len(events) > 1)


async def event_of(ctx: Context, event_id: int) -> Event:
    seen = await ctx.uow.events.seen(event_id, ctx.actor.id)
    if seen is None:
        raise NotFound(Code.EVENT_NOT_FOUND, id=event_id)
    return seen.event
