"""The effect of a yes to a request about an existing task: it becomes theirs, or is due on another day.

It takes the consent of the person asked and the permission of the person who asks; both are checked anew when the
answer comes.
"""

from collections.abc import Sequence
from datetime import date

import msgspec

from core.application.access import Operation, may
from core.application.use_case import Context
from core.base.errors import Code, Conflict
from core.people.users import as_actor
from core.records.people import Actor
from core.records.work import AskedFor, AskedTask, PreviousItem, Task
from core.work.task_edits import edited, may_set_due
from core.work.tasks import check_newcomers, relations_to, save_assigned


def may_hand_over(actor: Actor, task: Task) -> bool:
    """Return whether the actor may hand a task over: to a person who agrees, or whom the actor may assign tasks."""
    return may(actor, Operation.TASK_HAND_OVER, relations_to(actor, task))


def givers_of(task: Task, by: int) -> Sequence[int]:
    """The people whom the new one replaces: `by` alone if the task is theirs, else all its responsibles."""
    return [by] if by in task.responsible_user_ids else list(task.responsible_user_ids)


def passed(task: Task, by: int, taker: int) -> Task:
    """The task with `taker` in the place of its givers."""
    givers = givers_of(task, by)
    people = list(dict.fromkeys(taker if each in givers else each for each in task.responsible_user_ids))
    return msgspec.structs.replace(task, responsible_user_id=people[0], responsible_user_ids=people)


async def give(ctx: Context, task: Task, by: int, taker: int, told: Sequence[int] = ()) -> Task:
    """Save a task as another person's, with what belongs to it; `told`: those who get another message about it."""
    changed = passed(task, by, taker)
    await check_newcomers(ctx, task, changed, changed.responsible_user_ids)
    return await save_assigned(ctx, task, changed, told)


async def task_if_it_stands(ctx: Context, asked: AskedTask) -> Task | None:
    """The task of a request to which a yes is still possible and would change something; else None."""
    task = await ctx.uow.tasks.get(asked.task_id) if asked.task_id is not None else None
    asker, person = [await ctx.uow.users.get(each) for each in (asked.created_by_user_id, asked.user_id)]
    if task is None or not task.is_open or not (asker and asker.is_active and person and person.is_active):
        return None
    if asked.asks_for is AskedFor.DUE_DATE:
        moves = may_set_due(await as_actor(ctx, person), task) and task.fecha_cumplir != asked.fecha_cumplir
        return task if moves else None
    gives = may_hand_over(await as_actor(ctx, asker), task) and task.responsible_user_ids != [person.id]
    return task if gives else None


async def fulfil(ctx: Context, asked: AskedTask, day: date | None) -> Task:
    """The task as it was asked to be, or due on the other day that the answer says. Raises `Conflict` if it is over."""
    task = await task_if_it_stands(ctx, asked)
    if task is None:
        raise Conflict(Code.ASKED_OVER, id=asked.id)
    if asked.asks_for is AskedFor.DUE_DATE:
        return await edited(ctx, task, {"fecha_cumplir": day or asked.fecha_cumplir}, [asked.created_by_user_id])
    return await give(ctx, task, asked.created_by_user_id, asked.user_id, [asked.created_by_user_id])


async def how_far(ctx: Context, task: Task, by: int) -> PreviousItem | None:
    """The latest item of the first of a task's givers, if there is one."""
    (giver, *_) = givers_of(task, by)
    return next(iter(await ctx.uow.daily_logs.previous(giver, [task.id], date.max)), None)
