"""«Historial» of a card, «↩ Deshacer» under what was just done, and taking back a change of a history."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from operator import itemgetter

from msgspec import Struct

from bot.chat.callbacks.absences import AbsenceList
from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import Day, Item, Today
from bot.chat.callbacks.event_cards import EventEdit
from bot.chat.callbacks.history import CardHistory, HistoryOf, Undo, UndoOld
from bot.chat.callbacks.own_reminders import OwnReminderCard
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply
from bot.chat.panels.components import Panel
from bot.chat.panels.history import CHANGES_A_PAGE, Reading, history_panel
from core.base.calendar_time import local_date
from core.base.errors import ChangedField, ChangedSince, Code, DomainError
from core.records.journal import Entity
from core.work import endings, history, undo
from core.work.endings import ThingEnding
from core.work.history import ChangePlace

ENTITIES = {
    HistoryOf.TASK: Entity.TASK,
    HistoryOf.EVENT: Entity.EVENT,
    HistoryOf.ABSENCE: Entity.ABSENCE,
    HistoryOf.DAY: Entity.DAILY_LOG,
}
HISTORIES = {entity: of for of, entity in ENTITIES.items()}
ENDED = {
    Code.ITEM_TASK_INACTIVE: Entity.TASK,
    Code.EVENT_NOT_FOUND: Entity.EVENT,
    Code.EVENT_CALLED_OFF: Entity.EVENT,
    Code.ABSENCE_NOT_FOUND: Entity.ABSENCE,
}
"""Refusals that may be because a thing was deleted or called off, and the kind of thing that their `id` is of."""


class Over(Struct, frozen=True):
    """The words that say that something was deleted or called off, and its history, which may ask to restore it."""

    words: str
    history: CardHistory

    @property
    def asks(self) -> bool:
        return self.history.sure != 0


async def draw_history(ctx: ChatContext, screen: CardHistory) -> Panel:
    view = await ctx.run(history.view_history, ENTITIES[screen.of], screen.thing, screen.before, CHANGES_A_PAGE)
    return history_panel(ctx.scene, view, screen)


async def press_undo(ctx: ChatContext, action: Undo) -> Reply:
    """Take back what was just done, and show the thing; once it is too late, the history that still has the change."""
    place = await ctx.run(history.place_of_change, action.change)
    try:
        await ctx.run(undo.undo_recent_change, action.change)
    except REFUSALS as refused:
        if refused.code is Code.CHANGE_DELETED_SINCE and (found := await over_of(ctx, place.root, place.root_id)):
            return Reply(found.history, found.words, alert=True)
        late = refused.code is Code.UNDO_TOO_LATE and place.root in HISTORIES
        screen = CardHistory(HISTORIES[place.root], place.root_id) if late else screen_of(ctx, place)
        return Reply(screen, await why_not(ctx, refused), alert=True)
    return Reply(screen_of(ctx, place), ctx.say("said_undone"))


async def press_undo_old(ctx: ChatContext, action: UndoOld) -> Reply:
    try:
        await ctx.run(undo.undo_change, action.change)
    except REFUSALS as refused:
        return Reply(action.screen(), await why_not(ctx, refused), alert=True)
    return Reply(action.screen(), ctx.say("said_undone"))


async def why_not(ctx: ChatContext, refused: DomainError) -> str:
    """Say why not; if something has changed since, also by whom, when, and what, as it was left and as it is now."""
    if not isinstance(refused, ChangedSince) or refused.code is Code.CHANGE_DELETED_SINCE:
        return ctx.refusal(refused)
    if refused.code is Code.CHANGE_UNDONE:
        return await changed_by(ctx, "done", refused.changed) or ctx.refusal(refused)
    reading = Reading(ctx.scene, {}, {}, ctx.pipeline.settings.cancelled_status_ids)
    shown = [
        ctx.say(
            "undo_changed_field",
            name=ctx.say(f"change_{each.field}"),
            left=reading.plain(each.field, each.left),
            now=reading.plain(each.field, each.now),
        )
        for each in refused.changed
    ]
    heading = await changed_by(ctx, "changed", refused.changed) or ctx.say("undo_changed")
    return "\n".join([heading, *dict.fromkeys(shown)])


async def changed_by(ctx: ChatContext, how: str, changed: Sequence[ChangedField]) -> str:
    """Say who changed something last, and when; empty where that is not known."""
    written = [(each.at, each.actor) for each in changed if each.at is not None]
    if not written:
        return ""
    at, actor = max(written, key=itemgetter(0))
    when = time_said(ctx, at)
    if actor == ctx.actor.id:
        return ctx.say(f"undo_{how}_by_you", when=when)
    names = await ctx.names_of([] if actor is None else [actor])
    return ctx.say(f"undo_{how}_by_other", name=name_said(ctx, actor, names), when=when)


def name_said(ctx: ChatContext, actor: int | None, names: Mapping[int, str]) -> str:
    return ctx.say("history_service") if actor is None else names.get(actor, "")


def time_said(ctx: ChatContext, at: datetime) -> str:
    """«a las 10:40», with the date where that is not today's."""
    scene, on = ctx.scene, local_date(at, ctx.scene.clock)
    said = {"time": scene.time(at, scene.clock), "date": scene.short(on)}
    return ctx.say("at_time" if on == scene.today else "at_date_and_time", **said)


async def over(ctx: ChatContext, refused: DomainError) -> Over | None:
    """Return the history of what a refusal is about, where that is deleted or called off; else None."""
    entity, thing = ENDED.get(refused.code), refused.params.get("id")
    return await over_of(ctx, entity, thing) if entity is not None and isinstance(thing, int) else None


async def over_of(ctx: ChatContext, entity: Entity, thing: int) -> Over | None:
    """Say who ended a thing and when, over its history, which asks whether to have it back where one may."""
    ending = await ctx.run(endings.ending_of, entity, thing) if entity in HISTORIES else None
    if ending is None:
        return None
    of = HISTORIES[entity]
    return Over(ending_words(ctx, ending, of), CardHistory(of, thing, sure=ending.undo or 0))


def ending_words(ctx: ChatContext, ending: ThingEnding, of: HistoryOf) -> str:
    name, when = name_said(ctx, ending.actor, ending.names), time_said(ctx, ending.at)
    if ending.actor == ctx.actor.id:
        if ending.deleted:
            return ctx.say(f"deleted_{of.name}_by_you", when=when)
        return ctx.say("called_off_by_you", when=when)
    if ending.deleted:
        return ctx.say(f"deleted_{of.name}_by_other", name=name, when=when)
    return ctx.say("called_off_by_other", name=name, when=when)


def screen_of(ctx: ChatContext, place: ChangePlace) -> Screen:
    """The screen of the thing that was changed."""
    match place.root:
        case Entity.TASK:
            return TaskCard(place.root_id)
        case Entity.EVENT:
            return EventEdit(place.root_id)
        case Entity.OWN_REMINDER:
            return OwnReminderCard(place.root_id)
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
)
