"""The calendar: `/agenda` for any day, a month to choose one from, an event's card."""

from calendar import monthrange
from datetime import date

from bot.chat.callbacks.agenda import AgendaDay, AgendaMonth, EventCard
from bot.chat.context import ChatContext, Handlers, Reply, answers_as
from bot.chat.handlers.phrases import read_phrase
from bot.chat.panels.agenda import agenda_panel, event_panel, month_panel
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from core.base.calendar_time import FIRST_DAY, LAST_DAY, Days, local_date
from core.base.errors import NotFound
from core.calendar import agenda
from core.language.phrases.model import DAYS_ONLY, Understood


async def draw_day(ctx: ChatContext, screen: AgendaDay) -> Panel:
    return agenda_panel(ctx.scene, await ctx.run(agenda.day_agenda, screen.fecha), ctx.own_zone, screen.page)


async def draw_month(ctx: ChatContext, screen: AgendaMonth) -> Panel:
    first, last = (
        screen.fecha.replace(day=1),
        screen.fecha.replace(day=monthrange(screen.fecha.year, screen.fecha.month)[1]),
    )
    return month_panel(ctx.scene, screen.fecha, await ctx.run(agenda.days_with_events, first, last))


async def draw_event(ctx: ChatContext, screen: EventCard) -> Panel:
    """An event as it is now; where it is gone or hidden by now, the day from which one came, under the reason."""
    back = AgendaDay(screen.fecha, screen.page)
    try:
        details = await ctx.run(agenda.event_details, screen.event)
    except NotFound as gone:
        return (await draw_day(ctx, back)).under(ctx.refusal(gone))
    return event_panel(ctx.scene, details, ctx.own_zone, back)


async def agenda_typed(ctx: ChatContext, words: str) -> Reply:
    if not words.strip():
        return Reply(AgendaDay(ctx.today))
    parsed = await read_phrase(ctx, words, DAYS_ONLY)
    if parsed.days is None:
        return Reply(words=ctx.say("agenda_date_not_understood", words=shorten(words.strip(), LINE_UNITS)))
    today = local_date(ctx.pipeline.clock.now(), ctx.own_zone)
    return Reply(AgendaDay(day_to_show(parsed.days, today)), reading_note(ctx, parsed))


def day_to_show(days: Days, today: date) -> date:
    day = today if days.first <= today <= days.last else days.first
    return min(max(day, FIRST_DAY), LAST_DAY)


def reading_note(ctx: ChatContext, understood: Understood) -> str:
    """Which reading of the words was chosen, where there were several, and what of them was not taken for a date."""
    notes = ", ".join(ctx.say(f"note_{note}") for note in understood.notes)
    chosen = [ctx.say("words_read_as", notes=notes)] if notes else []
    left = shorten(understood.title, LINE_UNITS)
    return "\n".join([*chosen, *([ctx.say("words_left_over", words=left)] if left else [])])


HANDLERS = Handlers(
    screens={AgendaDay: draw_day, AgendaMonth: draw_month, EventCard: draw_event},
    commands={"agenda": agenda_typed},
    answers={kind: answers_as(agenda_typed) for kind in (AgendaDay, AgendaMonth)},
)
