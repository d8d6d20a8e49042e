"""The three things that a meeting asks: what was closed, what is stuck, what is next.

They are asked of the people the caller leads, of themselves or one of those people, or of all tasks that they may read
and whose title has some words, such as a client's name.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import date

from msgspec import UNSET, UnsetType

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, needs, query
from core.base.calendar_time import ONE_DAY, Days
from core.base.model import Int32, Model, Request, Text255
from core.language.accents import without_accents
from core.people import users
from core.records.journal import NOBODY
from core.records.tokens import Scope
from core.records.work import Task
from core.work.daily_logs import DateRange, check_length
from core.work.red import ALL, RedItem, list_red, red_items

WEEK = 7
MOST = 1000
"""The most open tasks of the people meant that are looked at."""


class MeetingRequest(Request, frozen=True, kw_only=True):
    """The days, both included; of one person, or of the tasks whose titles have all these words."""

    desde: date
    hasta: date
    user_id: Int32 | UnsetType = UNSET
    q: Text255 | UnsetType = UNSET


class MeetingTask(Model, frozen=True):
    """A task of a meeting; `since` and `motivo`: since when it is red and why, null of one that is only late."""

    task_id: int
    descripcion: str
    responsible_user_ids: Sequence[int]
    fecha_cumplir: date
    fecha_cierre: date | None
    since: date | None = None
    motivo: str | None = None


class MeetingAgenda(Model, frozen=True):
    """Tasks closed from `desde` to `hasta`, red or late now, and due from today to `next_until`."""

    desde: date
    hasta: date
    next_until: date
    closed: Sequence[MeetingTask]
    stuck: Sequence[MeetingTask]
    next: Sequence[MeetingTask]


@needs(Scope.REPORTS_READ)
@query
async def meeting(ctx: Context, request: MeetingRequest) -> MeetingAgenda:
    """Tell what was closed, what is stuck and what is next: of a person, of some words, or of one's people.

    Callers who lead nobody get their own. Another person's is refused unless the caller leads them.
    """
    check_length(DateRange(desde=request.desde, hasta=request.hasta), ctx.settings.report_days)
    if request.q is not UNSET and request.q.strip():
        return await of_words(ctx, request, request.q)
    people = await people_meant(ctx, request)
    reds = (await red_items(ctx, people, NOBODY, ALL)).items
    found = await ctx.uow.tasks.of_people(ctx.actor, people, estatus=None, since=date.min, until=date.max, most=MOST)
    closed = await ctx.uow.tasks.closed_within(ctx.actor, request.desde, request.hasta)
    return agenda_of(ctx, request, closed, found, reds, lambda task: not people.isdisjoint(task.responsible_user_ids))


async def people_meant(ctx: Context, request: MeetingRequest) -> frozenset[int]:
    if request.user_id is not UNSET:
        require(ctx.actor, Operation.ITEMS_READ, relations_to_person(ctx.actor, request.user_id))
        return frozenset((request.user_id,))
    team = await users.team(ctx)
    return frozenset(user.id for user in team) or frozenset((ctx.actor.id,))


async def of_words(ctx: Context, request: MeetingRequest, words: str) -> MeetingAgenda:
    sought = without_accents(words).split()
    may_read = await ctx.uow.tasks.concerning(ctx.actor, unrelated=True)
    ids = [task.id for task in may_read if has_words(task.descripcion, sought)]
    found = await ctx.uow.tasks.by_ids(ids) if ids else []
    closed = [
        task
        for task in await ctx.uow.tasks.closed_within(ctx.actor, request.desde, request.hasta)
        if has_words(task.descripcion, sought)
    ]
    return agenda_of(ctx, request, closed, found, await list_red(ctx), lambda _: True)


def has_words(title: str, sought: Sequence[str]) -> bool:
    """Return whether each of some words begins a word of a title."""
    known = without_accents(title).split()
    return all(any(word.strip("\"'«»(¿¡").startswith(each) for word in known) for each in sought)


def agenda_of(
    ctx: Context,
    request: MeetingRequest,
    closed: Sequence[Task],
    found: Collection[Task],
    reds: Sequence[RedItem],
    concerns: Callable[[Task], bool],
) -> MeetingAgenda:
    """Three lists without a task twice: stuck ones the longest red first, then the longest late; next ones by date."""
    until = max(request.hasta, ctx.today + WEEK * ONE_DAY)
    set_red = [each for each in reds if not each.is_late_only]
    red = {each.task_id: each for each in sorted(set_red, key=lambda each: each.since, reverse=True)}
    by_due = sorted(found, key=lambda task: (task.fecha_cumplir, task.id))
    stuck = sorted((task for task in by_due if task.id in red), key=lambda task: red[task.id].since)
    stuck += [task for task in by_due if task.id not in red and task.fecha_cumplir < ctx.today]
    ahead = [task for task in by_due if task.id not in red and ctx.today <= task.fecha_cumplir <= until]
    return MeetingAgenda(
        request.desde,
        request.hasta,
        until,
        [as_row(task) for task in closed if concerns(task)],
        [as_row(task, red.get(task.id)) for task in stuck],
        [as_row(task) for task in ahead],
    )


def as_row(task: Task, red: RedItem | None = None) -> MeetingTask:
    return MeetingTask(
        task.id,
        task.descripcion,
        task.responsible_user_ids,
        task.fecha_cumplir,
        task.fecha_cierre,
        red.since if red else None,
        red.motivo if red else None,
    )


def days_of_a_meeting(today: date) -> Days:
    """The days of which a meeting is told where none were said: the last week, with today."""
    return Days(today - WEEK * ONE_DAY, today)
