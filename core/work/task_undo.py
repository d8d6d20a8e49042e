"""Taking back what was made of tasks, their comments, and the rules that make them."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from core.application.access import Operation, Relation, require
from core.application.use_case import Context
from core.base.errors import Code, Conflict, Forbidden, NotFound
from core.records.journal import Entity, ThingChange
from core.records.work import AskedState, RuleState, Task, TaskRule
from core.work.external_tasks import save_external_id
from core.work.red_news import resume_reds
from core.work.rule_making import save
from core.work.task_rules import end_rule
from core.work.task_rules import relations_to as relations_to_rule
from core.work.tasks import (
    CommentRequest,
    check_newcomers,
    delete_task,
    put_back_task,
    relations_to,
    require_all_fields,
    require_edit,
    require_reach,
    save_and_tell,
    update_comment,
    withdraw_comment,
)

S = TypeVar("S", Task, TaskRule)

BY_AN_ITEM = frozenset({"estatus", "fechaCierre"})
"""The fields of its task that an item at 100, or begun, changes."""


async def require_task_undo(ctx: Context, change: ThingChange, *, own: bool) -> None:
    """Raise `Forbidden` unless the caller may take back what was made of a task, a comment or a rule.

    `own`: they wrote it. It is enough then that they may still write it.
    """
    actor = ctx.actor
    if change.entity is Entity.COMMENT:
        author = change.now.get("createdByUserId", actor.id)
        require(actor, Operation.COMMENT_EDIT, {Relation.AUTHOR} if author == actor.id else ())
    elif change.entity is Entity.TASK_RULE:
        rule = await rule_of(ctx, change)
        if change.made:
            require(actor, Operation.RULE_WRITE, relations_to_rule(actor, rule))
        else:
            await require_either(partial(require_rule_edit, ctx), rule, change.undone(rule), own=own)
    else:
        await require_undo_of_task(ctx, change, await task_of(ctx, change), own=own)


async def require_undo_of_task(ctx: Context, change: ThingChange, task: Task, *, own: bool) -> None:
    if change.made:
        split = own and change.left.get("partOfTaskId")
        deletes = Operation.TASK_SPLIT if split else Operation.TASK_DELETE
        require(ctx.actor, deletes, relations_to(ctx.actor, task))
        return
    if change.external_id_before is not None:
        require_all_fields(ctx.actor, task)
    if not (own and await was_agreed_to(ctx, change)):
        await require_either(partial(require_edit, ctx), task, task_before(change, task), own=own)


async def was_agreed_to(ctx: Context, change: ThingChange) -> bool:
    """Return whether a change is nothing but the caller's taking a task over by their yes."""
    asked = await ctx.uow.asked_tasks.of_task(change.id)
    answered = {
        each.answered_at for each in asked if each.user_id == ctx.actor.id and each.state is AskedState.ACCEPTED
    }
    return set(change.left) == {"responsibleUserIds"} and change.at in answered


async def require_either(required: Callable[[S, S], Awaitable[None]], now: S, before: S, *, own: bool) -> None:
    """Raise `Forbidden` unless the caller may make `before` of `now` or, of their `own` change, `now` of `before`."""
    try:
        await required(now, before)
    except Forbidden as refusal:
        if not own:
            raise
        try:
            await required(before, now)
        except Forbidden:
            raise refusal from None


async def require_rule_edit(ctx: Context, rule: TaskRule, changed: TaskRule) -> None:
    require(ctx.actor, Operation.RULE_WRITE, relations_to_rule(ctx.actor, rule))
    await require_reach(ctx, rule, changed)


async def undo_tasks(ctx: Context, changes: Sequence[ThingChange], by_item: Collection[int]) -> None:
    """Delete those that were made, and have the others as they were, with the reds that ended by it.

    `by_item`: those that an item of the caller's has changed.
    """
    for change in changes:
        task = await task_of(ctx, change)
        if change.made and change.left.get("partOfTaskId"):
            gone = msgspec.structs.replace(task, is_active=False)
            await save_and_tell(ctx, task, gone, {*task.responsible_user_ids, task.created_by_user_id or 0})
            continue
        if change.made:
            await delete_task(ctx, change.id)
            continue
        external_id = change.external_id_before
        if external_id is not None:
            await save_external_id(ctx, task, external_id)
        before = task_before(change, task)
        told = await resume_reds(ctx, before, change.at)
        await (save_and_tell if change.id in by_item else put_back_task)(ctx, task, before, told)


async def undo_comments(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """Withdraw those that were made, and have the others as they were."""
    for change in changes:
        if change.made:
            await withdraw_comment(ctx, change.root_id, change.id)
            continue
        text = change.before["comentario"]
        await update_comment(ctx, change.root_id, change.id, CommentRequest(comentario=text))


async def undo_rules(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """End those that were made, and have the others as they were. Raises `Conflict` where one has ended since."""
    for change in changes:
        if change.made:
            await end_rule(ctx, change.id)
            continue
        rule = await rule_of(ctx, change)
        if rule.state is RuleState.ENDED and "state" not in change.before:
            raise Conflict(Code.RULE_ENDED, id=rule.id)
        before = change.undone(rule)
        await check_newcomers(ctx, rule, before, before.responsible_user_ids)
        await save(ctx, rule, before)


async def rule_of(ctx: Context, change: ThingChange) -> TaskRule:
    rule = await ctx.uow.task_rules.get(change.id)
    if rule is None:
        raise NotFound(Code.RULE_NOT_FOUND, id=change.id)
    return rule


async def task_of(ctx: Context, change: ThingChange) -> Task:
    task = await ctx.uow.tasks.get(change.id)
    if task is None:
        raise NotFound(Code.TASK_NOT_FOUND, id=change.id)
    return task


def task_before(change: ThingChange, task: Task) -> Task:
    before = change.undone(task)
    return msgspec.structs.replace(before, responsible_user_id=before.responsible_user_ids[0])
