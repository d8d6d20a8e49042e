"""A calendar file (.ics) sent to the chat: its events are shown, and those that are chosen are saved by ✅."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.calendars.client import MOST_BYTES
from bot.calendars.frames import EventsJob
from bot.calendars.parser_process import ParserProcess
from bot.chat.callbacks.agenda import AgendaRange, EventCard
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.context import ChatContext, Reply, Typed
from bot.chat.handlers import agenda, event_drafts
from bot.chat.handlers.draft_kind import begin
from bot.chat.outgoing import Outgoing
from bot.chat.panels.components import Panel
from bot.chat.panels.file_drafts import file_panel, left_out_lines
from bot.telegram.updates import NAME_UNITS, FileReference
from core.base.calendar_time import local_date
from core.calendar import meetings
from core.calendar.outside_calendars import KNOWN_AHEAD
from core.drafts import file_drafts
from core.drafts.file_drafts import event_of
from core.language.phrases.vocabulary import MONTHS, WEEKDAYS
from core.language.statements.choice import chosen_places
from core.records.calendar_files import FileFault
from core.records.drafts import EventDraft, FileDraft

NEAR_DAYS = {0: ("hoy", "today"), 1: ("mañana", "tomorrow")}
NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "ics_draft_not_heard"}


def is_calendar(file: FileReference) -> bool:
    return file.mime_type == "text/calendar" or file.file_name.lower().endswith(".ics")


async def file_sent(ctx: ChatContext, file: FileReference, outgoing: Outgoing, parser: ParserProcess) -> Reply:
    """A draft of what is in the file, or why there is none."""
    types = await ctx.run(meetings.meeting_types)
    if not types:
        return Reply(words=ctx.say("event_no_types"))
    if file.file_size > MOST_BYTES:
        return Reply(words=ctx.say(f"ics_fault_{FileFault.TOO_LARGE}"))
    content = await outgoing.fetch_file(file.file_id)
    if content is None:
        return Reply(words=ctx.say("ics_not_fetched"))
    now = ctx.pipeline.clock.now()
    found = await parser.events(EventsJob(content, ctx.own_zone.key, now, now + KNOWN_AHEAD))
    if isinstance(found, FileFault):
        return Reply(words=ctx.say(f"ics_fault_{found}"))
    if not found.events:
        return Reply(words="\n".join([ctx.say("ics_no_events"), *left_out_lines(ctx.scene, found)]))
    usual = await event_drafts.blank_draft(ctx, types)
    blank = replace(usual, title=ctx.say("ics_untitled"), user_ids=(ctx.actor.id,))
    everything = tuple(range(len(found.events)))
    body = FileDraft(name=file.file_name[:NAME_UNITS], blank=blank, found=found, chosen=everything)
    return await begin(ctx, body, Field.NOTHING)


async def draw_card(ctx: ChatContext, body: FileDraft, screen: DraftCard) -> Panel:
    return file_panel(ctx.scene, screen, body, await ctx.run(file_drafts.own_conflicts, body))


async def read_new(_: ChatContext, body: FileDraft, __: str) -> FileDraft:
    """The draft as it is: the words under a file say nothing of what is in it."""
    return body


def missing_field(body: FileDraft) -> Field:
    return Field.NOTHING if body.chosen else Field.EVENTS


async def apply_button(_: ChatContext, body: FileDraft, action: SetField) -> FileDraft:
    return file_drafts.with_choice(body, action.value) if action.field is Field.EVENTS else body


async def apply_words(ctx: ChatContext, body: FileDraft, _field: Field, typed: Typed) -> FileDraft | None:
    """The draft with the events chosen that the words name by number, title or day; None if they name none."""
    labels = [label(ctx, event_of(body, place)) for place in range(len(body.found.events))]
    chosen = chosen_places(typed.words, labels, body.chosen)
    return None if chosen is None else replace(body, chosen=chosen)


def label(ctx: ChatContext, event: EventDraft) -> str:
    """The words by which an event may be named: those of its title, and its day's."""
    if event.time is None:
        return event.title
    day, today = local_date(event.time.start, ctx.zone), local_date(ctx.pipeline.clock.now(), ctx.zone)
    weekday = (name for name, number in WEEKDAYS.items() if number == day.weekday())
    month = (name for name, number in MONTHS.items() if number == day.month)
    return " ".join([event.title, *weekday, str(day.day), *month, *NEAR_DAYS.get((day - today).days, ())])


def saved_screen(ctx: ChatContext, body: FileDraft, saved_id: int) -> EventCard | AgendaRange:
    """Return the screen of the only event, or of the days of all."""
    drafted = [each.time for each in file_drafts.chosen_events(body) if each.time]
    first, last = (local_date(each.start, ctx.zone) for each in (drafted[0], drafted[-1]))
    return EventCard(saved_id, first) if len(drafted) == 1 else AgendaRange(first, last)


async def draw_saved(ctx: ChatContext, screen: EventCard | AgendaRange) -> Panel:
    if isinstance(screen, EventCard):
        return await agenda.draw_event(ctx, screen)
    return await agenda.draw_range(ctx, screen)
