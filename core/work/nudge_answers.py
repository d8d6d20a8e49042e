"""Answers to nudges about tasks: once a person who was asked has reported on the task, the asker is told.

A comment is told to the asker as to everybody in the task's conversation.
"""

from datetime import timedelta

from core.application.use_case import Context
from core.messages.outbox import key_of, new_message
from core.records.messages import Message, MessageKind

AWAITED = timedelta(days=7)
"""The time after a nudge in which a report answers it."""


def occasion(task_id: int, day: int) -> str:
    """A nudge's occasion: one for each task and day, given as its `toordinal`."""
    return f"{task_id}:{day}"


async def tell_who_asked(ctx: Context, task_id: int) -> None:
    """Tell those who had the caller asked about a task, a while later, that there is an answer."""
    key = key_of(MessageKind.TASK_NUDGE, str(task_id))
    asked = await ctx.uow.outbox.told_since([ctx.actor.id], key, ctx.now - AWAITED, ctx.now)
    unanswered = [each for each in asked if each.answered_at is None]
    if not unanswered:
        return
    await ctx.uow.outbox.answer([key_of_nudge(task_id, each) for each in unanswered], ctx.now)
    about = {"task_id": task_id, "person_id": ctx.actor.id, "at": int(ctx.now.timestamp())}
    by = {asker: each.id for each in unanswered for asker in [each.params["by_user_id"]] if isinstance(asker, int)}
    due = ctx.now + timedelta(minutes=ctx.settings.news_wait_minutes)
    await ctx.uow.outbox.add(
        [
            new_message(ctx, MessageKind.NUDGE_ANSWERED, asker, str(nudge), about, due_at=due)
            for asker, nudge in by.items()
        ]
    )


def key_of_nudge(task_id: int, nudge: Message) -> str:
    day = nudge.params["day"]
    assert isinstance(day, int)  # noqa: S101  its writer gave an int
    return f"{key_of(MessageKind.TASK_NUDGE, occasion(task_id, day))}{nudge.user_id}"
