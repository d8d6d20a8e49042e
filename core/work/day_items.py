"""The items of a day: one for each workable task of its person, made when it is opened and as tasks come.

A task that becomes somebody's stands at once in the days that they have open, behind the others.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from core.application.use_case import Context
from core.base.model import Priority, Semaforo
from core.records.journal import LAST_SEQ, Entity
from core.records.work import DailyLogState, ItemState, LeftItem, NewItem, NewTask, PreviousItem, Task
from core.work.traffic_light import starting_light

COMPLETE = 100
ROWS = 200
"""The number of a day's newest changes that are read for what is new in it."""


async def add_task(ctx: Context, new: NewTask) -> Task:
    """Add a task, which stands in the open days of its responsibles from then on."""
    task = await ctx.uow.tasks.add(new)
    await stand_in_open_days(ctx, task.responsible_user_ids)
    return task


async def stand_in_open_days(ctx: Context, people: Collection[int]) -> None:
    """Add what is missing to the days that these people have open, today's and those opened ahead."""
    until = ctx.today + timedelta(days=ctx.settings.open_days_ahead)
    for log in await ctx.uow.daily_logs.team_states(people, ctx.today, until):
        if log.closed_at is None:
            await add_missing(ctx, log)


async def add_missing(ctx: Context, log: DailyLogState) -> None:
    """Add an item for each workable task of its person that an open day has none of."""
    missing = await new_items(ctx, log, await ctx.uow.daily_logs.items(log.id))
    if missing:
        await ctx.uow.daily_logs.add_items(log.id, missing)


async def new_items_of(ctx: Context, log: DailyLogState) -> Collection[int]:
    """Return the items of a day that were added once it was open, and that nobody has touched since."""
    rows = [
        row
        for row in await ctx.uow.journal.of_thing(Entity.DAILY_LOG, log.id, LAST_SEQ, ROWS)
        if row.entity is Entity.ITEM
    ]
    added = {row.entity_id for row in rows if row.kind.endswith(".created") and row.at > log.opened_at}
    return added - {row.entity_id for row in rows if not row.kind.endswith(".created")}


async def new_items(ctx: Context, log: DailyLogState, present: Sequence[ItemState]) -> list[NewItem]:
    taken = {item.task_id for item in present}
    tasks = [task for task in await ctx.uow.tasks.assigned(log.user_id, log.fecha) if task.id not in taken]
    tasks.sort(key=lambda task: (BY_PRIORITY[task.prioridad], task.fecha_cumplir, task.id))
    previous = await ctx.uow.daily_logs.previous(log.user_id, [task.id for task in tasks], log.fecha)
    before = latest_of_each(previous, await ctx.uow.daily_logs.left_by_others([task.id for task in tasks]))
    first = max((item.orden for item in present), default=0) + 1
    return [new_item(task, log.fecha, before.get(task.id), orden) for orden, task in enumerate(tasks, start=first)]


def latest_of_each(own: Sequence[PreviousItem], left: Sequence[LeftItem]) -> Mapping[int, PreviousItem]:
    """Each task's latest item: its person's own, or a later one of somebody who is no longer responsible for it."""
    latest = {item.task_id: item for item in own}
    for item in left:
        if item.task_id not in latest or latest[item.task_id].fecha < item.fecha:
            latest[item.task_id] = PreviousItem(
                item.task_id, item.fecha, item.semaforo, item.porcentaje, item.resume_porcentaje, task_reopened=True
            )
    return latest


BY_PRIORITY = {priority: rank for rank, priority in enumerate(Priority)}


def new_item(task: Task, fecha: date, before: PreviousItem | None, orden: int) -> NewItem:
    light, percentage = start_of(task.fecha_cumplir, fecha, before)
    return NewItem(task.id, orden, light, percentage, before.resume_porcentaje if before else 0)


def start_of(due: date, fecha: date, before: PreviousItem | None) -> tuple[Semaforo, int]:
    """Return the light and the percentage with which an item begins: as the person last left the task.

    At 100 per cent it is VERDE; it begins below 100 if the task was reopened since.
    """
    if before is None:
        return starting_light(due, fecha, None), 0
    resumes = before.porcentaje == COMPLETE and before.task_reopened
    percentage = before.resume_porcentaje if resumes else before.porcentaje
    light = starting_light(due, fecha, before.semaforo)
    return (Semaforo.VERDE if percentage == COMPLETE else light), percentage
