"""The protocol of one kind of draft; what all drafts do alike is in `bot.chat.handlers.drafts`."""

from collections.abc import Mapping
from typing import Any, Protocol

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.context import ChatContext, Reply, Typed, once
from bot.chat.panels.components import Panel
from core.base.errors import NotFound
from core.drafts import drafts
from core.drafts.spoken_orders import saved_about
from core.language.reader.titles import Titles
from core.language.reader.words import words_of
from core.records.drafts import CommentDraft, DraftBody
from core.work import task_search


class DraftKind(Protocol):
    """A module of a kind of draft: how its body is drawn and corrected, and what is shown once it is saved.

    `read_new` returns the body that words begin, in place of one. `missing_field` is the first one, or `NOTHING`.
    `apply_button` returns the body with a field set by a button, `apply_words` the one with what was typed for a field,
    or None if the words say nothing of the kind: the answer is then the text of `NOT_UNDERSTOOD` for the
    field, or for `NOTHING`. `saved_screen` is the screen of what the draft became, by its id, and `draw_saved` draws
    that.
    """

    NOT_UNDERSTOOD: Mapping[Field, str]

    async def draw_card(self, ctx: ChatContext, body: Any, screen: DraftCard, /) -> Panel: ...
    async def read_new(self, ctx: ChatContext, body: Any, words: str, /) -> DraftBody: ...
    def missing_field(self, body: Any, /) -> Field: ...
    async def apply_button(self, ctx: ChatContext, body: Any, action: SetField, /) -> DraftBody: ...
    async def apply_words(self, ctx: ChatContext, body: Any, field: Field, typed: Typed, /) -> DraftBody | None: ...
    def saved_screen(self, ctx: ChatContext, body: Any, saved_id: int, /) -> Screen: ...
    async def draw_saved(self, ctx: ChatContext, screen: Any, /) -> Panel: ...


@once
async def draft_body(ctx: ChatContext, screen: Screen | None) -> DraftBody | None:
    """The draft whose card a screen is; None of any other screen, and where the draft is gone."""
    if not isinstance(screen, DraftCard):
        return None
    try:
        return (await ctx.run(drafts.get_draft, screen.draft)).body
    except NotFound:
        return None


async def saves_by_name(ctx: ChatContext, screen: Screen | None, words: str) -> bool:
    """Return whether words save the draft that is open by what it is of, and perhaps by a word of its task or title."""
    body = await draft_body(ctx, screen)
    about = saved_about(words, body) if body else None
    if body is None or not about:
        return about is not None
    title = getattr(body, "descripcion", "") or getattr(body, "title", "")
    if isinstance(body, CommentDraft):
        title = (await ctx.run(task_search.open_descriptions)).get(body.task_id, "")
    return bool(Titles({1: title}).mentions(words_of(about)))


async def begin(ctx: ChatContext, body: DraftBody, missing: Field) -> Reply:
    """A new draft on its card, which asks for what is missing first."""
    draft = await ctx.run(drafts.begin_draft, body)
    return Reply(DraftCard(draft.id, missing))
