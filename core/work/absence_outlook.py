"""Consequences of an absence: working days, absences it joins, the first day back, tasks due meanwhile.

Working days are counted as if the person were not absent: by their own week and the public holidays.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from msgspec import Struct
from msgspec.structs import replace

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, query
from core.base.calendar_time import ONE_DAY, Days
from core.people import absences, users
from core.people.absences import AbsenceCreate, check_absence, visible_absence
from core.people.colleagues import Colleague, as_colleague
from core.people.schedules import each_date, work_calendars
from core.people.working_time import WorkCalendar
from core.records.people import Absence, User
from core.records.work import Task
from core.work.task_edits import may_set_due

LOOK_AHEAD = timedelta(days=60)
"""The time after an absence in which the first day worked is looked for."""


class Outlook(Struct, frozen=True):
    """Days away, both included, and how many of them the person would have worked."""

    first_day: date
    last_day: date
    working_days: int

    @property
    def days(self) -> int:
        return (self.last_day - self.first_day).days + 1


class AbsencePreview(Struct, frozen=True):
    """An absence before it is declared, and those that it would be joined with."""

    person: Colleague
    outlook: Outlook
    joined: Sequence[Absence]


class AbsenceView(Struct, frozen=True):
    """An absence with what follows from it.

    `back` is the first day on which the person works again, None if that is far or has passed; `tasks` those of theirs
    that are due meanwhile, `movable` the ids of those whose due date the caller may change.
    """

    absence: Absence
    person: Colleague
    outlook: Outlook
    back: date | None
    tasks: Sequence[Task]
    movable: frozenset[int]


class WhenThere(Struct, frozen=True):
    """The first day from today on which a person works, None if that is far.

    Where that is today, `away` is when they are away next, and `back` the day on which they return from that.
    """

    works: date | None
    away: Days | None = None
    back: date | None = None


class PersonAbsences(Struct, frozen=True):
    """A person's absences that are not over, the nearest first."""

    person: Colleague
    absences: Sequence[tuple[Absence, Outlook]]


@query
async def preview(ctx: Context, request: AbsenceCreate, instead: int | None = None) -> AbsencePreview:
    """Tell what declaring an absence would lead to, perhaps instead of another one. Raises what that would raise."""
    user = await users.by_id(ctx, await check_absence(ctx, request))
    within = await ctx.uow.absences.days_within([user.id], request.first_day, request.last_day)
    joined = [each for each in within if each.id != instead]
    first = min([request.first_day, *(each.first_day for each in joined)])
    last = max([request.last_day, *(each.last_day for each in joined)])
    return AbsencePreview(as_colleague(user), outlook(await own_calendar(ctx, user, first, last), first, last), joined)


@query
async def absence_view(ctx: Context, absence_id: int) -> AbsenceView:
    """One absence, for those who may see it."""
    absence = await visible_absence(ctx, absence_id)
    user = await users.by_id(ctx, absence.user_id)
    calendar = await own_calendar(ctx, user, absence.first_day, absence.last_day + LOOK_AHEAD)
    back = first_worked(calendar, absence.last_day + ONE_DAY)
    due = await absences.tasks_during(ctx, absence_id)
    return AbsenceView(
        absence,
        as_colleague(user),
        outlook(calendar, absence.first_day, absence.last_day),
        back if back and back >= ctx.today else None,
        due,
        frozenset(task.id for task in due if may_set_due(ctx.actor, task)),
    )


@query
async def absences_of(ctx: Context, user_id: int) -> PersonAbsences:
    """A person's absences, for those who may read them."""
    require(ctx.actor, Operation.ABSENCE_READ, relations_to_person(ctx.actor, user_id))
    user = await users.by_id(ctx, user_id)
    listed = await absences.list_absences(ctx, user_id)
    if not listed:
        return PersonAbsences(as_colleague(user), [])
    calendar = await own_calendar(ctx, user, listed[0].first_day, max(each.last_day for each in listed))
    return PersonAbsences(
        as_colleague(user), [(each, outlook(calendar, each.first_day, each.last_day)) for each in listed]
    )


@query
async def when_there(ctx: Context, user_id: int) -> WhenThere:
    """Find the day on which a person works next. Everybody may know whether somebody is away, but not why."""
    user = await users.by_id(ctx, user_id)
    calendar = await own_calendar(ctx, user, ctx.today, ctx.today + LOOK_AHEAD)
    works = first_worked(calendar, ctx.today)
    coming = next((each for each in sorted(calendar.absences) if each.first > ctx.today), None)
    if works != ctx.today or coming is None:
        return WhenThere(works)
    calendar = await own_calendar(ctx, user, ctx.today, coming.last + LOOK_AHEAD)
    back = first_worked(calendar, coming.first)
    last = max(each.last for each in calendar.absences if back is None or each.first < back)
    return WhenThere(works, Days(coming.first, last), back)


def outlook(calendar: WorkCalendar, first: date, last: date) -> Outlook:
    there = replace(calendar, absences=())
    return Outlook(first, last, sum(there.why_off(on) is None for on in each_date(first, last)))


def first_worked(calendar: WorkCalendar, after: date) -> date | None:
    dates = each_date(after, after + LOOK_AHEAD - ONE_DAY)
    return next((on for on in dates if calendar.why_off(on) is None), None)


async def own_calendar(ctx: Context, user: User, first: date, last: date) -> WorkCalendar:
    return (await work_calendars(ctx, [user], first, last))[user.id]
