"""A team's day at a glance, for its leader: a line for each person, and one person's items."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from msgspec import Struct

from core.application.use_case import Context, needs, query
from core.base.errors import Code, NotFound
from core.base.model import Model, Role, Semaforo
from core.people.schedules import off_on
from core.people.users import team
from core.people.working_time import Off, WhyOff
from core.records.people import Actor, User
from core.records.tokens import Scope
from core.records.work import DailyLogState, DaySum, TeamRow
from core.work.daily_logs import DateRequest
from core.work.task_lists import MOST


class PersonDay(Struct, frozen=True):
    """A person's day as their leader sees it; `log` is None if it was not opened, `off` why it need not be.

    `total` sums up the items that the leader may see; None if there are none. `unlisted`: of a day of today that is
    open without items, how many open tasks they have all the same.
    """

    user: User
    log: DailyLogState | None
    total: DaySum | None
    off: WhyOff | None
    unlisted: int = 0


class PersonItems(Struct, frozen=True):
    user: User
    log: DailyLogState | None
    rows: Sequence[TeamRow]
    off: WhyOff | None


class TeamPerson(Model, frozen=True):
    """A person's day in one row; times are null for what is not done, `porcentaje` is the mean, null without items.

    `why_off` is why the person need not open that day, null if they work.
    """

    user_id: int
    display_name: str
    opened_at: datetime | None
    avance_at: datetime | None
    closed_at: datetime | None
    verde: int
    amarillo: int
    naranja: int
    rojo: int
    porcentaje: int | None
    why_off: Off | None


@needs(Scope.LOGS_READ)
@query
async def team_people(ctx: Context, request: DateRequest) -> Sequence[TeamPerson]:
    """List a row for each person of the caller's team by name, also for those who have not opened that day.

    For admin and service, everybody.
    """
    return [as_row(each) for each in await team_day(ctx, request) if is_member(ctx.actor, each.user)]


def as_row(day: PersonDay) -> TeamPerson:
    log, days = day.log, [day.total] if day.total else []
    lights = lights_of(days)
    return TeamPerson(
        user_id=day.user.id,
        display_name=day.user.display_name,
        opened_at=log.opened_at if log else None,
        avance_at=log.avance_at if log else None,
        closed_at=log.closed_at if log else None,
        verde=lights[Semaforo.VERDE],
        amarillo=lights[Semaforo.AMARILLO],
        naranja=lights[Semaforo.NARANJA],
        rojo=lights[Semaforo.ROJO],
        porcentaje=mean_of(days),
        why_off=day.off.off if day.off else None,
    )


@query
async def team_day(ctx: Context, request: DateRequest) -> Sequence[PersonDay]:
    """A line for each of the caller's team, then for people whose items the caller leads by task."""
    members = list(await team(ctx))
    own, day = [user.id for user in members], (request.fecha, request.fecha)
    led = await ctx.uow.daily_logs.others_days(ctx.actor, own, *day)
    totals = {one.user_id: one for one in (*await ctx.uow.daily_logs.days_of(own, *day), *led) if one.items}
    known = await ctx.uow.users.by_ids({one.user_id for one in led}) if led else []
    people = members + [user for user in known if user.is_active or ctx.actor.sees_all]
    states = await ctx.uow.daily_logs.team_states([user.id for user in people], request.fecha, request.fecha)
    logs = {state.user_id: state for state in states}
    off = await off_on(ctx, members, request.fecha)
    unlisted = await open_tasks_of(ctx, logs.keys() - totals.keys()) if request.fecha == ctx.today else {}
    return [
        PersonDay(user, logs.get(user.id), totals.get(user.id), off.get(user.id), unlisted.get(user.id, 0))
        for user in people
    ]


async def open_tasks_of(ctx: Context, people: Collection[int]) -> Mapping[int, int]:
    """Count the open tasks of each of some people that the caller may read."""
    always = {"since": date.min, "until": date.max}
    found = (
        await ctx.uow.tasks.of_people(ctx.actor, sorted(people), estatus=None, **always, most=MOST) if people else ()
    )
    return Counter(person for task in found for person in task.responsible_user_ids)


@query
async def person_day(ctx: Context, request: DateRequest, user_id: int) -> PersonItems:
    """One of those people with their items. Raises `NotFound` for anybody else."""
    user = await ctx.uow.users.get(user_id)
    day = request.fecha
    rows = await ctx.uow.daily_logs.team_rows(ctx.actor, day, day, inactive=False, user_id=user_id)
    if user is None or not (rows or is_member(ctx.actor, user)):
        raise NotFound(Code.USER_NOT_FOUND, username=f"#{user_id}")
    off = await off_on(ctx, [user] if is_member(ctx.actor, user) else [], request.fecha)
    log = await ctx.uow.daily_logs.find(user_id, request.fecha)
    return PersonItems(user, log, rows, off.get(user_id))


def is_member(actor: Actor, user: User) -> bool:
    """Return whether somebody is of the actor's team, as `team` defines it."""
    return user.is_active and (user.role is not Role.SERVICE if actor.sees_all else user.id in actor.team)


def lights_of(days: Sequence[DaySum]) -> Mapping[Semaforo, int]:
    return {
        Semaforo.VERDE: sum(day.verde for day in days),
        Semaforo.AMARILLO: sum(day.amarillo for day in days),
        Semaforo.NARANJA: sum(day.naranja for day in days),
        Semaforo.ROJO: sum(day.rojo for day in days),
    }


def mean_of(days: Sequence[DaySum]) -> int | None:
    items = sum(day.items for day in days)
    return sum(day.porcentaje for day in days) // items if items else None
