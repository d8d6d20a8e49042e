"""What others do with a task, told to those in its conversation: an assignment, a comment, a change.

The message is written in the transaction of the deed, and never goes to its doer. What follows within
`news_wait_minutes` is told by the message that waits already: it says, when it is drawn, all that has happened since.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

from core.application.use_case import Context
from core.base.model import TaskStatus
from core.messages.outbox import key_of, new_message, tell, withheld
from core.records.messages import MessageKind, Params, Reason
from core.records.work import Task, TaskComment

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def tell_assigned(ctx: Context, task: Task, people: Collection[int]) -> None:
    """Tell these people that a task is theirs; every assignment is an occasion of its own."""
    if not task.is_active or task.estatus is TaskStatus.CERRADA:
        return
    about = {"task_id": task.id, "by_user_id": ctx.actor.id}
    occasion = f"{task.id}:{ctx.now.isoformat()}"
    await tell(ctx, MessageKind.TASK_ASSIGNED, people, occasion, about)


async def tell_commented(
    ctx: Context, task: Task, comment: TaskComment, *, also: Collection[int] = (), but: Collection[int] = ()
) -> None:
    """Tell those in the task's conversation of a comment, except those who are told of it otherwise."""
    concerned = {*task.responsible_user_ids, task.leader_user_id, task.created_by_user_id, *also}
    people = {*concerned, *await ctx.uow.conversations.people(task.id)}.difference(but)
    await tell_of_comment(ctx, task, comment, [each for each in people if each])


async def tell_of_comment(ctx: Context, task: Task, comment: TaskComment, people: Collection[int]) -> None:
    about = {"task_id": task.id, "comment_id": comment.id}
    await tell_soon(ctx, MessageKind.TASK_COMMENTED, people, task, comment.id, about)


async def tell_changed(ctx: Context, before: Task, task: Task, *, but: Collection[int] = ()) -> None:
    """Tell those who are or were its responsibles, and its creator, that a task has other values.

    `but`: those who are told of it otherwise. The message keeps the values before, and compares them with those that
    the task has when it is drawn.
    """
    values = values_of(before)
    if values == values_of(task):
        return
    people = {*before.responsible_user_ids, *task.responsible_user_ids, task.created_by_user_id}.difference(but)
    at = microseconds(task.updated_at)
    about = {"task_id": task.id, "by_user_id": ctx.actor.id, "at": at, **values}
    await tell_soon(ctx, MessageKind.TASK_CHANGED, [each for each in people if each], task, at, about)


def values_of(task: Task) -> dict[str, int | str | Sequence[int]]:
    """The values whose changes are told, by their names."""
    return {
        "due": task.fecha_cumplir.toordinal(),
        "priority": task.prioridad.value,
        "status": task.estatus.value,
        "people": list(task.responsible_user_ids),
        "description": task.descripcion,
        "active": int(task.is_active),
    }


def microseconds(at: datetime) -> int:
    """An instant as whole microseconds since 1970."""
    return (at - EPOCH) // timedelta(microseconds=1)


async def tell_soon(
    ctx: Context, kind: MessageKind, people: Collection[int], task: Task, since: int, about: Params
) -> None:
    """Message these people, except the actor and those whose last one still waits; a muted message is withheld.

    `since`: the comment's id, or the instant in microseconds, from which the message tells what happened.
    """
    others = {person for person in people if person != ctx.actor.id}
    if not others:
        return
    others -= set(await ctx.uow.outbox.awaiting(key_of(kind, str(task.id)), others, ctx.now))
    if not others:
        return
    muted = set(await ctx.uow.conversations.muted_by(task.id))
    due_at = ctx.now + timedelta(minutes=ctx.settings.news_wait_minutes)
    occasion = f"{task.id}:{since}"
    messages = [new_message(ctx, kind, person, occasion, about, due_at=due_at) for person in sorted(others)]
    await ctx.uow.outbox.add([withheld(each, Reason.MUTED) if each.user_id in muted else each for each in messages])
