"""Summaries of some days: for a team's leader, and for everybody about themselves. Nobody is ranked.

The days are those of the pictures (`core.work.overview`), the reds those of the report (`core.work.reports`); beside
the lights are those of the period before.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from core.application.access import Operation, Relation, may, relations_to_person, require
from core.application.use_case import Context, needs, query
from core.base.calendar_time import ONE_DAY, Days, range_before
from core.base.date_times import start_of
from core.base.model import Model, Semaforo
from core.base.paging import NumberedPage
from core.people import users
from core.records.people import Actor, User
from core.records.tokens import Scope
from core.records.work import Task
from core.work.daily_logs import DateRange, check_length
from core.work.overview import PeriodTotals, Unopened, days_of_person, person_totals, team_days, team_totals
from core.work.reports import ExplainedReds, person_reds, team_reds
from core.work.tasks import relations_to

ONE_PERSON = NumberedPage(0, 1)
"""The smallest page of people whose days are read one by one: only the totals are wanted here."""


class LightDays(Model, frozen=True):
    """Days by their worst light, and the mean percentage of all items, null without any."""

    verde: int
    amarillo: int
    naranja: int
    rojo: int
    porcentaje: int | None


class RedDays(Model, frozen=True):
    """The days on which a person's item was ROJO for a reason, null without one."""

    user_id: int
    display_name: str
    task_id: int
    descripcion: str
    motivo: str | None
    fechas: Sequence[date]


class UnopenedDays(Model, frozen=True):
    user_id: int
    display_name: str
    fechas: Sequence[date]


class MovedTask(Model, frozen=True):
    """A task whose due date was moved twice or more in all, and in the period the last time."""

    task_id: int
    descripcion: str
    responsible_user_ids: Sequence[int]
    first_due: date
    fecha_cumplir: date
    times: int


SummaryRow = RedDays | MovedTask | UnopenedDays


class PeriodSummary(Model, frozen=True):
    """The days from `desde` to `hasta`: lights now and before, days opened of those expected, reds, moved due dates.

    No day is expected on days off, public holidays and during absences.
    """

    desde: date
    hasta: date
    lights: LightDays
    lights_before: LightDays
    expected: int
    opened: int
    unopened: Sequence[UnopenedDays]
    reds: Sequence[RedDays]
    moved: Sequence[MovedTask]

    @property
    def is_empty(self) -> bool:
        """True where there is nothing to tell: no day was opened, then or before, and none was to be."""
        return not (self.expected or self.moved or has_lights(self.lights) or has_lights(self.lights_before))


def has_lights(lights: LightDays) -> bool:
    return bool(lights.verde or lights.amarillo or lights.naranja or lights.rojo)


@needs(Scope.REPORTS_READ)
@query(stale_ok=True)
async def team_period(ctx: Context, bounds: DateRange) -> PeriodSummary:
    """Sum up some days of the people the caller leads."""
    return await brief_team_period(ctx, bounds, sys.maxsize)


@query(stale_ok=True)
async def brief_team_period(ctx: Context, bounds: DateRange, most_reds: int) -> PeriodSummary:
    """`team_period`, without its `reds` where more than `most_reds` days were red."""
    check_length(bounds, ctx.settings.report_days)
    found = await team_days(ctx, bounds, ONE_PERSON)
    before = await team_totals(ctx, found.members, days_before(bounds))
    lights = lights_of(found.totals)
    names = {user.id: user.display_name for user in found.people}
    unopened = unopened_days(found.unopened)
    return PeriodSummary(
        bounds.desde,
        bounds.hasta,
        lights,
        lights_of(before),
        found.opened + sum(len(each.fechas) for each in unopened),
        found.opened,
        unopened,
        red_days(await team_reds(ctx, bounds), names) if lights.rojo <= most_reds else [],
        await moved_tasks(ctx, bounds, led_by(ctx.actor)),
    )


@needs(Scope.REPORTS_READ)
@query(stale_ok=True)
async def own_period(ctx: Context, bounds: DateRange) -> PeriodSummary:
    """Sum up some days of the caller's own."""
    return await of_one(ctx, ctx.actor.user, bounds)


@query(stale_ok=True)
async def person_period(ctx: Context, user_id: int, bounds: DateRange) -> PeriodSummary:
    """Sum up some days of one person. Raises `Forbidden` unless they are the caller or led by them."""
    return await of_one(ctx, await person(ctx, user_id), bounds)


async def of_one(ctx: Context, user: User, bounds: DateRange) -> PeriodSummary:
    check_length(bounds, ctx.settings.report_days)
    theirs = await days_of_person(ctx, user, bounds)
    before = await person_totals(ctx, user.id, days_before(bounds))
    return PeriodSummary(
        bounds.desde,
        bounds.hasta,
        lights_of(theirs.totals),
        lights_of(before),
        theirs.opened + len(theirs.unopened),
        theirs.opened,
        unopened_days([Unopened(user, theirs.unopened)] if theirs.unopened else []),
        red_days(await person_reds(ctx, user.id, bounds), {user.id: user.display_name}),
        await moved_tasks(ctx, bounds, done_by(user)),
    )


@query(stale_ok=True)
async def red_rows(ctx: Context, bounds: DateRange, user_id: int | None) -> Sequence[SummaryRow]:
    """The `reds` of a person's summary, or of the team's. Raises as `person_period` does."""
    check_length(bounds, ctx.settings.report_days)
    if user_id is not None:
        user = await person(ctx, user_id)
        return red_days(await person_reds(ctx, user_id, bounds), {user_id: user.display_name})
    reds = await team_reds(ctx, bounds)
    people = await ctx.uow.users.by_ids({item.user_id for item, _ in reds})
    return red_days(reds, {user.id: user.display_name for user in people})


@query(stale_ok=True)
async def moved_rows(ctx: Context, bounds: DateRange, user_id: int | None) -> Sequence[SummaryRow]:
    """The `moved` of a person's summary, or of the team's. Raises as `person_period` does."""
    check_length(bounds, ctx.settings.report_days)
    concerns = led_by(ctx.actor) if user_id is None else done_by(await person(ctx, user_id))
    return await moved_tasks(ctx, bounds, concerns)


@query(stale_ok=True)
async def unopened_rows(ctx: Context, bounds: DateRange, user_id: int | None) -> Sequence[SummaryRow]:
    """The `unopened` of a person's summary, or of the team's. Raises as `person_period` does."""
    check_length(bounds, ctx.settings.report_days)
    if user_id is None:
        return unopened_days((await team_days(ctx, bounds, ONE_PERSON)).unopened)
    user = await person(ctx, user_id)
    dates = (await days_of_person(ctx, user, bounds)).unopened
    return unopened_days([Unopened(user, dates)] if dates else [])


async def person(ctx: Context, user_id: int) -> User:
    """Somebody whose days the caller may read. Raises `Forbidden` otherwise."""
    require(ctx.actor, Operation.ITEMS_READ, relations_to_person(ctx.actor, user_id))
    return await users.by_id(ctx, user_id)


def unopened_days(unopened: Iterable[Unopened]) -> Sequence[UnopenedDays]:
    return [UnopenedDays(each.user.id, each.user.display_name, each.dates) for each in unopened]


def led_by(actor: Actor) -> Callable[[Task], bool]:
    """Return the condition on tasks that a leader's summary is about."""
    return lambda task: may(actor, Operation.TASK_READ, relations_to(actor, task) & {Relation.LEADER})


def done_by(user: User) -> Callable[[Task], bool]:
    """Return the condition on tasks that a person's summary is about."""
    return lambda task: user.id in task.responsible_user_ids


def days_before(bounds: DateRange) -> DateRange:
    """The period before: of a whole month the month before it, else as many days."""
    before = range_before(Days(bounds.desde, bounds.hasta))
    return DateRange(desde=before.first, hasta=before.last)


def lights_of(totals: PeriodTotals) -> LightDays:
    verde, amarillo, naranja, rojo = (totals.worst.get(light, 0) for light in Semaforo)
    return LightDays(verde, amarillo, naranja, rojo, totals.mean)


def red_days(reds: ExplainedReds, names: Mapping[int, str]) -> Sequence[RedDays]:
    """The days in red of each task, by the first day and the task."""
    found: defaultdict[tuple[int, int, str, str | None], list[date]] = defaultdict(list)
    for item, reason in reds:
        found[item.user_id, item.task_id, item.descripcion, reason].append(item.fecha)
    rows = [RedDays(key[0], names.get(key[0], ""), *key[1:], dates) for key, dates in found.items()]
    return sorted(rows, key=lambda row: (row.fechas[0], row.task_id, row.user_id))


async def moved_tasks(ctx: Context, bounds: DateRange, concerns: Callable[[Task], bool]) -> Sequence[MovedTask]:
    """The tasks whose due date was moved, by due date."""
    zone = ctx.settings.zone
    found = await ctx.uow.tasks.due_moves(start_of(bounds.desde, zone), start_of(bounds.hasta + ONE_DAY, zone))
    moves = {each.task_id: each for each in found}
    tasks = [task for task in await ctx.uow.tasks.by_ids(moves) if task.is_active and concerns(task)] if moves else []
    return [
        MovedTask(
            task.id,
            task.descripcion,
            task.responsible_user_ids,
            moves[task.id].first_due,
            task.fecha_cumplir,
            moves[task.id].times,
        )
        for task in sorted(tasks, key=lambda task: (task.fecha_cumplir, task.id))
    ]


def period_told_on(today: date) -> Days | None:
    """Return the days to tell a leader of: on a 1st the month before, on another Monday the week before; else None."""
    yesterday = today - ONE_DAY
    if today.day == 1:
        return Days(yesterday.replace(day=1), yesterday)
    return Days(today - 7 * ONE_DAY, yesterday) if today.weekday() == 0 else None
