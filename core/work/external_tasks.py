"""Tasks by the ids that they have in another system.

An external id belongs to one live task. A deleted task keeps it, but does not hold it: another task may be given it,
and then the deleted one can only be restored without it.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, NotFound
from core.base.external_ids import ExternalId, ExternalIdRequest, IdThere, Source
from core.base.external_ids import external_id as named
from core.base.model import Model, Request
from core.base.paging import WHOLE, Page
from core.records.tokens import Scope
from core.records.work import Task, TaskConditions
from core.work.task_batches import MOST, each, require_once
from core.work.task_filter import TaskQuery
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

    A new task is as POST makes it. A change is what PATCH or team-edit allows the caller; absent fields stay. Where it
    was deleted here, it stays deleted (409): POST makes another. Raises `Conflict` if a task that the caller may not
    see has the id.
    """
    put = await put_task(ctx, external_source, external_id, request)
    if put.task is None:
        raise Conflict(Code.EXTERNAL_ID_DELETED, source=external_source, id=external_id)
    return put.task


class PutOutcome(StrEnum):
    """The outcome of a PUT of a task by its id of another system."""

    MADE = "made"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    DELETED = "deleted"
    """Deleted here before, and not created again."""


class PutTask(Model, frozen=True):
    """A task that was put by its id of another system; `task` is null where it was deleted here."""

    external_id: str
    outcome: PutOutcome
    task: Task | None


class ExternalTaskPut(TaskPut, frozen=True, kw_only=True):
    """A task as another system has it, with its id there: null is as absent; absent fields stay."""

    NOT_TAKEN = frozenset({"externalSource", "isActive"})

    external_id: IdThere


class ExternalTaskPuts(Request, frozen=True, kw_only=True):
    """Tasks of another system, 1 to 100, each id once."""

    tasks: Annotated[list[ExternalTaskPut], Meta(min_length=1, max_length=MOST)]


@needs(Scope.TASKS_WRITE)
@command
async def put_tasks_by_external_id(
    ctx: Context, external_source: Source, request: ExternalTaskPuts
) -> Sequence[PutTask]:
    """Make or change up to 100 tasks by their ids of another system, all or none, each as the PUT of one does.

    One that was deleted here stays deleted, and its outcome says so. They are answered in the order of the request.
    """
    require_once("tasks[{}].externalId", [one.external_id for one in request.tasks])

    async def put(gathering: Context, one: ExternalTaskPut) -> PutTask:
        return await put_task(gathering, external_source, one.external_id, one)

    return await each(ctx, "tasks", request.tasks, put)


async def put_task(ctx: Context, source: str, external_id: str, request: TaskPut) -> PutTask:
    """Make or change the task with an id of another system, unless it was deleted here."""
    there = ExternalId(source, external_id)
    given = {field: value for field, value in request.changes().items() if value is not None and field != "external_id"}
    task = await ctx.uow.tasks.by_external_id(there)
    if task is not None and await readable(ctx, task):
        changed = await edit_as_may(ctx, task, TaskUpdate(**given))
        return PutTask(external_id, PutOutcome.UNCHANGED if changed == task else PutOutcome.CHANGED, changed)
    deleted = await ctx.uow.tasks.deleted_with(there) if task is None else None
    if deleted is not None and await readable(ctx, deleted):
        return PutTask(external_id, PutOutcome.DELETED, None)
    create = TaskCreate(**given, external_source=source, external_id=external_id)
    return PutTask(external_id, PutOutcome.MADE, await create_task(ctx, create))


class ExternalTask(Model, frozen=True):
    """The id of a task, and the one that it has in another system."""

    id: int
    external_id: str


@needs(Scope.TASKS_READ)
@query
async def list_external_tasks(ctx: Context, external_source: Source, page: Page = WHOLE) -> Sequence[ExternalTask]:
    """List the ids of the active tasks of another system that the caller may see, by id."""
    asked = TaskQuery(limit=page.limit, after_id=page.after_id)
    found = await ctx.uow.tasks.matching(ctx.actor, asked, TaskConditions(external=ExternalId(external_source)))
    there = await ctx.uow.tasks.external_ids([task.id for task in found])
    return [ExternalTask(task.id, there[task.id]) for task in found]


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
