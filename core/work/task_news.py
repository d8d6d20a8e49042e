"""What others do with a task, told to its responsibles: it was assigned to them, somebody commented on it.

The message is written in the transaction of the deed, and never goes to its doer.
"""

from collections.abc import Collection

from core.application.use_case import Context
from core.base.model import TaskStatus
from core.messages.outbox import new_message
from core.records.messages import MessageKind, Params
from core.records.work import Task, TaskComment


async def tell_assigned(ctx: Context, task: Task, people: Collection[int]) -> None:
    """Tell these people that a task is theirs; every assignment is an occasion of its own."""
    if not task.is_active or task.estatus is TaskStatus.CERRADA:
        return
    about = {"task_id": task.id, "by_user_id": ctx.actor.id}
    occasion = f"{task.id}:{ctx.now.isoformat()}"
    await tell(ctx, MessageKind.TASK_ASSIGNED, people, occasion, about)


async def tell_commented(ctx: Context, task: Task, comment: TaskComment) -> None:
    about = {"task_id": task.id, "comment_id": comment.id}
    await tell(ctx, MessageKind.TASK_COMMENTED, task.responsible_user_ids, str(comment.id), about)


async def tell(ctx: Context, kind: MessageKind, people: Collection[int], occasion: str, about: Params) -> None:
    """A message to each of these people except the actor; without people, no statement is run."""
    others = [person for person in people if person != ctx.actor.id]
    if others:
        await ctx.uow.outbox.add([new_message(ctx, kind, person, occasion, about) for person in others])
