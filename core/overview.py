"""Days at a glance: a team's day, or people × days, for who leads them; one's own days for everybody.

A cell is summed up in the store; what it says in words and colours is a front end's business.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from msgspec import Struct

from core.daily_logs import DailyLogState, DateRange, DateRequest, TeamRow, check_bounds
from core.model import Semaforo
from core.schedules import days_off
from core.use_case import Context, query
from core.users import User, team
from core.working_time import WhyOff


class DaySum(Struct, frozen=True):
    """A day that a person has opened, summed up: how many items, the worst light, the sum of their percentages."""

    user_id: int
    fecha: date
    closed: bool
    items: int
    worst: Semaforo | None
    porcentaje: int


class FirstDay(Struct, frozen=True):
    """The first day that a person has ever opened."""

    user_id: int
    fecha: date


class DayCell(Struct, frozen=True):
    """A person's day summed up; `closed` is None where it was not opened, or where none of its items is seen.

    `off` says why it need not be opened, of those whose days are told as a whole; `before`, that nobody could expect it
    to be: they had not begun yet.
    """

    fecha: date
    closed: bool | None = None
    items: int = 0
    worst: Semaforo | None = None
    porcentaje: int = 0
    off: WhyOff | None = None
    before: bool = False

    @property
    def mean(self) -> int | None:
        """The mean percentage of its items, rounded down; None without items."""
        return self.porcentaje // self.items if self.items else None


class PersonDay(Struct, frozen=True):
    """A person's day as their leader sees it; `log` is None where it was not opened, `off` why it need not be."""

    user: User
    log: DailyLogState | None
    rows: Sequence[TeamRow]
    off: WhyOff | None = None


class PersonDays(Struct, frozen=True):
    """A person and each of the days asked for, in order; not `whole`: only days with items that the caller leads."""

    user: User
    days: Sequence[DayCell]
    whole: bool = True


@query
async def team_day(ctx: Context, request: DateRequest) -> Sequence[PersonDay]:
    """A line a person of the caller's team, opened or not, then people whose items the caller leads by task."""
    members = list(await team(ctx))
    rows = await ctx.uow.daily_logs.team_rows(ctx.actor, request.fecha, request.fecha, inactive=False)
    off = await days_off(ctx, members, request.fecha, request.fecha)
    others = {row.responsible_user_id for row in rows} - {user.id for user in members}
    members += await ctx.uow.users.known(others) if others else []
    states = await ctx.uow.daily_logs.team_states([user.id for user in members], request.fecha, request.fecha)
    by_owner = {state.user_id: state for state in states}
    theirs: dict[int, list[TeamRow]] = {}
    for row in rows:
        theirs.setdefault(row.responsible_user_id, []).append(row)
    return [
        PersonDay(user, by_owner.get(user.id), theirs.get(user.id, []), off.get((user.id, request.fecha)))
        for user in members
    ]


@query
async def team_days(ctx: Context, bounds: DateRange) -> Sequence[PersonDays]:
    """The caller's team, then people whose items the caller leads by task or who have left since.

    Of those others nothing is told but the days on which they have such items. Whoever of the team has never opened a
    day is expected to have opened all of them.
    """
    check_bounds(ctx, bounds)
    members = list(await team(ctx))
    sums = await ctx.uow.daily_logs.team_days(ctx.actor, bounds.desde, bounds.hasta)
    own = {user.id for user in members}
    seen = {(one.user_id, one.fecha): one for one in sums if one.items or one.user_id in own}
    others = {user_id for user_id, _ in seen} - own
    people = members + (list(await ctx.uow.users.known(others)) if others else [])
    off = await days_off(ctx, members, bounds.desde, bounds.hasta)
    begun = await first_days(ctx, own)
    return [
        PersonDays(user, row(user, bounds, seen, off, begun.get(user.id, date.min)), user.id in own) for user in people
    ]


@query
async def my_days(ctx: Context, bounds: DateRange) -> PersonDays:
    """The caller's own days; who has never opened one begins today."""
    check_bounds(ctx, bounds)
    sums = await ctx.uow.daily_logs.own_days(ctx.actor.id, bounds.desde, bounds.hasta)
    off = await days_off(ctx, [ctx.actor.user], bounds.desde, bounds.hasta)
    seen = {(one.user_id, one.fecha): one for one in sums}
    begun = await first_days(ctx, [ctx.actor.id])
    return PersonDays(ctx.actor.user, row(ctx.actor.user, bounds, seen, off, begun.get(ctx.actor.id, ctx.today)))


PersonAndDay = tuple[int, date]


def dates(bounds: DateRange) -> Sequence[date]:
    """Every date within the bounds, both included."""
    return [bounds.desde + timedelta(days=number) for number in range((bounds.hasta - bounds.desde).days + 1)]


async def first_days(ctx: Context, people: Collection[int]) -> Mapping[int, date]:
    """The first day that each of these people has ever opened, of those who have."""
    return {first.user_id: first.fecha for first in await ctx.uow.daily_logs.first_days(people)}


def row(
    user: User,
    bounds: DateRange,
    seen: Mapping[PersonAndDay, DaySum],
    off: Mapping[PersonAndDay, WhyOff],
    begun: date,
) -> Sequence[DayCell]:
    """A person's days, of whom none is expected before the one on which they began."""
    return [
        day_cell(day, seen.get((user.id, day)), off.get((user.id, day)), before=day < begun) for day in dates(bounds)
    ]


def day_cell(fecha: date, found: DaySum | None, off: WhyOff | None, *, before: bool) -> DayCell:
    """A day, opened or not."""
    if found is None:
        return DayCell(fecha, off=off, before=before)
    return DayCell(fecha, found.closed, found.items, found.worst, found.porcentaje, off)
