"""Invitations to events and their answers, and pushes about changed, cancelled and declined events."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime

from bot.chat.callbacks.agenda import AgendaDay
from bot.chat.callbacks.callback_data import instant_of_minute, minute_number
from bot.chat.callbacks.event_cards import EventEdit, EventPart
from bot.chat.callbacks.invitations import AnswerInvitation, InvitationCard, ProposeTime
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers import history
from bot.chat.handlers.event_cards import read_time
from bot.chat.handlers.phrases import moment_of
from bot.chat.handlers.pushing import Push, display_name, int_param, name_of_doer, require
from bot.chat.handlers.questions import month_ahead
from bot.chat.panels import invitations as panels
from bot.chat.panels.agenda import card_of, team_clock_lines
from bot.chat.panels.components import Panel, escape, name_html
from bot.chat.panels.invitations import EventChange
from core.application.requests import build
from core.base.calendar_time import Interval, local_date
from core.base.errors import Conflict, Forbidden, NotFound
from core.base.model import ParticipationStatus
from core.calendar import agenda, event_edits, invitations, responses
from core.calendar.event_edits import minutes_of
from core.calendar.invitations import Invitation
from core.calendar.responses import ResponseRequest
from core.drafts.event_drafts import wire_instant
from core.language.phrases.model import EVENT
from core.language.phrases.reading import read
from core.language.reader.answers import proposing_words
from core.people import users
from core.records.calendar import Event
from core.records.messages import Message, MessageKind, Reason

NOT_INVITED = (Forbidden, NotFound, Conflict)
"""The errors that are raised where the person takes no part any more, or the event is gone."""


async def load_invitation(ctx: ChatContext, screen: InvitationCard) -> Invitation:
    if screen.series:
        return await ctx.run(invitations.series_invitation, screen.series)
    return await ctx.run(invitations.event_invitation, screen.event)


async def draw_invitation(ctx: ChatContext, screen: InvitationCard) -> Panel:
    """The invitation as it is now; what is gone, or not one's own any more, is said."""
    try:
        model = await load_invitation(ctx, screen)
    except NOT_INVITED as gone:
        over = await history.over(ctx, gone)
        return Panel(escape(over.words if over else ctx.refusal(gone)))
    return panels.invitation_panel(ctx.scene, model, screen)


async def press_answer(ctx: ChatContext, action: AnswerInvitation) -> Reply:
    request = build(ResponseRequest, {"response": action.response})
    if action.series:
        await ctx.run(invitations.answer_series, action.series, request)
    else:
        await ctx.run(invitations.answer_as_shown, action.event, request, instant_of_minute(action.shown))
    return Reply(action.screen(), ctx.say(f"invitation_{action.response.name}"))


async def press_proposal(ctx: ChatContext, action: ProposeTime) -> Reply:
    start = instant_of_minute(action.start)
    request = {"response": ParticipationStatus.DECLINED, "proposedStart": wire_instant(start)}
    shown = instant_of_minute(action.shown)
    await ctx.run(invitations.answer_as_shown, action.event, build(ResponseRequest, request), shown)
    details = await ctx.run(agenda.event_details, action.event)
    hears = await ctx.run(users.names_within_reach, [details.event.created_by_user_id or 0])
    said = {"name": name_html(details.creator or ""), "when": ctx.scene.when(start, ctx.scene.clock)}
    told = ctx.say("said_time_proposed" if hears else "said_time_not_heard", **said)
    proposed = Interval(start, start + (details.event.end_datetime - details.event.start_datetime))
    return Reply(action.screen(), "\n".join([told, *team_clock_lines(ctx.scene, proposed)]))


async def ask_hour(ctx: ChatContext, screen: InvitationCard, words: str) -> Panel | None:
    """The question whether an hour at which somebody says to come is another time; None where it is the event's."""
    proposal = await read_proposal(ctx, screen, words)
    if proposal is None:
        return None
    return panels.hour_question(ctx.scene, await load_invitation(ctx, screen), proposal)


async def proposed(ctx: ChatContext, words: str, names: Collection[str]) -> Reply | None:
    """The answer to another time that words propose for an event to come, whatever was asked last.

    It is the event that begins when their first part says, else the only one that somebody else invites to.
    """
    moment = moment_of(ctx)
    said = await asyncio.to_thread(proposing_words, words, moment, names)
    if not said:
        return None
    ahead = await ctx.run(agenda.own_events_ahead, month_ahead(ctx))
    others = [each for each in ahead if each.created_by_user_id not in (None, ctx.actor.id) and not each.series_id]
    before = read(words[: words.rfind(said)], moment, EVENT)
    start = before.hours.start if before.hours else None
    at_that_time = [
        each
        for each in others
        if (start is None or each.start_datetime.astimezone(ctx.own_zone).time() == start)
        and (not before.days or local_date(each.start_datetime, ctx.own_zone) == before.days.first)
    ]
    if len(at_that_time) != 1:
        return None
    proposal = await read_proposal(ctx, InvitationCard(at_that_time[0].id), said)
    return await press_proposal(ctx, proposal) if proposal else None


async def read_proposal(ctx: ChatContext, screen: InvitationCard, words: str) -> ProposeTime | None:
    """Return the other time that words propose for an event that its creator asked one to; None where they say none."""
    if not screen.event:
        return None
    event = (await load_invitation(ctx, screen)).details.event
    same_day = local_date(event.start_datetime, ctx.own_zone).toordinal()
    read = await read_time(ctx, event, EventEdit(event.id), words)
    read = read or await read_time(
        ctx, event, EventEdit(event.id, ask=EventPart.HOUR, at=same_day), words.strip(" ¿?¡!.,;")
    )
    if read is None or event.created_by_user_id in (None, ctx.actor.id) or read[0] == event.start_datetime:
        return None
    return ProposeTime(event.id, minute_number(read[0]), minute_number(event.start_datetime))


async def draw_invited(ctx: ChatContext, message: Message) -> Push:
    series = message.kind is MessageKind.SERIES_INVITED
    number = int_param(message, "series_id" if series else "event_id")
    screen = InvitationCard(0, number) if series else InvitationCard(number)
    model = await load_invitation(ctx, screen)
    require(model.open)
    require(model.answer is ParticipationStatus.NEEDS_ACTION, Reason.DONE)
    by = name_html(await name_of_doer(ctx, message))
    heading = ctx.say("push_series_invited" if series else "push_event_invited", name=by)
    return Push(screen, panels.invitation_panel(ctx.scene, model, screen, heading))


async def draw_changed(ctx: ChatContext, message: Message) -> Push:
    details = await ctx.run(agenda.event_details, int_param(message, "event_id"))
    event = details.event
    require(details.ahead)
    by, count = await name_of_doer(ctx, message), int_param(message, "count")
    as_proposed = "as_proposed" in message.params
    change = EventChange(by, count, times_before(message, event), place_before(message, event), as_proposed)
    require(change.time or change.place)
    if change.time is None or ctx.actor.id not in details.people_ids:
        return Push(card_of(ctx.scene, event), panels.changed_panel(ctx.scene, details, change, None))
    asked = await ctx.run(invitations.event_invitation, event.id)
    return Push(InvitationCard(event.id), panels.changed_panel(ctx.scene, details, change, asked))


def times_before(message: Message, event: Event) -> Interval | None:
    """Return the times that an event had before; None if they have not changed, or were changed back."""
    if "starts" not in message.params:
        return None
    was, now = times_in(message), Interval(*(each.replace(microsecond=0) for each in event.times))
    return was if was != now else None


def times_in(message: Message) -> Interval:
    return Interval(*(datetime.fromtimestamp(int_param(message, name), UTC) for name in ("starts", "ends")))


def place_before(message: Message, event: Event) -> tuple[str, bool] | None:
    """Return the place that an event had before, and whether that was virtual; None if both are the same now."""
    if "location" not in message.params:
        return None
    was = str(message.params["location"]), int_param(message, "is_virtual") > 0
    return was if was != (event.location or "", event.is_virtual) else None


async def draw_cancelled(ctx: ChatContext, message: Message) -> Push:
    when = times_in(message)
    require(when.end > ctx.pipeline.clock.now())
    left_out = message.kind is MessageKind.EVENT_LEFT
    with suppress(NotFound):
        details = await ctx.run(agenda.event_details, int_param(message, "event_id"))
        require(ctx.actor.id not in details.people_ids if left_out else details.cancelled)
    name, title = name_html(await name_of_doer(ctx, message)), ctx.scene.user_text(str(message.params["title"]))
    heading = ctx.say("push_event_left" if left_out else "push_event_cancelled", name=name, title=title)
    panel = panels.cancelled_panel(ctx.scene, heading, when, int_param(message, "count"))
    return Push(AgendaDay(local_date(when.start, ctx.zone)), panel)


async def draw_restored(ctx: ChatContext, message: Message) -> Push:
    """Draw that an event, or the rest of a series, takes place after all; with an answer, which can be changed."""
    details = await ctx.run(agenda.event_details, int_param(message, "event_id"))
    require(details.ahead)
    event, name = details.event, name_html(await name_of_doer(ctx, message))
    heading = ctx.say("push_event_restored", name=name)
    if ctx.actor.id not in details.people_ids:
        return Push(card_of(ctx.scene, event), panels.restored_panel(ctx.scene, details, heading))
    whole = int_param(message, "count") > 1 and event.series_id is not None
    screen = InvitationCard(0, event.series_id or 0) if whole else InvitationCard(event.id)
    model = await load_invitation(ctx, screen)
    answered = model.answer is not ParticipationStatus.NEEDS_ACTION
    heading += "\n" + (panels.state_text(ctx.scene, model) if answered else ctx.say("invitation_again"))
    return Push(screen, panels.invitation_panel(ctx.scene, model, screen, heading))


async def draw_declined(ctx: ChatContext, message: Message) -> Push:
    by = int_param(message, "by_user_id")
    details = await ctx.run(agenda.event_details, int_param(message, "event_id"))
    require(details.ahead)
    answers = await ctx.run(responses.list_responses, details.event.id)
    require(any(each.user_id == by and each.response is ParticipationStatus.DECLINED for each in answers))
    whole_series, name = int_param(message, "whole_series") > 0, await display_name(ctx, by)
    if details.editable and "proposed" in message.params:
        proposed = datetime.fromtimestamp(int_param(message, "proposed"), UTC)
        found = await ctx.run(event_edits.move_obstacles, details.event.id, proposed, minutes_of(details.event))
        panel = panels.proposed_panel(ctx.scene, details, name, proposed, found)
        return Push(card_of(ctx.scene, details.event), panel)
    panel = panels.declined_panel(ctx.scene, details, name, whole_series=whole_series)
    return Push(card_of(ctx.scene, details.event), panel)


HANDLERS = Handlers(
    screens={InvitationCard: draw_invitation}, actions={AnswerInvitation: press_answer, ProposeTime: press_proposal}
)
