"""Workload: each person's open tasks, hours in events and absences. People are by name, and nobody is ranked.

A leader reads that of their people, everybody their own.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, needs, query
from core.base.calendar_time import ONE_DAY, Days, Interval, union, week_of
from core.base.date_times import of_whole_days, whole_days
from core.base.model import Model
from core.calendar.availability import busy, is_unknown
from core.people import users
from core.people.schedules import work_calendars
from core.people.working_time import WorkCalendar
from core.records.calendar import AvailabilityConflict
from core.records.journal import NOBODY
from core.records.people import User
from core.records.tokens import Scope
from core.records.work import OpenTasks
from core.work.daily_logs import DateRange, check_length
from core.work.red import at_risk_now


class AwayDays(Model, frozen=True):
    """Days on which a person is away, both included; of a longer absence those asked about."""

    desde: date
    hasta: date


class PersonLoad(Model, frozen=True):
    """A person's workload.

    Open tasks; those of them that are late today, that are due between the dates and not late, that are red now; the
    minutes between the dates that events, outside calendars and hours away take, of whole days their working hours;
    absences of whole days.
    """

    user_id: int
    display_name: str
    open: int
    late: int
    due: int
    red: int
    event_minutes: int
    away: Sequence[AwayDays]


class Workload(Model, frozen=True):
    """The workload of people from `desde` to `hasta`, by name."""

    desde: date
    hasta: date
    people: Sequence[PersonLoad]


@needs(Scope.REPORTS_READ)
@query
async def team_workload(ctx: Context, bounds: DateRange) -> Workload:
    """Tell how much each of the people the caller leads has in hand between two dates, by name, unranked."""
    return await workload_of(ctx, await users.team(ctx), bounds)


@needs(Scope.REPORTS_READ)
@query
async def own_workload(ctx: Context, bounds: DateRange) -> Workload:
    """Tell how much the caller has in hand between two dates."""
    return await workload_of(ctx, [ctx.actor.user], bounds)


@needs(Scope.REPORTS_READ)
@query
async def person_workload(ctx: Context, user_id: int, bounds: DateRange) -> Workload:
    """Tell how much a person has in hand between two dates: the caller, or one whom they lead."""
    require(ctx.actor, Operation.ITEMS_READ, relations_to_person(ctx.actor, user_id))
    return await workload_of(ctx, [await users.by_id(ctx, user_id)], bounds)


def days_in_hand(today: date, working_days: Collection[int]) -> Days:
    """The days asked about where none were said: what is left of the week, on its last days off the next week."""
    week = week_of(today)
    left = (today + ahead * ONE_DAY for ahead in range((week.last - today).days + 1))
    return Days(today, week.last if any(day.isoweekday() in working_days for day in left) else week.last + 7 * ONE_DAY)


async def workload_of(ctx: Context, people: Sequence[User], bounds: DateRange) -> Workload:
    check_length(bounds, ctx.settings.report_days)
    if not people:
        return Workload(bounds.desde, bounds.hasta, [])
    ids = [user.id for user in people]
    due = max(bounds.desde, ctx.today)
    counts = {each.user_id: each for each in await ctx.uow.tasks.open_tasks_of(ids, ctx.today, due, bounds.hasta)}
    red = Counter(each.user_id for each in await at_risk_now(ctx, ids) if each.since)
    minutes = await event_minutes(ctx, people, bounds)
    away = await away_days(ctx, ids, bounds)
    nothing = OpenTasks(NOBODY, 0, 0, 0)
    return Workload(
        bounds.desde,
        bounds.hasta,
        [
            PersonLoad(user.id, user.display_name, *tasks, red[user.id], minutes[user.id], away.get(user.id, []))
            for user in people
            for found in [counts.get(user.id, nothing)]
            for tasks in [(found.open, found.late, found.due)]
        ],
    )


async def event_minutes(ctx: Context, people: Sequence[User], bounds: DateRange) -> Mapping[int, int]:
    """The minutes that events take of each person's time; what overlaps counts once."""
    during = of_whole_days(Days(bounds.desde, bounds.hasta), ctx.settings.zone)
    calendars = await work_calendars(ctx, people, bounds.desde, bounds.hasta)
    taken: defaultdict[int, list[Interval]] = defaultdict(list)
    for row in (await busy(ctx, [user.id for user in people], during, None)).conflicts:
        if not is_unknown(row):
            taken[row.user_id] += times_taken(ctx, row, during, calendars[row.user_id])
    return defaultdict(int, {each: minutes_of(times) for each, times in taken.items()})


def times_taken(
    ctx: Context, row: AvailabilityConflict, during: Interval, calendar: WorkCalendar
) -> Iterator[Interval]:
    """The times that an event takes of a person; of one of whole days, their working hours."""
    event = Interval(row.start_datetime, row.end_datetime)
    times = [event] if whole_days(event, ctx.settings.zone) is None else calendar.working(event)
    for each in times:
        yield Interval(max(each.start, event.start, during.start), min(each.end, event.end, during.end))


def minutes_of(times: Sequence[Interval]) -> int:
    return sum(int((each.end - each.start).total_seconds()) for each in union(times)) // 60


async def away_days(ctx: Context, people: Collection[int], bounds: DateRange) -> Mapping[int, Sequence[AwayDays]]:
    away: defaultdict[int, list[AwayDays]] = defaultdict(list)
    for each in await ctx.uow.absences.days_within(people, bounds.desde, bounds.hasta):
        days = AwayDays(max(each.first_day, bounds.desde), min(each.last_day, bounds.hasta))
        away[each.user_id].append(days)
    return away
