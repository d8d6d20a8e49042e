"""Drafts of any kind: the card, which words about it move to the end of the chat, corrections, ✅ and ✖."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.drafts import (
    AddPerson,
    DraftCard,
    DraftDropped,
    DraftWords,
    DropDraft,
    Field,
    SaveDraft,
    SetField,
)
from bot.chat.context import ChatContext, Handlers, Reply, Typed, draws_text
from bot.chat.handlers import (
    absence_drafts,
    comment_drafts,
    event_drafts,
    file_drafts,
    report_drafts,
    split_drafts,
    task_drafts,
    task_list_drafts,
)
from bot.chat.handlers.draft_kind import DraftKind
from bot.chat.panels.components import Panel
from core.base.errors import Code, Conflict, NotFound
from core.drafts import drafts
from core.records.drafts import (
    AbsenceDraft,
    CommentDraft,
    Draft,
    DraftBody,
    EventDraft,
    FileDraft,
    ReportDraft,
    SplitDraft,
    TaskDraft,
    TasksDraft,
)

KINDS: Mapping[type[DraftBody], DraftKind] = {
    EventDraft: event_drafts,
    TaskDraft: task_drafts,
    TasksDraft: task_list_drafts,
    AbsenceDraft: absence_drafts,
    ReportDraft: report_drafts,
    CommentDraft: comment_drafts,
    FileDraft: file_drafts,
    SplitDraft: split_drafts,
}
ASKED_NEXT: Mapping[type[DraftBody], Callable[[ChatContext, Any, int], Awaitable[Screen | None]]] = {
    AbsenceDraft: absence_drafts.asked_next,
    ReportDraft: report_drafts.asked_next,
    CommentDraft: comment_drafts.asked_next,
}
"""The questions to ask once a draft of a kind is saved, by what it became."""
MULTIPLE_CHOICE = frozenset({Field.PEOPLE, Field.EVENTS, Field.TASKS})
"""Fields for which several values are chosen, one after the other."""


async def draw_draft(ctx: ChatContext, screen: DraftCard) -> Panel:
    draft = await ctx.run(drafts.get_draft, screen.draft)
    kind = KINDS[type(draft.body)]
    if draft.saved_id is not None:
        return await kind.draw_saved(ctx, kind.saved_screen(ctx, draft.body, draft.saved_id))
    return await kind.draw_card(ctx, draft.body, screen)


async def press_set_field(ctx: ChatContext, action: SetField) -> Reply:
    draft = await unsaved(ctx, action.draft)
    kind = KINDS[type(draft.body)]
    draft = await ctx.run(drafts.change_draft, draft.id, await kind.apply_button(ctx, draft.body, action))
    if action.field in MULTIPLE_CHOICE:
        return Reply(DraftCard(draft.id, action.field, action.at))
    return Reply(next_card(draft))


async def press_add(ctx: ChatContext, action: AddPerson) -> Reply:
    draft = await unsaved(ctx, action.draft)
    named = SetField(draft.id, Field.PEOPLE, action.person)
    body = await KINDS[type(draft.body)].apply_button(ctx, draft.body, named)
    return Reply(next_card(await ctx.run(drafts.change_draft, draft.id, body)))


async def press_save(ctx: ChatContext, action: SaveDraft) -> Reply:
    draft = await ctx.run(drafts.get_draft, action.draft)
    kind = KINDS[type(draft.body)]
    if draft.saved_id is None and kind.missing_field(draft.body) is not Field.NOTHING:
        return Reply(next_card(draft), ctx.say("said_draft_incomplete"), alert=True)
    saved = await ctx.run(drafts.save_draft, draft.id, anyway=action.anyway)
    words = ctx.say("said_draft_saved_before" if saved.before else "said_draft_saved")
    ask = ASKED_NEXT.get(type(draft.body))
    question = await ask(ctx, draft.body, saved.id) if ask and not saved.before else None
    if isinstance(draft.body, ReportDraft) and not question:
        words = " ".join([words, *await report_drafts.told_of_reds(ctx, draft.body.lines)])
    return Reply(question or kind.saved_screen(ctx, draft.body, saved.id), words)


async def press_drop(ctx: ChatContext, action: DropDraft) -> Reply:
    with suppress(NotFound):
        await ctx.run(drafts.drop_draft, action.draft)
    return Reply(DraftDropped())


async def typed_on_draft(ctx: ChatContext, screen: DraftCard, typed: Typed) -> Reply:
    """Correct what some words say; the card goes on below them."""
    draft = await unsaved(ctx, screen.draft)
    kind = KINDS[type(draft.body)]
    body = await kind.apply_words(ctx, draft.body, screen.field, typed)
    if body is None:
        key = kind.NOT_UNDERSTOOD.get(screen.field, kind.NOT_UNDERSTOOD[Field.NOTHING])
        return Reply(words=ctx.say(key), about=screen)
    words = ctx.say("draft_unchanged") if body == draft.body else ""
    draft = await ctx.run(drafts.change_draft, draft.id, body)
    return typed.taken(words, next_card(draft))


async def edited(ctx: ChatContext, source: DraftWords, typed: Typed) -> Reply:
    """The draft as the edited words have it. Raises `Conflict` where it is saved, `NotFound` where it is gone."""
    if not source.begins:
        return await typed_on_draft(ctx, DraftCard(source.draft, source.field), typed)
    draft = await unsaved(ctx, source.draft)
    body = await KINDS[type(draft.body)].read_new(ctx, draft.body, typed.words)
    return Reply(next_card(await ctx.run(drafts.change_draft, draft.id, body)), closes=typed.to.message_id)


def next_card(draft: Draft) -> DraftCard:
    """The card, which asks for what is missing first."""
    return DraftCard(draft.id, KINDS[type(draft.body)].missing_field(draft.body))


async def unsaved(ctx: ChatContext, draft_id: int) -> Draft:
    draft = await ctx.run(drafts.get_draft, draft_id)
    if draft.saved_id is not None:
        raise Conflict(Code.DRAFT_SAVED)
    return draft


async def cancel_draft(ctx: ChatContext, screen: DraftCard) -> DraftDropped | None:
    try:
        await ctx.run(drafts.drop_draft, screen.draft)
    except (NotFound, Conflict):
        return None
    return DraftDropped()


HANDLERS = Handlers(
    screens={
        DraftCard: draw_draft,
        DraftWords: lambda ctx, words: draw_draft(ctx, DraftCard(words.draft)),
        DraftDropped: draws_text("draft_dropped"),
    },
    actions={SetField: press_set_field, AddPerson: press_add, SaveDraft: press_save, DropDraft: press_drop},
    answers={DraftCard: typed_on_draft},
)
