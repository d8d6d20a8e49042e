"""A task about to be split, "divide la 8 en TV, digital y OOH": its parts are shown first, and made by one press."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Typed
from bot.chat.handlers import tasks as cards
from bot.chat.handlers.split_parts import titled
from bot.chat.panels.components import Panel
from bot.chat.panels.split_drafts import split_draft_panel
from core.language.reader.splits import FEWEST, MOST, said_again
from core.records.drafts import SplitDraft
from core.work import tasks

NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "split_not_understood"}


async def draw_card(ctx: ChatContext, body: SplitDraft, screen: DraftCard) -> Panel:
    return split_draft_panel(ctx.scene, screen, await ctx.run(tasks.get_task, body.task_id), body.parts)


async def read_new(ctx: ChatContext, body: SplitDraft, words: str) -> SplitDraft:
    return await with_parts(ctx, body, words) or body


def missing_field(_: SplitDraft) -> Field:
    return Field.NOTHING


async def apply_button(_: ChatContext, body: SplitDraft, __: SetField) -> SplitDraft:
    return body


async def apply_words(ctx: ChatContext, body: SplitDraft, _: Field, typed: Typed) -> SplitDraft | None:
    """The same task in other parts."""
    return await with_parts(ctx, body, typed.words)


async def with_parts(ctx: ChatContext, body: SplitDraft, words: str) -> SplitDraft | None:
    parts = said_again(words, body.task_id)
    if not FEWEST <= len(parts) <= MOST:
        return None
    whole = (await ctx.run(tasks.get_task, body.task_id)).descripcion
    return replace(body, parts=tuple(titled(whole, each) for each in parts))


def saved_screen(_ctx: ChatContext, body: SplitDraft, _saved_id: int) -> TaskCard:
    return TaskCard(body.task_id)


draw_saved = cards.draw_card
