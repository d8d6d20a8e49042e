"""A team's days between two dates, to be taken along: a row for each person and day, and the sums of each person.

The people, their days and the sums are those of the pictures of several days (`core.work.overview`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum

from msgspec import Struct

from core.application.use_case import Context, needs, query
from core.base.calendar_time import ONE_DAY, local_date
from core.base.date_times import start_of
from core.base.model import Model, Semaforo
from core.base.paging import NumberedPage
from core.people.schedules import each_date
from core.people.working_time import Off
from core.records.tokens import Scope
from core.records.work import DailyLogState, DaySum, Red, RedOfDay
from core.work.daily_logs import DateRange, check_length
from core.work.overview import PersonDays, my_days, team_days

EVERYBODY = NumberedPage(0, 100_000)


class ReportFormat(StrEnum):
    """The form in which a report is answered: in the envelope, or as a file."""

    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"


class ReportRequest(DateRange, frozen=True, kw_only=True):
    """The dates of a report, both included, and its format."""

    format: ReportFormat = ReportFormat.JSON


class ReportRed(Model, frozen=True):
    """An item that was ROJO on a day; `motivo` is the reason of that red, null without one."""

    task_id: int
    descripcion: str
    motivo: str | None


class ReportDay(Model, frozen=True):
    """A person's day: whether they were to open it, when they did what, its items by light, their mean percentage.

    Null are the times of what was not done, `whyOff` of a day that they work, `comentarios` of somebody who is not of
    the team, of whom only the items count that the caller leads.
    """

    user_id: int
    display_name: str
    fecha: date
    expected: bool
    opened_at: datetime | None
    avance_at: datetime | None
    closed_at: datetime | None
    verde: int
    amarillo: int
    naranja: int
    rojo: int
    porcentaje: int | None
    why_off: Off | None
    comentarios: int | None
    reds: Sequence[ReportRed]

    @property
    def items(self) -> int:
        return self.verde + self.amarillo + self.naranja + self.rojo


class ReportSum(Model, frozen=True):
    """Days added up: those to be opened, of these unopened; opened, closed; by their worst light; absences, holidays.

    `items` and `porcentaje`, their mean, are of all items; null without any.
    """

    expected: int
    unopened: int
    opened: int
    closed: int
    verde: int
    amarillo: int
    naranja: int
    rojo: int
    absences: int
    holidays: int
    items: int
    porcentaje: int | None
    comentarios: int


class ReportPerson(Model, frozen=True):
    """A person with the sum of their days."""

    user_id: int
    username: str
    display_name: str
    total: ReportSum


class TeamReport(Model, frozen=True):
    """The people by name, their days by person and date, and the sum of all.

    Days that are still to come, that are off every week, or before a person's first one are left out unless they were
    opened.
    """

    desde: date
    hasta: date
    total: ReportSum
    people: Sequence[ReportPerson]
    days: Sequence[ReportDay]


ExplainedReds = Sequence[tuple[RedOfDay, str | None]]
"""ROJO items by date, each with the reason of the red that lasted that day."""
DayReds = Mapping[tuple[int, date], Sequence[ReportRed]]
"""ROJO items by person and date."""


class DayRecords(Struct, frozen=True):
    """Records of days beside their sums, by person and date."""

    logs: Mapping[tuple[int, date], DailyLogState]
    reds: DayReds
    comments: Mapping[tuple[int, date], int]


@needs(Scope.REPORTS_READ)
@query(stale_ok=True)
async def team_report(ctx: Context, request: ReportRequest) -> TeamReport:
    """Report the days of everybody whom the caller leads, and of others the items of tasks that the caller leads.

    For admin and service, of everybody; for those who lead nobody, of nobody. As CSV the days, as XLSX three sheets.
    """
    check_length(request, ctx.settings.report_days)
    people = (await team_days(ctx, request, EVERYBODY)).shown
    return await report_of(ctx, request, people, by_day(await team_reds(ctx, request)))


@needs(Scope.REPORTS_READ)
@query(stale_ok=True)
async def own_report(ctx: Context, request: ReportRequest) -> TeamReport:
    """Report the caller's own days, in the same form."""
    check_length(request, ctx.settings.report_days)
    return await report_of(
        ctx, request, [(await my_days(ctx, request)).person], by_day(await person_reds(ctx, ctx.actor.id, request))
    )


async def report_of(ctx: Context, bounds: DateRange, people: Sequence[PersonDays], reds: DayReds) -> TeamReport:
    records = await records_of(ctx, bounds, people, reds)
    days = {person.user.id: report_days(ctx, person, records) for person in people}
    each = [
        ReportPerson(
            person.user.id,
            person.user.username,
            person.user.display_name,
            summed(days[person.user.id], person.opened.values()),
        )
        for person in people
    ]
    every_day = [day for of_person in days.values() for day in of_person]
    every_sum = [day for person in people for day in person.opened.values()]
    ctx.audit(f"report exported from={bounds.desde} to={bounds.hasta} people={len(each)}")
    return TeamReport(bounds.desde, bounds.hasta, summed(every_day, every_sum), each, every_day)


async def records_of(ctx: Context, bounds: DateRange, people: Sequence[PersonDays], reds: DayReds) -> DayRecords:
    logs = await ctx.uow.daily_logs.team_states([person.user.id for person in people], bounds.desde, bounds.hasta)
    members = [person.user.id for person in people if person.whole]
    return DayRecords(
        {(log.user_id, log.fecha): log for log in logs},
        reds,
        await comments_by_day(ctx, members, bounds) if members else {},
    )


async def team_reds(ctx: Context, bounds: DateRange) -> ExplainedReds:
    """The ROJO items that the caller leads."""
    return await with_reasons(ctx, bounds, await ctx.uow.daily_logs.reds_of_days(ctx.actor, bounds.desde, bounds.hasta))


async def person_reds(ctx: Context, user_id: int, bounds: DateRange) -> ExplainedReds:
    """The ROJO items of one person."""
    logs = await ctx.uow.daily_logs.history(user_id, bounds.desde, bounds.hasta)
    items = [
        RedOfDay(user_id, log.fecha, item.task_id, item.descripcion)
        for log in logs
        for item in log.items
        if item.semaforo is Semaforo.ROJO
    ]
    return await with_reasons(ctx, bounds, items)


async def with_reasons(ctx: Context, bounds: DateRange, items: Sequence[RedOfDay]) -> ExplainedReds:
    zone = ctx.settings.zone
    since, until = start_of(bounds.desde, zone), start_of(bounds.hasta + ONE_DAY, zone)
    reds: defaultdict[tuple[int, int], list[Red]] = defaultdict(list)
    for red in await ctx.uow.reds.lasting_within({item.user_id for item in items}, since, until):
        reds[red.user_id, red.task_id].append(red)
    return [
        (item, reason_on(ctx, item.fecha, reds[key]) if (key := (item.user_id, item.task_id)) in reds else None)
        for item in items
    ]


def by_day(reds: ExplainedReds) -> DayReds:
    found: defaultdict[tuple[int, date], list[ReportRed]] = defaultdict(list)
    for item, reason in reds:
        found[item.user_id, item.fecha].append(ReportRed(item.task_id, item.descripcion, reason))
    return found


def reason_on(ctx: Context, fecha: date, reds: Sequence[Red]) -> str | None:
    """The reason of the last of a task's reds that lasted on a date."""
    zone = ctx.settings.zone
    lasted = [
        red
        for red in reds
        if local_date(red.started_at, zone) <= fecha
        and (red.ended_at is None or local_date(red.ended_at, zone) >= fecha)
    ]
    return lasted[-1].motivo if lasted else None


async def comments_by_day(ctx: Context, members: Collection[int], bounds: DateRange) -> Mapping[tuple[int, date], int]:
    zone, found = ctx.settings.zone, dict[tuple[int, date], int]()
    for day in each_date(bounds.desde, min(bounds.hasta, ctx.today)):
        written = await ctx.uow.tasks.comments_within(members, start_of(day, zone), start_of(day + ONE_DAY, zone))
        found |= {(each.user_id, day): each.count for each in written}
    return found


def report_days(ctx: Context, person: PersonDays, records: DayRecords) -> Sequence[ReportDay]:
    return [report_day(ctx, person, fecha, records) for fecha in person.dates if is_told(ctx, person, fecha)]


def is_told(ctx: Context, person: PersonDays, fecha: date) -> bool:
    if fecha in person.opened:
        return True
    off = person.off.get(fecha)
    begun = person.whole and person.begun <= fecha <= ctx.today
    return begun and (off is None or off.off is not Off.DAY_OFF)


def report_day(ctx: Context, person: PersonDays, fecha: date, records: DayRecords) -> ReportDay:
    key = person.user.id, fecha
    found, off, log = person.opened.get(fecha), person.off.get(fecha), records.logs.get(key)
    return ReportDay(
        user_id=person.user.id,
        display_name=person.user.display_name,
        fecha=fecha,
        expected=person.whole and off is None and fecha <= ctx.today and (found is not None or fecha >= person.begun),
        opened_at=log.opened_at if log else None,
        avance_at=log.avance_at if log else None,
        closed_at=log.closed_at if log else None,
        verde=found.verde if found else 0,
        amarillo=found.amarillo if found else 0,
        naranja=found.naranja if found else 0,
        rojo=found.rojo if found else 0,
        porcentaje=found.mean if found else None,
        why_off=off.off if off else None,
        comentarios=records.comments.get(key, 0) if person.whole else None,
        reds=records.reds.get(key, ()),
    )


def summed(days: Sequence[ReportDay], sums: Iterable[DaySum]) -> ReportSum:
    """The sum of some days; `sums` are those of them that were opened."""
    opened = list(sums)
    worst = Counter(each.worst for each in opened)
    items = sum(each.items for each in opened)
    off = Counter(day.why_off for day in days)
    return ReportSum(
        expected=sum(day.expected for day in days),
        unopened=sum(day.expected and day.opened_at is None for day in days),
        opened=len(opened),
        closed=sum(each.closed for each in opened),
        verde=worst[Semaforo.VERDE],
        amarillo=worst[Semaforo.AMARILLO],
        naranja=worst[Semaforo.NARANJA],
        rojo=worst[Semaforo.ROJO],
        absences=off[Off.ABSENCE],
        holidays=off[Off.HOLIDAY],
        items=items,
        porcentaje=sum(each.porcentaje for each in opened) // items if items else None,
        comentarios=sum(day.comentarios or 0 for day in days),
    )
