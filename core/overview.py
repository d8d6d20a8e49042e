"""Days at a glance: a team's day, or people × days, for who leads them; one's own days for everybody.

A cell is summed up in the store; what it says in words and colours is a front end's business.
"""

from collections.abc import Mapping, Sequence
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


class DayCell(Struct, frozen=True):
    """A person's day summed up; `closed` is None where it was not opened, or where none of its items is seen.

    `off` says why it need not be opened, of those whose days are told as a whole.
    """

    fecha: date
    closed: bool | None = None
    items: int = 0
    worst: Semaforo | None = None
    porcentaje: int = 0
    off: WhyOff | None = None

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

    Of those others nothing is told but the days on which they have such items.
    """
    check_bounds(ctx, bounds)
    members = list(await team(ctx))
    sums = await ctx.uow.daily_logs.team_days(ctx.actor, bounds.desde, bounds.hasta)
    own = {user.id for user in members}
    seen = {(one.user_id, one.fecha): one for one in sums if one.items or one.user_id in own}
    others = {user_id for user_id, _ in seen} - own
    people = members + (list(await ctx.uow.users.known(others)) if others else [])
    off = await days_off(ctx, members, bounds.desde, bounds.hasta)
    days = dates(bounds)
    return [PersonDays(user, row(user, days, seen, off), user.id in own) for user in people]


@query
async def my_days(ctx: Context, bounds: DateRange) -> PersonDays:
    """The caller's own days."""
    check_bounds(ctx, bounds)
    sums = await ctx.uow.daily_logs.own_days(ctx.actor.id, bounds.desde, bounds.hasta)
    off = await days_off(ctx, [ctx.actor.user], bounds.desde, bounds.hasta)
    seen = {(one.user_id, one.fecha): one for one in sums}
    return PersonDays(ctx.actor.user, row(ctx.actor.user, dates(bounds), seen, off))


PersonAndDay = tuple[int, date]


def dates(bounds: DateRange) -> Sequence[date]:
    """Every date within the bounds, both included."""
    return [bounds.desde + timedelta(days=number) for number in range((bounds.hasta - bounds.desde).days + 1)]


def row(
    user: User, days: Sequence[date], seen: Mapping[PersonAndDay, DaySum], off: Mapping[PersonAndDay, WhyOff]
) -> Sequence[DayCell]:
    """A person's days."""
    keys = [(user.id, day) for day in days]
    return [day_cell(key[1], seen.get(key), off.get(key)) for key in keys]


def day_cell(fecha: date, found: DaySum | None, off: WhyOff | None) -> DayCell:
    """A day, opened or not."""
    if found is None:
        return DayCell(fecha, off=off)
    return DayCell(fecha, found.closed, found.items, found.worst, found.porcentaje, off)
