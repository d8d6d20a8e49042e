"""`/ausencia del 3 al 7`: an absence drafted from a sentence, corrected on its card, saved by ✅."""

import asyncio
from collections.abc import Mapping
from itertools import islice

from msgspec.structs import replace

from bot.chat.callbacks.absences import AbsenceCard, AbsenceList
from bot.chat.callbacks.callback_data import day_numbered
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply, Typed
from bot.chat.handlers import absences
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import moment_of, read_day, read_phrase
from bot.chat.panels.absence_drafts import AbsenceDraftModel, absence_draft_panel
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from bot.chat.panels.drafts import doubt_lines
from core.application.access import Operation
from core.application.requests import build
from core.base.calendar_time import Interval
from core.base.date_times import instant_at
from core.drafts import absence_drafts, drafts
from core.drafts.task_drafts import only_joins
from core.language.phrases.corrections import end_said, nearest_half
from core.language.phrases.model import DAYS_ONLY, EVENT, Understood
from core.language.statements import hours_away
from core.people import colleagues, schedules
from core.people.absences import AbsenceCreate
from core.people.colleagues import Colleague
from core.records.drafts import AbsenceDraft
from core.records.people import Absence
from core.work import absence_outlook


async def absence_typed(ctx: ChatContext, words: str) -> Reply:
    """`/ausencia`, `/ausencia del 3 al 7 vacaciones`, `/ausencia @ana`, `/ausencia @ana del 3 al 7`."""
    named = [*islice(absence_drafts.people_away(words), 2)]
    if len(named) > 1:
        return Reply(words=ctx.say("absence_one_person"))
    if named:
        return await typed_of_person(ctx, *named[0])
    if not words.strip():
        return Reply(AbsenceList())
    return await typed_with_a_bare_name(ctx, words) or await begin_draft(ctx, ctx.actor.id, words)


async def typed_with_a_bare_name(ctx: ChatContext, words: str) -> Reply | None:
    """Answer a leader whose words begin or end with a name without @: "ana miércoles enferma"; None to others."""
    said = words.split() if ctx.leads else []
    for name, rest in [(said[0], said[1:]), (said[-1], said[:-1])] if said else []:
        named = await ctx.run(colleagues.find_named, [name])
        if named.user_ids or named.ambiguous:
            return await typed_of_person(ctx, name, " ".join(rest))
    return None


async def typed_of_person(ctx: ChatContext, name: str, words: str) -> Reply:
    named = await ctx.run(colleagues.find_named, [name])
    if not named.user_ids:
        return Reply(words=ctx.say("absence_who", name=shorten(name, LINE_UNITS)))
    (person,) = named.user_ids
    if not ctx.may(Operation.ABSENCE_WRITE, person):
        return Reply(words=ctx.say("absence_not_yours"))
    return await begin_draft(ctx, person, words) if words.strip() else Reply(AbsenceList(person))


async def begin_draft(ctx: ChatContext, person: int, words: str, instead: Absence | None = None) -> Reply:
    """Draft a person's absence, perhaps in place of one; where words say a part of a day, one of hours."""
    parsed, body = await read_absence(ctx, words, person)
    if body is None:
        return Reply(panel=not_understood_panel(ctx, words, parsed))
    if parsed.within and parsed.days and parsed.days.first == parsed.days.last and instead is None:
        body = await read_hours_away(ctx, words, person) or body
    body = absence_drafts.instead_of(body, instead) if instead else body
    return await begin(ctx, body, missing_field(body))


async def read_new(ctx: ChatContext, body: AbsenceDraft, words: str) -> AbsenceDraft:
    """The draft of the same person's absence; as it is where the words name no days."""
    return (await read_absence(ctx, words, body.user_id))[1] or body


async def read_absence(ctx: ChatContext, words: str, person: int) -> tuple[Understood, AbsenceDraft | None]:
    parsed = [await read_phrase(ctx, reading, DAYS_ONLY) for reading in absence_drafts.readings(words)]
    bodies = [absence_drafts.new_draft(each, person, ctx.today) for each in parsed]
    return parsed[0], next((body for body in bodies if body), None) or await read_apart(ctx, words, parsed[0], person)


async def read_apart(ctx: ChatContext, words: str, parsed: Understood, person: int) -> AbsenceDraft | None:
    """The draft of several stretches, "lunes y jueves"; None where they are not days each."""
    together, parts = absence_drafts.said_apart(parsed)
    days = [(await read_phrase(ctx, part, DAYS_ONLY)).days for part in parts]
    found = [each for each in days if each is not None]
    if not found or len(found) < len(days):
        return None
    rest = await read_phrase(ctx, words.replace(together, parts[0], 1), DAYS_ONLY)
    return absence_drafts.of_stretches(found, person, rest.title)


def not_understood_panel(ctx: ChatContext, words: str, parsed: Understood) -> Panel:
    doubts = doubt_lines(ctx.scene, absence_drafts.doubted_days(parsed) or parsed.doubts)
    heading = ctx.scene.say("absence_not_understood", words=ctx.scene.user_text(words))
    return Panel("\n".join([heading, *doubts, "", ctx.scene.say("absences_how")]))


# Some hours


async def begin_hours(ctx: ChatContext, words: str) -> Reply | None:
    """The draft of some hours away; None where the words do not say which."""
    body = await read_hours_away(ctx, words, ctx.actor.id)
    return await begin(ctx, body, Field.NOTHING) if body else None


async def read_hours_away(ctx: ChatContext, words: str, person: int) -> AbsenceDraft | None:
    moment = moment_of(ctx)
    day = await asyncio.to_thread(hours_away.day_said, words, moment) or moment.today
    works = await ctx.run(schedules.hours_of_day, person, day)
    said = await asyncio.to_thread(hours_away.read_hours, words, moment, works)
    return absence_drafts.of_hours(person, said.day, said.hours, said.reason) if said else None


# A whole team


async def begin_team(ctx: ChatContext, words: str) -> Reply:
    """Draft a day off of a leader and their team; for those who lead nobody, their own."""
    _, body = await read_absence(ctx, words, ctx.actor.id)
    if body is None:
        return await begin_draft(ctx, ctx.actor.id, words)
    return await begin(ctx, replace(body, others=tuple(sorted(ctx.actor.team))), missing_field(body))


# Its card


def missing_field(body: AbsenceDraft) -> Field:
    return Field.DAY if body.last_day is None else Field.NOTHING


async def draw_card(ctx: ChatContext, body: AbsenceDraft, screen: DraftCard) -> Panel:
    preview, fault = None, ""
    if body.last_day is not None and body.hours is None:
        try:
            request = build(AbsenceCreate, absence_drafts.fields(body))
            preview = await ctx.run(absence_outlook.preview, request, body.instead.id if body.instead else None)
        except REFUSALS as error:
            fault = ctx.refusal(error)
    own = body.user_id == ctx.actor.id
    person = preview.person if preview else await find_person(ctx, body.user_id)
    names = [*(await ctx.names_of(body.others)).values()]
    model = AbsenceDraftModel(screen.draft, body, person, own, preview, fault, names)
    return absence_draft_panel(ctx.scene, model, screen)


async def find_person(ctx: ChatContext, user_id: int) -> Colleague:
    people = await ctx.run(colleagues.list_colleagues)
    return next((each for each in people if each.id == user_id), Colleague(user_id, "", f"#{user_id}"))


async def apply_button(ctx: ChatContext, body: AbsenceDraft, action: SetField) -> AbsenceDraft:
    if action.field is Field.ABSENCE:
        listed = (await ctx.run(absence_outlook.absences_of, body.user_id)).absences
        found = next((each for each, _ in listed if each.id == action.value), None)
        return absence_drafts.instead_of(body, found) if found else body
    day = day_numbered(action.value) if action.field is Field.DAY else None
    return absence_drafts.with_last_day(body, day) if day else body


async def apply_words(ctx: ChatContext, body: AbsenceDraft, field: Field, typed: Typed) -> AbsenceDraft | None:
    """The draft with what was typed for a field, or for none; None where that says nothing of an absence.

    An hour is of something else: an absence has none.
    """
    if field is Field.TITLE:
        return absence_drafts.with_reason(body, typed.words)
    if body.hours:
        return await other_hours(ctx, body, body.hours, typed.words)
    if field is Field.DAY and (changed := await apply_last_day(ctx, body, typed.words)):
        return changed
    if field is Field.NOTHING and not typed.replied and (await read_phrase(ctx, typed.words, EVENT)).hours:
        return None
    _, again = await read_absence(ctx, typed.words, body.user_id)
    if again is not None and (field is Field.NOTHING or again.first_day != again.last_day):
        again = replace(again, reason="") if only_joins(again.reason) else again
        return absence_drafts.apply(body, again)
    return absence_drafts.with_reason(body, typed.words) if field is Field.NOTHING and typed.replied else None


async def other_hours(ctx: ChatContext, body: AbsenceDraft, hours: Interval, words: str) -> AbsenceDraft | None:
    """The draft of the hours that words say, or of the same until another hour; None where they say neither."""
    if other := await read_hours_away(ctx, words, body.user_id):
        return replace(other, reason=other.reason or body.reason)
    end = end_said(words)
    return await until(ctx, body, hours, end) if end else None


async def until(ctx: ChatContext, body: AbsenceDraft, hours: Interval, end: str) -> AbsenceDraft | None:
    """The draft of hours that end when said, in the half of the day of their end; None where they would end before."""
    said = await read_phrase(ctx, f"a las {end}", EVENT)
    at = nearest_half(said, hours.end.astimezone(ctx.own_zone).time())
    if at is None:
        return None
    wanted = instant_at(body.first_day, at, ctx.own_zone)
    return replace(body, ends_at=wanted) if wanted > hours.start else None


async def apply_last_day(ctx: ChatContext, body: AbsenceDraft, words: str) -> AbsenceDraft | None:
    """The draft with a last day that words say and nothing else: from today, else from the first day, as they count."""
    for moment in (ctx.today, body.first_day):
        parsed = await read_day(ctx, words, DAYS_ONLY, moment)
        if parsed.days and parsed.days.first == parsed.days.last >= body.first_day and not parsed.title:
            return absence_drafts.with_last_day(body, parsed.days.last, parsed.notes)
    return None


async def asked_next(ctx: ChatContext, body: AbsenceDraft, _saved_id: int) -> DraftCard | None:
    """The draft of the stretch that was said with it."""
    following = absence_drafts.following(body)
    return DraftCard((await ctx.run(drafts.begin_draft, following)).id) if following else None


def saved_screen(_ctx: ChatContext, _body: AbsenceDraft, saved_id: int) -> AbsenceCard:
    return AbsenceCard(saved_id)


draw_saved = absences.draw_absence
NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "absence_draft_not_heard", Field.DAY: "draft_not_heard_DAY"}
HANDLERS = Handlers(commands={"ausencia": absence_typed})
