"""3W tasks (what, who, when) and their comments.

`responsible_user_id` is always the first of `responsible_user_ids`; `fecha_cierre` is set if and only if the task is
CERRADA. A deleted task is an inactive one: unlisted, still readable, restored by `isActive: true`.
"""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, FieldCode, Forbidden, Invalid, NotFound, raise_if_any
from core.base.external_ids import OF_EXTERNAL_ID, ExternalId, IdThere, Source, external_id, in_use
from core.base.model import Comment2000, Int32, Priority, Request, TaskStatus, TaskWords
from core.base.paging import OrderedPage, Page
from core.messages.outbox import mark_answered
from core.people.colleagues import people_mentioned
from core.people.named_people import named_at, people_errors
from core.people.users import as_actor
from core.records.journal import Entity
from core.records.messages import MessageKind
from core.records.people import Actor, User
from core.records.tokens import Scope
from core.records.work import Attachment, NewTask, Task, TaskComment, TaskConditions, TaskRule, TelegramFile
from core.work.assignments import default_leader, may_assign
from core.work.comment_filter import ALL_COMMENTS, CommentQuery
from core.work.comment_filter import conditions_of as comment_conditions
from core.work.day_items import add_task, stand_in_open_days
from core.work.nudge_answers import tell_who_asked
from core.work.red_news import end_reds, pass_on_reds
from core.work.rule_making import make_awaited
from core.work.task_filter import ALL_TASKS, TaskQuery, conditions_of
from core.work.task_news import tell_assigned, tell_changed, tell_commented, tell_withdrawn

TRANSITIONS: dict[TaskStatus, frozenset[TaskStatus]] = {
    TaskStatus.PLANEACION: frozenset({TaskStatus.PENDIENTE, TaskStatus.EN_PROCESO, TaskStatus.CERRADA}),
    TaskStatus.PENDIENTE: frozenset({TaskStatus.PLANEACION, TaskStatus.EN_PROCESO, TaskStatus.CERRADA}),
    TaskStatus.EN_PROCESO: frozenset({TaskStatus.PENDIENTE, TaskStatus.CERRADA}),
    TaskStatus.CERRADA: frozenset({TaskStatus.EN_PROCESO, TaskStatus.PENDIENTE}),
}
WORKABLE = frozenset({TaskStatus.PENDIENTE, TaskStatus.EN_PROCESO})
"""A task in one of these states goes into its responsibles' daily logs."""


class Discussion(Struct, frozen=True):
    count: int
    latest: Sequence[TaskComment]


ResponsibleIds = Annotated[list[Int32], Meta(min_length=1)]


class TaskPut(Request, frozen=True, kw_only=True):
    """A task as another system has it: null is as absent; of a task that is there, absent fields stay."""

    NOT_TAKEN = OF_EXTERNAL_ID | {"isActive"}

    descripcion: TaskWords
    fecha_cumplir: date
    leader_user_id: Int32 | None = None
    responsible_user_ids: ResponsibleIds | None = None
    fecha_solicitud: date | None = None
    estatus: TaskStatus | None = None
    prioridad: Priority | None = None


class TaskCreate(TaskPut, frozen=True, kw_only=True):
    """A new task, perhaps with its id in another system. Null in an optional field means that it is absent."""

    NOT_TAKEN = frozenset()

    is_active: bool | None = None
    external_source: Source | None = None
    external_id: IdThere | None = None


class TaskChanges(Request, frozen=True, kw_only=True):
    """The fields of a task that a change of it may leave out: absent ones stay, null clears a leader."""

    NOT_TAKEN = OF_EXTERNAL_ID

    leader_user_id: Int32 | UnsetType | None = UNSET
    responsible_user_ids: ResponsibleIds | UnsetType = UNSET
    fecha_solicitud: date | UnsetType = UNSET
    estatus: TaskStatus | UnsetType = UNSET
    prioridad: Priority | UnsetType = UNSET
    is_active: bool | UnsetType = UNSET


class TaskUpdate(TaskChanges, frozen=True, kw_only=True):
    """A change of a task: descripcion and fechaCumplir are required, absent fields stay, null clears a leader."""

    descripcion: TaskWords
    fecha_cumplir: date


class CommentRequest(Request, frozen=True, kw_only=True):
    """A comment's text."""

    comentario: Comment2000


class StatusRequest(Request, frozen=True, kw_only=True):
    """A task's new state."""

    estatus: TaskStatus


class TaskRange(Page, frozen=True, kw_only=True):
    """fechaCumplir between two dates, both included."""

    start: date
    end: date


def relations_to(actor: Actor, task: Task) -> set[Relation]:
    leads_responsibles = not actor.team.isdisjoint(task.responsible_user_ids)
    return relations_that_hold(
        {
            Relation.CREATOR: task.created_by_user_id == actor.id,
            Relation.RESPONSIBLE: actor.id in task.responsible_user_ids,
            Relation.LEADER: task.leader_user_id == actor.id or leads_responsibles,
            Relation.CREATOR_LEADER: task.created_by_user_id in actor.team,
        }
    )


def visible(actor: Actor, task: Task) -> bool:
    """Return whether the actor may read a task by what they are to it; the store's list filter says the same in SQL."""
    return may(actor, Operation.TASK_READ, relations_to(actor, task))


async def readable(ctx: Context, task: Task) -> bool:
    """Return whether the caller may read a task: it is visible to them, they help with it, or they follow it."""
    return await readable_by(ctx, ctx.actor, task)


async def readable_by(ctx: Context, actor: Actor, task: Task) -> bool:
    if visible(actor, task):
        return True
    helps = await ctx.uow.reds.helps_with(actor.id, task.id)
    follows = await ctx.uow.conversations.follows(actor.id, task.id)
    return may(actor, Operation.TASK_READ, relations_that_hold({Relation.HELPER: helps, Relation.FOLLOWER: follows}))


@needs(Scope.TASKS_READ)
@query
async def get_task(ctx: Context, task_id: int) -> Task:
    """Get one task, active or not. Raises `NotFound` if it is missing or hidden from the caller."""
    task = await ctx.uow.tasks.get(task_id)
    if task is None or not await readable(ctx, task):
        raise NotFound(Code.TASK_NOT_FOUND, id=task_id)
    return task


@needs(Scope.TASKS_READ)
@query(stale_ok=True)
async def list_tasks(ctx: Context, asked: TaskQuery = ALL_TASKS) -> Sequence[Task]:
    """List the active tasks that the caller may see, those for which all that is asked for holds; by id."""
    if asked.is_plain:
        return await ctx.uow.tasks.list(ctx.actor, asked)
    return await ctx.uow.tasks.matching(ctx.actor, asked, conditions_of(ctx, asked))


@needs(Scope.TASKS_READ)
@query
async def my_open_tasks(ctx: Context) -> Sequence[Task]:
    """The active tasks that the caller works on and that are not CERRADA, by fechaCumplir and id."""
    return await ctx.uow.tasks.due(ctx.actor.id, date.min, date.max)


@needs(Scope.TASKS_READ)
@query(stale_ok=True)
async def list_range(ctx: Context, bounds: TaskRange) -> Sequence[Task]:
    """List the active tasks that the caller may see and that are due between two dates, by id."""
    if bounds.start > bounds.end:
        raise Invalid.at("end", FieldCode.BEFORE, other="start")
    page = TaskQuery(limit=bounds.limit, after_id=bounds.after_id)
    return await ctx.uow.tasks.matching(ctx.actor, page, TaskConditions(due_from=bounds.start, due_to=bounds.end))


@needs(Scope.TASKS_WRITE)
@command
async def create_task(ctx: Context, request: TaskCreate) -> Task:
    """Create a task. The caller is its creator and, if no responsible is named, its responsible."""
    sent = request.responsible_user_ids or [ctx.actor.id]
    responsibles = list(dict.fromkeys(sent))
    require_within_reach(ctx.actor, responsibles)
    requested = request.fecha_solicitud or ctx.today
    check_dates(requested, request.fecha_cumplir)
    await check_people(ctx, set(responsibles), request.leader_user_id, sent)
    await require_leader_within_reach(ctx, request.leader_user_id, responsibles)
    named = external_id(request.external_source, request.external_id)
    active = request.is_active is not False
    if active:
        await require_external_id_free(ctx, named)
    planned = TaskStatus.PLANEACION if requested > ctx.today else TaskStatus.PENDIENTE
    status, leader = request.estatus or planned, request.leader_user_id
    task = await add_task(
        ctx,
        NewTask(
            descripcion=request.descripcion,
            leader_user_id=await default_leader(ctx, responsibles[0]) if leader is None else leader,
            responsible_user_ids=responsibles,
            fecha_solicitud=requested,
            fecha_cumplir=request.fecha_cumplir,
            fecha_cierre=ctx.today if status is TaskStatus.CERRADA else None,
            estatus=status,
            prioridad=request.prioridad or Priority.MEDIA,
            created_by_user_id=ctx.actor.id,
            created_at=ctx.now,
            updated_at=ctx.now,
            is_active=active,
            external_source=named.external_source,
            external_id=named.external_id,
        ),
    )
    await tell_assigned(ctx, task, responsibles)
    return task


@needs(Scope.TASKS_WRITE)
@command
async def update_task(ctx: Context, task_id: int, request: TaskUpdate, told: Collection[int] = ()) -> Task:
    """Change a task as a person on it: its creator every field, a responsible only estatus and prioridad.

    `told`: those who get another message about it.
    """
    task = await get_task(ctx, task_id)
    relations = relations_to(ctx.actor, task)
    require(ctx.actor, Operation.TASK_EDIT, relations)
    require_fields(ctx.actor, task, merged(task, request), relations)
    return await save_edit(ctx, task, request, relations, told)


@needs(Scope.TASKS_WRITE)
@command
async def team_edit_task(ctx: Context, task_id: int, request: TaskUpdate, told: Collection[int] = ()) -> Task:
    """Change a task as its leader: every field; new responsibles from their team or themselves.

    `told`: those who get another message about it.
    """
    task = await get_task(ctx, task_id)
    relations = relations_to(ctx.actor, task)
    require(ctx.actor, Operation.TASK_TEAM_EDIT, relations)
    return await save_edit(ctx, task, request, relations, told)


@command
async def set_status(ctx: Context, task_id: int, request: StatusRequest) -> Task:
    """Change estatus alone."""
    task = await get_task(ctx, task_id)
    change = TaskUpdate(descripcion=task.descripcion, fecha_cumplir=task.fecha_cumplir, estatus=request.estatus)
    return await edit_as_may(ctx, task, change)


async def require_external_id_free(ctx: Context, named: ExternalId, *, but: int | None = None) -> None:
    """Raise `Conflict` if another live task has the external id, whether the caller may see that one or not."""
    if named.external_id is None:
        return
    holder = await ctx.uow.tasks.by_external_id(named)
    if holder is not None and holder.id != but:
        raise in_use(named)


async def edit_as_may(ctx: Context, task: Task, request: TaskUpdate, told: Collection[int] = ()) -> Task:
    """Change a task by the edit that the caller may make: as its leader, or else as a person on it."""
    leads = may(ctx.actor, Operation.TASK_TEAM_EDIT, relations_to(ctx.actor, task))
    return await (team_edit_task if leads else update_task)(ctx, task.id, request, told)


def may_edit(actor: Actor, task: Task) -> bool:
    """Return whether the actor may change its estatus and prioridad at least."""
    relations = relations_to(actor, task)
    return may(actor, Operation.TASK_EDIT, relations) or may(actor, Operation.TASK_TEAM_EDIT, relations)


def next_statuses(actor: Actor, task: Task) -> frozenset[TaskStatus]:
    leaves = may(actor, Operation.TASK_LEAVE_CLOSED, relations_to(actor, task))
    stuck = task.estatus is TaskStatus.CERRADA and not leaves
    return TRANSITIONS[task.estatus] if may_edit(actor, task) and not stuck else frozenset()


@needs(Scope.TASKS_WRITE)
@command
async def delete_task(ctx: Context, task_id: int) -> Task:
    """Make a task inactive. Deleting it again is no error."""
    task = await get_task(ctx, task_id)
    require(ctx.actor, Operation.TASK_DELETE, relations_to(ctx.actor, task))
    return await save_and_tell(ctx, task, msgspec.structs.replace(task, is_active=False))


@needs(Scope.TASKS_READ)
@query(stale_ok=True)
async def list_comments(ctx: Context, task_id: int, asked: CommentQuery = ALL_COMMENTS) -> Sequence[TaskComment]:
    """List the comments of a visible task for which all that is asked for holds; by id, which is oldest first."""
    await get_task(ctx, task_id)
    return await ctx.uow.tasks.comments(task_id, asked, comment_conditions(ctx, asked))


@needs(Scope.TASKS_READ)
@query
async def discussion(ctx: Context, task_id: int, most: int) -> Discussion:
    """Count the comments of a visible task, and list the last ones, at most `most`."""
    await get_task(ctx, task_id)
    count = await ctx.uow.tasks.count_comments(task_id)
    return Discussion(count, await ctx.uow.tasks.latest_comments(task_id, most))


@query
async def get_comment(ctx: Context, task_id: int, comment_id: int) -> TaskComment:
    """One comment of a visible task."""
    await get_task(ctx, task_id)
    comment = await ctx.uow.tasks.comment(task_id, comment_id)
    if comment is None:
        raise NotFound(Code.COMMENT_NOT_FOUND, id=comment_id)
    return comment


@query
async def news_from(ctx: Context, task_id: int, comment_id: int, most: int) -> Sequence[TaskComment]:
    """At most `most` comments of a task, from `comment_id` on, except the caller's own; none of a deleted task."""
    task = await get_task(ctx, task_id)
    if not task.is_active:
        return []
    found = await ctx.uow.tasks.comments(task.id, OrderedPage(after_id=comment_id - 1, limit=most))
    return [comment for comment in found if comment.created_by_user_id != ctx.actor.id]


@needs(Scope.TASKS_READ)
@query
async def list_attachments(ctx: Context, task_id: int, after_id: int = 0) -> Sequence[Attachment]:
    """List what is attached to the comments of a visible task, by comment.

    `after_id`: only to later ones.
    """
    await get_task(ctx, task_id)
    return await ctx.uow.tasks.attachments(task_id, after_id)


@needs(Scope.TASKS_READ)
@query
async def get_attachment(ctx: Context, task_id: int, attachment_id: str) -> TelegramFile:
    """Get the content of a file that came with a comment of a visible task, for the client to save.

    Telegram keeps it, and gives files of at most 20 MB.
    """
    await get_task(ctx, task_id)
    file = await ctx.uow.tasks.attachment(task_id, attachment_id)
    if file is None:
        raise NotFound(Code.ATTACHMENT_NOT_FOUND, id=attachment_id)
    return file


@query
async def get_files(ctx: Context, task_id: int, comment_id: int) -> Sequence[TelegramFile]:
    """The files that came with a comment of a visible task; there is at least one."""
    comment = await get_comment(ctx, task_id, comment_id)
    files = await ctx.uow.tasks.files_of(comment.id)
    if not files:
        raise NotFound(Code.COMMENT_NOT_FOUND, id=comment_id)
    return files


@needs(Scope.TASKS_WRITE)
@command
async def add_comment(
    ctx: Context, task_id: int, request: CommentRequest, files: Sequence[TelegramFile] = ()
) -> TaskComment:
    """Comment on a task that the caller may see, whatever its state."""
    task = await get_task(ctx, task_id)
    await note_survey_answered(ctx, task)
    comment = await ctx.uow.tasks.add_comment(task_id, request.comentario, ctx.actor.id, ctx.now, files)
    named = [user.id for user, reads in await mentioned(ctx, task, comment) if reads]
    await tell_commented(ctx, task, comment, also=named)
    return comment


async def mentioned(ctx: Context, task: Task, comment: TaskComment) -> Sequence[tuple[User, bool]]:
    """The others whom a comment names by @name, and whether they may read the task."""
    people = [user for user in await people_mentioned(ctx, comment.comentario) if user.id != ctx.actor.id]
    return [(user, await readable_by(ctx, await as_actor(ctx, user), task)) for user in people]


@needs(Scope.TASKS_WRITE)
@command
async def update_comment(ctx: Context, task_id: int, comment_id: int, request: CommentRequest) -> TaskComment:
    """Change the text of a comment, as its author."""
    comment = await get_comment(ctx, task_id, comment_id)
    author = {Relation.AUTHOR} if comment.created_by_user_id == ctx.actor.id else ()
    require(ctx.actor, Operation.COMMENT_EDIT, author)
    edited = msgspec.structs.replace(comment, comentario=request.comentario, updated_at=ctx.now)
    await ctx.uow.tasks.update_comment(edited)
    return edited


async def withdraw_comment(ctx: Context, task_id: int, comment_id: int) -> None:
    """Remove a comment with its files, as its author; the journal keeps that it was there, without its words.

    Only an undo does this, within `undo_minutes`; those who were told of it are told of that.
    """
    task, comment = await get_task(ctx, task_id), await get_comment(ctx, task_id, comment_id)
    require(ctx.actor, Operation.COMMENT_EDIT, {Relation.AUTHOR} if comment.created_by_user_id == ctx.actor.id else ())
    await ctx.uow.tasks.remove_comment(comment)
    await ctx.uow.journal.forget_field(Entity.COMMENT, comment.id, Entity.TASK, task.id, "comentario")
    await tell_withdrawn(ctx, task, comment)


def merged(task: Task, request: TaskUpdate) -> Task:
    changes = request.changes()
    if "responsible_user_ids" in changes:
        changes["responsible_user_ids"] = list(dict.fromkeys(changes["responsible_user_ids"]))
        changes["responsible_user_id"] = changes["responsible_user_ids"][0]
    return msgspec.structs.replace(task, **changes)


async def save_edit(
    ctx: Context, task: Task, request: TaskUpdate, relations: Collection[Relation], told: Collection[int]
) -> Task:
    """Check what a permitted edit would lead to, then write it. Raises `Forbidden` or `Invalid` if it may not be."""
    changed = merged(task, request)
    require_within_reach(ctx.actor, newcomers(task, changed))
    require_leave_closed(ctx.actor, task, changed, relations)
    check_dates(changed.fecha_solicitud, changed.fecha_cumplir)
    await check_newcomers(ctx, task, changed, request.responsible_user_ids or ())
    await require_leader_within_reach(ctx, new_leader(task, changed), changed.responsible_user_ids)
    return await save_assigned(ctx, task, with_status(ctx, task, changed.estatus, changed), told)


async def put_back_task(ctx: Context, task: Task, before: Task, told: Collection[int]) -> Task:
    """Save the task as it was before; the caller must have checked that it may be changed so (`require_edit`).

    Its state may be any: from each, every other is at most two allowed changes away. `told`: those who get another
    message about it.
    """
    check_dates(before.fecha_solicitud, before.fecha_cumplir)
    await check_newcomers(ctx, task, before, before.responsible_user_ids)
    return await save_assigned(ctx, task, before, told)


async def require_edit(ctx: Context, task: Task, changed: Task) -> None:
    """Raise `Forbidden` unless the caller may change the task so, as a person on it or as its leader."""
    actor, relations = ctx.actor, relations_to(ctx.actor, task)
    if not may(actor, Operation.TASK_TEAM_EDIT, relations):
        require(actor, Operation.TASK_EDIT, relations)
        require_fields(actor, task, changed, relations)
    require_leave_closed(actor, task, changed, relations)
    await require_reach(ctx, task, changed)


def require_fields(actor: Actor, task: Task, changed: Task, relations: Collection[Relation]) -> None:
    """Raise `Forbidden` where more than estatus and prioridad differ and the person may not change every field."""
    if may(actor, Operation.TASK_EDIT_ALL_FIELDS, relations):
        return
    of_status = {"estatus": task.estatus, "fecha_cierre": task.fecha_cierre}
    if msgspec.structs.replace(changed, **of_status, prioridad=task.prioridad) != task:
        raise Forbidden(Code.ONLY_STATUS_AND_PRIORITY)


def require_all_fields(actor: Actor, task: Task) -> None:
    """Raise `Forbidden` unless the person may change every field of the task, as its creator or its leader."""
    relations = relations_to(actor, task)
    if not may(actor, Operation.TASK_TEAM_EDIT, relations):
        require(actor, Operation.TASK_EDIT_ALL_FIELDS, relations)


def require_leave_closed(actor: Actor, task: Task, changed: Task, relations: Collection[Relation]) -> None:
    if task.estatus is TaskStatus.CERRADA and changed.estatus is not TaskStatus.CERRADA:
        require(actor, Operation.TASK_LEAVE_CLOSED, relations, code=Code.REOPEN_BY_ITEM)


Assigned = Task | TaskRule


def newcomers(before: Assigned, changed: Assigned) -> set[int]:
    return set(changed.responsible_user_ids).difference(before.responsible_user_ids)


def new_leader(before: Assigned, changed: Assigned) -> int | None:
    return changed.leader_user_id if changed.leader_user_id != before.leader_user_id else None


async def check_newcomers(ctx: Context, before: Assigned, changed: Assigned, sent: Sequence[int]) -> None:
    """Raise `Invalid` naming each newly named person who is unknown or inactive, by their place in `sent`."""
    await check_people(ctx, newcomers(before, changed), new_leader(before, changed), sent)


async def require_reach(ctx: Context, before: Assigned, changed: Assigned) -> None:
    """Raise `Forbidden` unless the caller may name each who is newly named."""
    require_within_reach(ctx.actor, newcomers(before, changed))
    await require_leader_within_reach(ctx, new_leader(before, changed), changed.responsible_user_ids)


async def save_assigned(ctx: Context, task: Task, changed: Task, told: Collection[int]) -> Task:
    if changed.is_active and not task.is_active:
        await require_external_id_free(ctx, await ctx.uow.tasks.external_id_of(task.id))
    assigned = newcomers(task, changed) if changed.is_open else ()
    saved = await save_and_tell(ctx, task, changed, {*assigned, *told})
    await tell_assigned(ctx, saved, [person for person in saved.responsible_user_ids if person in assigned])
    return saved


def with_status(ctx: Context, task: Task, status: TaskStatus, changed: Task | None = None) -> Task:
    """The (changed) task in that state, with its fechaCierre. Raises `Conflict` if it may not go to that state."""
    if status is task.estatus:
        return changed or task
    if status not in TRANSITIONS[task.estatus]:
        raise Conflict(Code.TRANSITION_NOT_ALLOWED, current=task.estatus, wanted=status)
    closing = ctx.today if status is TaskStatus.CERRADA else None
    return msgspec.structs.replace(changed or task, estatus=status, fecha_cierre=closing)


async def set_state(ctx: Context, task: Task, status: TaskStatus) -> Task:
    """Change a task's state because of a change of its item; others are told."""
    return await save_and_tell(ctx, task, with_status(ctx, task, status))


async def save_and_tell(
    ctx: Context, task: Task, changed: Task, told: Collection[int] = (), split_into: Sequence[int] | None = None
) -> Task:
    """Write what differs, end the reds that it ends, and tell each of the others once, except those in `told`.

    If a new person comes in the place of somebody with a red, it goes on as the new person's. `split_into`: the tasks
    that it is closed for.
    """
    saved = await save_change(ctx, task, changed, split_into)
    left = set(task.responsible_user_ids).difference(saved.responsible_user_ids if saved.is_open else ())
    new = newcomers(task, saved) if saved.is_open else ()
    taker = next((person for person in saved.responsible_user_ids if person in new), None)
    if left and taker is not None:
        await pass_on_reds(ctx, task, left, taker)
    relieved = await end_reds(ctx, task, left, told) if left else ()
    await tell_changed(ctx, task, saved, but={*told, *relieved})
    if not saved.is_open:
        await make_awaited(ctx, saved)
        await note_survey_answered(ctx, task)
        await tell_who_asked(ctx, task.id)
    return saved


async def note_survey_answered(ctx: Context, task: Task) -> None:
    """Note that the caller, if they were asked about this late task, has answered, whichever way they did."""
    if task.fecha_cumplir < ctx.today:
        await mark_answered(ctx, [MessageKind.OVERDUE_SURVEY], survey_occasion(task))


def survey_occasion(task: Task) -> str:
    """A dedupe key's occasion: a task whose date is moved and missed again is asked about again."""
    return f"{task.id}:{task.fecha_cumplir}"


async def save_change(ctx: Context, task: Task, changed: Task, split_into: Sequence[int] | None = None) -> Task:
    """Write what differs; a change that changes nothing keeps updatedAt."""
    if changed == task:
        return task
    saved = msgspec.structs.replace(changed, updated_at=ctx.now)
    await ctx.uow.tasks.update(saved, split_into)
    if saved.fecha_cumplir != task.fecha_cumplir:
        await ctx.uow.tasks.note_due_move(task.id, task.fecha_cumplir, ctx.now)
    reopened = task.estatus is TaskStatus.CERRADA and saved.estatus is not TaskStatus.CERRADA
    if reopened:
        await ctx.uow.daily_logs.task_reopened(task.id)
    others = saved.is_active != task.is_active or saved.responsible_user_ids != task.responsible_user_ids
    if others or reopened or split_into:
        await ctx.uow.daily_logs.task_moved(task.id)
    if workers(saved) - workers(task) or saved.fecha_solicitud != task.fecha_solicitud:
        await stand_in_open_days(ctx, workers(saved))
    return saved


def workers(task: Task) -> set[int]:
    """Return the people in whose days a task stands, if they open them."""
    return set(task.responsible_user_ids) if task.is_active and task.estatus in WORKABLE else set()


def require_within_reach(actor: Actor, responsibles: Collection[int]) -> None:
    """Raise `Forbidden` unless the caller may assign each of them: themselves, their team, or anyone."""
    if not may_assign(actor, responsibles):
        raise Forbidden(Code.RESPONSIBLES_OUT_OF_REACH)


async def require_leader_within_reach(ctx: Context, leader: int | None, responsibles: Sequence[int]) -> None:
    """Raise `Forbidden` where a caller who leads nobody names a leader who leads neither them nor a responsible.

    A task's leader sees its items in the responsibles' days: otherwise anybody could see a colleague's.
    """
    actor = ctx.actor
    theirs_alone = leader == actor.id and list(responsibles) == [actor.id]
    if leader is None or theirs_alone or actor.team or may(actor, Operation.TASK_ASSIGN_ANYONE):
        return
    if leader not in {user.leader_user_id for user in await ctx.uow.users.by_ids([actor.id, *responsibles])}:
        raise Forbidden(Code.LEADER_OUT_OF_REACH)


def check_dates(requested: date, due: date) -> None:
    if due < requested:
        raise Invalid.at("fechaCumplir", FieldCode.BEFORE, other="fechaSolicitud")


async def check_people(ctx: Context, newly_named: Collection[int], leader: int | None, sent: Sequence[int]) -> None:
    """Raise `Invalid` naming each newly named person who is unknown or inactive, by their place in `sent`."""
    named = [(path, person) for path, person in named_at("responsibleUserIds", sent) if person in newly_named]
    if leader is not None:
        named.append(("leaderUserId", leader))
    raise_if_any(await people_errors(ctx, named, active=True))
