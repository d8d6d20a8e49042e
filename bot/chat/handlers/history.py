"""«Historial» of a card, «↩ Deshacer» under what was just done, and taking back a change of a history."""

from datetime import date

from bot.chat.callbacks.absences import AbsenceList
from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import Day, Item, Today
from bot.chat.callbacks.event_cards import EventEdit
from bot.chat.callbacks.history import CardHistory, HistoryOf, Undo, UndoOld
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply
from bot.chat.panels.components import Panel
from bot.chat.panels.history import CHANGES_A_PAGE, Reading, history_panel
from core.base.errors import ChangedSince, Code, DomainError
from core.records.journal import Entity
from core.work import history, undo
from core.work.history import ChangePlace

ENTITIES = {
    HistoryOf.TASK: Entity.TASK,
    HistoryOf.EVENT: Entity.EVENT,
    HistoryOf.ABSENCE: Entity.ABSENCE,
    HistoryOf.DAY: Entity.DAILY_LOG,
}
HISTORIES = {entity: of for of, entity in ENTITIES.items()}


async def draw_history(ctx: ChatContext, screen: CardHistory) -> Panel:
    view = await ctx.run(history.view_history, ENTITIES[screen.of], screen.thing, screen.before, CHANGES_A_PAGE)
    return history_panel(ctx.scene, view, screen)


async def undo_typed(ctx: ChatContext, _: str) -> Reply:
    """The history of what one changed last, which asks whether to take that back."""
    found = await ctx.run(history.last_own_change)
    if found is None:
        return Reply(words=ctx.say("undo_nothing"))
    if found.change is None:
        return Reply(CardHistory(HISTORIES[found.place.root], found.place.root_id), ctx.say("undo_stays"))
    return Reply(CardHistory(HISTORIES[found.place.root], found.place.root_id, sure=found.change))


async def press_undo(ctx: ChatContext, action: Undo) -> Reply:
    """What was there before; once it is too late, the history that still has it."""
    place = await ctx.run(history.place_of_change, action.change)
    try:
        await ctx.run(undo.undo_recent_change, action.change)
    except REFUSALS as refused:
        late = refused.code is Code.UNDO_TOO_LATE and place.root in HISTORIES
        screen = CardHistory(HISTORIES[place.root], place.root_id) if late else screen_of(ctx, place)
        return Reply(screen, why_not(ctx, refused), alert=True)
    return Reply(screen_of(ctx, place), ctx.say("said_undone"))


async def press_undo_old(ctx: ChatContext, action: UndoOld) -> Reply:
    try:
        await ctx.run(undo.undo_change, action.change)
    except REFUSALS as refused:
        return Reply(action.screen(), why_not(ctx, refused), alert=True)
    return Reply(action.screen(), ctx.say("said_undone"))


def why_not(ctx: ChatContext, refused: DomainError) -> str:
    """A refusal; where something has changed since, what, as it was left and as it is now."""
    if not isinstance(refused, ChangedSince):
        return ctx.refusal(refused)
    reading = Reading(ctx.scene, {}, {})
    shown = [
        ctx.say(
            "undo_changed_field",
            name=ctx.say(f"change_{each.field}"),
            left=reading.plain(each.field, each.left),
            now=reading.plain(each.field, each.now),
        )
        for each in refused.changed
    ]
    return "\n".join([ctx.say("undo_changed"), *dict.fromkeys(shown)])


def screen_of(ctx: ChatContext, place: ChangePlace) -> Screen:
    """Where a change was made."""
    match place.root:
        case Entity.TASK:
            return TaskCard(place.root_id)
        case Entity.EVENT:
            return EventEdit(place.root_id)
        case Entity.ABSENCE:
            person = place.governing["userId"]
            return AbsenceList(0 if person == ctx.actor.id else person)
        case Entity.DAILY_LOG:
            fecha = date.fromisoformat(place.governing["fecha"])
            return Item(fecha, place.entity_id) if place.entity is Entity.ITEM and place.alone else Day(fecha)
    return Today()


HANDLERS = Handlers(
    screens={CardHistory: draw_history},
    actions={Undo: press_undo, UndoOld: press_undo_old},
    commands={"deshacer": undo_typed},
)
