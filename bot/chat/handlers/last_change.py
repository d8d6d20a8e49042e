"""Taking back in words what one changed last: "deshaz eso", «/deshacer», and «/cancelar» where nothing is open."""

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from bot.chat.callbacks.drafts import Field, SetField
from bot.chat.callbacks.history import CardHistory, HistoryOf, Undo
from bot.chat.callbacks.tasks import CommentPrompt
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply
from bot.chat.handlers.history import HISTORIES, screen_of, why_not
from bot.chat.panels.asked_tasks import withdrawn_panel
from bot.chat.panels.components import LINE_UNITS, Button, Panel, escape, label, shorten, task_button, task_named
from bot.chat.panels.history import Reading, as_plain, what_lines
from bot.chat.panels.questions import choice_panel
from core.base.errors import DomainError, NotFound
from core.drafts import drafts
from core.language.i18n import listing
from core.language.statements.model import Statement
from core.records.drafts import CommentDraft
from core.records.journal import Entity
from core.work import last_change, tasks
from core.work.last_change import ChangedThing, LastChange

MOST_THINGS = 6


async def undo_typed(ctx: ChatContext, _: str) -> Reply:
    """Take back what one did last in the chat; of what was done longer ago or elsewhere, ask whether to."""
    return await undo_recent(ctx) or await ask_of_older(ctx)


async def undo_recent(ctx: ChatContext) -> Reply | None:
    """Take back what one did or asked last, or say why it stays; None if that was over `undo_minutes` ago."""
    if (asked := await ctx.run(last_change.withdraw_last_asked)) is not None:
        return Reply(panel=withdrawn_panel(ctx.scene, asked.descripcion))
    try:
        undone = await ctx.run(last_change.undo_last)
    except REFUSALS as refused:
        return await why_it_stays(ctx, refused)
    if undone is None:
        return None
    told = [ctx.say("undone_told", names=listing(ctx.language, undone.told))] if undone.told else []
    words = [ctx.say("undone"), *lines_of(ctx, undone.last), *told]
    return Reply(screen_of(ctx, undone.last.place), "\n".join(words))


async def offer_undo(ctx: ChatContext) -> Reply | None:
    """The question whether to take back what one did last in the chat, or why it stays; None where nothing was done."""
    last = await ctx.run(last_change.last_own_change)
    if last is None or not last.recent:
        return None
    return await why_it_stays(ctx) if last.change is None else offer_of(ctx, last)


def offer_of(ctx: ChatContext, last: LastChange) -> Reply:
    words = "\n".join([ctx.say("undo_offer"), *lines_of(ctx, last)])
    return Reply(panel=Panel(escape(words), [[undo_button(ctx, last)]]))


async def undo_meant(ctx: ChatContext) -> Reply:
    """The question whether to take back what one did last, in the chat or elsewhere."""
    return await offer_undo(ctx) or await ask_of_older(ctx)


async def withdraw_comment(ctx: ChatContext, said: Statement) -> Reply:
    """One's last comment taken back; where it was meant for another task, its words once more for the one chosen."""
    gone = await ctx.run(last_change.withdraw_last_comment)
    if gone is None:
        return Reply(words=ctx.say("comment_none_lately", minutes=ctx.pipeline.settings.undo_minutes))
    task = as_plain(task_named(ctx.scene, gone.task_id, gone.title))
    told = [ctx.say("undone_told", names=listing(ctx.language, gone.told))] if gone.told else []
    words = "\n".join([ctx.say("comment_withdrawn", what=task, words=shorten(gone.words, 2 * LINE_UNITS)), *told])
    own = [each for each in await ctx.run(tasks.my_open_tasks) if each.id != gone.task_id][:MOST_THINGS]
    if not said.asks or not own:
        return Reply(words=words)
    draft = await ctx.run(drafts.begin_draft, CommentDraft(task_id=gone.task_id, words=gone.words))
    buttons = [task_button(each.id, each.descripcion, SetField(draft.id, Field.TASK, each.id)) for each in own]
    return Reply(panel=choice_panel(ctx.say("comment_of_which"), buttons).under(words))


async def move_comment(ctx: ChatContext, task_id: int) -> Reply | None:
    """The comment that one has just written on the wrong task, moved to this one; None where one has written none."""
    moved = await ctx.run(last_change.move_last_comment, task_id)
    if moved is None:
        return None
    task = as_plain(task_named(ctx.scene, moved.task_id, moved.title))
    told = [ctx.say("undone_told", names=listing(ctx.language, moved.told))] if moved.told else []
    words = [ctx.say("comment_moved", what=task, words=shorten(moved.words, 2 * LINE_UNITS)), *told]
    return Reply(words="\n".join(words), about=CommentPrompt(moved.task_id))


async def nothing_to_cancel(ctx: ChatContext, words: str) -> Reply:
    """Take back what was just done, for «cancela eso» where nothing is open; for the word alone, offer to do so."""
    if len(words.split()) > 1 and (undone := await undo_recent(ctx)):
        return undone
    last = await ctx.run(last_change.last_own_change)
    if last is None or not last.recent or last.change is None:
        return Reply(words=ctx.say("said_nothing_to_cancel"))
    return offer_of(ctx, last)


async def ask_of_older(ctx: ChatContext) -> Reply:
    """The history of what one changed last within a day, which asks whether to take that back."""
    last = await ctx.run(last_change.last_own_change)
    if last is None:
        return Reply(words=ctx.say("undo_nothing"))
    of = HISTORIES.get(last.place.root)
    if of is None:
        return await why_it_stays(ctx)
    if last.change is None:
        return Reply(CardHistory(of, last.place.root_id), ctx.say("undo_stays"))
    return Reply(CardHistory(of, last.place.root_id, sure=last.change))


async def why_it_stays(ctx: ChatContext, refused: DomainError | None = None) -> Reply:
    """Say what one did last and why it cannot be taken back, with a button for what one did before that."""
    last = await ctx.run(last_change.last_own_change)
    if last is None:
        return Reply(words=ctx.say("undo_nothing"))
    if refused is None or isinstance(refused, NotFound):
        why = ctx.say("undo_cannot")
    else:
        why = await why_not(ctx, refused)
    words = "\n".join([ctx.say("undo_last_was"), *lines_of(ctx, last), why])
    before = await ctx.run(last_change.last_own_change, undoable=True)
    buttons = [[replace(undo_button(ctx, before), answers=())]] if before and before.recent else []
    return Reply(panel=Panel(escape(words), buttons))


def undo_button(ctx: ChatContext, last: LastChange) -> Button:
    assert last.change is not None  # noqa: S101  it was chosen as one that can be taken back
    return ctx.scene.button("undo_offered", Undo(last.change), what=label(name_of(ctx, last.things[0])))


def lines_of(ctx: ChatContext, last: LastChange) -> Sequence[str]:
    """Say what was changed, a line for each thing: «Contrato (#1) · avance: 0 % → 40 %»."""
    reading = Reading(ctx.scene, last.names, last.types, last.cancelled, HistoryOf.TASK)
    lines = [line_of(ctx, reading, each) for each in last.things[:MOST_THINGS]]
    left = len(last.things) - MOST_THINGS
    return [*lines, ctx.say("history_more", count=left)] if left > 0 else lines


def line_of(ctx: ChatContext, reading: Reading, thing: ChangedThing) -> str:
    said = [text for each in thing.changes for text in what_lines(reading, each)]
    return shorten(" · ".join(dict.fromkeys([name_of(ctx, thing), *map(as_plain, said)])), 2 * LINE_UNITS)


def name_of(ctx: ChatContext, thing: ChangedThing) -> str:
    """A thing as people call it: a task by its title and number, an absence and a day by their dates."""
    values = thing.values
    match thing.entity:
        case Entity.TASK:
            return as_plain(task_named(ctx.scene, thing.id, values.get("descripcion", "")))
        case Entity.ABSENCE if values:
            first, last = (date.fromisoformat(values[name]) for name in ("firstDay", "lastDay"))
            return ctx.say("thing_absence", days=ctx.scene.days(first, last))
        case Entity.DAILY_LOG if values:
            return ctx.say("thing_day", day=ctx.scene.short(date.fromisoformat(values["fecha"])))
    title = values.get("title") or values.get("descripcion") or values.get("words")
    return ctx.say("thing_titled", title=shorten(title, LINE_UNITS)) if title else ctx.say("thing_other")


HANDLERS = Handlers(commands={"deshacer": undo_typed})
