"""What one kind of draft does in its own way; what all drafts do is in `bot.chat.handlers.drafts`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.context import ChatContext, Reply, Typed
from bot.chat.panels.components import Panel
from core.drafts import drafts
from core.records.drafts import DraftBody

B = TypeVar("B", bound=DraftBody)
V = TypeVar("V", bound=Screen)


@dataclass(frozen=True, slots=True)
class DraftKind(Generic[B, V]):
    """How a kind of draft is drawn and corrected, and what it shows once it is saved.

    `missing_field` is the first one, or `NOTHING`. `apply_button` returns the body with a field set by a button,
    `apply_words` the one with what was typed for a field, or None if the words say nothing of the kind: the answer is
    then the text of `not_understood` for the field, or for `NOTHING`. `saved_screen` is the screen of what the draft
    became, by its id, and `draw_saved` draws that.
    """

    draw_card: Callable[[ChatContext, B, DraftCard], Awaitable[Panel]]
    missing_field: Callable[[B], Field]
    apply_button: Callable[[ChatContext, B, SetField], Awaitable[B]]
    apply_words: Callable[[ChatContext, B, Field, Typed], Awaitable[B | None]]
    not_understood: Mapping[Field, str]
    saved_screen: Callable[[ChatContext, B, int], V]
    draw_saved: Callable[[ChatContext, V], Awaitable[Panel]]

    async def begin(self, ctx: ChatContext, body: B) -> Reply:
        draft = await ctx.run(drafts.begin_draft, body)
        return Reply(self.card(draft.id, body))

    def card(self, draft: int, body: B) -> DraftCard:
        """The card, which asks for what is missing first."""
        return DraftCard(draft, self.missing_field(body))
