"""The changes of an event from its card, by buttons and in words: of one event, or of what is left of its series."""

from datetime import date, datetime, timedelta

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import day_numbered, instant_of_minute, minute_number
from bot.chat.callbacks.drafts import Field
from bot.chat.callbacks.event_cards import (
    CancelEvent,
    EventEdit,
    EventPart,
    MoveEvent,
    SetEventPerson,
    SetEventReminder,
)
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.agenda import draw_event
from bot.chat.handlers.event_drafts import NOBODY, read_answer
from bot.chat.handlers.phrases import read_phrase
from bot.chat.panels.agenda import card_of
from bot.chat.panels.components import Panel
from bot.chat.panels.event_cards import EditModel, edit_panel
from core.application.requests import build
from core.base.date_times import whole_days
from core.base.errors import Conflict, Forbidden
from core.calendar import agenda, event_edits, slot_search
from core.calendar.event_edits import EventMove, EventPerson, EventReminders, EventScope, EventTexts, minutes_of
from core.calendar.slot_search import LONGEST, SlotRequest
from core.drafts import event_drafts
from core.drafts.event_drafts import wire_instant
from core.drafts.task_drafts import only_joins
from core.language.phrases.corrections import at_that_hour, without_beginning, without_rather
from core.language.phrases.model import EVENT
from core.people import colleagues, users
from core.records.calendar import Event
from core.records.drafts import EventDraft

TEXTS = {EventPart.TITLE: "title", EventPart.PLACE: "location", EventPart.NOTE: "description"}


async def draw_edit(ctx: ChatContext, screen: EventEdit) -> Panel:
    """Draw what is asked about an event; its card once nothing is asked, or if it may not be changed any more."""
    if screen.ask is EventPart.NOTHING:
        return await draw_card(ctx, screen.event)
    try:
        model = await load_model(ctx, screen)
    except (Conflict, Forbidden) as refused:
        return (await draw_card(ctx, screen.event)).under(ctx.refusal(refused))
    if screen.ask is EventPart.HOUR and day_numbered(screen.at) is None:
        screen = replace(screen, ask=EventPart.DAY, at=0)
    return edit_panel(ctx.scene, model, screen)


async def draw_card(ctx: ChatContext, event_id: int) -> Panel:
    event = (await ctx.run(agenda.event_details, event_id)).event
    return await draw_event(ctx, card_of(ctx.scene, event))


async def load_model(ctx: ChatContext, screen: EventEdit) -> EditModel:
    editable = await ctx.run(event_edits.editable_event, screen.event)
    others = [person for person in editable.user_ids if person != ctx.actor.id]
    told = await ctx.run(users.names_within_reach, others)
    model = EditModel(editable, ctx.pipeline.clock.now(), told=bool(told))
    whole = whole_days(editable.event.times, ctx.zone)
    if screen.ask is EventPart.MOVE and editable.user_ids and not whole and minutes_of(editable.event) <= LONGEST:
        wanted = {
            "userIds": list(editable.user_ids),
            "startDatetime": wire_instant(ctx.pipeline.clock.now()),
            "minutes": minutes_of(editable.event),
            "excludeEventId": screen.event,
        }
        return replace(model, slots=(await ctx.run(slot_search.find_slots, build(SlotRequest, wanted))).slots)
    if screen.ask is EventPart.PEOPLE:
        return replace(model, people=await ctx.run(colleagues.list_colleagues))
    if screen.ask is EventPart.CONFIRM:
        start = instant_of_minute(screen.at)
        found = await ctx.run(event_edits.move_obstacles, screen.event, start, screen.minutes)
        names = await ctx.names_of(editable.user_ids)
        return replace(model, obstacles=found, names=names | {ctx.actor.id: ctx.say("event_you")})
    return model


async def press_move(ctx: ChatContext, action: MoveEvent) -> Reply:
    instants = {"start": instant_of_minute(action.start), "was": instant_of_minute(action.was)}
    wire = {name: wire_instant(instant) for name, instant in instants.items()}
    request = build(EventMove, wire | {"minutes": action.minutes, "wholeSeries": action.series})
    count = await ctx.run(event_edits.move_event, action.event, request)
    return Reply(action.screen(), ctx.say("said_event_moved", count=count))


async def press_person(ctx: ChatContext, action: SetEventPerson) -> Reply:
    fields = {"userId": action.person, "takesPart": action.takes_part, "wholeSeries": action.series}
    await ctx.run(event_edits.set_person, action.event, build(EventPerson, fields))
    return Reply(action.screen())


async def press_reminder(ctx: ChatContext, action: SetEventReminder) -> Reply:
    minutes = {"minutes": action.minutes} if action.minutes >= 0 else {}
    request = build(EventReminders, minutes | {"wholeSeries": action.series})
    await ctx.run(event_edits.set_reminders, action.event, request)
    return Reply(action.screen(), ctx.say("said_event_changed"))


async def press_cancel(ctx: ChatContext, action: CancelEvent) -> Reply:
    request = build(EventScope, {"wholeSeries": action.series})
    count = await ctx.run(event_edits.cancel_event, action.event, request)
    return Reply(action.screen(), ctx.say("said_event_cancelled", count=count))


async def typed_on_edit(ctx: ChatContext, screen: EventEdit, typed: Typed) -> Reply:
    if screen.ask in TEXTS:
        return await text_typed(ctx, screen, typed)
    event = (await ctx.run(event_edits.editable_event, screen.event)).event
    moved = await read_time(ctx, event, screen, typed.words)
    if moved is None:
        return Reply(words=ctx.say("edit_time_not_understood"), about=screen)
    asked = replace(screen, ask=EventPart.CONFIRM, at=minute_number(moved[0]), minutes=moved[1])
    return typed.taken("", asked)


async def moved_instead(ctx: ChatContext, screen: EventEdit, words: str) -> Reply | None:
    """The question whether to move an event to another time than that asked about: "uy no espera, a las 3"."""
    meant = at_that_hour(without_rather(without_beginning(words)))
    if screen.ask is not EventPart.CONFIRM or meant == words:
        return None
    parsed = await read_phrase(ctx, meant, EVENT)
    if not (parsed.days or parsed.hours) or not only_joins(parsed.title):
        return None
    event = (await ctx.run(event_edits.editable_event, screen.event)).event
    start = instant_of_minute(screen.at)
    asked = replace(event, start_datetime=start, end_datetime=start + timedelta(minutes=screen.minutes))
    moved = await read_time(ctx, asked, screen, meant)
    return Reply(replace(screen, at=minute_number(moved[0]), minutes=moved[1])) if moved else None


async def text_typed(ctx: ChatContext, screen: EventEdit, typed: Typed) -> Reply:
    words = typed.words.strip() if screen.ask is EventPart.NOTE else " ".join(typed.words.split())
    request = build(EventTexts, {TEXTS[screen.ask]: words, "wholeSeries": screen.series})
    await ctx.run(event_edits.edit_texts, screen.event, request)
    return typed.taken(ctx.say("said_event_changed"), EventEdit(screen.event))


async def read_time(ctx: ChatContext, event: Event, screen: EventEdit, words: str) -> tuple[datetime, int] | None:
    """The start and the minutes that words give an event; what they do not say stays. None if they say no time."""
    draft = draft_of(ctx, event, day_numbered(screen.at) if screen.ask is EventPart.HOUR else None)
    field = {EventPart.DAY: Field.DAY, EventPart.HOUR: Field.HOUR}.get(screen.ask, Field.NOTHING)
    parsed = await read_answer(ctx, draft, field, words)
    if parsed.repeats or not (parsed.days or parsed.hours or parsed.minutes or parsed.whole_days):
        return None
    when = event_drafts.apply(draft, parsed, NOBODY).time
    assert when is not None  # noqa: S101  its day and hour are known
    return when.start, (when.end - when.start) // timedelta(minutes=1)


def draft_of(ctx: ChatContext, event: Event, chosen: date | None = None) -> EventDraft:
    """The draft of an event's time as it is, or on a day that was chosen, by the clock of who reads it."""
    local, days = event.start_datetime.astimezone(ctx.own_zone), whole_days(event.times, ctx.zone)
    return EventDraft(
        zone=ctx.own_zone.key,
        team_zone=ctx.zone.key,
        event_type_id=event.event_type_id,
        title=event.title,
        day=days.first if days else chosen or local.date(),
        last_day=days and days.last,
        all_day=days is not None,
        starts=local.time(),
        minutes=ctx.pipeline.settings.meeting_minutes if days else min(minutes_of(event), LONGEST),
    )


HANDLERS = Handlers(
    screens={EventEdit: draw_edit},
    actions={
        MoveEvent: press_move,
        SetEventPerson: press_person,
        SetEventReminder: press_reminder,
        CancelEvent: press_cancel,
    },
    answers={EventEdit: typed_on_edit},
)
