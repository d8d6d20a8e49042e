"""Splitting a task: its parts are tasks like it, and it is closed as split into them.

A task that is split is neither done nor late: its parts are. It is in no day that is open and in no list of what was
done; its comments, percentages and history stay with it.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import FieldCode, Invalid
from core.base.model import Model, Request, TaskStatus, TaskWords
from core.records.tokens import Scope
from core.records.work import NewTask, Task
from core.work.day_items import add_task
from core.work.task_requests import require_open
from core.work.tasks import get_task, readable, relations_to, save_and_tell, with_status

MOST_PARTS = 20


class SplitRequest(Request, frozen=True, kw_only=True):
    """The titles of the parts."""

    partes: Annotated[list[TaskWords], Meta(min_length=1, max_length=MOST_PARTS, extra_json_schema={"minItems": 2})]


class TaskSplit(Model, frozen=True):
    """The task that was split, and its parts."""

    task: Task
    parts: Sequence[Task]


class PlaceInSplit(Struct, frozen=True):
    """The tasks into which a task is split, and the one of which it is a part, if the reader may read them."""

    parts: Sequence[Task]
    whole: Task | None


@needs(Scope.TASKS_WRITE)
@command
async def split_task(ctx: Context, task_id: int, request: SplitRequest) -> TaskSplit:
    """Split a task into several with the same people, priority and dates, and close it as split into them.

    Raises `Conflict` if it is closed or deleted.
    """
    if len(request.partes) == 1:
        raise Invalid.at("partes[1]", FieldCode.REQUIRED)
    task = await get_task(ctx, task_id)
    require(ctx.actor, Operation.TASK_SPLIT, relations_to(ctx.actor, task))
    require_open(task)
    parts = [await add_task(ctx, part_of(ctx, task, words)) for words in request.partes]
    ids = [part.id for part in parts]
    await ctx.uow.tasks.note_parts(task.id, ids)
    whole = await save_and_tell(ctx, task, with_status(ctx, task, TaskStatus.CERRADA), split_into=ids)
    return TaskSplit(whole, parts)


def part_of(ctx: Context, task: Task, words: str) -> NewTask:
    planned = task.estatus is TaskStatus.PLANEACION
    return NewTask(
        descripcion=words,
        leader_user_id=task.leader_user_id,
        responsible_user_ids=task.responsible_user_ids,
        fecha_solicitud=task.fecha_solicitud,
        fecha_cumplir=task.fecha_cumplir,
        estatus=TaskStatus.PLANEACION if planned else TaskStatus.PENDIENTE,
        prioridad=task.prioridad,
        created_by_user_id=task.created_by_user_id,
        created_at=ctx.now,
        updated_at=ctx.now,
    )


@query
async def place_in_split(ctx: Context, task_id: int) -> PlaceInSplit:
    """The parts of a visible task that is split, and the task of which it is a part."""
    await get_task(ctx, task_id)
    of = await ctx.uow.tasks.split_of(task_id)
    known = {task.id: task for task in await ctx.uow.tasks.by_ids([*of.into, *([of.whole] if of.whole else [])])}
    seen = {each: task for each, task in known.items() if await readable(ctx, task)}
    return PlaceInSplit([seen[each] for each in of.into if each in seen], seen.get(of.whole or 0))
