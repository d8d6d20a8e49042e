"""What is red now: each person's items as they left them in their latest log, since when, and why.

A person's latest log is the one dated today, else the last before it: who has not opened today is not well for that.
Why is whatever was said last about the task. Nothing is told of tasks that are closed, deleted or no longer theirs.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta

from msgspec import Struct

from core.model import Semaforo, TaskStatus
from core.use_case import Context, query
from core.users import team

NOBODY = 0


class WorryingItem(Struct, frozen=True):
    """An item that is ROJO or NARANJA in its owner's latest log, dated `fecha`.

    `since` is the first of the logs, one after the other up to that one, in which it was ROJO; of a NARANJA one, which
    is only counted, it is that log. The fields of the task's last comment are null where there is none.
    """

    user_id: int
    fecha: date
    item_id: int
    task_id: int
    descripcion: str
    fecha_cumplir: date
    estatus: TaskStatus
    semaforo: Semaforo
    porcentaje: int
    since: date
    comentario: str | None
    comment_by_user_id: int | None
    commented_at: datetime | None


class Red(Struct, frozen=True):
    """What is red, the longest first; how many items are orange; names of the people in it by id."""

    items: Sequence[WorryingItem]
    orange: int
    names: Mapping[int, str]


@query
async def led(ctx: Context) -> Red:
    """What is red among those the caller leads: their people, and tasks they lead without working on them."""
    people = {user.id for user in await team(ctx)}
    return await found(ctx, people, NOBODY if ctx.actor.sees_all else ctx.actor.id)


@query
async def own(ctx: Context) -> Red:
    """The caller's own red items."""
    return await found(ctx, {ctx.actor.id}, NOBODY)


async def found(ctx: Context, people: Collection[int], task_leader: int) -> Red:
    """What is red among the items of these people and of the tasks that this person leads."""
    first = ctx.today - timedelta(days=ctx.settings.red_days)
    items = await ctx.uow.daily_logs.worrying(people, task_leader, first, ctx.today)
    red = sorted((each for each in items if each.semaforo is Semaforo.ROJO), key=longest_first)
    named = {each.user_id for each in red} | {each.comment_by_user_id for each in red if each.comment_by_user_id}
    names = {user.id: user.display_name for user in await ctx.uow.users.known(named)} if named else {}
    return Red(red, len(items) - len(red), names)


def longest_first(item: WorryingItem) -> tuple[date, date, int, int]:
    """The order of what is red."""
    return item.since, item.fecha_cumplir, item.task_id, item.user_id
