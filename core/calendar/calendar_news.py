"""People whom new rows of the journal concern, as far as calendar links show it; read once for all links."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from core.application.access import Operation, require
from core.application.use_case import Context, query
from core.records.calendar_links import CalendarKind
from core.records.journal import Entity, JournalRow

MOST_ROWS = 1000
"""The most new rows for which it is found whom they concern; if there are more, all people are taken."""

SHOWN: Mapping[CalendarKind, Collection[Entity]] = {
    CalendarKind.MINE: (Entity.EVENT, Entity.TASK),
    CalendarKind.MINE_BUSY: (Entity.EVENT,),
    CalendarKind.TEAM: (Entity.EVENT,),
    CalendarKind.TASKS: (Entity.TASK,),
}
OF_EVENTS = frozenset({Entity.EVENT, Entity.PARTICIPANT, Entity.VISIBILITY})
OF_EVERYBODY = frozenset({Entity.PERSON, Entity.ABSENCE})
"""Kinds of rows that are taken to concern everybody, because they change seldom."""


class CalendarNews(Struct, frozen=True):
    """The changes behind a position of the journal.

    `reached`: the position up to which the journal was read; `pending`: an open transaction hides rows behind that.
    `ended`: how many secrets of links have ended until now. `people`: those whom changes of events and of tasks
    concern; None for everybody.
    """

    reached: int
    pending: bool
    ended: int
    people: Mapping[Entity, Collection[int]] | None


@query(follows=True)
async def read_news(ctx: Context, after: int | None) -> CalendarNews:
    """Read the changes behind a position of the journal; without a position, all is taken to have changed."""
    require(ctx.actor, Operation.RUN_JOBS)
    pending = await ctx.uow.journal.last_number() > ctx.settled
    ended = await ctx.uow.calendar_links.secrets_ended()
    people = None
    if after is not None and after <= ctx.settled:
        rows = await ctx.uow.journal.rows(after, ctx.settled, MOST_ROWS) if after < ctx.settled else ()
        if len(rows) < MOST_ROWS and OF_EVERYBODY.isdisjoint(row.entity for row in rows):
            people = {
                Entity.EVENT: await of_events(ctx, [row for row in rows if row.entity in OF_EVENTS]),
                Entity.TASK: await of_tasks(ctx, [row for row in rows if row.entity is Entity.TASK]),
            }
    return CalendarNews(ctx.settled, pending, ended, people)


async def of_events(ctx: Context, rows: Sequence[JournalRow]) -> Collection[int]:
    """Find who made the events that rows are about, or takes part in them, or did before."""
    if not rows:
        return ()
    ids = {row.root_id for row in rows}
    made = await ctx.uow.journal.values(Entity.EVENT, ids)
    rewritten = {row.entity_id for row in rows if row.entity is Entity.PARTICIPANT}
    taken = await ctx.uow.journal.values(Entity.PARTICIPANT, rewritten) if rewritten else {}
    return {
        *(each["createdByUserId"] for each in made.values()),
        *(each["userId"] for each in taken.values()),
        *(each.user_id for each in await ctx.uow.participants.responses(ids)),
        *written(rows, "userId"),
    }


async def of_tasks(ctx: Context, rows: Sequence[JournalRow]) -> Collection[int]:
    """Find who is responsible for the tasks that rows are about, or was."""
    if not rows:
        return ()
    now = await ctx.uow.journal.values(Entity.TASK, {row.entity_id for row in rows})
    return {
        person
        for people in (*(each["responsibleUserIds"] for each in now.values()), *written(rows, "responsibleUserIds"))
        for person in people or ()
    }


def written(rows: Sequence[JournalRow], field: str) -> Iterable[Any]:
    """Yield the values of a field before and after each change."""
    return (value for row in rows for value in row.changed.get(field, ()))
