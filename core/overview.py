"""Days at a glance: a team's day, or people × days, for who leads them; one's own days for everybody.

A day is summed up in the store; what it says in words and colours is a front end's business. A month of two hundred
people is six thousand days, of which a panel shows two hundred: they are told by the days that were opened and those
that are not worked, and a day becomes a cell when it is looked at.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from msgspec import Struct

from core.access import Actor
from core.daily_logs import DailyLogState, DateRange, DateRequest, TeamRow, check_bounds
from core.errors import Code, NotFound
from core.model import Role, Semaforo
from core.schedules import days_off, each_date
from core.use_case import Context, listing, query
from core.users import User, team
from core.working_time import WhyOff


class DaySum(Struct, frozen=True, gc=False, array_like=True):
    """A day that a person has opened, summed up: how many items of each light, the sum of their percentages.

    An array in JSON, so that thousands are read from the store as what they are.
    """

    user_id: int
    fecha: date
    closed: bool
    verde: int
    amarillo: int
    naranja: int
    rojo: int
    porcentaje: int

    @property
    def items(self) -> int:
        """How many items."""
        return self.verde + self.amarillo + self.naranja + self.rojo

    @property
    def worst(self) -> Semaforo | None:
        """The worst light; None without items."""
        if self.rojo:
            return Semaforo.ROJO
        if self.naranja:
            return Semaforo.NARANJA
        if self.amarillo:
            return Semaforo.AMARILLO
        return Semaforo.VERDE if self.verde else None

    @property
    def mean(self) -> int | None:
        """The mean percentage of the items, rounded down; None without items."""
        return self.porcentaje // self.items if self.items else None


def lights_of(days: Sequence[DaySum]) -> Mapping[Semaforo, int]:
    """How many items of some days have each light."""
    return {
        Semaforo.VERDE: sum(day.verde for day in days),
        Semaforo.AMARILLO: sum(day.amarillo for day in days),
        Semaforo.NARANJA: sum(day.naranja for day in days),
        Semaforo.ROJO: sum(day.rojo for day in days),
    }


def mean_of(days: Sequence[DaySum]) -> int | None:
    """The mean percentage of the items of some days, rounded down; None without items."""
    items = sum([day.verde + day.amarillo + day.naranja + day.rojo for day in days])
    return sum([day.porcentaje for day in days]) // items if items else None


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
    worst: Semaforo | None = None
    mean: int | None = None
    off: WhyOff | None = None
    before: bool = False


class PersonDay(Struct, frozen=True):
    """A person's day as their leader sees it; `log` is None where it was not opened, `off` why it need not be.

    `total` sums up what the leader sees of its items; None where that is nothing.
    """

    user: User
    log: DailyLogState | None
    total: DaySum | None
    off: WhyOff | None


class PersonItems(Struct, frozen=True):
    """A person's day item by item."""

    user: User
    log: DailyLogState | None
    rows: Sequence[TeamRow]
    off: WhyOff | None


class PersonDays(Struct, frozen=True):
    """A person and the days asked for, in order: those `opened` and those `off`, by date.

    None is expected to be opened before they have `begun`. Not `whole`: only days with items that the caller leads.
    """

    user: User
    dates: Sequence[date]
    opened: Mapping[date, DaySum]
    off: Mapping[date, WhyOff]
    begun: date
    whole: bool = True

    @property
    def days(self) -> Sequence[DayCell]:
        """Every day."""
        return [day_cell(on, self.opened.get(on), self.off.get(on), before=on < self.begun) for on in self.dates]


class Told(Struct, frozen=True):
    """What people's days come to: how many have which worst light; items and the sum of their percentages, by date."""

    worst: Mapping[Semaforo, int]
    items: Mapping[date, int]
    porcentaje: Mapping[date, int]

    @property
    def means(self) -> Sequence[int | None]:
        """Each day's mean percentage, rounded down; None without items."""
        return [self.porcentaje[day] // count if count else None for day, count in self.items.items()]

    @property
    def mean(self) -> int | None:
        """The mean percentage of all items, rounded down; None without items."""
        items = sum(self.items.values())
        return sum(self.porcentaje.values()) // items if items else None


def told_of(people: Sequence[PersonDays]) -> Told:
    """Everybody's days added up, in one pass: of two hundred people a month is four thousand."""
    items, percentages = (dict.fromkeys(people[0].dates, 0) for _ in range(2))
    rojo = naranja = amarillo = verde = 0
    for person in people:
        for day, one in person.opened.items():
            items[day] += one.verde + one.amarillo + one.naranja + one.rojo
            percentages[day] += one.porcentaje
            if one.rojo:
                rojo += 1
            elif one.naranja:
                naranja += 1
            elif one.amarillo:
                amarillo += 1
            elif one.verde:
                verde += 1
    return Told(dict(zip(Semaforo, (verde, amarillo, naranja, rojo), strict=True)), items, percentages)


@query
async def team_day(ctx: Context, request: DateRequest) -> Sequence[PersonDay]:
    """A line a person of the caller's team, opened or not, then people whose items the caller leads by task."""
    members = list(await team(ctx))
    sums = await ctx.uow.daily_logs.team_days(ctx.actor, request.fecha, request.fecha)
    totals = {one.user_id: one for one in sums if one.items}
    others = totals.keys() - {user.id for user in members}
    known = await ctx.uow.users.known(others) if others else []
    people = members + [user for user in known if user.is_active or ctx.actor.sees_all]
    states = await ctx.uow.daily_logs.team_states([user.id for user in people], request.fecha, request.fecha)
    logs = {state.user_id: state for state in states}
    off = await days_off(ctx, members, request.fecha, request.fecha)
    return [
        PersonDay(user, logs.get(user.id), totals.get(user.id), off.get(user.id, {}).get(request.fecha))
        for user in people
    ]


@query
async def person_day(ctx: Context, request: DateRequest, user_id: int) -> PersonItems:
    """One of those people with their items. Raises `NotFound` for anybody else."""
    user = await ctx.uow.users.get(user_id)
    rows = await ctx.uow.daily_logs.persons_rows(ctx.actor, user_id, request.fecha)
    if user is None or not (rows or is_member(ctx.actor, user)):
        raise NotFound(Code.USER_NOT_FOUND, username=f"#{user_id}")
    off = await days_off(ctx, [user] if is_member(ctx.actor, user) else [], request.fecha, request.fecha)
    log = await ctx.uow.daily_logs.find(user_id, request.fecha)
    return PersonItems(user, log, rows, off.get(user_id, {}).get(request.fecha))


def is_member(actor: Actor, user: User) -> bool:
    """Whether somebody is of the actor's team, as `team` has it."""
    return user.is_active and (user.role is not Role.SERVICE if actor.sees_all else user.id in actor.team)


@listing
async def team_days(ctx: Context, bounds: DateRange) -> Sequence[PersonDays]:
    """The caller's team, then people whose items the caller leads by task or who have left since.

    Of those others nothing is told but the days on which they have such items. Whoever of the team has never opened a
    day is expected to have opened all of them.
    """
    check_bounds(ctx, bounds)
    members = list(await team(ctx))
    own = {user.id for user in members}
    sums = await ctx.uow.daily_logs.team_days(ctx.actor, bounds.desde, bounds.hasta)
    seen: defaultdict[int, dict[date, DaySum]] = defaultdict(dict)
    for one in sums:
        if one.user_id in own or one.items:
            seen[one.user_id][one.fecha] = one
    others = seen.keys() - own
    people = members + (list(await ctx.uow.users.known(others)) if others else [])
    off = await days_off(ctx, members, bounds.desde, bounds.hasta)
    begun = await first_days(ctx, own)
    days = each_date(bounds.desde, bounds.hasta)
    return [
        PersonDays(
            user, days, seen.get(user.id, {}), off.get(user.id, {}), begun.get(user.id, date.min), user.id in own
        )
        for user in people
    ]


@listing
async def my_days(ctx: Context, bounds: DateRange) -> PersonDays:
    """The caller's own days; who has never opened one begins today."""
    check_bounds(ctx, bounds)
    me = ctx.actor.user
    sums = await ctx.uow.daily_logs.own_days(me.id, bounds.desde, bounds.hasta)
    off = await days_off(ctx, [me], bounds.desde, bounds.hasta)
    begun = (await first_days(ctx, [me.id])).get(me.id, ctx.today)
    return PersonDays(me, each_date(bounds.desde, bounds.hasta), {one.fecha: one for one in sums}, off[me.id], begun)


async def first_days(ctx: Context, people: Collection[int]) -> Mapping[int, date]:
    """The first day that each of these people has ever opened, of those who have."""
    return {first.user_id: first.fecha for first in await ctx.uow.daily_logs.first_days(people)}


def day_cell(fecha: date, found: DaySum | None, off: WhyOff | None, *, before: bool) -> DayCell:
    """A day, opened or not."""
    if found is None:
        return DayCell(fecha, off=off, before=before)
    return DayCell(fecha, found.closed, found.worst, found.mean, off)
