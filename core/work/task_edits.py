"""A task changed in one field, as a button does, by the edit that the caller may make.

The creator's and the leader's edits are those of the REST API (`core.work.tasks`), applied to the task as it stands in
the transaction: other people's changes of other fields stay.
"""

from collections.abc import Collection, Mapping
from datetime import date

from msgspec import UNSET, UnsetType

from core.application.access import Operation, may
from core.application.use_case import Context, command
from core.base.errors import FieldCode, Invalid
from core.base.model import Int32, Priority, Request, TaskWords
from core.records.people import Actor
from core.records.work import Task
from core.work.tasks import TaskUpdate, edit_as_may, get_task, relations_to


class TaskEdit(Request, frozen=True, kw_only=True):
    """New values of some of a task's fields; absent ones stay."""

    descripcion: TaskWords | UnsetType = UNSET
    fecha_cumplir: date | UnsetType = UNSET
    prioridad: Priority | UnsetType = UNSET
    is_active: bool | UnsetType = UNSET


class ResponsibleRequest(Request, frozen=True, kw_only=True):
    """A person, and whether they are to be responsible for a task."""

    user_id: Int32
    responsible: bool


@command
async def edit_task(ctx: Context, task_id: int, request: TaskEdit) -> Task:
    """Change these fields of a task. A field that has the value already is no error."""
    return await edited(ctx, await get_task(ctx, task_id), request.changes())


@command
async def set_responsible(ctx: Context, task_id: int, request: ResponsibleRequest) -> Task:
    """Make a person a task's last responsible, or none of it. Raises `Invalid` if nobody is left."""
    task = await get_task(ctx, task_id)
    others = [person for person in task.responsible_user_ids if person != request.user_id]
    people = [*task.responsible_user_ids, request.user_id] if request.responsible else others
    if not people:
        raise Invalid.at("responsibleUserIds", FieldCode.EMPTY)
    return await edited(ctx, task, {"responsible_user_ids": people})


async def edited(ctx: Context, task: Task, fields: Mapping[str, object], told: Collection[int] = ()) -> Task:
    """Change these fields of a task by the edit the caller may make; `told` are told by another message."""
    whole = {"descripcion": task.descripcion, "fecha_cumplir": task.fecha_cumplir, **fields}
    request = TaskUpdate(**whole)  # type: ignore[arg-type]  # the fields' own requests have been validated
    return await edit_as_may(ctx, task, request, told)


def may_set_due(actor: Actor, task: Task) -> bool:
    """Return whether the actor may change its due date, and so every field of it."""
    relations = relations_to(actor, task)
    return may(actor, Operation.TASK_EDIT_ALL_FIELDS, relations) or may(actor, Operation.TASK_TEAM_EDIT, relations)


def may_delete(actor: Actor, task: Task) -> bool:
    return may(actor, Operation.TASK_DELETE, relations_to(actor, task))
