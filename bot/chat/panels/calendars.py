"""One's own calendar links, the addresses of a new one, and one's outside calendars."""

from collections.abc import Sequence

from bot.chat.callbacks.calendars import (
    CalendarShown,
    EndCalendar,
    NewCalendar,
    OwnCalendars,
    RemoveCalendar,
    RenewCalendar,
)
from bot.chat.panels.components import COPIED_UNITS, Copy, Panel, Row, Scene, escape, in_rows, plus_more
from core.base.calendar_time import local_date
from core.records.calendar_links import CalendarKind, CalendarLink, NewCalendarLink
from core.records.outside_calendars import OutsideCalendar, UnreadableEvent

KINDS_A_ROW = 2
MOST_NAMED, TITLE_UNITS = 5, 60


def calendars_panel(
    scene: Scene,
    links: Sequence[CalendarLink] | None,
    kinds: Sequence[CalendarKind],
    elsewhere: Sequence[OutsideCalendar],
) -> Panel:
    """One's links and outside calendars, with buttons to change them; `links` is None if there can be none."""
    ours = [
        scene.say("calendars_title"),
        *(link_line(scene, link) for link in links or ()),
        scene.say("calendars_how_often"),
    ]
    lines = [
        *([scene.say("calendars_no_address")] if links is None else ours),
        scene.say("outside_title"),
        *(outside_line(scene, calendar) for calendar in elsewhere),
        scene.say("outside_how"),
    ]
    rows: list[Row] = [
        [
            scene.button("calendar_renew", RenewCalendar(link.id), kind=kind_text(scene, link.kind)),
            scene.button("calendar_end", EndCalendar(link.id), kind=kind_text(scene, link.kind)),
        ]
        for link in links or ()
    ]
    rows += [[scene.button("calendar_remove", RemoveCalendar(each.id), host=each.host)] for each in elsewhere]
    new = [scene.button("calendar_new", NewCalendar(kind), kind=kind_text(scene, kind)) for kind in kinds]
    return Panel("\n\n".join(lines), [*rows, *in_rows(new, KINDS_A_ROW)])


def kind_text(scene: Scene, kind: CalendarKind) -> str:
    return scene.say(f"calendar_kind_{kind.replace('-', '_')}")


def link_line(scene: Scene, link: CalendarLink) -> str:
    made = scene.short(local_date(link.created_at, scene.clock))
    return scene.say("calendar_line", kind=kind_text(scene, link.kind), date=made, fetched=fetched_text(scene, link))


def outside_line(scene: Scene, calendar: OutsideCalendar) -> str:
    """Say whether a calendar can be read, when it was read last, and how many of its events could not be."""
    host = escape(calendar.host)
    if calendar.fault:
        return scene.say("outside_failing", host=host, why=scene.say(f"calendar_fault_{calendar.fault}"))
    if calendar.read_at is None:
        return scene.say("outside_new", host=host)
    date, time = scene.short(local_date(calendar.read_at, scene.clock)), scene.time(calendar.read_at, scene.clock)
    read = scene.say("outside_read", host=host, date=date, time=time)
    if not calendar.unreadable_count:
        return read
    unreadable = unreadable_text(scene, calendar.unreadable_count, calendar.unreadable)
    return f"{read}\n{scene.say('outside_unreadable', unreadable=unreadable)}"


def unreadable_text(scene: Scene, count: int, events: Sequence[UnreadableEvent]) -> str:
    """Say how many events could not be read, and name the first of them by title and day."""
    told = scene.say("ics_left_unreadable", count=count)
    named = [*dict.fromkeys(unreadable_name(scene, each) for each in events)][:MOST_NAMED]
    return f"{told}: {', '.join([*named, *plus_more(count, len(named))])}" if named else told


def unreadable_name(scene: Scene, event: UnreadableEvent) -> str:
    title = scene.user_text(event.title, TITLE_UNITS) if event.title.strip() else scene.say("ics_untitled")
    if event.day is None:
        return scene.say("calendar_unreadable_event", title=title)
    return scene.say("calendar_unreadable_event_on", title=title, date=scene.short(event.day))


def fetched_text(scene: Scene, link: CalendarLink) -> str:
    if link.last_fetched_at is None:
        return scene.say("calendar_unread")
    date = scene.short(local_date(link.last_fetched_at, scene.clock))
    time = scene.time(link.last_fetched_at, scene.clock)
    return scene.say("calendar_read", date=date, time=time, by=escape(link.last_fetched_by or "?"))


def link_panel(scene: Scene, link: NewCalendarLink) -> Panel:
    """Show a link's addresses, hidden until pressed, with buttons that copy them; none if they are no longer known."""
    back = scene.button("my_calendars", OwnCalendars())
    kind = kind_text(scene, link.kind)
    if link.url is None or link.webcal_url is None:
        return Panel(scene.say("calendar_lost", kind=kind), [[back]])
    told = scene.say("calendar_told", kind=kind, url=escape(link.url), webcal=escape(link.webcal_url))
    copies = [
        Copy(scene.say(f"button_copy_{name}"), address)
        for name, address in (("https", link.url), ("webcal", link.webcal_url))
        if len(address) <= COPIED_UNITS
    ]
    return Panel(told, [copies, [scene.button("hide", CalendarShown()), back]])


def hidden_panel(scene: Scene) -> Panel:
    return Panel(scene.say("calendar_hidden"), [[scene.button("my_calendars", OwnCalendars())]])
