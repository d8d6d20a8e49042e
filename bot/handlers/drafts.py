"""Drafts of any kind: their card, corrections by button and in words, ✅ and ✖.

A draft has one card at a time: words typed about it take the card along to the end of the chat.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from bot.handlers import absence_drafts, event_drafts, task_drafts
from bot.handlers.draft_kind import DraftKind
from bot.panels.form import Panel
from bot.places.drafts import DraftBelow, DraftCard, DraftDropped, DropDraft, Field, SaveDraft, SetField
from bot.turn import Handlers, Reply, Shown, Turn, Typed
from core import drafts
from core.absence_drafts import AbsenceDraft
from core.drafts import Body, Draft
from core.errors import Code, Conflict, NotFound
from core.event_drafts import EventDraft
from core.task_drafts import TaskDraft

KINDS: Mapping[type[Body], DraftKind[Any, Any]] = {
    EventDraft: event_drafts.KIND,
    TaskDraft: task_drafts.KIND,
    AbsenceDraft: absence_drafts.KIND,
}
STAYS = frozenset({Field.PEOPLE})
"""Fields of which several values are chosen, one after the other."""


async def draw_draft(turn: Turn, view: DraftCard) -> Panel:
    """A draft as it is now, or what it became."""
    draft = await turn.run(drafts.get_draft, view.draft)
    kind = KINDS[type(draft.body)]
    if draft.saved_id is not None:
        return await kind.card(turn, kind.became(turn, draft.body, draft.saved_id))
    return await kind.draw(turn, draft.body, view)


async def draw_below(turn: Turn, _: DraftBelow) -> Panel:
    """Where the card is."""
    return Panel(turn.scene.say("draft_below"))


async def draw_dropped(turn: Turn, _: DraftDropped) -> Panel:
    """That there is none any more."""
    return Panel(turn.scene.say("draft_dropped"))


async def press_field(turn: Turn, press: SetField) -> Reply:
    """Correct a field by a button."""
    draft = await unsaved(turn, press.draft)
    kind = KINDS[type(draft.body)]
    draft = await turn.run(drafts.change_draft, draft.id, await kind.given(turn, draft.body, press))
    stays = press.field in STAYS
    return Reply(DraftCard(draft.id, press.field, press.at) if stays else DraftCard(draft.id, kind.asks(draft.body)))


async def press_save(turn: Turn, press: SaveDraft) -> Reply:
    """Make of a draft what it is a draft of, once."""
    draft = await turn.run(drafts.get_draft, press.draft)
    kind = KINDS[type(draft.body)]
    if draft.saved_id is None and kind.asks(draft.body) is not Field.NOTHING:
        return Reply(DraftCard(draft.id, kind.asks(draft.body)), turn.say("said_draft_incomplete"), alert=True)
    saved = await turn.run(drafts.save_draft, draft.id, anyway=press.anyway)
    said = turn.say("said_draft_saved_before" if saved.before else "said_draft_saved")
    return Reply(kind.became(turn, draft.body, saved.id), said)


async def press_drop(turn: Turn, press: DropDraft) -> Reply:
    """Forget a draft; one that is forgotten stays so."""
    with suppress(NotFound):
        await turn.run(drafts.drop_draft, press.draft)
    return Reply(DraftDropped())


async def typed_on_draft(turn: Turn, view: DraftCard | DraftBelow, typed: Typed) -> Reply:
    """Correct what some words say; the card goes on below them."""
    draft = await unsaved(turn, view.draft)
    kind = KINDS[type(draft.body)]
    body = await kind.heard(turn, draft.body, view.field, typed)
    if body is None:
        return Reply(words=turn.say(kind.unheard.get(view.field, kind.unheard[Field.NOTHING])), about=view)
    draft = await turn.run(drafts.change_draft, draft.id, body)
    below = Shown(typed.to.message_id, DraftBelow(draft.id, view.field))
    return Reply(DraftCard(draft.id, kind.asks(draft.body)), redraw=below)


async def unsaved(turn: Turn, draft_id: int) -> Draft:
    """A draft that can be corrected. Raises `Conflict` where it is saved."""
    draft = await turn.run(drafts.get_draft, draft_id)
    if draft.saved_id is not None:
        raise Conflict(Code.DRAFT_SAVED)
    return draft


async def cancel(turn: Turn, view: DraftCard) -> DraftDropped | None:
    """A draft forgotten; None where there is none to forget."""
    try:
        await turn.run(drafts.drop_draft, view.draft)
    except (NotFound, Conflict):
        return None
    return DraftDropped()


HANDLERS = Handlers(
    views={DraftCard: draw_draft, DraftBelow: draw_below, DraftDropped: draw_dropped},
    presses={SetField: press_field, SaveDraft: press_save, DropDraft: press_drop},
    answers={DraftCard: typed_on_draft, DraftBelow: typed_on_draft},
    cancels={DraftCard: cancel},
)
