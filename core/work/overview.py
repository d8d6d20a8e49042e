"""Several days at a glance: people × days for their leader, one's own days for everybody.

Words and colours are a front end's business. A month of two hundred people has six thousand days, of which a panel
shows two hundred: only the people on its page are read day by day, everybody's days are added up in the store.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct

from core.application.use_case import Context, needs, query
from core.base.model import Semaforo
from core.base.paging import NumberedPage
from core.people.schedules import days_off, each_date
from core.people.users import team
from core.people.working_time import WhyOff
from core.records.people import User
from core.records.tokens import Scope
from core.records.work import DaySum, DayTotal
from core.work.daily_logs import DateRange, check_bounds


class DayCell(Struct, frozen=True):
    """A person's day summed up; `closed` is None if it was not opened, or if none of its items may be seen.

    `off` says why it need not be opened; `before`, that it is before the person's first day.
    """

    fecha: date
    closed: bool | None = None
    worst: Semaforo | None = None
    mean: int | None = None
    off: WhyOff | None = None
    before: bool = False


class PersonDays(Struct, frozen=True):
    """A person and the days asked for, in order: those `opened` and those `off`, by date.

    Nothing is expected before `begun`, the first day that they opened in time (by the day after), else today. `whole`
    is false where only the days with items that the caller leads are shown.
    """

    user: User
    dates: Sequence[date]
    opened: Mapping[date, DaySum]
    off: Mapping[date, WhyOff]
    begun: date
    whole: bool = True

    @property
    def days(self) -> Sequence[DayCell]:
        return [
            DayCell(on, found.closed, found.worst, found.mean, self.off.get(on))
            if (found := self.opened.get(on))
            else DayCell(on, off=self.off.get(on), before=on < self.begun)
            for on in self.dates
        ]


class Unopened(Struct, frozen=True):
    user: User
    dates: Sequence[date]


class PeriodTotals(Struct, frozen=True):
    """The sum of people's days: how many have which worst light; items and the sum of their percentages, by date."""

    worst: Mapping[Semaforo, int]
    items: Mapping[date, int]
    porcentaje: Mapping[date, int]

    @property
    def means(self) -> Sequence[int | None]:
        return [self.porcentaje[day] // count if count else None for day, count in self.items.items()]

    @property
    def mean(self) -> int | None:
        items = sum(self.items.values())
        return sum(self.porcentaje.values()) // items if items else None


class TeamDays(Struct, frozen=True):
    """Days of the people that a leader leads: all by name, each day of those `shown`, and everybody's totals.

    `members`: the ids of those who are of the team. `unopened`: members with unopened days; `idle`: dates that nobody
    opened, nor should have until today. `opened`: how many days members opened of those that they work.
    """

    dates: Sequence[date]
    people: Sequence[User]
    members: Collection[int]
    shown: Sequence[PersonDays]
    totals: PeriodTotals
    unopened: Sequence[Unopened]
    idle: Collection[date]
    opened: int = 0


class OwnDays(Struct, frozen=True):
    """One's own days, their totals, those left unopened, and how many were opened of those that one works."""

    person: PersonDays
    totals: PeriodTotals
    unopened: Sequence[date]
    opened: int = 0


class Expectation(Struct, frozen=True):
    """The days expected of some people: when they do not work and why, and the dates that they left unopened.

    `begun`: the first day of those for whom it matters. `opened`: how many days they opened of those that they work.
    """

    dates: Sequence[date]
    off: Mapping[int, Mapping[date, WhyOff]]
    begun: Mapping[int, date]
    unopened: Mapping[int, Sequence[date]]
    opened: int

    def of_person(self, user: User, opened: Mapping[date, DaySum]) -> PersonDays:
        off, begun = self.off.get(user.id, {}), self.begun.get(user.id, date.min)
        return PersonDays(user, self.dates, opened, off, begun, user.id in self.off)


@needs(Scope.REPORTS_READ)
@query(stale_ok=True)
async def team_days(ctx: Context, bounds: DateRange, part: NumberedPage) -> TeamDays:
    """The caller's team, then people whose items the caller leads by task or who have left; a page of them by day.

    Only the days of these people that have such items are shown.
    """
    check_bounds(ctx, bounds)
    logs, period = ctx.uow.daily_logs, (bounds.desde, bounds.hasta)
    members = {user.id: user for user in await team(ctx)}
    totals = await logs.day_totals(members, *period)
    led = await logs.others_days(ctx.actor, members, *period)
    people = [*members.values(), *(await ctx.uow.users.by_ids({one.user_id for one in led}) if led else [])]
    shown = {user.id: user for user in part.of(people)}
    opened_by: defaultdict[int, dict[date, DaySum]] = defaultdict(dict)
    for day in (*await logs.days_of(shown.keys() & members.keys(), *period), *led):
        opened_by[day.user_id][day.fecha] = day
    opened = {total.fecha: total.opened for total in totals}
    expected = await expected_days(ctx, members.values(), bounds, opened, shown)
    touched = {*opened, *(one.fecha for one in led)}.union(*expected.unopened.values())
    return TeamDays(
        expected.dates,
        people,
        members.keys(),
        [expected.of_person(user, opened_by[user.id]) for user in shown.values()],
        period_totals(expected.dates, totals, led),
        [Unopened(user, expected.unopened[user.id]) for user in members.values() if user.id in expected.unopened],
        [day for day in expected.dates if day not in touched],
        expected.opened,
    )


@query(stale_ok=True)
async def my_days(ctx: Context, bounds: DateRange) -> OwnDays:
    """The caller's own days."""
    return await days_of_person(ctx, ctx.actor.user, bounds)


async def days_of_person(ctx: Context, user: User, bounds: DateRange) -> OwnDays:
    check_bounds(ctx, bounds)
    days = await ctx.uow.daily_logs.days_of([user.id], bounds.desde, bounds.hasta)
    opened = {day.fecha: day for day in days}
    expected = await expected_days(ctx, [user], bounds, dict.fromkeys(opened, (user.id,)), [user.id])
    return OwnDays(
        expected.of_person(user, opened),
        period_totals(expected.dates, [], days),
        expected.unopened.get(user.id, []),
        expected.opened,
    )


async def team_totals(ctx: Context, members: Collection[int], bounds: DateRange) -> PeriodTotals:
    """Only the totals of `team_days`; `members`: the ids of the caller's team."""
    logs, period = ctx.uow.daily_logs, (bounds.desde, bounds.hasta)
    led = await logs.others_days(ctx.actor, members, *period)
    return period_totals(each_date(*period), await logs.day_totals(members, *period), led)


async def person_totals(ctx: Context, user_id: int, bounds: DateRange) -> PeriodTotals:
    days = await ctx.uow.daily_logs.days_of([user_id], bounds.desde, bounds.hasta)
    return period_totals(each_date(bounds.desde, bounds.hasta), [], days)


async def expected_days(
    ctx: Context,
    people: Collection[User],
    bounds: DateRange,
    opened: Mapping[date, Iterable[int]],
    shown: Iterable[int],
) -> Expectation:
    """Find the days that were expected of these people; `opened` says who opened which dates.

    Somebody who never opened a day in time begins today: they owe no earlier days, and are missing today. Somebody who
    opened every working day had begun by then; their first day is read only if they are `shown`.
    """
    off = await days_off(ctx, people, bounds.desde, bounds.hasta)
    dates = each_date(bounds.desde, bounds.hasta)
    by_now = [day for day in dates if day <= ctx.today]
    left = left_unopened(by_now, off, opened)
    asked = left.keys() | off.keys() & set(shown)
    firsts = {first.user_id: first.fecha for first in await ctx.uow.daily_logs.first_days(asked)} if asked else {}
    begun = {user_id: firsts.get(user_id, ctx.today) for user_id in asked}
    since = {user_id: [day for day in days if day >= begun[user_id]] for user_id, days in left.items()}
    opened_count = sum(len(working.intersection(opened.get(day, ()))) for day, working in at_work(by_now, off))
    return Expectation(dates, off, begun, {user_id: days for user_id, days in since.items() if days}, opened_count)


def left_unopened(
    dates: Iterable[date], off: Mapping[int, Collection[date]], opened: Mapping[date, Iterable[int]]
) -> Mapping[int, Sequence[date]]:
    """Find the dates among these that each person works on and has not opened."""
    left: defaultdict[int, list[date]] = defaultdict(list)
    for day, working in at_work(dates, off):
        for user_id in working.difference(opened.get(day, ())):
            left[user_id].append(day)
    return left


def at_work(dates: Iterable[date], off: Mapping[int, Collection[date]]) -> Iterator[tuple[date, set[int]]]:
    """Yield each of these dates with the people who work on it. Most people are off on the same days."""
    alike: defaultdict[Collection[date], set[int]] = defaultdict(set)
    for user_id, days in off.items():
        alike[frozenset(days)].add(user_id)
    for day in dates:
        yield day, set[int]().union(*(people for days, people in alike.items() if day not in days))


def period_totals(dates: Collection[date], totals: Iterable[DayTotal], days: Iterable[DaySum]) -> PeriodTotals:
    """Totals from days that the store added up by date, and from single days."""
    worst, items, porcentaje = Counter[Semaforo](), dict.fromkeys(dates, 0), dict.fromkeys(dates, 0)
    for total in totals:
        worst.update(total.worst)
        items[total.fecha] += total.items
        porcentaje[total.fecha] += total.porcentaje
    for day in days:
        worst.update([day.worst] if day.worst else [])
        items[day.fecha] += day.items
        porcentaje[day.fecha] += day.porcentaje
    return PeriodTotals(worst, items, porcentaje)
