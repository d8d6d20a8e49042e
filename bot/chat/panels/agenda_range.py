"""The agenda of several days: a week, a month, whatever range was said; only days with something on them."""

from collections.abc import Sequence
from datetime import date

from bot.chat.callbacks.agenda import AgendaDay, AgendaMonth, AgendaRange
from bot.chat.panels.agenda import bell_line, clock_lines
from bot.chat.panels.components import Button, Panel, Row, Scene, and_more, escape, in_rows, listed, name_html, pages
from core.base.calendar_time import INSTANT, Days, local_date, range_after, range_before, within_calendar
from core.calendar.agenda import AgendaEntry
from core.calendar.agenda_range import AgendaDate, HolidayElsewhere
from core.language.holiday_calendars import calendar_name
from core.language.i18n import date_range, day_of_month, time_range

DAYS_A_PAGE, DAYS_A_ROW = 7, 4
EVENTS_SHOWN, REMINDERS_SHOWN, DUE_SHOWN, NAMES_SHOWN = 4, 3, 2, 4
TITLE_UNITS, NAME_UNITS = 36, 20


def range_panel(scene: Scene, found: Sequence[AgendaDate], screen: AgendaRange) -> Panel:
    _, shown, turning = pages(found, screen, DAYS_A_PAGE)
    heading = escape(date_range(scene.language, screen.first, screen.last))
    entries = [entry for each in shown for entry in each.entries]
    lines = [f"📅 <b>{heading}</b>", *clock_lines(scene, entries)]
    for each in shown:
        lines += ["", *date_lines(scene, each)]
    if not found:
        lines += ["", scene.say("agenda_range_empty")]
    to_days = [Button(day_of_month(scene.language, each.fecha), AgendaDay(each.fecha)) for each in shown]
    month = scene.button("calendar", AgendaMonth(screen.first))
    return Panel("\n".join(lines), [*in_rows(to_days, DAYS_A_ROW), turning, range_row(scene, screen), [month]])


def date_lines(scene: Scene, each: AgendaDate) -> list[str]:
    names = [name_html(name, NAME_UNITS) for name in each.away]
    return [
        f"<b>{scene.short(each.fecha)}</b>",
        *([f"🎉 {escape(each.holiday.names[scene.language])}"] if each.holiday else []),
        *(elsewhere_line(scene, one) for one in each.elsewhere),
        *([scene.say("agenda_own_absence")] if each.own_absence else []),
        *([scene.say("agenda_away", names=listed(names, NAMES_SHOWN, scene))] if names else []),
        *(entry_line(scene, each.fecha, entry) for entry in each.entries[:EVENTS_SHOWN]),
        *and_more(scene, len(each.entries), EVENTS_SHOWN),
        *(bell_line(scene, *bell) for bell in each.reminders[:REMINDERS_SHOWN]),
        *and_more(scene, len(each.reminders), REMINDERS_SHOWN),
        *(f"📌 <b>#{task.id}</b> {scene.user_text(task.descripcion, TITLE_UNITS)}" for task in each.due[:DUE_SHOWN]),
        *and_more(scene, len(each.due), DUE_SHOWN),
    ]


def elsewhere_line(scene: Scene, found: HolidayElsewhere) -> str:
    """«🎉 Inmaculada Concepción · Colombia: Luis»: a holiday of others of the team."""
    names = [name_html(name, NAME_UNITS) for name in found.names]
    place = escape(calendar_name(scene.language, found.calendar))
    return f"🎉 {escape(found.holiday.names[scene.language])} · {place}: {listed(names, NAMES_SHOWN, scene)}"


def entry_line(scene: Scene, fecha: date, entry: AgendaEntry) -> str:
    """Say when an event is and what it is, on one line; one that the reader may only see is marked."""
    mark = "" if entry.own else "👁 "
    return f"{mark}{escape(hours_text(scene, fecha, entry))} · {scene.user_text(entry.event.title, TITLE_UNITS)}"


def hours_text(scene: Scene, fecha: date, entry: AgendaEntry) -> str:
    """The hours on that date of the business zone; an arrow stands for where the event is on other dates too."""
    start, end = entry.event.start_datetime, entry.event.end_datetime
    begins, ends = local_date(start, scene.zone), local_date(end - INSTANT, scene.zone)
    if entry.all_day or begins < fecha < ends:
        return scene.say("event_all_day")
    if begins == ends:
        return time_range(scene.language, start, end, scene.clock)
    return f"{scene.time(start, scene.clock)} →" if begins == fecha else f"→ {scene.time(end, scene.clock)}"


def range_row(scene: Scene, screen: AgendaRange) -> Row:
    """The ranges before and after, as far as the calendar goes."""
    days = Days(screen.first, screen.last)
    before, after = range_before(days), range_after(days)
    earlier = [Button(f"◀ {scene.days(*before)}", AgendaRange(*before))] if within_calendar(before.first) else []
    later = [Button(f"{scene.days(*after)} ▶", AgendaRange(*after))] if within_calendar(after.last) else []
    return [*earlier, *later]
