"""Messages about what somebody did with an event, to the others it concerns; stored in the same transaction."""

from collections.abc import Collection, Sequence
from datetime import datetime

from core.application.use_case import Context
from core.base.model import ParticipationStatus
from core.calendar.event_state import is_ahead, takes_place
from core.messages.outbox import key_of, tell
from core.records.calendar import Event, NewEvent
from core.records.messages import Message, MessageKind, Params


async def tell_invited(ctx: Context, event: Event, people: Collection[int]) -> None:
    """Tell these people that they take part in an event now, if it is still to come."""
    if is_ahead(ctx, event):
        await tell_deed(ctx, MessageKind.EVENT_INVITED, people, {"event_id": event.id})


async def tell_invited_to_series(ctx: Context, series_id: int, last: NewEvent | Event, people: Collection[int]) -> None:
    """Tell these people that they take part in a series now, if its `last` event is still to come."""
    if is_ahead(ctx, last):
        await tell_deed(ctx, MessageKind.SERIES_INVITED, people, {"series_id": series_id})


async def tell_deed(ctx: Context, kind: MessageKind, people: Collection[int], about: Params) -> None:
    """Leave a message for each of these people except the caller; each deed is an occasion of its own."""
    occasion = f"{about.get('event_id', about.get('series_id'))}:{ctx.actor.id}:{ctx.now.isoformat()}"
    await tell(ctx, kind, people, occasion, {**about, "by_user_id": ctx.actor.id})


async def tell_joined(ctx: Context, events: Sequence[Event], person: int) -> None:
    """Tell a person that they take part in events now; once where these are of one series."""
    ordered = sorted(events, key=lambda event: event.start_datetime)
    series = {event.series_id for event in ordered}
    if len(ordered) > 1 and len(series) == 1 and (series_id := series.pop()) is not None:
        await tell_invited_to_series(ctx, series_id, ordered[-1], [person])
        return
    for event in ordered:
        await tell_invited(ctx, event, [person])


async def tell_changed(
    ctx: Context, pairs: Sequence[tuple[Event, Event]], *, ask_again: bool = True, but: Collection[int] = ()
) -> None:
    """Tell the people of events what others changed: a new time or place, a cancellation, a cancellation taken back.

    `pairs`: each event before and after. With `ask_again`, people are asked again for their answers where the time is
    new or a cancellation was taken back. Each person gets one message of a kind, about the first event that concerns
    them, except those in `but`, who hear of it by another. One moved to when somebody who declined it proposed is
    accepted by that person.
    """
    await tell_cancelled(ctx, [before for before, after in pairs if not takes_place(ctx, after)])
    left = [(before, after) for before, after in pairs if is_ahead(ctx, after)]
    restored = [after for before, after in left if not takes_place(ctx, before)]
    moved = [after for before, after in left if before.times != after.times]
    proposers: Collection[int] = ()
    if ask_again and (asked_again := list(dict.fromkeys(event.id for event in (*restored, *moved)))):
        proposers = await who_proposed(ctx, moved[0]) if len(asked_again) == len(moved) == 1 else ()
        await ctx.uow.participants.ask_again(asked_again, but=[ctx.actor.id, *proposers])
        for person in proposers:
            await ctx.uow.participants.respond(asked_again, person, ParticipationStatus.ACCEPTED)
    for person, concerned in (await people_of(ctx, restored)).items():
        waiting = await waiting_for(ctx, person)
        first = next(event for event in restored if event.id == concerned[0])
        if not (invites(waiting, first) or cancels(waiting, concerned)):
            about: Params = {"event_id": concerned[0], "count": len(concerned)}
            await tell_deed(ctx, MessageKind.EVENT_RESTORED, [person], about)
    changed = [(before, after) for before, after in left if takes_place(ctx, before) and differences(before, after)]
    for person, concerned in (await people_of(ctx, [after for _, after in changed])).items():
        before, after = next((before, after) for before, after in changed if after.id == concerned[0])
        about = {"event_id": after.id, "count": len(concerned), **differences(before, after)}
        about |= {"as_proposed": 1} if person in proposers else {}
        waiting = await waiting_for(ctx, person)
        told = person in but or invites(waiting, after)
        if not told and set(differences(before, after)) - changes_in(waiting, after):
            await tell_deed(ctx, MessageKind.EVENT_CHANGED, [person], about)


async def who_proposed(ctx: Context, event: Event) -> Collection[int]:
    """The people who have declined an event and proposed the time that it has now."""
    answers = await ctx.uow.participants.responses([event.id])
    declined = {each.user_id for each in answers if each.response is ParticipationStatus.DECLINED}
    if not declined or event.created_by_user_id is None:
        return ()
    told = [
        *await ctx.uow.outbox.sent_since(key_of(MessageKind.EVENT_DECLINED, str(event.id)), event.created_at),
        *await ctx.uow.outbox.waiting(event.created_by_user_id),
    ]
    about = {"event_id": event.id, "proposed": int(event.start_datetime.timestamp())}
    return declined & {each.params.get("by_user_id") for each in told if about.items() <= each.params.items()}


async def tell_cancelled(ctx: Context, events: Sequence[Event]) -> None:
    """Tell the people of events, before these are deleted, that they will not take place; nothing if they are over."""
    ahead = {event.id: event for event in events if is_ahead(ctx, event)}
    for person, concerned in (await people_of(ctx, list(ahead.values()))).items():
        await tell_not_to_come(ctx, MessageKind.EVENT_CANCELLED, person, [ahead[each] for each in concerned])


async def tell_left_out(ctx: Context, events: Sequence[Event], person: int) -> None:
    """Tell a person that they no longer take part in events; not of events that are over or do not take place."""
    ahead = sorted((event for event in events if is_ahead(ctx, event)), key=lambda event: event.start_datetime)
    if ahead:
        await tell_not_to_come(ctx, MessageKind.EVENT_LEFT, person, ahead)


async def tell_not_to_come(ctx: Context, kind: MessageKind, person: int, events: Sequence[Event]) -> None:
    """Tell a person not to come to events, unless they have not been told of the invitation. It names the first."""
    first = events[0]
    if not invites(await waiting_for(ctx, person), first):
        about: Params = {"event_id": first.id, "count": len(events), "title": first.title, **instants_of(first)}
        await tell_deed(ctx, kind, [person], about)


async def people_of(ctx: Context, events: Sequence[Event]) -> dict[int, list[int]]:
    """For each person but the caller, the ids of the events that they take part in or made, the earliest first."""
    ordered = sorted(events, key=lambda event: (event.start_datetime, event.id))
    rows = await ctx.uow.participants.of_events([event.id for event in ordered]) if ordered else ()
    found: dict[int, list[int]] = {}
    for event in ordered:
        people = [event.created_by_user_id, *(row.user_id for row in rows if row.event_id == event.id)]
        for person in dict.fromkeys(people):
            if person is not None and person != ctx.actor.id:
                found.setdefault(person, []).append(event.id)
    return found


async def waiting_for(ctx: Context, person: int) -> Sequence[Message]:
    """The person's messages that are sent later, and say then what holds then."""
    return [each for each in await ctx.uow.outbox.waiting(person) if each.due_at > ctx.now]


def invites(waiting: Sequence[Message], event: Event) -> bool:
    """Return whether one of these messages is the invitation to an event or to its series."""
    return any(
        (each.kind is MessageKind.EVENT_INVITED and each.params["event_id"] == event.id)
        or (each.kind is MessageKind.SERIES_INVITED and each.params["series_id"] == event.series_id)
        for each in waiting
    )


def cancels(waiting: Sequence[Message], event_ids: Collection[int]) -> bool:
    """Return whether one of these messages is yet to tell its reader that one of these events will not take place."""
    return any(each.kind is MessageKind.EVENT_CANCELLED and each.params["event_id"] in event_ids for each in waiting)


def changes_in(waiting: Sequence[Message], event: Event) -> frozenset[str]:
    """The fields of an event of whose change these messages tell."""
    changed = [each.params for each in waiting if each.kind is MessageKind.EVENT_CHANGED]
    return CHANGEABLE & {name for params in changed if params["event_id"] == event.id for name in params}


CHANGEABLE = frozenset({"starts", "ends", "location", "is_virtual"})


def differences(before: Event, after: Event) -> dict[str, int | str]:
    """Return the former time and place of an event, each only where it is different now."""
    time = instants_of(before) if before.times != after.times else {}
    moved = (before.location, before.is_virtual) != (after.location, after.is_virtual)
    return {**time, **({"location": before.location or "", "is_virtual": int(before.is_virtual)} if moved else {})}


def instants_of(event: Event) -> dict[str, int]:
    return {name: int(instant.timestamp()) for name, instant in zip(("starts", "ends"), event.times, strict=True)}


async def tell_declined(
    ctx: Context, event: Event, *, whole_series: bool = False, proposed: datetime | None = None
) -> None:
    """Tell an event's creator that the caller will not come to it, or to any event that is left of its series.

    `proposed`: when the caller would come instead.
    """
    if event.created_by_user_id is not None:
        about: Params = {"event_id": event.id, "whole_series": int(whole_series)}
        if proposed is not None:
            about = {**about, "proposed": int(proposed.timestamp())}
        await tell_deed(ctx, MessageKind.EVENT_DECLINED, [event.created_by_user_id], about)
