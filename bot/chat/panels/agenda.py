"""The calendar: a day, a month, an event's card, a reminder. Dates are the business zone's, hours the reader's."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from itertools import zip_longest

from bot.chat.callbacks.agenda import AgendaDay, AgendaMonth, EventCard, Snooze
from bot.chat.callbacks.event_cards import EventEdit, EventPart
from bot.chat.callbacks.history import CardHistory, HistoryOf
from bot.chat.callbacks.invitations import InvitationCard
from bot.chat.panels.components import (
    Button,
    Panel,
    Row,
    Scene,
    day_row,
    escape,
    in_rows,
    label,
    listed,
    pages,
    same_clock,
)
from bot.chat.panels.conflicts import span_text
from bot.chat.panels.pickers import month_rows
from bot.chat.panels.times import reminder_leads
from core.base.calendar_time import INSTANT, Interval, local_date
from core.base.model import Language, ParticipationStatus
from core.calendar.agenda import AgendaEntry, DayAgenda, EventDetails, SharedEvent
from core.delivery.snoozes import EventReminder
from core.language.i18n import catalogue, month_and_year, text, zone_city
from core.records.calendar import Event, EventType, OwnReminder

EVENTS_A_PAGE = 8
TITLE_UNITS = 28
DESCRIPTION_UNITS = 1500
NAMES_SHOWN, NAME_UNITS = 20, 40
EDITED = (
    EventPart.MOVE,
    EventPart.TITLE,
    EventPart.PLACE,
    EventPart.NOTE,
    EventPart.PEOPLE,
    EventPart.REMINDER,
    EventPart.CANCEL,
)
EDITED_A_ROW = 4
ANSWER_MARKS = {
    ParticipationStatus.NEEDS_ACTION: "",
    ParticipationStatus.ACCEPTED: " ✅",
    ParticipationStatus.DECLINED: " ❌",
    ParticipationStatus.TENTATIVE: " ❔",
}


def agenda_panel(scene: Scene, agenda: DayAgenda, screen: AgendaDay) -> Panel:
    page, shown, turning = pages(agenda.entries, screen, EVENTS_A_PAGE)
    lines = [f"<b>{scene.long(agenda.fecha)}</b>", *clock_lines(scene, agenda.entries), ""]
    bells = [bell_line(scene, each, at) for each, at in agenda.reminders]
    entries = entry_lines(scene, agenda.fecha, shown) or ([] if bells else [scene.say("agenda_empty")])
    lines += [*entries, *([""] if entries and bells else []), *bells]
    rows = [[event_button(scene, entry, EventCard(entry.event.id, agenda.fecha, page))] for entry in shown]
    month = scene.button("calendar", AgendaMonth(agenda.fecha))
    return Panel("\n".join(lines), [*rows, turning, day_row(scene, agenda.fecha, AgendaDay), [month]])


def bell_line(scene: Scene, reminder: OwnReminder, at: datetime) -> str:
    """One of the reader's own reminders: its hour and words."""
    return f"🔔 {escape(scene.time(at, scene.clock))} · {scene.user_text(reminder.words)}"


def clock_lines(scene: Scene, entries: Sequence[AgendaEntry]) -> list[str]:
    starts = [entry.event.start_datetime for entry in entries if not entry.all_day]
    if all(same_clock(scene, scene.clock, start) for start in starts):
        return []
    return [scene.say("agenda_clock", city=escape(zone_city(scene.language, scene.clock.key)))]


def entry_lines(scene: Scene, fecha: date, entries: Sequence[AgendaEntry]) -> list[str]:
    own = [entry_block(scene, fecha, entry) for entry in entries if entry.own]
    others = [entry_block(scene, fecha, entry) for entry in entries if not entry.own]
    if not others:
        return own
    return [*own, *([""] if own else []), scene.say("agenda_others"), *others]


def entry_block(scene: Scene, fecha: date, entry: AgendaEntry) -> str:
    event = entry.event
    hours = escape(span_text(scene, event.times, scene.clock, fecha))
    head = f"<b>{hours}</b> · {scene.user_text(event.title)}"
    return "\n".join([head, *place_lines(scene, event.location, is_virtual=event.is_virtual)])


def place_lines(scene: Scene, location: str | None, *, is_virtual: bool) -> list[str]:
    place = [f"📍 {scene.user_text(location)}"] if location else []
    parts = [*place, *([scene.say("event_virtual")] if is_virtual else [])]
    return [" · ".join(parts)] if parts else []


def card_of(scene: Scene, event: Event) -> EventCard:
    """An event's card, from which the way back is to its first date."""
    return EventCard(event.id, local_date(event.start_datetime, scene.zone))


def event_button(scene: Scene, entry: AgendaEntry, card: EventCard) -> Button:
    begins = scene.time(entry.event.start_datetime, scene.clock)
    when = scene.say("event_all_day") if entry.all_day else begins
    return Button(f"{when} · {label(entry.event.title, TITLE_UNITS)}", card)


def month_panel(scene: Scene, fecha: date, marks: Collection[date]) -> Panel:
    title = f"📅 <b>{escape(month_and_year(scene.language, fecha))}</b>"
    text = scene.say("agenda_month" if marks else "agenda_month_empty")
    back = scene.button("back_to_agenda", AgendaDay(fecha))
    return Panel(f"{title}\n{text}", [*month_rows(scene, fecha, AgendaDay, AgendaMonth, marks=marks), [back]])


def event_panel(scene: Scene, details: EventDetails, back: AgendaDay) -> Panel:
    event = details.event
    lines = [
        f"<b>{scene.user_text(event.title)}</b>",
        *([scene.say("event_cancelled")] if details.cancelled else []),
        *moment_lines(scene, details),
        *([scene.say("event_of_series", count=details.series_left)] if details.series_left > 1 else []),
        *place_lines(scene, event.location, is_virtual=event.is_virtual),
        *people_lines(scene, details),
        visibility_line(scene, details),
        *reminder_lines(scene, details),
    ]
    if event.description:
        lines += ["", scene.user_block(event.description, DESCRIPTION_UNITS)]
    history = scene.button("history", CardHistory(HistoryOf.EVENT, event.id))
    return Panel("\n".join(lines), [*card_rows(scene, details), [history], [scene.button("back_to_agenda", back)]])


def shared_events_panel(scene: Scene, found: Sequence[SharedEvent]) -> Panel:
    """Say when events of a whole team are, and who comes."""
    blocks = [
        "\n".join(
            [
                f"<b>{scene.user_text(each.event.title)}</b>",
                f"🕘 {escape(span_text(scene, each.event.times, scene.zone))}",
                scene.say("event_people", names=names_text(scene, each.people, each.answers)),
            ]
        )
        for each in found
    ]
    return Panel("\n\n".join(blocks))


def card_rows(scene: Scene, details: EventDetails) -> list[Row]:
    """Return buttons for what the reader may do with an event: change it, answer the invitation."""
    event = details.event.id
    answer = [scene.button("respond", InvitationCard(event))] if details.invited else []
    if not details.editable:
        return [answer]
    parts = [scene.button(f"edit_{part.name}", EventEdit(event, part)) for part in EDITED]
    return [*in_rows(parts, EDITED_A_ROW), answer]


def moment_lines(scene: Scene, details: EventDetails) -> list[str]:
    """The dates and hours of an event; those of whole days are the business zone's, others the reader's."""
    when = details.event.times
    zone = scene.zone if details.all_day else scene.clock
    first, last = local_date(when.start, zone), local_date(when.end - INSTANT, zone)
    dated = [f"📅 {scene.long(first)}"] if first == last else []
    lines = [*dated, f"🕘 {escape(span_text(scene, when, scene.clock, first))}"]
    return lines if details.all_day else [*lines, *team_clock_lines(scene, when, first)]


def team_clock_lines(scene: Scene, when: Interval, day: date | None = None) -> list[str]:
    """A time by the business zone's clock, without its date on `day`, where the reader's shows another."""
    if same_clock(scene, scene.clock, when.start):
        return []
    city, of_team = (escape(zone_city(scene.language, each.key)) for each in (scene.clock, scene.zone))
    return [scene.say("event_clocks", city=city, team=of_team, times=escape(span_text(scene, when, scene.zone, day)))]


def people_lines(scene: Scene, details: EventDetails) -> list[str]:
    lines = [kind_line(scene, details.event_type)] if details.event_type else []
    if details.creator is not None:
        lines.append(scene.say("event_creator", name=scene.user_text(details.creator)))
    if details.people:
        lines.append(scene.say("event_people", names=names_text(scene, details.people, details.answers)))
    if details.customers:
        lines.append(scene.say("event_customers", ids=", ".join(map(str, details.customers[:NAMES_SHOWN]))))
    return lines


def kind_line(scene: Scene, event_type: EventType) -> str:
    return scene.say("event_kind", name=scene.user_text(type_name(scene, event_type)))


def reminder_lines(scene: Scene, details: EventDetails) -> list[str]:
    if not details.reminders:
        return []
    text = reminder_leads(scene, details.event.start_datetime, details.reminders)
    return [scene.say("event_reminder", when=escape(text))]


def names_text(scene: Scene, known: Sequence[str], answers: Sequence[ParticipationStatus] = ()) -> str:
    """Names, each with the mark of the person's answer, where answers are given."""
    marked = zip_longest(known, answers, fillvalue=ParticipationStatus.NEEDS_ACTION)
    shown = [f"{scene.user_text(name, NAME_UNITS)}{ANSWER_MARKS[answer]}" for name, answer in marked]
    return listed(shown, NAMES_SHOWN, scene)


def visibility_line(scene: Scene, details: EventDetails) -> str:
    public = details.event.is_public
    text = scene.say("event_public" if public else "event_private")
    if others := details.hidden_from if public else details.shown_to:
        text += scene.say("event_but_not" if public else "event_and_also", names=names_text(scene, others))
    return text


def reminder_panel(scene: Scene, reminder: EventReminder) -> Panel:
    details, again_at = reminder.details, reminder.snoozed_until
    event = details.event
    lines = [
        f"⏰ <b>{scene.user_text(event.title)}</b>",
        *([scene.say("event_cancelled")] if details.cancelled else []),
        *moment_lines(scene, details),
        *place_lines(scene, event.location, is_virtual=event.is_virtual),
    ]
    if again_at is not None:
        lines += ["", scene.say("reminded_again", when=escape(scene.when(again_at, scene.clock)))]
    snoozing = [scene.button(f"snooze_{delay}", Snooze(event.id, delay)) for delay in reminder.delays]
    card = [scene.button("event", card_of(scene, event))]
    return Panel("\n".join(lines), [[] if details.cancelled else snoozing, card])


def type_name(scene: Scene, event_type: EventType) -> str:
    """A type's name, plain; one that was given another name has that in every language."""
    key = f"chat.type_of_event_{event_type.code}"
    as_it_was = key in catalogue(Language.ES) and event_type.name == text(Language.ES, key)
    return text(scene.language, key) if as_it_was else event_type.name
