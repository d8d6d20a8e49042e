"""The calendar in the chat: `/agenda`, on any day; a month to choose one from; an event's card."""

from calendar import monthrange
from datetime import date

from bot.handlers.words import understood
from bot.panels.agenda import agenda_panel, event_panel, month_panel
from bot.panels.form import LINE_UNITS, Panel, shorten
from bot.places.agenda import AgendaDay, AgendaMonth, EventCard
from bot.turn import Handlers, Reply, Turn, Typed
from core import agenda
from core.calendar_time import FIRST_DAY, LAST_DAY, local_date
from core.errors import NotFound
from core.phrases import DAYS_ONLY, Days, Understood


async def draw_day(turn: Turn, view: AgendaDay) -> Panel:
    """A day's events as they are now."""
    return agenda_panel(turn.scene, await turn.run(agenda.day_agenda, view.fecha), turn.own_zone, view.page)


async def draw_month(turn: Turn, view: AgendaMonth) -> Panel:
    """A month's days, those with events marked."""
    first, last = view.fecha.replace(day=1), view.fecha.replace(day=monthrange(view.fecha.year, view.fecha.month)[1])
    return month_panel(turn.scene, view.fecha, await turn.run(agenda.days_with_events, first, last))


async def draw_event(turn: Turn, view: EventCard) -> Panel:
    """An event as it is now; where it is gone or hidden by now, the day from which one came, under the reason."""
    back = AgendaDay(view.fecha, view.page)
    try:
        details = await turn.run(agenda.event_details, view.event)
    except NotFound as gone:
        return (await draw_day(turn, back)).under(turn.refusal(gone))
    return event_panel(turn.scene, details, turn.own_zone, back)


async def agenda_typed(turn: Turn, words: str) -> Reply:
    """`/agenda`, `/agenda mañana`."""
    if not words.strip():
        return Reply(AgendaDay(turn.today))
    heard = await understood(turn, words, DAYS_ONLY)
    if heard.days is None:
        return Reply(words=turn.say("agenda_date_not_understood", words=shorten(words.strip(), LINE_UNITS)))
    today = local_date(turn.pipeline.clock.now(), turn.own_zone)
    return Reply(AgendaDay(day_of(heard.days, today)), as_read(turn, heard))


def day_of(days: Days, today: date) -> date:
    """The day that some days are looked at from: today if it is one of them, else the first."""
    day = today if days.first <= today <= days.last else days.first
    return min(max(day, FIRST_DAY), LAST_DAY)


def as_read(turn: Turn, understood: Understood) -> str:
    """Which reading of the words was chosen, where there were several, and what of them was not taken for a date."""
    notes = ", ".join(turn.say(f"note_{note}") for note in understood.notes)
    chosen = [turn.say("words_read_as", notes=notes)] if notes else []
    left = shorten(understood.title, LINE_UNITS)
    return "\n".join([*chosen, *([turn.say("words_left_over", words=left)] if left else [])])


async def typed_on_agenda(turn: Turn, _: AgendaDay | AgendaMonth, typed: Typed) -> Reply:
    """Another date."""
    return await agenda_typed(turn, typed.words)


HANDLERS = Handlers(
    views={AgendaDay: draw_day, AgendaMonth: draw_month, EventCard: draw_event},
    commands={"agenda": agenda_typed},
    answers={AgendaDay: typed_on_agenda, AgendaMonth: typed_on_agenda},
)
