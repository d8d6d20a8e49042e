"""What a task's responsibles are told of it by what others do: it is theirs from now on, somebody commented on it.

It is told in the transaction of what was done, and never to who did it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.model import TaskStatus
from core.outbox import MessageKind, new_message

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.outbox import Params
    from core.tasks import Task, TaskComment
    from core.use_case import Context


async def tell_assigned(ctx: Context, task: Task, people: Collection[int]) -> None:
    """Tell these people that a task is theirs; each time that it becomes so is an occasion of its own."""
    if not task.is_active or task.estatus is TaskStatus.CERRADA:
        return
    about = {"task_id": task.id, "by_user_id": ctx.actor.id}
    occasion = f"{task.id}:{ctx.now.isoformat()}"
    await tell(ctx, MessageKind.TASK_ASSIGNED, people, occasion, about)


async def tell_commented(ctx: Context, task: Task, comment: TaskComment) -> None:
    """Tell a task's responsibles of a comment."""
    about = {"task_id": task.id, "comment_id": comment.id}
    await tell(ctx, MessageKind.TASK_COMMENTED, task.responsible_user_ids, str(comment.id), about)


async def tell(ctx: Context, kind: MessageKind, people: Collection[int], occasion: str, about: Params) -> None:
    """Leave a message to each of these people but the actor; to nobody, it is no statement."""
    others = [person for person in people if person != ctx.actor.id]
    if others:
        await ctx.uow.outbox.add([new_message(ctx, kind, person, occasion, about) for person in others])
