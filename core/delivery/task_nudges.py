"""Nudges about a task: in somebody's name, a responsible is asked how it is going, at an hour when they are there.

Whoever is first, a person is asked once a day about a task. Outside their working hours, while they are away, in quiet
hours and while they take part in an event it waits. Their answer is told to whoever had them asked
(`core.work.nudge_answers`).
"""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import ONE_DAY, Interval
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound
from core.base.model import Int32, Model, Request, Semaforo, TaskStatus
from core.base.settings import Nudges
from core.delivery.nudges import require_in_reach
from core.delivery.sending import LONGEST_AWAY, ends_of_events
from core.messages.outbox import new_message
from core.people.schedules import work_calendars
from core.people.working_time import WorkCalendar
from core.records.messages import MessageKind
from core.records.people import User
from core.records.tokens import Scope
from core.records.work import Task
from core.work.nudge_answers import occasion
from core.work.tasks import get_task, relations_to


class TaskNudgeRequest(Request, frozen=True, kw_only=True):
    """The responsible who is to be asked."""

    user_id: Int32


class TaskNudge(Model, frozen=True):
    """A question to a person about a task, and the earliest time of it."""

    task_id: int
    user_id: int
    at: datetime


@needs(Scope.TASKS_WRITE)
@command
async def nudge_about(ctx: Context, task_id: int, request: TaskNudgeRequest) -> TaskNudge:
    """Ask a responsible how a task is going, in the caller's name. Only who created it, leads it or follows it may.

    Raises `Conflict` with the reason where the person cannot be asked, or was asked about it today.
    """
    task = await get_task(ctx, task_id)
    require(ctx.actor, Operation.TASK_NUDGE, await relations_of_asker(ctx, task))
    if ctx.settings.nudges is Nudges.OFF:
        raise Conflict(Code.NUDGE_OFF)
    person = await person_to_ask(ctx, task, request.user_id)
    at, today = await there_at(ctx, person), ctx.today.toordinal()
    about = {"by_user_id": ctx.actor.id, "task_id": task.id, "day": today}
    message = new_message(ctx, MessageKind.TASK_NUDGE, person.id, occasion(task.id, today), about, due_at=at)
    if not await ctx.uow.outbox.add([message]):
        raise Conflict(Code.NUDGE_TASK_REPEATED, name=person.display_name, id=task.id)
    return TaskNudge(task.id, person.id, at)


async def relations_of_asker(ctx: Context, task: Task) -> Collection[Relation]:
    follows = await ctx.uow.conversations.follows(ctx.actor.id, task.id)
    return relations_to(ctx.actor, task) | relations_that_hold({Relation.FOLLOWER: follows})


async def person_to_ask(ctx: Context, task: Task, user_id: int) -> User:
    """A responsible of an open task, other than the caller, who can be written to. Raises `Conflict` otherwise."""
    person = await ctx.uow.users.get(user_id)
    if person is None:
        raise Invalid.at("userId", FieldCode.UNKNOWN_ID, value=user_id)
    if user_id not in task.responsible_user_ids or user_id == ctx.actor.id or not person.is_active:
        raise Conflict(Code.NUDGE_NOT_THEIRS, name=person.display_name, id=task.id)
    if not task.is_open:
        raise Conflict(Code.NUDGE_TASK_OVER, id=task.id)
    require_in_reach(person)
    return person


async def there_at(ctx: Context, person: User) -> datetime:
    """The first instant from now on at which a person works and the event that they are in now is over."""
    last = ctx.today + LONGEST_AWAY * ONE_DAY
    calendar = (await work_calendars(ctx, [person], ctx.today - ONE_DAY, last))[person.id]
    ends = await ends_of_events(ctx, [person.id])
    return at_work(calendar, max(ctx.now, ends.get(person.id, ctx.now)))


def at_work(calendar: WorkCalendar, since: datetime) -> datetime:
    """The first instant from one on at which somebody works; that one if they do not work for very long."""
    ahead = calendar.working(Interval(since, since + LONGEST_AWAY * ONE_DAY))
    return next((max(since, hours.start) for hours in ahead if since < hours.end), since)


class NudgeAnswer(Struct, frozen=True):
    """A task as somebody who was asked about it has left it: percentage and light by their last item, and why red.

    `split`: it was closed as split into others. `told`: the caller is told of the same by another message.
    """

    task: Task
    person_id: int
    porcentaje: int | None
    semaforo: Semaforo | None
    motivo: str | None
    split: bool
    told: bool


@query
async def answer_to(ctx: Context, task_id: int, person_id: int, at: int) -> NudgeAnswer:
    """The answer to a nudge of the caller's; `at`: when it was given, in seconds since 1970.

    Raises `NotFound` if the caller may not have anybody asked about the task.
    """
    task = await get_task(ctx, task_id)
    if not may(ctx.actor, Operation.TASK_NUDGE, await relations_of_asker(ctx, task)):
        raise NotFound(Code.TASK_NOT_FOUND, id=task_id)
    items = await ctx.uow.daily_logs.previous(person_id, [task_id], ctx.today + ONE_DAY)
    red = next((each for each in await ctx.uow.reds.lasting([task_id]) if each.user_id == person_id), None)
    leads = task.leader_user_id == ctx.actor.id or person_id in ctx.actor.team
    new_red = red is not None and red.started_at.timestamp() >= at
    closed = task.estatus is TaskStatus.CERRADA
    return NudgeAnswer(
        task,
        person_id,
        items[0].porcentaje if items else None,
        items[0].semaforo if items else None,
        red.motivo if red else None,
        split=bool((await ctx.uow.tasks.split_of(task_id)).into),
        told=(closed and task.created_by_user_id == ctx.actor.id) or (leads and new_red and not closed),
    )
