"""A comment said in a sentence, "coméntale a la 12 que ya llegó": shown first, saved by ✅."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.callbacks.tasks import AccessAsked, TaskCard
from bot.chat.context import ChatContext, Typed
from bot.chat.handlers import tasks as cards
from bot.chat.panels.comment_drafts import comment_draft_panel, which_task_panel
from bot.chat.panels.components import Panel
from core.language.reader.titles import Titles
from core.language.reader.words import words_of
from core.records.drafts import CommentDraft
from core.work import followers, task_search, tasks

NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "comment_draft_not_heard", Field.TASK: "which_task_not_heard"}
MOST_TASKS = 6


async def draw_card(ctx: ChatContext, body: CommentDraft, screen: DraftCard) -> Panel:
    if missing_field(body):
        return which_task_panel(ctx.scene, screen, body, await tasks_that_fit(ctx, body.words))
    task = await ctx.run(tasks.get_task, body.task_id)
    return comment_draft_panel(ctx.scene, screen, task, body.words)


async def tasks_that_fit(ctx: ChatContext, words: str) -> Mapping[int, str]:
    """The titles of the tasks that words may be about: those that they name, then the person's own by due date."""
    own = {task.id: task.descripcion for task in await ctx.run(tasks.my_open_tasks)}
    others = await ctx.run(task_search.open_descriptions)
    seen = {**others, **own}
    named = await asyncio.to_thread(tasks_named, words, Titles(seen))
    return {each: seen[each] for each in islice(dict.fromkeys([*named, *own]), MOST_TASKS)}


def tasks_named(words: str, titles: Titles) -> Sequence[int]:
    """Return the tasks whose titles or numbers stand in some words, the ones of a single title first."""
    mentions = sorted(titles.mentions(words_of(words)), key=lambda each: len(each.tasks))
    return [task for each in mentions for task in each.tasks]


async def read_new(_: ChatContext, body: CommentDraft, words: str) -> CommentDraft:
    """Return the draft with the new caption of its files; else unchanged: what began it says more than the comment."""
    return replace(body, words=words) if body.files and words else body


def missing_field(body: CommentDraft) -> Field:
    return Field.NOTHING if body.task_id else Field.TASK


async def apply_button(ctx: ChatContext, body: CommentDraft, action: SetField) -> CommentDraft:
    """The comment on another task. Raises `NotFound` for one that may not be seen."""
    if action.field is not Field.TASK:
        return body
    return replace(body, task_id=(await ctx.run(tasks.get_task, action.value)).id)


async def apply_words(ctx: ChatContext, body: CommentDraft, field: Field, typed: Typed) -> CommentDraft | None:
    """Return the comment in other words that were asked for or reply to it; on a task they name, if it has none."""
    if missing_field(body):
        named = tasks_named(typed.words, Titles(await ctx.run(task_search.open_descriptions)))
        return replace(body, task_id=named[0]) if len({*named}) == 1 else None
    return replace(body, words=typed.words) if field is Field.TITLE or typed.replied else None


def saved_screen(_ctx: ChatContext, body: CommentDraft, _saved_id: int) -> TaskCard:
    return TaskCard(body.task_id)


draw_saved = cards.draw_card


async def asked_next(ctx: ChatContext, body: CommentDraft, saved_id: int) -> AccessAsked | None:
    """The question whether to let in those whom the comment names and who may not read it."""
    outsiders = await ctx.run(followers.mentioned_outsiders, body.task_id, saved_id)
    return AccessAsked(body.task_id, saved_id) if outsiders.people else None
