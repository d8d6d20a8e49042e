"""Corrections of what was just saved: «me equivoqué, es el martes 16», «no, es para Ana», «perdón, era a las 5».

It is what the person changed last in the chat, within `undo_minutes`, and the words only say what it is to be: any
others are not read as a correction. The answer says what it was and is, and who is told; ↩ under it takes it back.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.asked import Asked
from bot.chat.callbacks.absences import AbsenceCard
from bot.chat.callbacks.callback_data import MINUTE, Screen, minute_number
from bot.chat.callbacks.drafts import Field
from bot.chat.callbacks.event_cards import EventEdit, EventPart
from bot.chat.callbacks.own_reminders import OwnReminderCard
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Remembered, Reply, Typed
from bot.chat.handlers import absence_drafts, readings, statements, task_drafts
from bot.chat.handlers.answers import asks_of_other
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.event_cards import draft_of
from bot.chat.handlers.event_drafts import NOBODY, find_people, read_event, says_when
from bot.chat.handlers.last_change import lines_of
from bot.chat.handlers.phrases import moment_of
from bot.chat.handlers.pushing import display_name
from core.application.requests import build
from core.base.calendar_time import Interval
from core.base.date_times import instant_at
from core.base.errors import Forbidden
from core.calendar import agenda, event_edits, own_reminders
from core.calendar.event_edits import EventMove, EventPerson, EventTexts
from core.calendar.events import may_change
from core.drafts import event_drafts
from core.drafts.absence_drafts import instead_of
from core.drafts.event_drafts import wire_instant
from core.drafts.task_drafts import only_joins
from core.language.i18n import listing
from core.language.phrases.corrections import (
    at_that_hour,
    begins_as_addition,
    begins_as_correction,
    nearest_half,
    says_people_only,
    says_rather,
    title_said,
    without_beginning,
    without_being,
    without_rather,
)
from core.language.phrases.model import EVENT, Kind
from core.language.phrases.reading import read
from core.language.reader.acts import WhichTask
from core.language.reader.answers import put_off_until, words_beside_values
from core.language.reader.intents import Intent
from core.language.reader.reading import SURE, MessageReading
from core.language.statements.model import Act, Statement
from core.language.statements.reading import names_task
from core.people import colleagues, schedules
from core.records.calendar import Event
from core.records.drafts import TaskDraft
from core.records.journal import Entity
from core.records.people import Absence
from core.work import absence_outlook, corrections, last_change, tasks
from core.work.corrections import EventCorrection, TaskCorrection
from core.work.last_change import ChangedThing, saved_of

Saved = Sequence[ChangedThing]
"""A thing that was saved, or the events of a series."""
Shown = Callable[[], Awaitable[int | None]]
"""A function that gives the one task that was shown last."""


async def put_right(
    ctx: ChatContext, words: str, reading: MessageReading, shown: Shown, asked: Asked | None = None
) -> Reply | None:
    """The answer to words that put right what was just saved; None to any others.

    While a question about something else is open, words do not reach what was saved before.
    """
    if reading.statement is not None and reading.statement.act is Act.RENAME and names_task(words):
        return None
    if "?" in words or not (is_correction(words, reading) or begins_as_addition(words)):
        return None
    last = await ctx.run(last_change.last_own_change)
    if last is None or not last.recent or asks_of_other(asked, [each.id for each in last.things]):
        return None
    for entity, correct in KINDS.items():
        if found := saved_of(last, entity):
            elsewhere = entity is Entity.TASK and await is_elsewhere(found, words, reading, shown)
            return None if elsewhere else await correct(ctx, found, words, reading)
    return None


async def is_elsewhere(saved: Saved, words: str, reading: MessageReading, shown: Shown) -> bool:
    """Return whether words are of another task: one they name, or one shown since if they begin as no correction."""
    acts = [reading.statement, *(each.act for each in reading.candidates)]
    named = {each.task for each in acts if isinstance(each, Statement) and each.task}
    if named - {saved[0].id} or any(isinstance(each, WhichTask) for each in acts):
        return True
    return not begins_as_correction(words) and await shown() not in (None, saved[0].id)


async def put_right_below(ctx: ChatContext, screen: Screen, words: str) -> Reply | None:
    """Do as `put_right`, for words in reply to the card of what was just saved, where it asks for none."""
    if not isinstance(screen, TaskCard | EventEdit) or screen.asks_for_words():
        return None
    reading = await readings.read(ctx, words)
    last = await ctx.run(last_change.last_own_change)
    about = screen.task if isinstance(screen, TaskCard) else screen.event
    saved = last and last.recent and any(each.id == about for each in last.things)
    return await put_right(ctx, words, reading, no_other) if saved else None


async def no_other() -> int | None:
    return None


def is_correction(words: str, reading: MessageReading) -> bool:
    """Return whether words begin as a correction, or are surely read as one."""
    sure = reading.chance(Intent.CORRECTION, Intent.EDIT_TASK) >= SURE
    return sure or begins_as_correction(words) or says_rather(words) or bool(title_said(words))


async def corrected(ctx: ChatContext, screen: Screen, told: Sequence[str]) -> Reply:
    """The card, under what it was and is, and who is told."""
    last = await ctx.run(last_change.last_own_change)
    names = [ctx.say("undone_told", names=listing(ctx.language, told))] if told else []
    return Reply(screen, "\n".join([ctx.say("corrected"), *(lines_of(ctx, last) if last else ()), *names]))


# A reminder


async def correct_reminder(ctx: ChatContext, saved: Saved, words: str, reading: MessageReading) -> Reply | None:
    """A reminder at the time said; None to one that repeats, and to words that say more."""
    meant = without_rather(without_beginning(words))
    short = words_beside_values(meant, moment_of(ctx), ()) == 0
    if not short or not is_correction(words, reading) or saved[0].values.get("recurrenceType"):
        return None
    until = await instead_of_time(ctx, saved[0].id, meant) or put_off_until(meant, moment_of(ctx))
    if until is None:
        return None
    await ctx.run(own_reminders.postpone_own_reminder, saved[0].id, until)
    return Reply(OwnReminderCard(saved[0].id))


async def instead_of_time(ctx: ChatContext, reminder_id: int, words: str) -> datetime | None:
    """Return the instant for a reminder that words say; a day or an hour that they lack stays. None if it is past."""
    reminder = await ctx.run(own_reminders.get_own_reminder, reminder_id)
    said = read(words, moment_of(ctx), EVENT)
    if reminder.remind_at is None or not (said.days or said.hours):
        return None
    before = reminder.remind_at.astimezone(ctx.own_zone)
    day = said.days.first if said.days else before.date()
    at = instant_at(day, nearest_half(said, before.time()) or before.time(), ctx.own_zone)
    return at if at > ctx.pipeline.clock.now() else None


# An absence


async def correct_absence(ctx: ChatContext, saved: Saved, words: str, reading: MessageReading) -> Reply | None:
    """An absence on the days said; where these leave something open, the draft that takes its place."""
    if not is_correction(words, reading):
        return None
    absence = (await ctx.run(absence_outlook.absence_view, saved[0].id)).absence
    if absence.hours:
        return await correct_hours(ctx, absence, absence.hours, without_beginning(words))
    _, said = await absence_drafts.read_absence(ctx, without_beginning(words), absence.user_id)
    if said is None or said.then or not only_joins(said.reason):
        return None
    body = instead_of(replace(said, reason=""), absence)
    if body.last_day is None or is_longer(saved[0]):
        return await begin(ctx, body, absence_drafts.missing_field(body))
    if (body.first_day, body.last_day) == (absence.first_day, absence.last_day):
        return None
    told = await ctx.run(corrections.correct_absence, absence.id, body.first_day, body.last_day)
    return await corrected(ctx, AbsenceCard(absence.id), told)


async def correct_hours(ctx: ChatContext, absence: Absence, hours: Interval, words: str) -> Reply | None:
    """Change hours away to the time said: their end if one comes then, their beginning if one leaves."""
    said = read(words, replace(moment_of(ctx), today=absence.first_day), Kind.DAYS | Kind.HOURS)
    if not said.hours or not only_joins(said.title):
        return None
    day = said.days.first if said.days else absence.first_day
    works = await ctx.run(schedules.hours_of_day, absence.user_id, absence.first_day)
    at = instant_at(day, said.hours.start, ctx.own_zone)
    if said.hours.end:
        wanted = Interval(at, instant_at(day, said.hours.end, ctx.own_zone))
    elif hours.start == works.start:
        wanted = Interval(instant_at(day, hours.start.astimezone(ctx.own_zone).time(), ctx.own_zone), at)
    elif hours.end == works.end:
        wanted = Interval(at, instant_at(day, hours.end.astimezone(ctx.own_zone).time(), ctx.own_zone))
    else:
        wanted = Interval(at, at + (hours.end - hours.start))
    told = await ctx.run(corrections.correct_hours, absence.id, wanted)
    return await corrected(ctx, AbsenceCard(absence.id), told)


def is_longer(saved: ChangedThing) -> bool:
    """Return whether an earlier absence was made longer: not all of its days were said just now."""
    changes = [each.change for each in saved.changes]
    if any(each.kind.endswith(".created") for each in changes):
        return False
    before = {field: earlier for each in reversed(changes) for field, (earlier, _) in each.changed.items()}
    first, last = (before.get(field, saved.values[field]) for field in ("firstDay", "lastDay"))
    return bool(saved.values["firstDay"] <= first and last <= saved.values["lastDay"])


# A task


async def correct_task(ctx: ChatContext, saved: Saved, words: str, reading: MessageReading) -> Reply | None:
    """Change a task to what is said; where it is for somebody to whom one may not give it, offer to ask them."""
    if not is_correction(words, reading):
        return None
    task = await ctx.run(tasks.get_task, saved[0].id)
    body = TaskDraft(
        descripcion=task.descripcion,
        fecha_cumplir=task.fecha_cumplir,
        prioridad=task.prioridad,
        responsible_user_ids=tuple(task.responsible_user_ids),
    )
    said = await said_of_draft(ctx, body, task.id, words)
    if said is None:
        return None
    if said.asked_user_id is not None:
        return await statements.hand_over(ctx, Statement(Act.HAND_OVER, task=task.id, people=((said.asked_user_id,),)))
    changes = changed_fields(body, said)
    if not changes:
        return None
    try:
        told = await ctx.run(corrections.correct_task, task.id, build(TaskCorrection, changes))
    except Forbidden:
        return Reply(TaskCard(task.id), await statements.who_may_text(ctx, task))
    return await corrected(ctx, TaskCard(task.id), told)


async def said_of_draft(ctx: ChatContext, body: TaskDraft, task: int, words: str) -> TaskDraft | None:
    """A task as words correct it, if they say nothing else."""
    for meant in dict.fromkeys((without_beginning(words), without_being(words))):
        typed = Typed(meant, Remembered(0, TaskCard(task), ctx.today), replied=False)
        said = await task_drafts.in_words(ctx, body, Field.NOTHING, typed)
        if said and not (said.left or said.unknown or said.beyond or said.doubts or said.repeats):
            return said
    return None


def changed_fields(before: TaskDraft, after: TaskDraft) -> Mapping[str, object]:
    """The fields in which two drafts of a task differ, by their wire names."""
    was, now = (
        {
            "descripcion": each.descripcion,
            "fechaCumplir": each.fecha_cumplir,
            "prioridad": each.prioridad,
            "responsibleUserIds": list(each.responsible_user_ids),
        }
        for each in (before, after)
    )
    return {field: value for field, value in now.items() if value != was[field]}


# An event


class SaidOfEvent(Struct, frozen=True):
    """The changes that words make to an event: its title, or its time and who takes part."""

    title: str = ""
    when: Interval | None = None
    people: Mapping[int, bool] = {}

    def request(self, event: Event, *, series: bool) -> EventCorrection:
        scope: dict[str, object] = {"wholeSeries": series}
        people = [
            build(EventPerson, scope | {"userId": person, "takesPart": comes}) for person, comes in self.people.items()
        ]
        if self.title:
            return EventCorrection(build(EventTexts, scope | {"title": self.title}), people)
        return EventCorrection(build(EventMove, scope | moved_fields(event, self.when)) if self.when else None, people)


async def correct_event(ctx: ChatContext, saved: Saved, words: str, reading: MessageReading) -> Reply | None:
    """An event, or all of a series, with what is said of it; the panel that warns where its new time is not free."""
    event, series = (await ctx.run(agenda.event_details, saved[0].id)).event, len(saved) > 1
    said = await read_changes(ctx, event, words)
    if said == SaidOfEvent() or (said.when and not is_correction(words, reading)):
        return None
    if not may_change(ctx.actor, event):
        creator = await display_name(ctx, event.created_by_user_id or 0)
        return Reply(EventEdit(event.id), ctx.say("event_changed_by", name=creator))
    asks = None if said.when is None else await asked_first(ctx, event, said.when, series=series)
    now = replace(said, when=None) if asks else said
    if now == SaidOfEvent():
        return Reply(asks)
    told = await ctx.run(corrections.correct_event, event.id, now.request(event, series=series))
    return await corrected(ctx, asks or EventEdit(event.id), told)


async def asked_first(ctx: ChatContext, event: Event, when: Interval, *, series: bool) -> EventEdit | None:
    """The question whether to move an event, with what conflicts with that, if anything does."""
    start, minutes = when.start, (when.end - when.start) // MINUTE
    found = await ctx.run(event_edits.move_obstacles, event.id, start, minutes)
    warned = found.anything or start <= ctx.pipeline.clock.now()
    return EventEdit(event.id, EventPart.CONFIRM, series, minute_number(start), minutes) if warned else None


async def read_changes(ctx: ChatContext, event: Event, words: str) -> SaidOfEvent:
    """Read the changes that words make to an event; none if they say more."""
    if title := title_said(words):
        return SaidOfEvent(title=title)
    draft = draft_of(ctx, event)
    parsed = await read_event(ctx, draft, at_that_hour(without_beginning(words)))
    changes = colleagues.people_changes(parsed.title, await ctx.run(colleagues.list_colleagues))
    named = await find_people(ctx, parsed.people)
    out = [*changes.removed, *([ctx.actor.id] if colleagues.leaves_out_oneself(words) else [])]
    more = not (only_joins(changes.rest) or says_people_only(changes.rest))
    if more or parsed.repeats or parsed.doubts or named.unknown:
        return SaidOfEvent()
    people = dict.fromkeys([*changes.added, *named.user_ids], True) | dict.fromkeys(out, False)
    when = event_drafts.apply(draft, parsed, NOBODY).time if says_when(parsed) else None
    return SaidOfEvent(when=when if when != event.times else None, people=people)


def moved_fields(event: Event, when: Interval) -> dict[str, object]:
    return {
        "start": wire_instant(when.start),
        "was": wire_instant(event.start_datetime.replace(second=0, microsecond=0)),
        "minutes": (when.end - when.start) // MINUTE,
    }


KINDS: Mapping[Entity, Callable[[ChatContext, Saved, str, MessageReading], Awaitable[Reply | None]]] = {
    Entity.ABSENCE: correct_absence,
    Entity.OWN_REMINDER: correct_reminder,
    Entity.TASK: correct_task,
    Entity.EVENT: correct_event,
}
