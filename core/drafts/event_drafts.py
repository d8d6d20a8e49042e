"""Drafts of events: pure functions that read a draft from a person's words, find its time, and turn it into a request.

A draft keeps days and hours as they were said, with the zone of the clock that was meant: what the card showed is what
is saved, even if the person has moved since.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from core.base.calendar_time import ONE_DAY, Days, local_date, within_calendar
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence, first_date
from core.calendar.availability import MOST_PEOPLE
from core.calendar.meetings import LONGEST_REMINDER_LEAD
from core.calendar.recurrence import SUNDAY
from core.language.accents import PLAIN, without_accents
from core.language.phrases.corrections import GUESSED, nearest_half
from core.language.phrases.courtesy import without_courtesy
from core.language.phrases.hours import SMALL_HOURS
from core.language.phrases.model import ALL_DAY, TIMES, Kind, Note, PartOfDay, Repeats, TimeWindow, Understood
from core.people.colleagues import NamedPeople
from core.people.working_time import hours_on
from core.records.drafts import EventDraft, Remark, SearchedTime

LONGEST_MINUTES = 24 * 60
MOST_DAYS = 366
NIGHT_MINUTES = 12 * 60
TITLE_LENGTH = 255
NO_REMINDER = frozenset({"no", "ninguno", "nada", "sin", "none", "no one", "nothing"})
BARE_HOUR = re.compile(
    r"\s+(?:[1-9]|1\d|2[0-3])(?: y (?:media|cuarto)|[:.][0-5]\d)?(?=\s*$|\s+(?:con|with|un|una|para)\b|\s+@)", re.ASCII
)
CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)", re.ASCII)

EVERYBODY_CALLED = r"[,;] ?(?:todos|everyone|everybody|all hands)[ .!]*$"
WITH_TEAM = re.compile(
    r"\b(?:con|para|with|for) (?:(?:(?:tod[oa]|los de|el|mi|nuestro|all|the|my|our|whole|entire) )+"
    r"(?:equipo|team)(?! (?:de|del|of)\b)|(?:todos|everyone|everybody)(?! (?:l[oa]s|mis|sus|in|from)\b))(?!\w)"
    rf"|{EVERYBODY_CALLED}"
)
"""Words that invite a person's team: "comida con todo el equipo"."""

WHOLE_TEAM = (
    r"(?:tod[oa]s(?: (?:ell[oa]s|l[oa]s demas|nosotr[oa]s|en el equipo|los del equipo))?"
    r"|(?:tod[oa] )?(?:el|mi|al|nuestro) equipo(?: complet[oa]| enter[oa])?|l[oa]s demas|everyone|everybody"
    r"|(?:all of|the whole|the entire|the|my|our|all the)? ?(?:team|them|us)|all)"
)
BESIDE_AN_ORDER = r"(?:no|si|ok|oye|y|mejor|perdon|porfa|por favor|ah|please|also|tambien|dale|va|and|actually)"
ADDS_EVERYBODY = re.compile(
    rf"(?:^|(?<=[,;.]))\W{{0,3}}(?:{BESIDE_AN_ORDER}[\s,]+){{0,3}}"
    r"(?:(?:agreg|anad|sum|invit|met|inclu[iy]|convoc|pon|junt|apunt)"
    r"(?:a|e|en|an|ar|er|ir)?(?:me|nos)?(?:le|les|lo|los|la|las)?"
    r"|que (?:vayan|vengan|vaya|venga|entren|esten)|vamos|con|para|add|invite|include|bring|with)"
    rf"(?: tambien| also)?(?: a| al)? {WHOLE_TEAM}(?: (?:tambien|porfa|por favor|please|too))?"
    r"(?=\s?(?:$|[,;.!?]|y\s|and\s))"
)
"""A change by which a person's team takes part: "agrega a todos", "invite everybody"."""
LEAVES_OUT_EVERYBODY = re.compile(
    rf"\W*(?:{BESIDE_AN_ORDER}[\s,]+){{0,3}}"
    r"(?:(?:quit|sac|borr|baj)(?:a|e|en|ar)?(?:me|nos|los|las)?|remove|take out|drop)(?: a)?"
    r" (?:tod[oa]s(?: l[oa]s demas)?|los demas|everyone|everybody|all of them)(?: (?:porfa|por favor|please))?\W*"
)

TO_EVERYBODY = re.compile(EVERYBODY_CALLED, re.IGNORECASE)
PLACE = re.compile(
    r"(?<![ ,])[ ,]+(?P<place>(?:en|at|in) (?:(?:la|el|las|los|the) )?(?:sala|salon|auditorio|oficina|cafe|cafeteria"
    r"|restaurante|lobby|terraza|planta|bodega|sucursal|room|office|conference room|meeting room)\b[^,.;:]{0,80})$"
)
"""The place of an event, said last: "junta con Sofía en la sala Juárez"."""
ONLINE = re.compile(
    r"(?<![ ,])[ ,]+(?P<place>(?:por|via|on|over|en) (?:zoom|teams|google meet|meet|skype|webex|videollamada))$"
)
NAMED_PLACE = re.compile(
    r"(?<![ ,])[ ,]+(?P<place>(?:en|at|in) (?:(?:la|el|las|los|the|El|La|Los|Las|The) )?[A-ZÁÉÍÓÚÑ][\w'’&.-]*"
    r"(?: (?:de|del|la|el|y|of|&|[A-ZÁÉÍÓÚÑ0-9][\w'’&.-]*)){0,6})$"
)
"""A place called by its own name, last: "comida en Casa Bonita"; a title all in capitals says no name."""
PLACE_MARKS = re.compile(r"^(?:en|at|in|por|via|on|over) (?:(?:la|el|las|los|the) )?", re.IGNORECASE)
PRIVATELY = re.compile(
    r"(?<![ ,.;])[ ,.;]+(?:y )?"
    r"(?:(?:que )?no (?:salga|se vea|aparezca|muestres|pongas)(?: el| los)? (?:detalles?|motivo|titulo)"
    r"|(?:en )?privado|(?:keep it |make it )?private|without details|no details)$"
)
"""Words by which others are not to see what an event is."""

LINK_BEFORE = re.compile(r"^\W*(?:for|para|de|to|con que)\s+(?=\S)", re.IGNORECASE)
LINK_BEHIND = re.compile(
    r"(?<![\s,;])[\s,;]+(?:(?:it )?takes?(?: about)?|lasts?(?: about)?|about|around|dura(?: como)?|que dura"
    r"|una horita|unos|como de|of)$",
    re.IGNORECASE,
)

PART_WORDS = {
    PartOfDay.SMALL_HOURS.value: "en la madrugada",
    PartOfDay.MORNING.value: "en la mañana",
    PartOfDay.AFTERNOON.value: "en la tarde",
    PartOfDay.NIGHT.value: "en la noche",
}
"""The words for a part of the day to add to an answer; the grammar reads Spanish in every language."""


def new_draft(blank: EventDraft, understood: Understood, called: NamedPeople) -> EventDraft:
    """A draft from the words of a command: the title is what remains of them."""
    draft = with_title(apply(blank, understood, called), without_everybody(without_links(understood.title)))
    return msgspec.structs.replace(draft, doubts=understood.doubts)


def without_links(title: str) -> str:
    """The title without what joined it to the day, the hour or the length that have been taken out of it."""
    return without_courtesy(LINK_BEHIND.sub("", LINK_BEFORE.sub("", title))) or title


def with_title(draft: EventDraft, words: str) -> EventDraft:
    """The draft with a title on one line; one that is too long is cut, with a remark."""
    title = " ".join(words.split())
    draft = msgspec.structs.replace(draft, title=title[:TITLE_LENGTH].rstrip(), doubts=())
    return with_remark(draft, Remark.TITLE_CUT, holds=len(title) > TITLE_LENGTH)


def apply(draft: EventDraft, understood: Understood, called: NamedPeople) -> EventDraft:
    """The draft with the people, day, hour, length and reminder in some words; what they do not mention stays."""
    if understood.people:
        draft = with_people(msgspec.structs.replace(draft, unknown=tuple(called.unknown)), called.user_ids)
    draft = on_days_said(draft, understood)
    if understood.hours:
        draft = draft if understood.days else in_its_night(draft, understood)
        draft = at_hour_said(draft, understood, understood.hours.start)
        draft = msgspec.structs.replace(draft, said_zone=understood.zone.key if understood.zone else "")
        end = understood.hours.end
        draft = with_length(draft, minutes_between(draft, understood.hours.start, end)) if end else draft
    elif understood.within:
        draft = at_some_hour(draft, understood.within, notes_of(understood, TIMES))
    if understood.reminder_lead:
        draft = with_reminder(draft, understood.reminder_lead.minutes)
    return with_length(draft, understood.minutes) if understood.minutes else draft


def at_hour_said(draft: EventDraft, understood: Understood, said: time) -> EventDraft:
    """The draft at an hour that is said, perhaps instead of another, in whose half of the day it rather is."""
    single = understood.hours is not None and understood.hours.end is None
    start = nearest_half(understood, draft.starts) if draft.starts and single else said
    notes = notes_of(understood, Kind.HOURS)
    return at_hour(draft, start or said, notes if start == said else [each for each in notes if each not in GUESSED])


def in_its_night(draft: EventDraft, understood: Understood) -> EventDraft:
    """The draft on the day after if the hour is one of its night: "a la 1", where "en la noche" was said before."""
    ahead = Note.SMALL_HOURS in understood.notes and (draft.starts is None or draft.starts >= time(SMALL_HOURS))
    return on_day(draft, draft.day + ONE_DAY, draft.day_notes) if ahead and draft.day and not draft.repeats else draft


def on_days_said(draft: EventDraft, understood: Understood) -> EventDraft:
    """The draft on the days in some words, whole or not, and repeated as they say."""
    days, notes = understood.days, notes_of(understood, Kind.DAYS)
    if understood.whole_days and not (understood.hours or understood.within or understood.minutes):
        draft = with_whole_days(draft)
    if understood.repeats:
        draft = with_repeats(draft, understood.repeats)
        days = Days(first, first) if (first := understood.repeats.first) else days
    elif draft.repeats and days and Note.UNTIL in notes:
        return until_date(draft, days.last)
    draft = on_day(draft, days.first, notes) if days else draft
    return until_day(draft, days.last) if days and days.first < days.last else draft


def on_day(draft: EventDraft, day: date, notes: Sequence[Note] = ()) -> EventDraft:
    """The draft on a day, whole days as many as they were; a day beyond the calendar is not taken, with a remark."""
    within = within_calendar(day)
    draft = with_remark(draft, Remark.NO_SUCH_DAY, holds=not within)
    draft = with_remark(draft, Remark.SEVERAL_DAYS, holds=False)
    fold = draft.fold if day == draft.day else 0
    if not within:
        return draft
    day = (first_date(draft.repeats.exact, day) or day) if draft.repeats else day
    last = day + (draft.last_day - draft.day) if draft.all_day and draft.day and draft.last_day else None
    return msgspec.structs.replace(draft, day=day, last_day=last, fold=fold, day_notes=tuple(notes), past=False)


def until_day(draft: EventDraft, last: date) -> EventDraft:
    """The draft of several days; an event with an hour takes the first of them, with a remark."""
    several = draft.day is not None and draft.day < last and within_calendar(last)
    most = draft.day + (MOST_DAYS - 1) * ONE_DAY if draft.day and several else last
    draft = msgspec.structs.replace(draft, last_day=min(last, most) if several else None, past=False)
    draft = with_remark(draft, Remark.TOO_MANY_DAYS, holds=draft.all_day and last > most)
    return with_remark(draft, Remark.SEVERAL_DAYS, holds=several and not draft.all_day)


def with_repeats(draft: EventDraft, repeats: Repeats | None) -> EventDraft:
    """The draft of a series, or of one event."""
    draft = msgspec.structs.replace(draft, repeats=repeats, last_day=None)
    return on_day(draft, draft.day, draft.day_notes) if draft.day else draft


def on_each_day(draft: EventDraft) -> EventDraft:
    """The draft of a series on each of the several days that were said."""
    if draft.day is None or draft.last_day is None:
        return draft
    days = (draft.day + number * ONE_DAY for number in range(min((draft.last_day - draft.day).days + 1, SUNDAY)))
    weekdays = tuple(sorted(day.isoweekday() for day in days))
    rule = Recurrence(recurrence_type=RecurrenceType.WEEKLY, weekdays=weekdays, ends_on=draft.last_day)
    return with_remark(with_repeats(draft, Repeats(rule)), Remark.SEVERAL_DAYS, holds=False)


def until_date(draft: EventDraft, last: date | None = None, count: int | None = None) -> EventDraft:
    """The draft of a series with another end: a date, a number of dates, or one that is assumed."""
    if draft.repeats is None:
        return draft
    rule = msgspec.structs.replace(draft.repeats.rule, ends_on=last, occurrence_count=count)
    return msgspec.structs.replace(draft, repeats=msgspec.structs.replace(draft.repeats, rule=rule))


def with_whole_days(draft: EventDraft) -> EventDraft:
    """The draft of whole days: its day, or the days that were said. A reminder in the night before them goes."""
    at_night = draft.remind_minutes is not None and draft.remind_minutes < NIGHT_MINUTES
    draft = msgspec.structs.replace(draft, all_day=True, remind_minutes=None if at_night else draft.remind_minutes)
    return with_remark(draft, Remark.SEVERAL_DAYS, holds=False)


def with_an_hour(draft: EventDraft) -> EventDraft:
    """The draft of one day, at an hour that may still be missing."""
    if not draft.all_day:
        return draft
    draft = msgspec.structs.replace(draft, all_day=False)
    return until_day(draft, draft.last_day) if draft.last_day else draft


def at_hour(draft: EventDraft, starts: time, notes: Sequence[Note] = ()) -> EventDraft:
    """The draft at an hour; if the hour occurs twice, the first, or the second if its `fold` is 1."""
    draft = with_an_hour(draft)
    hour = {"starts": starts.replace(fold=0), "fold": starts.fold, "past": False, "said_zone": ""}
    return msgspec.structs.replace(draft, **hour, within=ALL_DAY, hour_notes=tuple(notes))


def at_some_hour(draft: EventDraft, within: TimeWindow, notes: Sequence[Note]) -> EventDraft:
    return msgspec.structs.replace(with_an_hour(draft), starts=None, fold=0, within=within, hour_notes=tuple(notes))


def at_instant(draft: EventDraft, start: datetime) -> EventDraft:
    local = start.astimezone(ZoneInfo(draft.zone))
    return at_hour(on_day(draft, local.date()), local.time())


def with_length(draft: EventDraft, minutes: int) -> EventDraft:
    """The draft with a length; one longer than a day is not taken, with a remark."""
    within = 0 < minutes <= LONGEST_MINUTES
    draft = with_remark(with_an_hour(draft), Remark.TOO_LONG, holds=not within)
    return msgspec.structs.replace(draft, minutes=minutes) if within else draft


def with_reminder(draft: EventDraft, minutes: int | None) -> EventDraft:
    """The draft with a reminder, or none; one too far ahead is not taken, with a remark."""
    within = minutes is None or 0 <= minutes <= LONGEST_REMINDER_LEAD
    draft = with_remark(draft, Remark.TOO_EARLY, holds=not within)
    return msgspec.structs.replace(draft, remind_minutes=minutes) if within else draft


def next_day(draft: EventDraft, now: datetime) -> date:
    """Today, or tomorrow if the draft's hour has passed today."""
    today = local_date(now, ZoneInfo(draft.zone))
    passed = msgspec.structs.replace(draft, day=today, last_day=None, past=False).asks_whether_past(now)
    return today + ONE_DAY if passed else today


def from_next_date(draft: EventDraft, now: datetime) -> EventDraft:
    """The draft, a series from its next date on."""
    if draft.repeats is None or not draft.asks_whether_past(now):
        return draft
    return on_day(draft, next_day(draft, now), draft.day_notes)


def as_search(draft: EventDraft) -> EventDraft:
    """The draft as a question for a free slot at the time that it says now."""
    times = SearchedTime(**{name: getattr(draft, name) for name in SearchedTime.__struct_fields__})
    return msgspec.structs.replace(draft, sought=times)


def restore_search(draft: EventDraft) -> EventDraft:
    """The draft with the time of the question, if it began as one."""
    return msgspec.structs.replace(draft, **msgspec.structs.asdict(draft.sought)) if draft.sought else draft


def invites_team(words: str) -> bool:
    return WITH_TEAM.search(without_accents(words)) is not None


def adds_everybody(words: str) -> bool:
    """Return whether a change of a draft has one's team take part: "agrega a todos"."""
    return ADDS_EVERYBODY.search(words.translate(PLAIN)) is not None


def without_adding(words: str) -> str:
    """Return what a change says besides that one's team takes part."""
    found = ADDS_EVERYBODY.search(words.translate(PLAIN))
    return f"{words[: found.start()]} {words[found.end() :]}".strip(" ,;.!") if found else words


def leaves_out_everybody(words: str) -> bool:
    """Return whether a change leaves out all the others: "quita a todos"."""
    return LEAVES_OUT_EVERYBODY.fullmatch(without_accents(words)) is not None


def without_everybody(title: str) -> str:
    """Return a title without a call to everybody behind it: "quarterly review, everyone"."""
    return TO_EVERYBODY.sub("", title) or title


def with_place(draft: EventDraft) -> EventDraft:
    """The draft with the place at the end of its title; virtual if that is a program, private if the title says so."""
    title = draft.title
    if hidden := PRIVATELY.search(without_accents(title)):
        title = title[: hidden.start()]
        draft = msgspec.structs.replace(draft, title=title, is_public=False)
    plain = without_accents(title)
    online = ONLINE.search(plain)
    found = online or PLACE.search(plain) or (None if title.isupper() else NAMED_PLACE.search(title))
    if found is None or draft.location or len(plain) != len(title) or not title[: found.start()].strip():
        return draft
    place = PLACE_MARKS.sub("", title[found.start("place") :].strip())
    return msgspec.structs.replace(
        draft, title=title[: found.start()].rstrip(), location=place, is_virtual=bool(online) or draft.is_virtual
    )


def with_people(draft: EventDraft, people: Sequence[int]) -> EventDraft:
    everybody = tuple(dict.fromkeys((*draft.user_ids, *people)))
    draft = with_remark(draft, Remark.TOO_MANY, holds=len(everybody) > MOST_PEOPLE)
    left_out = tuple(each for each in draft.left_out if each not in people)
    return msgspec.structs.replace(draft, user_ids=everybody[:MOST_PEOPLE], left_out=left_out)


def without_person(draft: EventDraft, person: int) -> EventDraft:
    draft = with_remark(draft, Remark.TOO_MANY, holds=False)
    left = tuple(each for each in draft.user_ids if each != person)
    return msgspec.structs.replace(draft, user_ids=left, left_out=(*draft.left_out, person))


def with_remark(draft: EventDraft, remark: Remark, *, holds: bool) -> EventDraft:
    others = tuple(each for each in draft.remarks if each is not remark)
    return msgspec.structs.replace(draft, remarks=(*others, remark) if holds else others)


def minutes_between(draft: EventDraft, starts: time, ends: time) -> int:
    """Return the minutes from one hour to the next time that the clock shows the other, on the draft's day if known."""
    start, end = hours_on(draft.day or date(2000, 1, 1), starts, ends, ZoneInfo(draft.zone))
    return int((end - start) / timedelta(minutes=1))


def notes_of(understood: Understood, kind: Kind) -> Sequence[Note]:
    """The readings that were chosen for pieces of a kind."""
    return [note for piece in understood.pieces if piece.kind in kind for note in piece.notes]


def with_hour_marked(words: str, understood: Understood) -> str | None:
    """The words with "a las" before a bare number after their day, "mañana 10"; None if there is none."""
    days = next((piece for piece in understood.pieces if piece.kind is Kind.DAYS), None)
    if understood.hours or not days or not BARE_HOUR.match(words, days.end):
        return None
    return f"{words[: days.end]} a las{words[days.end :]}"


def hour_words(draft: EventDraft, words: str) -> Sequence[str]:
    """The readings of an answer to "at what time?", with the part of the day that was said before."""
    part = PART_WORDS.get(draft.within, "")
    return [f"{words} {part}".strip(), f"a las {words} {part}".strip()]


def day_words(words: str) -> Sequence[str]:
    return [words, f"el {words}"]


def length_words(words: str) -> Sequence[str]:
    """The readings of an answer to "how long?": 1:30 is a length here, 45 are minutes."""
    clock = CLOCK.fullmatch(words.strip())
    return [f"{clock[1]}h{clock[2]}"] if clock else [words, f"{words} min"]


def end_words(words: str) -> Sequence[str]:
    """The readings of an answer to "until when?": a date, a length of time, a number of dates."""
    return [
        f"cada semana {words}",
        f"cada semana hasta {words}",
        f"cada semana hasta el {words}",
        f"cada semana {words} veces",
    ]


def reminder_lead_words(words: str) -> Sequence[str]:
    """The readings of an answer to "how long before?": 45 are minutes, "none" means no reminder."""
    if without_accents(words).strip(" .") in NO_REMINDER:
        return ["sin aviso"]
    return [words, f"avísame {words}", f"avísame {words} min"]


def fields(draft: EventDraft, now: datetime) -> dict[str, object]:
    """Return the fields of a `MeetingCreate`, by their wire names; a reminder that would be too late is left out."""
    when = draft.time
    ahead = draft.remind_minutes is not None and draft.reminder(draft.remind_minutes, now)
    return {
        "eventTypeId": draft.event_type_id,
        "title": draft.title,
        **({"startDatetime": wire_instant(when.start), "endDatetime": wire_instant(when.end)} if when else {}),
        "participantUserIds": list(draft.user_ids),
        "location": draft.location or None,
        "isVirtual": draft.is_virtual,
        "isPublic": draft.is_public,
        "remindMinutes": draft.remind_minutes if ahead else None,
    }


def wire_instant(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")
