"""People added to events and taken out of them: of one, or of what is left of a series, with one message each."""

from collections.abc import Collection, Mapping, Sequence

from core.application.use_case import Context
from core.calendar.event_news import tell_invited, tell_invited_to_series, tell_left_out
from core.records.calendar import Event, Participant

Rows = Mapping[int, Mapping[int, Participant]]
"""The participations of people in events, by person and event."""


async def rows_of(ctx: Context, events: Sequence[Event], people: Collection[int]) -> Rows:
    found: dict[int, dict[int, Participant]] = {person: {} for person in people}
    for row in await ctx.uow.participants.of_events([each.id for each in events]) if people and events else ():
        if row.user_id in found:
            found[row.user_id][row.event_id] = row
    return found


async def who_lacks_one(ctx: Context, events: Sequence[Event], people: Collection[int]) -> Collection[int]:
    """The people who do not take part in all of these events yet."""
    return [person for person, rows in (await rows_of(ctx, events, people)).items() if len(rows) < len(events)]


async def take_out(ctx: Context, events: Sequence[Event], people: Collection[int]) -> int:
    """Take people out of events, and tell them so. Returns how many participations there were."""
    theirs = await rows_of(ctx, events, people)
    for rows in theirs.values():
        for row in rows.values():
            await ctx.uow.participants.delete(row.id, ctx.now)
    for person, rows in theirs.items():
        await tell_left_out(ctx, [each for each in events if each.id in rows], person)
    return sum(map(len, theirs.values()))


async def bring_in(ctx: Context, events: Sequence[Event], people: Collection[int], series_id: int | None) -> int:
    """Have people take part in all of these events, and invite who has not: to the series, or to the one event.

    Returns how many participations are new.
    """
    theirs, count = await rows_of(ctx, events, people), 0
    for person, rows in theirs.items():
        new = [each for each in events if each.id not in rows]
        for each in new:
            await ctx.uow.participants.add_people(each.id, [person], ctx.now, by=ctx.actor.id)
        if new and series_id is not None:
            await tell_invited_to_series(ctx, series_id, new[-1], [person])
        elif new:
            await tell_invited(ctx, new[0], [person])
        count += len(new)
    return count
