"""Words that drop what is open: a draft, or a question that waits."""

from bot.chat.callbacks.drafts import DraftCard
from bot.chat.context import ChatContext, Typed
from bot.chat.handlers import readings
from bot.chat.handlers.draft_kind import draft_body
from core.drafts import spoken_orders
from core.language.phrases.corrections import begins_as_correction
from core.language.statements.model import Act
from core.records.drafts import AbsenceDraft


async def drops_open(ctx: ChatContext, typed: Typed | None, words: str) -> bool:
    """Return whether words drop what is open; another request may begin so: "Cancelar, ya no lo quieren"."""
    screen = typed.to.screen if typed else None
    if not isinstance(screen, DraftCard):
        return spoken_orders.cancels(words, alone=typed is not None) and not begins_as_correction(words)
    body = await draft_body(ctx, screen)
    if spoken_orders.drops(words, body):
        return True
    return isinstance(body, AbsenceDraft) and await cancels_absence(ctx, words)


async def cancels_absence(ctx: ChatContext, words: str) -> bool:
    """Return whether words cancel an absence without saying which: beside the draft of one, it is that."""
    said = (await readings.read(ctx, words)).statement
    return said is not None and said.act is Act.CANCEL_ABSENCE and not (said.days or said.people)
