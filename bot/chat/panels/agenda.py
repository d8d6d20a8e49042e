"""The calendar: a day's events, a month, and an event's card.

Dates are of the business zone, hours of the reader's; the panel says so where the two differ.
"""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.chat.callbacks.agenda import AgendaDay, AgendaMonth, EventCard
from bot.chat.panels.components import Button, Panel, Row, Scene, and_more, day_row, escape, label, pages
from bot.chat.panels.conflicts import span_text
from bot.chat.panels.event_types import type_name
from bot.chat.panels.month import month_rows
from bot.chat.panels.times import notices
from core.base.calendar_time import INSTANT, local_date
from core.calendar.agenda import AgendaEntry, DayAgenda, EventDetails
from core.language.i18n import date_range, month_and_year, zone_city
from core.records.calendar import Event, EventType

EVENTS_A_PAGE = 8
TITLE_UNITS = 28
DESCRIPTION_UNITS = 1500
NAMES_SHOWN, NAME_UNITS = 20, 40


def agenda_panel(scene: Scene, agenda: DayAgenda, clock: ZoneInfo, page: int = 0) -> Panel:
    page, shown, turning = pages(agenda.entries, page, EVENTS_A_PAGE, lambda number: AgendaDay(agenda.fecha, number))
    lines = [f"<b>{scene.long(agenda.fecha)}</b>", *clock_lines(scene, agenda, clock), ""]
    lines += entry_lines(scene, agenda.fecha, shown, clock) or [scene.say("agenda_empty")]
    rows: list[Row] = [
        [event_button(scene, entry, clock, EventCard(entry.event.id, agenda.fecha, page))] for entry in shown
    ]
    month = scene.button("calendar", AgendaMonth(agenda.fecha))
    return Panel("\n".join(lines), [*rows, turning, day_row(scene, agenda.fecha, AgendaDay), [month]])


def clock_lines(scene: Scene, agenda: DayAgenda, clock: ZoneInfo) -> list[str]:
    starts = [entry.event.start_datetime for entry in agenda.entries if not entry.all_day]
    if all(same_clock(scene, clock, start) for start in starts):
        return []
    return [scene.say("agenda_clock", city=escape(zone_city(scene.language, clock.key)))]


def same_clock(scene: Scene, clock: ZoneInfo, at: datetime) -> bool:
    """Whether a reader's clock shows then what the business zone's does."""
    return at.astimezone(clock).utcoffset() == at.astimezone(scene.zone).utcoffset()


def entry_lines(scene: Scene, fecha: date, entries: Sequence[AgendaEntry], clock: ZoneInfo) -> list[str]:
    own = [entry_block(scene, fecha, entry, clock) for entry in entries if entry.own]
    others = [entry_block(scene, fecha, entry, clock) for entry in entries if not entry.own]
    if not others:
        return own
    return [*own, *([""] if own else []), scene.say("agenda_others"), *others]


def entry_block(scene: Scene, fecha: date, entry: AgendaEntry, clock: ZoneInfo) -> str:
    title = scene.user_text(entry.event.title)
    hours = times_text(scene, entry.event, clock, fecha, all_day=entry.all_day)
    return "\n".join(
        [
            f"<b>{escape(hours)}</b> · {title}",
            *place_lines(scene, entry.event.location, is_virtual=entry.event.is_virtual),
        ]
    )


def place_lines(scene: Scene, location: str | None, *, is_virtual: bool) -> list[str]:
    place = [f"📍 {scene.user_text(location)}"] if location else []
    parts = [*place, *([scene.say("event_virtual")] if is_virtual else [])]
    return [" · ".join(parts)] if parts else []


def times_text(scene: Scene, event: Event, clock: ZoneInfo, fecha: date, *, all_day: bool) -> str:
    first, last = first_and_last_date(scene, event, clock, all_day=all_day)
    if all_day:
        day = scene.say("event_all_day")
        return day if first == last else f"{day}, {date_range(scene.language, first, last, year=False)}"
    return span_text(scene, event.start_datetime, event.end_datetime, clock, fecha)


def first_and_last_date(scene: Scene, event: Event, clock: ZoneInfo, *, all_day: bool) -> tuple[date, date]:
    """The first and the last date it touches: those of whole days are the business zone's, others the reader's."""
    zone = scene.zone if all_day else clock
    return local_date(event.start_datetime, zone), local_date(event.end_datetime - INSTANT, zone)


def event_button(scene: Scene, entry: AgendaEntry, clock: ZoneInfo, card: EventCard) -> Button:
    begins = scene.time(entry.event.start_datetime, clock)
    when = scene.say("event_all_day") if entry.all_day else begins
    return Button(f"{when} · {label(entry.event.title, TITLE_UNITS)}", card)


def month_panel(scene: Scene, fecha: date, marks: Collection[date]) -> Panel:
    title = f"📅 <b>{escape(month_and_year(scene.language, fecha))}</b>"
    text = scene.say("agenda_month" if marks else "agenda_month_empty")
    back = scene.button("back_to_agenda", AgendaDay(fecha))
    return Panel(f"{title}\n{text}", [*month_rows(scene, fecha, AgendaDay, AgendaMonth, marks=marks), [back]])


def event_panel(scene: Scene, details: EventDetails, clock: ZoneInfo, back: AgendaDay) -> Panel:
    event = details.event
    lines = [
        f"<b>{scene.user_text(event.title)}</b>",
        *([scene.say("event_cancelled")] if details.cancelled else []),
        *moment_lines(scene, details, clock),
        *place_lines(scene, event.location, is_virtual=event.is_virtual),
        *people_lines(scene, details),
        visibility_line(scene, details),
        *reminder_lines(scene, details, clock),
    ]
    if event.description:
        lines += ["", scene.user_block(event.description, DESCRIPTION_UNITS)]
    return Panel("\n".join(lines), [[scene.button("back_to_agenda", back)]])


def moment_lines(scene: Scene, details: EventDetails, clock: ZoneInfo) -> list[str]:
    event, all_day = details.event, details.all_day
    first, last = first_and_last_date(scene, event, clock, all_day=all_day)
    dated = [f"📅 {scene.long(first)}"] if first == last else []
    lines = [*dated, f"🕘 {escape(times_text(scene, event, clock, first, all_day=all_day))}"]
    if all_day or same_clock(scene, clock, event.start_datetime):
        return lines
    theirs = times_text(scene, event, scene.zone, first, all_day=False)
    city, of_team = (escape(zone_city(scene.language, zone.key)) for zone in (clock, scene.zone))
    return [*lines, scene.say("event_clocks", city=city, team=of_team, times=escape(theirs))]


def people_lines(scene: Scene, details: EventDetails) -> list[str]:
    lines = [kind_line(scene, details.event_type)] if details.event_type else []
    if details.creator is not None:
        lines.append(scene.say("event_creator", name=scene.user_text(details.creator)))
    if details.people:
        lines.append(scene.say("event_people", names=names_text(scene, details.people)))
    if details.customers:
        lines.append(scene.say("event_customers", ids=", ".join(map(str, details.customers[:NAMES_SHOWN]))))
    return lines


def kind_line(scene: Scene, event_type: EventType) -> str:
    return scene.say("event_kind", name=scene.user_text(type_name(scene, event_type)))


def reminder_lines(scene: Scene, details: EventDetails, clock: ZoneInfo) -> list[str]:
    if not details.reminders:
        return []
    text = notices(scene, details.event.start_datetime, details.reminders, clock)
    return [scene.say("event_reminder", when=escape(text))]


def names_text(scene: Scene, known: Sequence[str]) -> str:
    shown = [scene.user_text(name, NAME_UNITS) for name in known[:NAMES_SHOWN]]
    return ", ".join([*shown, *and_more(scene, len(known), NAMES_SHOWN)])


def visibility_line(scene: Scene, details: EventDetails) -> str:
    public = details.event.is_public
    text = scene.say("event_public" if public else "event_private")
    if others := details.hidden_from if public else details.shown_to:
        text += scene.say("event_but_not" if public else "event_and_also", names=names_text(scene, others))
    return text
