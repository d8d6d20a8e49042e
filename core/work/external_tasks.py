"""Tasks by the ids that they have in another system.

An external id belongs to one live task. A deleted task keeps it, but does not hold it: another task may be given it,
and then the deleted one can only be restored without it.
"""

from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, NotFound
from core.base.external_ids import ExternalId, ExternalIdRequest, IdThere, Source
from core.base.external_ids import external_id as named
from core.records.tokens import Scope
from core.records.work import Task
from core.work.tasks import (
    TaskCreate,
    TaskPut,
    TaskUpdate,
    create_task,
    edit_as_may,
    get_task,
    readable,
    require_all_fields,
    require_external_id_free,
)


@needs(Scope.TASKS_READ)
@query
async def get_task_by_external_id(ctx: Context, external_source: Source, external_id: IdThere) -> Task:
    """Get the active task with an id of another system. Raises `NotFound` if there is none that the caller may see."""
    task = await visible_task(ctx, ExternalId(external_source, external_id))
    if task is None:
        raise NotFound(Code.EXTERNAL_ID_NOT_FOUND, source=external_source, id=external_id)
    return task


@needs(Scope.TASKS_WRITE)
@command
async def put_task_by_external_id(
    ctx: Context, external_source: Source, external_id: IdThere, request: TaskPut
) -> Task:
    """Make the task with an id of another system, or change it if there is one that the caller may see.

    A new task is as POST makes it. A change is what PATCH or team-edit allows the caller; absent fields stay. Raises
    `Conflict` if a task that the caller may not see has the id.
    """
    task = await visible_task(ctx, ExternalId(external_source, external_id))
    given = {name: value for name, value in request.changes().items() if value is not None}
    if task is None:
        return await create_task(ctx, TaskCreate(**given, external_source=external_source, external_id=external_id))
    return await edit_as_may(ctx, task, TaskUpdate(**given))


@needs(Scope.TASKS_READ)
@query
async def get_task_external_id(ctx: Context, task_id: int) -> ExternalId:
    """Get the id that a task has in another system."""
    task = await get_task(ctx, task_id)
    return await ctx.uow.tasks.external_id_of(task.id)


@needs(Scope.TASKS_WRITE)
@command
async def set_task_external_id(ctx: Context, task_id: int, request: ExternalIdRequest) -> ExternalId:
    """Give a task another id of another system, or none, as its creator or leader."""
    task = await get_task(ctx, task_id)
    require_all_fields(ctx.actor, task)
    given = named(request.external_source, request.external_id)
    await save_external_id(ctx, task, given)
    return given


async def save_external_id(ctx: Context, task: Task, given: ExternalId) -> None:
    """Write a task's external id. Raises `Conflict` if another live task has it."""
    if task.is_active:
        await require_external_id_free(ctx, given, but=task.id)
    await ctx.uow.tasks.set_external_id(task.id, given)


async def visible_task(ctx: Context, external_id: ExternalId) -> Task | None:
    """The active task with an external id, if the caller may see it."""
    task = await ctx.uow.tasks.by_external_id(external_id)
    return task if task is not None and await readable(ctx, task) else None
