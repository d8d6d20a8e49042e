"""A comment said in a sentence, "coméntale a la 12 que ya llegó": shown first, saved by ✅."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.callbacks.tasks import AccessAsked, TaskCard
from bot.chat.context import ChatContext, Typed
from bot.chat.handlers import tasks as cards
from bot.chat.panels.comment_drafts import comment_draft_panel
from bot.chat.panels.components import Panel
from core.records.drafts import CommentDraft
from core.work import followers, tasks

NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "comment_draft_not_heard"}


async def draw_card(ctx: ChatContext, body: CommentDraft, screen: DraftCard) -> Panel:
    task = await ctx.run(tasks.get_task, body.task_id)
    return comment_draft_panel(ctx.scene, screen, task, body.words)


async def read_new(_: ChatContext, body: CommentDraft, __: str) -> CommentDraft:
    """The draft as it is: the words that began it say more than the comment."""
    return body


def missing_field(_: CommentDraft) -> Field:
    return Field.NOTHING


async def apply_button(ctx: ChatContext, body: CommentDraft, action: SetField) -> CommentDraft:
    """The comment on another task. Raises `NotFound` for one that may not be seen."""
    if action.field is not Field.TASK:
        return body
    return replace(body, task_id=(await ctx.run(tasks.get_task, action.value)).id)


async def apply_words(_: ChatContext, body: CommentDraft, field: Field, typed: Typed) -> CommentDraft | None:
    """The comment in other words, where those are asked for or reply to it."""
    return replace(body, words=typed.words) if field is Field.TITLE or typed.replied else None


def saved_screen(_ctx: ChatContext, body: CommentDraft, _saved_id: int) -> TaskCard:
    return TaskCard(body.task_id)


draw_saved = cards.draw_card


async def asked_next(ctx: ChatContext, body: CommentDraft, saved_id: int) -> AccessAsked | None:
    """The question whether to let in those whom the comment names and who may not read it."""
    outsiders = await ctx.run(followers.mentioned_outsiders, body.task_id, saved_id)
    return AccessAsked(body.task_id, saved_id) if outsiders.people else None
