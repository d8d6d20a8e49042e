"""Many tasks at once: made, changed or deleted in one transaction, each by the rules of the single operation.

Where one is refused, nothing is done, and the refusal has the path of each that is at fault.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, UnsetType

from core.application.use_case import Context, command, needs
from core.base.errors import Conflict, DomainError, FieldCode, FieldError, Forbidden, Invalid, NotFound, raise_if_any
from core.base.model import Int32, Request, TaskWords
from core.messages.outbox import told_together
from core.records.tokens import Scope
from core.records.work import Task
from core.work.tasks import (
    TaskChanges,
    TaskCreate,
    TaskUpdate,
    create_task,
    delete_task,
    edit_as_may,
    get_task,
)

T = TypeVar("T")
R = TypeVar("R")
MOST = 100
BY_PRECEDENCE = (NotFound, Forbidden, Invalid, Conflict)
"""Kinds of refusals in the order in which a single operation would check for them."""


class TaskPatch(TaskChanges, frozen=True, kw_only=True):
    """A change of one of several tasks: absent fields stay, null clears a leader."""

    id: Int32
    descripcion: TaskWords | UnsetType = UNSET
    fecha_cumplir: date | UnsetType = UNSET


class TaskBatchCreate(Request, frozen=True, kw_only=True):
    """New tasks, 1 to 100."""

    tasks: Annotated[list[TaskCreate], Meta(min_length=1, max_length=MOST)]


class TaskBatchUpdate(Request, frozen=True, kw_only=True):
    """Changes of 1 to 100 tasks, each once."""

    tasks: Annotated[list[TaskPatch], Meta(min_length=1, max_length=MOST)]


class TaskBatchDelete(Request, frozen=True, kw_only=True):
    """The ids of 1 to 100 tasks, each once."""

    ids: Annotated[list[Int32], Meta(min_length=1, max_length=MOST)]


@needs(Scope.TASKS_WRITE)
@command
async def create_tasks(ctx: Context, request: TaskBatchCreate) -> Sequence[Task]:
    """Create up to 100 tasks, all or none. They are answered in the order of the request."""
    return await each(ctx, "tasks", request.tasks, create_task)


@needs(Scope.TASKS_WRITE)
@command
async def update_tasks(ctx: Context, request: TaskBatchUpdate) -> Sequence[Task]:
    """Change up to 100 tasks, all or none, each by PATCH or, for its leader, by team-edit; absent fields stay."""
    require_once("tasks[{}].id", [patch.id for patch in request.tasks])
    return await each(ctx, "tasks", request.tasks, update_one)


@needs(Scope.TASKS_WRITE)
@command
async def delete_tasks(ctx: Context, request: TaskBatchDelete) -> Sequence[Task]:
    """Make up to 100 tasks inactive, all or none. They are answered in the order of the request."""
    require_once("ids[{}]", request.ids)
    return await each(ctx, "ids", request.ids, delete_task)


async def update_one(ctx: Context, patch: TaskPatch) -> Task:
    task = await get_task(ctx, patch.id)
    changes = {name: value for name, value in patch.changes().items() if name != "id"}
    kept = {"descripcion": task.descripcion, "fecha_cumplir": task.fecha_cumplir}
    return await edit_as_may(ctx, task, TaskUpdate(**{**kept, **changes}))


async def each(ctx: Context, field: str, given: Sequence[T], act: Callable[[Context, T], Awaitable[R]]) -> Sequence[R]:
    """Do this with each of the things given, and tell each person once. Raises a refusal that names all at fault."""
    done: list[R] = []
    refused: list[tuple[str, DomainError]] = []
    async with told_together(ctx) as gathering:
        for place, one in enumerate(given):
            try:
                done.append(await act(gathering, one))
            except BY_PRECEDENCE as refusal:
                refused.append((f"{field}[{place}]", refusal))
        if refused:
            raise of_several(refused)
    return done


def of_several(refused: Sequence[tuple[str, DomainError]]) -> DomainError:
    """The refusal of a request of several things, of which some are refused: as the first of the gravest kind."""
    kind = next(kind for kind in BY_PRECEDENCE if any(isinstance(each, kind) for _, each in refused))
    first = next(each for _, each in refused if isinstance(each, kind))
    whole = kind(code=first.code, **first.params)
    whole.parts = refused
    return whole


def require_once(path: str, ids: Sequence[int | str]) -> None:
    """Raise `Invalid` naming each id that is given again."""
    raise_if_any(
        FieldError(path.format(place), FieldCode.REPEATED) for place, number in enumerate(ids) if number in ids[:place]
    )
