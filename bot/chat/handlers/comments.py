"""Comments typed in the chat, whatever message they answer."""

from bot.chat.callbacks.tasks import AccessAsked, CommentPrompt
from bot.chat.context import ChatContext, Reply
from core.application.requests import build
from core.work import followers, tasks
from core.work.tasks import CommentRequest


async def add_comment(ctx: ChatContext, task_id: int, words: str) -> Reply:
    """Comment on a task; if the words name people who may not read it, ask whether to let them in."""
    comment = await ctx.run(tasks.add_comment, task_id, build(CommentRequest, {"comentario": words}))
    said = ctx.say("said_comment", id=task_id)
    if (await ctx.run(followers.unreached, task_id, comment.id)).people:
        return Reply(AccessAsked(task_id, comment.id), said)
    return Reply(words=said, about=CommentPrompt(task_id))
