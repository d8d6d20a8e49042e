"""The agenda of several days: those with events, tasks due, holidays, or absences of the caller or their team."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from msgspec import Struct

from core.application.use_case import Context, query
from core.base.calendar_time import ONE_DAY, Days, local_date
from core.calendar.agenda import AgendaEntry, concerning, dates_within, entries_of
from core.calendar.own_reminders import reminders_within
from core.people.public_holidays import calendar_of, holiday_on
from core.people.schedules import each_date
from core.people.users import team
from core.people.working_time import Holiday
from core.records.calendar import OwnReminder
from core.records.people import User
from core.records.work import Task

MOST_DAYS = 31


class HolidayElsewhere(Struct, frozen=True):
    """A public holiday that the caller does not have, its calendar, and who of their team has it, by name."""

    calendar: str
    holiday: Holiday
    names: Sequence[str]


class AgendaDate(Struct, frozen=True):
    """A date with something on it: events as in a day's agenda, the caller's tasks due, who is away, holidays.

    `away` are display names of the caller's team; `own_absence`, that the caller is away. `holiday` and `reminders` are
    their own; `elsewhere` are other holidays of their team.
    """

    fecha: date
    entries: Sequence[AgendaEntry]
    due: Sequence[Task]
    own_absence: bool
    away: Sequence[str]
    holiday: Holiday | None
    reminders: Sequence[tuple[OwnReminder, datetime]] = ()
    elsewhere: Sequence[HolidayElsewhere] = ()

    @property
    def anything(self) -> bool:
        off = self.own_absence or self.away or self.holiday or self.elsewhere
        return bool(self.entries or self.due or off or self.reminders)


@query
async def agenda_range(ctx: Context, days: Days) -> Sequence[AgendaDate]:
    """The caller's agenda of some days, in order; of a longer range than `MOST_DAYS` their first."""
    dates = each_date(days.first, min(days.last, days.first + (MOST_DAYS - 1) * ONE_DAY))
    first, last = dates[0], dates[-1]
    events: defaultdict[date, list[AgendaEntry]] = defaultdict(list)
    for entry in await entries_of(ctx, await concerning(ctx, first, last)):
        for fecha in dates_within(ctx, entry.event, first, last):
            events[fecha].append(entry)
    due: defaultdict[date, list[Task]] = defaultdict(list)
    for task in await ctx.uow.tasks.due(ctx.actor.id, first, last):
        due[task.fecha_cumplir].append(task)
    reminders: defaultdict[date, list[tuple[OwnReminder, datetime]]] = defaultdict(list)
    for each in await reminders_within(ctx, Days(first, last)):
        reminders[local_date(each[1], ctx.settings.zone)].append(each)
    others = [user for user in await team(ctx) if user.id != ctx.actor.id]
    mine, away = await absences_by_date(ctx, others, first, last)
    calendar, calendars = calendar_of(ctx.actor.user, ctx.settings), calendars_of(ctx, others)
    found = [
        AgendaDate(
            fecha,
            events[fecha],
            due[fecha],
            fecha in mine,
            away.get(fecha, ()),
            holiday_on(calendar, fecha),
            reminders[fecha],
            elsewhere_on(calendars, fecha, holiday_on(calendar, fecha)),
        )
        for fecha in dates
    ]
    return [each for each in found if each.anything]


def calendars_of(ctx: Context, people: Sequence[User]) -> Mapping[str, Sequence[str]]:
    """The names of people by their calendar of public holidays."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for user in people:
        names[calendar_of(user, ctx.settings)].append(user.display_name)
    return names


def elsewhere_on(calendars: Mapping[str, Sequence[str]], on: date, own: Holiday | None) -> Sequence[HolidayElsewhere]:
    """The holidays of a date that differ from one's own; Christmas in two countries is told once."""
    found = ((calendar, holiday_on(calendar, on), names) for calendar, names in calendars.items())
    return [HolidayElsewhere(calendar, each, names) for calendar, each, names in found if each and each != own]


async def absences_by_date(
    ctx: Context, others: Sequence[User], first: date, last: date
) -> tuple[frozenset[date], Mapping[date, Sequence[str]]]:
    """Return the dates of the caller's own absences, and by date the names of the others who are away."""
    names = {user.id: user.display_name for user in others}
    mine, away = set[date](), defaultdict[date, list[str]](list)
    for absence in await ctx.uow.absences.days_within([ctx.actor.id, *names], first, last):
        for fecha in each_date(max(absence.first_day, first), min(absence.last_day, last)):
            if absence.user_id == ctx.actor.id:
                mine.add(fecha)
            else:
                away[fecha].append(names[absence.user_id])
    return frozenset(mine), away
