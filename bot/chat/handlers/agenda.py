"""The calendar: `/agenda` for any day, a month to choose one from, an event's card, reminders and snoozing them."""

from calendar import monthrange

from bot.chat.callbacks.agenda import AgendaDay, AgendaMonth, AgendaRange, EventCard, ReminderCard, Snooze
from bot.chat.context import ChatContext, Handlers, Reply, answers_as
from bot.chat.handlers.phrases import read_phrase
from bot.chat.panels.agenda import agenda_panel, event_panel, month_panel, reminder_panel
from bot.chat.panels.agenda_range import range_panel
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from core.base.calendar_time import FIRST_DAY, LAST_DAY, ONE_DAY, Days, local_date
from core.base.errors import NotFound
from core.calendar import agenda, agenda_range
from core.calendar.agenda_range import MOST_DAYS
from core.delivery import snoozes
from core.language.phrases.model import DAYS_ONLY, Note, Understood
from core.language.phrases.periods import calendar_period


async def draw_day(ctx: ChatContext, screen: AgendaDay) -> Panel:
    return agenda_panel(ctx.scene, await ctx.run(agenda.day_agenda, screen.fecha), screen)


async def draw_range(ctx: ChatContext, screen: AgendaRange) -> Panel:
    days = Days(screen.first, screen.last)
    return range_panel(ctx.scene, await ctx.run(agenda_range.agenda_range, days), screen)


async def draw_month(ctx: ChatContext, screen: AgendaMonth) -> Panel:
    fecha = screen.fecha
    last = fecha.replace(day=monthrange(fecha.year, fecha.month)[1])
    return month_panel(ctx.scene, fecha, await ctx.run(agenda.days_with_events, fecha.replace(day=1), last))


async def draw_event(ctx: ChatContext, screen: EventCard) -> Panel:
    """An event as it is now; if it is gone or hidden, the day that its button was on, under the reason."""
    back = AgendaDay(screen.fecha, screen.page)
    try:
        details = await ctx.run(agenda.event_details, screen.event)
    except NotFound as gone:
        return (await draw_day(ctx, back)).under(ctx.refusal(gone))
    return event_panel(ctx.scene, details, back)


async def agenda_typed(ctx: ChatContext, words: str) -> Reply:
    """Show a day or a range of days; a week or a month that is named is whole, with its past days."""
    if not words.strip():
        return Reply(AgendaDay(ctx.today))
    if period := calendar_period(words, local_date(ctx.pipeline.clock.now(), ctx.own_zone)):
        return Reply(screen_of(period))
    parsed = await read_phrase(ctx, words, DAYS_ONLY)
    if parsed.days is None:
        return Reply(words=ctx.say("agenda_date_not_understood", words=shorten(words.strip(), LINE_UNITS)))
    too_long = (parsed.days.last - parsed.days.first).days >= MOST_DAYS
    cut = [ctx.say("agenda_range_cut", count=MOST_DAYS)] if too_long else []
    return Reply(screen_of(parsed.days), "\n".join(filter(None, [reading_note(ctx, parsed), *cut])))


def screen_of(days: Days) -> AgendaDay | AgendaRange:
    first, last = (min(max(day, FIRST_DAY), LAST_DAY) for day in days)
    last = min(last, first + (MOST_DAYS - 1) * ONE_DAY)
    return AgendaDay(first) if first == last else AgendaRange(first, last)


def reading_note(ctx: ChatContext, understood: Understood) -> str:
    """Lines that say which reading of the words was chosen, and which words were not read as a date."""
    notes = ", ".join(ctx.say(f"note_{note}") for note in understood.notes if note is not Note.MORNING)
    chosen = [ctx.say("words_read_as", notes=notes)] if notes else []
    left = shorten(understood.title, LINE_UNITS)
    return "\n".join([*chosen, *([ctx.say("words_left_over", words=left)] if left else [])])


async def draw_reminder(ctx: ChatContext, screen: ReminderCard) -> Panel:
    return reminder_panel(ctx.scene, await ctx.run(snoozes.event_reminder, screen.event))


async def press_snooze(ctx: ChatContext, action: Snooze) -> Reply:
    at = await ctx.run(snoozes.snooze, action.event, action.delay)
    return Reply(action.screen(), ctx.say("said_snoozed", when=ctx.scene.when(at, ctx.own_zone)))


HANDLERS = Handlers(
    screens={
        AgendaDay: draw_day,
        AgendaRange: draw_range,
        AgendaMonth: draw_month,
        EventCard: draw_event,
        ReminderCard: draw_reminder,
    },
    actions={Snooze: press_snooze},
    commands={"agenda": agenda_typed},
    answers={kind: answers_as(agenda_typed) for kind in (AgendaDay, AgendaRange, AgendaMonth)},
)
