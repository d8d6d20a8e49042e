"""News of what others do with a task, for those in its conversation: an assignment, a comment, a change.

The message is written in the transaction of the deed, and never goes to its doer. A message that waits says, when it is
drawn, all that has happened since. A change waits for `news_wait_minutes`, so that what follows is told by the same
message. A comment does not wait: what follows as soon is added to the message that was sent.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from core.application.use_case import Context
from core.base.calendar_time import microseconds
from core.messages.outbox import key_of, new_message, tell, withheld, write_to
from core.records.messages import Message, MessageKind, NewMessage, Params, Reason
from core.records.work import Task, TaskComment


async def tell_assigned(ctx: Context, task: Task, people: Collection[int]) -> None:
    """Tell these people that a task is theirs; every assignment is an occasion of its own."""
    if task.is_open:
        about = {"task_id": task.id, "by_user_id": ctx.actor.id}
        occasion = f"{task.id}:{ctx.now.isoformat()}"
        await tell(ctx, MessageKind.TASK_ASSIGNED, people, occasion, about)


async def tell_commented(
    ctx: Context, task: Task, comment: TaskComment, *, also: Collection[int] = (), but: Collection[int] = ()
) -> None:
    """Tell those in the task's conversation of a comment, except those whom another message tells of it."""
    people = {*task.responsible_user_ids, task.leader_user_id, task.created_by_user_id, *also}
    untold = await untold_people(ctx, MessageKind.TASK_COMMENTED, task, people, everybody=True, but=but)
    await tell_of_comment(ctx, task, comment, untold)


async def tell_of_comment(ctx: Context, task: Task, comment: TaskComment, untold: Mapping[int, bool]) -> None:
    """Tell these people at once; those told of a comment within `news_wait_minutes` read this one below that."""
    if not untold:
        return
    kind, since = MessageKind.TASK_COMMENTED, ctx.now - timedelta(minutes=ctx.settings.news_wait_minutes)
    told = await ctx.uow.outbox.told_since(untold.keys(), key_of(kind, str(task.id)), since, ctx.now)
    first = {each.user_id: each for each in told if "added_to" not in each.params}
    await add_unless_muted(ctx, [
        new_message(ctx, kind, person, f"{task.id}:{comment.id}", about_comment(task, comment, first.get(person)))
        for person in sorted(untold)
    ], untold)  # fmt: skip


def about_comment(task: Task, comment: TaskComment, first: Message | None) -> Params:
    """Return the parameters of a message about a comment; `first`: the message that it is added to, if there is one."""
    about = {"task_id": task.id, "comment_id": comment.id}
    return {**about, "added_to": first.id, "first_id": first.params["comment_id"]} if first else about


async def tell_withdrawn(ctx: Context, task: Task, comment: TaskComment) -> None:
    """Tell those who were told of a comment that it was withdrawn; a message that still waits does not have it."""
    sent = await ctx.uow.outbox.sent_since(key_of(MessageKind.TASK_COMMENTED, str(task.id)), comment.created_at)
    told = {each.user_id for each in sent if begins_at(each) <= comment.id}
    about = {"task_id": task.id, "by_user_id": ctx.actor.id}
    await tell(ctx, MessageKind.COMMENT_WITHDRAWN, sorted(told), f"{task.id}:{comment.id}", about)


def begins_at(message: Message) -> int:
    """The first comment that a message of comments tells of; it tells of those after it, too."""
    first = message.params["comment_id"]
    assert isinstance(first, int)  # noqa: S101  it is written so
    return first


async def tell_changed(ctx: Context, before: Task, task: Task, *, but: Collection[int] = ()) -> None:
    """Tell people that a task has other values: its present and former responsibles, and its creator.

    Its leader is told, too, if all its responsibles are new.

    `but`: those whom another message tells of it. The message keeps the values before, and compares them with those
    that the task has when it is drawn.
    """
    values = values_of(before)
    if values == values_of(task):
        return
    people = {*before.responsible_user_ids, *task.responsible_user_ids, task.created_by_user_id}
    if set(task.responsible_user_ids).isdisjoint(before.responsible_user_ids):
        people.add(task.leader_user_id)
    at = microseconds(task.updated_at)
    about = {"task_id": task.id, "by_user_id": ctx.actor.id, "at": at, **values}
    untold = await untold_people(ctx, MessageKind.TASK_CHANGED, task, people, but=but)
    await tell_soon(ctx, MessageKind.TASK_CHANGED, f"{task.id}:{at}", about, untold)


FIELDS = {
    "due": "fechaCumplir",
    "priority": "prioridad",
    "status": "estatus",
    "people": "responsibleUserIds",
    "description": "descripcion",
    "active": "isActive",
}
"""The names of these values in the journal."""


def values_of(task: Task) -> dict[str, int | str | Sequence[int]]:
    """The values whose changes are reported, by their names."""
    return {
        "due": task.fecha_cumplir.toordinal(),
        "priority": task.prioridad.value,
        "status": task.estatus.value,
        "people": list(task.responsible_user_ids),
        "description": task.descripcion,
        "active": int(task.is_active),
    }


async def untold_people(
    ctx: Context,
    kind: MessageKind,
    task: Task,
    people: Collection[int | None],
    *,
    everybody: bool = False,
    but: Collection[int] = (),
) -> dict[int, bool]:
    """Find the people who are to be told of something, and whether they have muted the task.

    They are among these people and, with `everybody`, all others in the task's conversation. The actor is left out, and
    so are those whose last message of this kind still waits: it will tell of this, too.
    """
    others = [person for person in people if person is not None and person != ctx.actor.id]
    if not (others or everybody):
        return {}
    key = key_of(kind, str(task.id))
    untold = await ctx.uow.conversations.untold(task.id, others, key, ctx.now, everybody=everybody)
    return {person: muted for person, muted in untold.items() if person != ctx.actor.id and person not in but}


async def tell_soon(ctx: Context, kind: MessageKind, occasion: str, about: Params, untold: Mapping[int, bool]) -> None:
    """Message these people after a while; a message of those who have muted the task (True) is withheld.

    The occasion ends with the comment's id, or the instant in microseconds, from which the message tells what happened.
    """
    due_at = ctx.now + timedelta(minutes=ctx.settings.news_wait_minutes)
    messages = [new_message(ctx, kind, person, occasion, about, due_at=due_at) for person in sorted(untold)]
    await add_unless_muted(ctx, messages, untold)


async def add_unless_muted(ctx: Context, messages: Sequence[NewMessage], untold: Mapping[int, bool]) -> None:
    await write_to(ctx, [withheld(each, Reason.MUTED) if untold[each.user_id] else each for each in messages])
