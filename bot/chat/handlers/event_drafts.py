"""`/evento`: an event drafted from a sentence, corrected on its card, saved by ✅."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, time, timedelta
from operator import attrgetter
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.chat.callbacks.agenda import EventCard
from bot.chat.callbacks.callback_data import day_numbered, instant_of_minute
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.agenda import draw_event
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import read_day, read_phrase
from bot.chat.panels.agenda import type_name
from bot.chat.panels.components import Panel
from bot.chat.panels.drafts import meant_people
from bot.chat.panels.event_drafts import ASKED, EventModel, event_panel
from core.application.requests import build
from core.base.calendar_time import Days, Interval, local_date
from core.base.errors import Code, FieldCode, Invalid, NotFound
from core.calendar import agenda, meetings, slot_search
from core.calendar.slot_search import Obstacles, SlotRequest
from core.drafts import drafts, event_drafts, series_drafts
from core.language.accents import without_accents
from core.language.phrases.corrections import at_that_hour, title_instead, title_said, without_beginning
from core.language.phrases.model import DAYS_ONLY, EVENT, REPEATS, DoubtReason, Kind, Understood
from core.language.phrases.remaining import remaining
from core.language.reader.anchors import hanging_time
from core.language.reader.titles import Titles
from core.people import colleagues, notices, presence
from core.people.colleagues import NamedPeople
from core.records.calendar import EventType
from core.records.drafts import EventDraft

LOCATION_LENGTH = 255
WITH_SOMEBODY = re.compile(r"(?:con|with|w/?) ", re.IGNORECASE)
"""A title that says only with whom: "book 45 min with Sofia"."""
DAYS_AHEAD = timedelta(days=31)
"""The furthest ahead that an event may be on which a time hangs: "right after the demo"."""
MOST_LATER = timedelta(days=300)
"""The longest from a first day to a last one: without a year, one that comes later is meant to be before the first."""
MOST_OF_A_TEAM = 12
"""The most colleagues who are all meant by "everybody" where somebody has no team."""
MINUTES_A_DAY, HOUR = 24 * 60, 60
NOBODY = NamedPeople([], [])


async def event_typed(ctx: ChatContext, words: str) -> Reply:
    """`/evento`, or at once `/evento Junta jueves 16:00 1h @ana`."""
    if not await ctx.run(meetings.meeting_types):
        return Reply(words=ctx.say("event_no_types"))
    body = await read_new(ctx, None, await with_clock_time(ctx, words))
    return await begin(ctx, body, missing_field(body))


async def with_clock_time(ctx: ChatContext, words: str) -> str:
    """Words with a day and hour in place of a time that hangs on one of the person's events: "right after the demo"."""
    ahead = await ctx.run(agenda.own_events_ahead, Days(ctx.today, ctx.today + DAYS_AHEAD))
    hangs = hanging_time(words, Titles({event.id: event.title for event in ahead}))
    if hangs is None:
        return words
    event = next(each for each in ahead if each.id == hangs.event)
    rest = f"{words[: hangs.start]}{words[hangs.end :]}"
    parsed = await read_phrase(ctx, rest, EVENT)
    if parsed.hours:
        return words
    lasts = timedelta(minutes=parsed.minutes or ctx.pipeline.settings.meeting_minutes)
    local = hangs.at(event.start_datetime, event.end_datetime, lasts).astimezone(ctx.own_zone)
    day = "" if parsed.days else f" {local:%Y-%m-%d}"
    title = event.title if REASON_ALONE.fullmatch(without_accents(rest)) else rest.strip(" ,;")
    return f"{title}{day} a las {local:%H:%M}"


REASON_ALONE = re.compile(r"\W*(?:(?:porque|que|because|since|so|para que)\b.*)?", re.DOTALL)
"""A reason to be reminded, without the thing to be reminded of."""


async def read_new(ctx: ChatContext, former: EventDraft | None, words: str) -> EventDraft:
    """Return the draft of a sentence, of the usual type; people it names without @ still take part if they did."""
    blank = replace(await blank_draft(ctx, await ctx.run(meetings.meeting_types)), user_ids=(ctx.actor.id,))
    parsed = await read_event(ctx, blank, words)
    body = event_drafts.new_draft(blank, parsed, await find_people(ctx, parsed.people))
    if former is not None:
        named = meant_people(body.title, await ctx.run(colleagues.list_colleagues), body.user_ids)
        body = event_drafts.with_people(body, [each.id for each in named if each.id in former.user_ids])
    everybody = await ctx.run(colleagues.list_colleagues)
    listed = colleagues.people_invited(with_people_named(words, parsed), everybody)
    body = event_drafts.with_people(body, [each.id for each in listed.people])
    body = with_strangers(body, listed.unclear)
    body = event_drafts.with_place(body)
    if WITH_SOMEBODY.match(body.title):
        body = event_drafts.with_title(body, f"{ctx.say('event_meeting')} {body.title}")
    if event_drafts.invites_team(words):
        body = event_drafts.with_people(body, await ctx.run(presence.team_of))
    return event_drafts.from_next_date(body, ctx.pipeline.clock.now())


def with_people_named(words: str, parsed: Understood) -> str:
    """Return words without days, hours and lengths, and with each person who is named in them as @name."""
    others = [(each.start, each.end) for each in parsed.pieces if each.kind is not Kind.PERSON and not each.kept]
    return remaining(words, others)


def with_strangers(body: EventDraft, names: Sequence[str]) -> EventDraft:
    """Return the draft with names that are nobody's; its card says so."""
    return replace(body, unknown=tuple(dict.fromkeys([*body.unknown, *names])))


async def blank_draft(ctx: ChatContext, types: Sequence[EventType]) -> EventDraft:
    """An empty draft: of the usual type and length, with one's own default reminder."""
    return EventDraft(
        zone=ctx.own_zone.key,
        team_zone=ctx.zone.key,
        event_type_id=types[0].id if types else None,
        minutes=ctx.pipeline.settings.meeting_minutes,
        remind_minutes=(await ctx.run(notices.own_notices)).default_reminder_minutes or None,
    )


async def read_event(ctx: ChatContext, body: EventDraft, words: str, sought: Kind = EVENT | REPEATS) -> Understood:
    """Words read in the draft's zone; a number alone behind a day is its hour."""
    parsed = await read_phrase(ctx, words, sought, zone=ZoneInfo(body.zone))
    reading = event_drafts.with_hour_marked(words, parsed)
    return await read_phrase(ctx, reading, sought, zone=ZoneInfo(body.zone)) if reading else parsed


async def find_people(ctx: ChatContext, names: Sequence[str]) -> NamedPeople:
    return await ctx.run(colleagues.find_named, names) if names else NOBODY


def missing_field(body: EventDraft) -> Field:
    return ASKED[body.missing[0]] if body.missing else Field.NOTHING


# Its card


async def draw_card(ctx: ChatContext, body: EventDraft, screen: DraftCard) -> Panel:
    people = await ctx.run(colleagues.list_colleagues)
    model = EventModel(
        screen.draft,
        body,
        ctx.pipeline.clock.now(),
        people,
        await names_by_id(ctx, body, {person.id: person.display_name for person in people}),
        await ctx.run(meetings.meeting_types),
        Obstacles((), ()) if body.repeats else await ctx.run(drafts.event_conflicts, body),
        await find_other_slots(ctx, body) if screen.field is Field.SLOT else (),
        await ctx.run(series_drafts.series_outlook, body) if body.repeats else None,
        await ctx.run(colleagues.meant_by, body.unknown) if body.unknown else (),
    )
    return event_panel(ctx.scene, model, screen)


async def names_by_id(ctx: ChatContext, body: EventDraft, known: dict[int, str]) -> dict[int, str]:
    """Names by id of all who may be on the card, in the order of the list: oneself first, as "you"."""
    left = [person for person in body.user_ids if person not in known]
    own = {ctx.actor.id: ctx.say("event_you")}
    return own | known | await ctx.names_of(left) | own


async def find_other_slots(ctx: ChatContext, body: EventDraft) -> Sequence[Interval]:
    if body.time is None or not body.user_ids:
        return ()
    fields = {"userIds": list(body.user_ids), "startDatetime": event_drafts.wire_instant(body.time.start)}
    found = await ctx.run(slot_search.find_slots, build(SlotRequest, fields | {"minutes": body.minutes}))
    return [slot for slot in found.slots if slot != body.time]


def saved_screen(ctx: ChatContext, body: EventDraft, event_id: int) -> EventCard:
    start = body.time.start if body.time else ctx.pipeline.clock.now()
    return EventCard(event_id, local_date(start, ctx.zone))


# Corrections


async def apply_button(ctx: ChatContext, body: EventDraft, action: SetField) -> EventDraft:
    """The draft with the number that a button carries for a field; one that no button has changes nothing."""
    if action.field in CHECKED_SETTERS:
        return await CHECKED_SETTERS[action.field](ctx, body, action.value)
    return SETTERS[action.field](body, action.value) if action.field in SETTERS else body


def sets_date(change: Callable[[EventDraft, date], EventDraft]) -> Callable[[EventDraft, int], EventDraft]:
    """Return a setter for the number of a date; a number that is not a date changes nothing."""

    def set_date(body: EventDraft, ordinal: int) -> EventDraft:
        day = day_numbered(ordinal)
        return change(body, day) if day else body

    return set_date


def set_hour(body: EventDraft, minute: int) -> EventDraft:
    return event_drafts.at_hour(body, time(*divmod(minute, HOUR))) if 0 <= minute < MINUTES_A_DAY else body


def set_slot(body: EventDraft, minute: int) -> EventDraft:
    return event_drafts.at_instant(body, instant_of_minute(minute)) if minute >= 0 else body


async def set_person(ctx: ChatContext, body: EventDraft, person: int) -> EventDraft:
    """The draft with a person; with a negative id, without them. Raises `NotFound` if they have left."""
    if person <= 0:
        return event_drafts.without_person(body, -person)
    if person not in {each.id for each in await ctx.run(colleagues.list_colleagues)}:
        raise NotFound(Code.USER_NOT_FOUND, username=person)
    return await with_person(ctx, body, person)


async def with_person(ctx: ChatContext, body: EventDraft, person: int) -> EventDraft:
    """The draft with a person, without the name that was not clear and may mean them."""
    body = event_drafts.with_people(body, [person])
    for name in body.unknown:
        if person in {each.id for each in await ctx.run(colleagues.meant_by, [name])}:
            return replace(body, unknown=tuple(other for other in body.unknown if other != name))
    return body


async def set_type(ctx: ChatContext, body: EventDraft, type_id: int) -> EventDraft:
    """The draft with another type. Raises `Invalid` if that is no longer available."""
    if type_id not in {each.id for each in await ctx.run(meetings.meeting_types)}:
        raise Invalid.at("eventTypeId", FieldCode.INACTIVE_EVENT_TYPE, value=type_id)
    return replace(body, event_type_id=type_id)


async def set_reminder(ctx: ChatContext, body: EventDraft, minutes: int) -> EventDraft:
    """The draft with a reminder, or none below zero. Raises `Invalid` where its time has passed."""
    if minutes < 0:
        return event_drafts.with_reminder(body, None)
    changed = event_drafts.with_reminder(body, minutes)
    once = body.time and not body.repeats
    if changed.remind_minutes == minutes and once and body.reminder(minutes, ctx.pipeline.clock.now()) is None:
        raise Invalid.at("remindMinutes", FieldCode.PAST)
    return changed


SETTERS: Mapping[Field, Callable[[EventDraft, int], EventDraft]] = {
    Field.DAY: sets_date(event_drafts.on_day),
    Field.HOUR: set_hour,
    Field.SLOT: set_slot,
    Field.ALL_DAY: lambda body, value: event_drafts.with_whole_days(body) if value > 0 else body,
    Field.LAST_DAY: sets_date(event_drafts.until_day),
    Field.END: sets_date(event_drafts.until_date),
    Field.EACH_DAY: lambda body, _: event_drafts.on_each_day(body),
    Field.ONCE: lambda body, _: event_drafts.with_repeats(body, None),
    Field.PAST: lambda body, value: replace(body, past=value > 0),
    Field.LENGTH: event_drafts.with_length,
    Field.PUBLIC: lambda body, value: replace(body, is_public=value > 0),
    Field.VIRTUAL: lambda body, value: replace(body, is_virtual=value > 0),
    Field.PLACE: lambda body, _: replace(body, location=""),
}
CHECKED_SETTERS: Mapping[Field, Callable[[ChatContext, EventDraft, int], Awaitable[EventDraft]]] = {
    Field.PEOPLE: set_person,
    Field.KIND: set_type,
    Field.REMINDER: set_reminder,
}
"""Setters that check the value against what is stored now."""


async def apply_words(ctx: ChatContext, body: EventDraft, field: Field, typed: Typed) -> EventDraft | None:
    """The draft with what was typed for a field, or for none; None where that says nothing of an event."""
    words = typed.words
    if title := words if field is Field.TITLE and body.title else title_said(words):
        titled = event_drafts.with_title(body, title)
        return titled if titled.title else None
    if field is Field.PLACE:
        return set_location(body, words)
    if field is Field.LAST_DAY and body.day:
        days = (await read_day(ctx, words, DAYS_ONLY, body.day)).days
        return event_drafts.until_day(body, days.last) if days and days.last - body.day <= MOST_LATER else None
    if field is Field.END:
        return await set_end_in_words(ctx, body, words)
    if field is Field.KIND:
        return await set_type_by_name(ctx, body, words)
    return await apply_changes(ctx, body, field, words)


async def apply_changes(ctx: ChatContext, body: EventDraft, field: Field, words: str) -> EventDraft | None:
    """The draft with whom words invite or leave out, all else that they correct, or the title that they order."""
    if event_drafts.leaves_out_everybody(words):
        return replace(body, user_ids=(ctx.actor.id,), unknown=())
    if event_drafts.adds_everybody(words):
        body, words = await with_team(ctx, body), event_drafts.without_adding(words)
        return await apply_corrections(ctx, body, field, words) or body
    changed = await apply_corrections(ctx, body, field, words)
    title = title_instead(words) if changed is None and field is Field.NOTHING else ""
    return event_drafts.with_title(body, title) if title else changed


async def with_team(ctx: ChatContext, body: EventDraft) -> EventDraft:
    """The draft with one's team; of somebody who has none, with everybody where these are few."""
    team = await ctx.run(presence.team_of)
    everybody = [each.id for each in await ctx.run(colleagues.colleagues_near)]
    return event_drafts.with_people(body, team or (everybody if len(everybody) <= MOST_OF_A_TEAM else ()))


async def set_end_in_words(ctx: ChatContext, body: EventDraft, words: str) -> EventDraft | None:
    """The draft of a series that ends on a date, after a time or after a number of dates, as words say."""
    for each in event_drafts.end_words(words):
        parsed = await read_phrase(ctx, each, EVENT | REPEATS, body.day, zone=ZoneInfo(body.zone))
        rule = parsed.repeats and parsed.repeats.rule
        if rule and (rule.ends_on or rule.occurrence_count):
            return event_drafts.until_date(body, rule.ends_on, rule.occurrence_count)
    return None


async def apply_corrections(ctx: ChatContext, body: EventDraft, field: Field, words: str) -> EventDraft | None:
    """The draft with all that words say besides a title, in answer to a question for a part of it."""
    if elsewhere := await at_clock_of(ctx, body, without_beginning(words)):
        return elsewhere
    parsed = await read_answer(ctx, body, field, at_that_hour(without_beginning(words)))
    people = parsed.people or (tuple(colleagues.names_listed(words)) if field is Field.PEOPLE else ())
    named = await find_people(ctx, people)
    titled = event_drafts.with_title(body, parsed.title) if not body.title and parsed.title.strip() else body
    body, others = await with_other_people(ctx, body, parsed.title) if titled is body else (body, False)
    titled = body if others else titled
    if others and not (named.user_ids or says_when(parsed)):
        return body
    if titled is body and not (named.user_ids or parsed.people or says_when(parsed) or parsed.reminder_lead):
        return None
    doubts = parsed.doubts if titled is not body else body.doubts
    changed = replace(event_drafts.apply(titled, replace(parsed, people=people), named), doubts=doubts)
    return event_drafts.from_next_date(changed, ctx.pipeline.clock.now())


async def at_clock_of(ctx: ChatContext, body: EventDraft, words: str) -> EventDraft | None:
    """The draft with its hour by another clock, where words only name that clock: "hora de Bogotá"."""
    asks = [each for each in body.doubts if each.why is DoubtReason.ZONE]
    if body.time is None or body.all_day or len(words.split()) > MOST_OF_A_PLACE:
        return None
    said = body.time.start.astimezone(ZoneInfo(body.said_zone or body.zone))
    for clock in (words, f"hora de {words}")[: 2 if asks else 1]:
        parsed = await read_event(ctx, body, f"{said:%Y-%m-%d} a las {said:%H:%M} {clock}", EVENT)
        if parsed.zone and not parsed.title:
            title = body.title
            for doubt in asks:
                title = " ".join(title.replace(doubt.words, " ").split())
            left = tuple(each for each in body.doubts if each not in asks)
            return replace(event_drafts.apply(body, parsed, NOBODY), title=title, doubts=left)
    return None


MOST_OF_A_PLACE = 6


async def with_other_people(ctx: ChatContext, body: EventDraft, words: str) -> tuple[EventDraft, bool]:
    """Return the draft with the people words add, without those they leave out, and whether they name any."""
    everybody = await ctx.run(colleagues.list_colleagues)
    changes = colleagues.people_changes(words, everybody)
    strangers = colleagues.people_invited(words, everybody).unclear
    removed = [*changes.removed, *([ctx.actor.id] if colleagues.leaves_out_oneself(words) else [])]
    if not (changes.added or removed or strangers):
        return body, False
    body = with_strangers(body, strangers)
    for person in removed:
        body = event_drafts.without_person(body, person)
    return event_drafts.with_people(body, changes.added), True


def says_when(parsed: Understood) -> bool:
    return bool(parsed.days or parsed.hours or parsed.within or parsed.minutes or parsed.whole_days or parsed.repeats)


async def read_answer(ctx: ChatContext, body: EventDraft, field: Field, words: str) -> Understood:
    """Words read as an answer to the question for a field, or else as they are."""
    if field not in READINGS:
        return await read_event(ctx, body, words)
    ways, answer = READINGS[field]
    for each in ways(body, words):
        parsed = await read_event(ctx, body, each)
        if answer(parsed):
            return parsed
    return await read_event(ctx, body, words)


READINGS: Mapping[Field, tuple[Callable[[EventDraft, str], Sequence[str]], Callable[[Understood], object]]] = {
    Field.DAY: (lambda _, words: event_drafts.day_words(words), attrgetter("days")),
    Field.HOUR: (event_drafts.hour_words, attrgetter("hours")),
    Field.LENGTH: (lambda _, words: event_drafts.length_words(words), attrgetter("minutes")),
    Field.REMINDER: (lambda _, words: event_drafts.reminder_lead_words(words), attrgetter("reminder_lead")),
}
"""The ways to phrase an answer to the question for a field, and the part to be found in it, by field."""


def set_location(body: EventDraft, words: str) -> EventDraft | None:
    """The draft at a place; a web address makes the event virtual."""
    place = " ".join(words.split())
    if len(place) > LOCATION_LENGTH:
        raise Invalid.at("location", FieldCode.TOO_LONG, limit=LOCATION_LENGTH)
    link = place.casefold().startswith(("http://", "https://"))
    return replace(body, location=place, is_virtual=body.is_virtual or link) if place else None


async def set_type_by_name(ctx: ChatContext, body: EventDraft, words: str) -> EventDraft | None:
    name = without_accents(words).strip()
    for each in await ctx.run(meetings.meeting_types):
        if name in {without_accents(known).strip() for known in (type_name(ctx.scene, each), each.name)}:
            return replace(body, event_type_id=each.id)
    return None


draw_saved = draw_event
NOT_UNDERSTOOD: Mapping[Field, str] = {
    Field.NOTHING: "draft_not_heard_NOTHING",
    Field.TITLE: "draft_not_heard_TITLE",
    Field.DAY: "draft_not_heard_DAY",
    Field.HOUR: "draft_not_heard_HOUR",
    Field.END: "draft_not_heard_END",
    Field.LENGTH: "draft_not_heard_LENGTH",
    Field.PEOPLE: "draft_not_heard_PEOPLE",
    Field.KIND: "draft_not_heard_KIND",
    Field.REMINDER: "draft_not_heard_REMINDER",
    Field.LAST_DAY: "draft_not_heard_DAY",
}
HANDLERS = Handlers(commands={"evento": event_typed})
