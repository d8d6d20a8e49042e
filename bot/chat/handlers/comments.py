"""Comments typed in the chat, whatever message they answer."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.tasks import AccessAsked, CommentPrompt
from bot.chat.context import ChatContext, Reply, Typed
from bot.chat.panels.components import files_text
from bot.chat.panels.tasks import Files
from core.application.requests import build
from core.records.work import TaskComment, TelegramFile
from core.work import followers, tasks
from core.work.tasks import CommentRequest


async def add_comment(ctx: ChatContext, task_id: int, words: str, files: Sequence[TelegramFile] = ()) -> Reply:
    """Comment on a task; if the words name people who may not read it, ask whether to let them in."""
    comment = await ctx.run(tasks.add_comment, task_id, build(CommentRequest, {"comentario": words}), files)
    said = ctx.say("said_comment", id=task_id)
    if (await ctx.run(followers.mentioned_outsiders, task_id, comment.id)).people:
        return Reply(AccessAsked(task_id, comment.id), said)
    return Reply(words=said, about=CommentPrompt(task_id))


async def add_typed(ctx: ChatContext, task_id: int, typed: Typed) -> Reply:
    return await add_comment(ctx, task_id, words_or_files(ctx, typed), typed.files)


async def add_under(ctx: ChatContext, task_id: int, typed: Typed, screen: Screen) -> Reply:
    """Add a comment of words typed for a panel, which goes on below them."""
    said = await add_typed(ctx, task_id, typed)
    return replace(said, screen=said.screen or screen, closes=typed.to.message_id)


def words_or_files(ctx: ChatContext, typed: Typed) -> str:
    """The words of an answer; for files without words, what they are: «📎 foto»."""
    return typed.words or (files_text(ctx.scene, typed.files) if typed.files else "")


async def attachments_of(ctx: ChatContext, comments: Sequence[TaskComment]) -> Files:
    """Return the files attached to consecutive comments of a task, by the comments' ids."""
    if not comments:
        return {}
    found = await ctx.run(tasks.list_attachments, comments[0].task_id, comments[0].id - 1)
    shown = {comment.id for comment in comments}
    each_ones = groupby((each for each in found if each.comment_id in shown), attrgetter("comment_id"))
    return {comment_id: [*files] for comment_id, files in each_ones}
