"""Invitations to events, and what one is told of other people's answers."""

from datetime import datetime

from msgspec import Struct

from bot.chat.callbacks.agenda import AgendaDay
from bot.chat.callbacks.callback_data import instant_of_minute, minute_number
from bot.chat.callbacks.event_cards import MoveEvent
from bot.chat.callbacks.invitations import AnswerInvitation, InvitationCard, ProposeTime
from bot.chat.panels.agenda import card_of, moment_lines, names_text, place_lines, team_clock_lines
from bot.chat.panels.answers import GOES, STAYS_AWAY
from bot.chat.panels.components import Button, Panel, Row, Scene, escape, listed, name_html, ticked
from bot.chat.panels.conflicts import conflict_lines, span_text
from bot.chat.panels.series_drafts import DATES_SHOWN, dates_text
from core.base.calendar_time import Interval, local_date
from core.base.model import ParticipationStatus
from core.calendar.agenda import EventDetails
from core.calendar.event_edits import minutes_of
from core.calendar.invitations import Invitation
from core.calendar.slot_search import Obstacles

SAID = {ParticipationStatus.ACCEPTED: GOES, ParticipationStatus.DECLINED: STAYS_AWAY}
ANSWERS = (ParticipationStatus.ACCEPTED, ParticipationStatus.DECLINED, ParticipationStatus.TENTATIVE)


def invitation_panel(scene: Scene, model: Invitation, screen: InvitationCard, heading: str = "") -> Panel:
    """Show an invitation, what it collides with, and the answers; under a heading, else under one's answer."""
    event = model.details.event
    lines = [
        heading or state_text(scene, model),
        f"<b>{scene.user_text(event.title)}</b>",
        *(series_lines(scene, model) if screen.series else moment_lines(scene, model.details)),
        *place_lines(scene, event.location, is_virtual=event.is_virtual),
        *people_lines(scene, model.details),
        *collision_lines(scene, model),
    ]
    card = [event_button(scene, model.details)]
    return Panel("\n".join(lines), [answer_row(scene, model, screen), card] if model.open else [card])


def collision_lines(scene: Scene, model: Invitation) -> list[str]:
    day = local_date(model.details.event.start_datetime, scene.clock)
    return conflict_lines(scene, model.obstacles, {scene.reader: scene.say("event_you")}, scene.clock, day)


def state_text(scene: Scene, model: Invitation) -> str:
    if model.details.cancelled:
        return scene.say("event_cancelled")
    if not model.open:
        return scene.say("invitation_over")
    answer = "MIXED" if model.answer is None else model.answer.name
    return scene.say(f"invitation_{answer}")


def series_lines(scene: Scene, model: Invitation) -> list[str]:
    """Say how many dates are left, and when: the hours once where they are the same on each date."""
    left = [each.times for each in model.left]
    days = [local_date(each.start, scene.clock) for each in left]
    times = [escape(span_text(scene, each, scene.clock, day)) for each, day in zip(left, days, strict=True)]
    heading = f"🔁 {scene.say('series_dates', count=len(days))}"
    if len(set(times)) > 1:
        each_date = [f"{scene.short(day)}, {time}" for day, time in zip(days, times, strict=True)]
        return [f"{heading}: {listed(each_date, DATES_SHOWN, scene)}"]
    return [f"{heading}: {dates_text(scene, left, scene.clock)}", f"🕘 {times[0]}"]


def people_lines(scene: Scene, details: EventDetails) -> list[str]:
    return [scene.say("event_people", names=names_text(scene, details.people, details.answers))]


def answer_row(scene: Scene, model: Invitation, screen: InvitationCard) -> Row:
    shown = minute_number(model.details.event.start_datetime)

    def answer_button(answer: ParticipationStatus) -> Button:
        words = ticked(scene.say(f"button_invitation_{answer.name}"), answer is model.answer)
        said = SAID.get(answer, ())
        return Button(words, AnswerInvitation(screen.event, screen.series, answer, shown), answers=said)

    return [answer_button(answer) for answer in ANSWERS]


class EventChange(Struct, frozen=True):
    """A change of `count` events of a series: who made it, and the first one's time and place before, if they changed.

    `as_proposed`: its time is now what the reader had proposed.
    """

    by: str
    count: int
    time: Interval | None
    place: tuple[str, bool] | None
    as_proposed: bool = False


def changed_panel(scene: Scene, details: EventDetails, change: EventChange, asked: Invitation | None) -> Panel:
    """Show what was changed of an event, before → after; with the answers if its people are asked again."""
    event = details.event
    now = escape(span_text(scene, event.times, scene.clock))
    moved = "push_event_moved_as_proposed" if change.as_proposed else "push_event_moved"
    said = moved if change.time else "push_event_place"
    lines = [scene.say(said, name=name_html(change.by), title=scene.user_text(event.title))]
    lines += count_lines(scene, change.count)
    if change.time:
        lines.append(f"🕘 {escape(span_text(scene, change.time, scene.clock))} → <b>{now}</b>")
    else:
        lines.append(f"🕘 {now}")
    if change.place:
        lines.append(f"📍 {place_text(scene, *change.place)} → {place_text(scene, event.location, event.is_virtual)}")
    else:
        lines += place_lines(scene, event.location, is_virtual=event.is_virtual)
    if asked is None:
        return Panel("\n".join(lines), [[event_button(scene, details)]])
    answered = asked.answer is not ParticipationStatus.NEEDS_ACTION
    state = state_text(scene, asked) if answered else scene.say("invitation_again")
    lines += [*collision_lines(scene, asked), state]
    answers = answer_row(scene, asked, InvitationCard(event.id))
    return Panel("\n".join(lines), [answers, [event_button(scene, details)]])


def cancelled_panel(scene: Scene, heading: str, when: Interval, count: int) -> Panel:
    was = f"🕘 <s>{escape(span_text(scene, when, scene.clock))}</s>"
    day = scene.button("back_to_agenda", AgendaDay(local_date(when.start, scene.zone)))
    return Panel("\n".join([heading, *count_lines(scene, count), was]), [[day]])


def restored_panel(scene: Scene, details: EventDetails, heading: str) -> Panel:
    title = f"<b>{scene.user_text(details.event.title)}</b>"
    return Panel("\n".join([heading, title, *moment_lines(scene, details)]), [[event_button(scene, details)]])


def count_lines(scene: Scene, count: int) -> list[str]:
    """Say how many dates of a series it is about, if several."""
    return [scene.say("series_dates_changed", count=count)] if count > 1 else []


def place_text(scene: Scene, location: str | None, is_virtual: bool) -> str:
    place = place_lines(scene, location, is_virtual=is_virtual)
    return place[0].removeprefix("📍 ") if place else scene.say("event_nowhere")


def declined_panel(scene: Scene, details: EventDetails, by: str, *, whole_series: bool) -> Panel:
    said = "push_series_declined" if whole_series else "push_event_declined"
    heading = scene.say(said, name=name_html(by), title=scene.user_text(details.event.title))
    return Panel("\n".join([heading, *moment_lines(scene, details)]), [[event_button(scene, details)]])


def proposed_panel(scene: Scene, details: EventDetails, by: str, start: datetime, found: Obstacles) -> Panel:
    """Another time that somebody proposes for an event, whom it suits, and the button that moves the event there."""
    event = details.event
    proposed = Interval(start, start + (event.end_datetime - event.start_datetime))
    day, clock = local_date(event.start_datetime, scene.clock), scene.clock
    said = escape(span_text(scene, proposed, clock, day)), escape(span_text(scene, event.times, clock))
    title = scene.user_text(event.title)
    heading = scene.say("push_event_proposed", name=name_html(by), when=f"<b>{said[0]}</b>", title=title)
    names = dict(zip(details.people_ids, details.people, strict=True)) | {scene.reader: scene.say("event_you")}
    warnings = conflict_lines(scene, found, names, clock, local_date(start, clock))
    free = scene.say("push_event_proposed_free", count=len(details.people_ids))
    move = MoveEvent(event.id, False, minute_number(start), minutes_of(event), minute_number(event.start_datetime))
    button = scene.button("move_proposed", move, when=scene.when(start, clock))
    lines = [heading, *team_clock_lines(scene, proposed, day), f"🕘 {said[1]}", *(warnings or [free])]
    return Panel("\n".join(lines), [[button], [event_button(scene, details)]])


def hour_question(scene: Scene, model: Invitation, proposal: ProposeTime) -> Panel:
    """Ask whether an hour at which somebody says to come is another time for an event, or its own will do."""
    event, at = model.details.event, instant_of_minute(proposal.start)
    when = {"when": scene.when(at, scene.clock)}
    own = scene.when(event.start_datetime, scene.clock)
    shown = minute_number(event.start_datetime)
    goes = AnswerInvitation(event.id, 0, ParticipationStatus.ACCEPTED, shown)
    heading = scene.say("which_hour_ask", title=scene.user_text(event.title), at=own, **when)
    buttons = [scene.button("propose_time", proposal, **when), scene.button("comes_then", goes, at=own)]
    return Panel(heading, [[each] for each in buttons], chooses=True)


def event_button(scene: Scene, details: EventDetails) -> Button:
    return scene.button("event", card_of(scene, details.event))
