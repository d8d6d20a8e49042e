"""Drafts of absences: pure functions that read a draft from a person's words and turn it into a request.

Words with doubtful days make no draft; if the days are clear, the rest of the words is the reason.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from msgspec.structs import replace

from core.base.calendar_time import Days, Interval, within_calendar
from core.drafts.event_drafts import wire_instant
from core.language.phrases.model import Doubt, DoubtReason, Note, Understood
from core.language.phrases.vocabulary import MONTHS, one_of
from core.language.spacing import single_spaced
from core.records.drafts import AbsenceDraft
from core.records.people import Absence

FROM = re.compile(r"^\s*from\s+", re.IGNORECASE)
MENTION = re.compile(r"(?:(?:^|(?<=\s))(?:de|para|of|for)\s+)?(?<!\S)@([^\s@,;:]+)[,;:]?", re.IGNORECASE)
BESIDE_OTHERS = re.compile(r"(?<!\S)(?:con|with|y|e|and|a|to|por|by)\s+\Z", re.IGNORECASE)
"""Before a name, a word that means that the person only goes along: "curso con @luis"."""
LOOKED_AT = 20
"""The number of characters before a name that are searched for such a word."""


def people_away(words: str) -> Iterator[tuple[str, str]]:
    """Each person named by @ as being away, with the rest of the words; people who only go along are left out."""
    for found in MENTION.finditer(words):
        if not beside_others(words, found.start()):
            yield found[1], words[: found.start()] + words[found.end() :]


def beside_others(words: str, at: int) -> bool:
    return BESIDE_OTHERS.search(words, max(0, at - LOOKED_AT), at) is not None


def readings(words: str) -> Sequence[str]:
    """The words, and the words with "from" taken as the beginning of the days."""
    return (words, begins) if (begins := FROM.sub("starting ", words, count=1)) != words else (words,)


CALLS = re.compile(r"^(?:(?:oye|oiga|oigan|hola|hey|hi|hello|por ?fa(?:vor)?|please)\b[ ,.!]*)+", re.IGNORECASE)


def without_calls(words: str) -> str:
    """A reason without the call and the courtesy before it: "oye, cita médica"."""
    return CALLS.sub("", words)


def new_draft(understood: Understood, user_id: int, today: date) -> AbsenceDraft | None:
    """A draft for a person; None if the days are missing or in doubt."""
    if understood.days is None or not within_calendar(understood.days.last) or doubted_days(understood):
        return None
    return AbsenceDraft(
        user_id=user_id,
        first_day=today if Note.UNTIL in understood.notes else understood.days.first,
        last_day=None if Note.ONWARDS in understood.notes else understood.days.last,
        reason=on_one_line(without_calls(understood.title)),
        notes=understood.notes,
        doubts=understood.doubts,
    )


BARE_DAY = re.compile(r"(?:el |the )?[0-9]{1,2}", re.IGNORECASE)
MONTH = one_of(MONTHS)
OF_MONTH = re.compile(
    rf"((?:{MONTH}) )(?:the )?[0-9]{{1,2}}|(?:el |the )?[0-9]{{1,2}}( (?:de |of )?(?:{MONTH}))", re.IGNORECASE
)
"""A day with its month before or behind it, which days beside it share: "el 24 y 31 de diciembre"."""
SEVERAL = re.compile(r"\s?(?:,|\b(?:y|e|and|&)\b)\s?", re.IGNORECASE)


def said_apart(understood: Understood) -> tuple[str, Sequence[str]]:
    """The words for several stretches, "lunes y jueves", and those for each; empty where they are alternatives."""
    doubts = [each for each in doubted_days(understood) if each.why is DoubtReason.EITHER]
    if len(doubts) != 1 or understood.days is not None:
        return "", ()
    words = doubts[0].words
    parts = [part for part in SEVERAL.split(single_spaced(words)) if part]
    month = next((found for part in parts if (found := OF_MONTH.fullmatch(part))), None)
    if month:
        parts = [f"{month[1] or ''}{part}{month[2] or ''}" if BARE_DAY.fullmatch(part) else part for part in parts]
    return (words, parts) if len(parts) > 1 else ("", ())


def of_stretches(stretches: Sequence[Days], user_id: int, reason: str) -> AbsenceDraft:
    """The draft of the first stretch, with those that follow it."""
    first, *then = sorted(stretches)
    return AbsenceDraft(
        user_id=user_id, first_day=first.first, last_day=first.last, reason=on_one_line(reason), then=tuple(then)
    )


def following(draft: AbsenceDraft) -> AbsenceDraft | None:
    """The draft of the stretch that follows; None where none does."""
    return of_stretches(draft.then, draft.user_id, draft.reason) if draft.then else None


def doubted_days(understood: Understood) -> Sequence[Doubt]:
    """Doubtful phrases that may be the draft's days; a word that may be just a word belongs to the reason."""
    return [doubt for doubt in understood.doubts if doubt.why is not DoubtReason.WORDS]


def with_last_day(draft: AbsenceDraft, last_day: date, notes: tuple[Note, ...] = ()) -> AbsenceDraft:
    """The draft with that last day; unchanged if it is before the first one, or beyond the calendar."""
    if last_day < draft.first_day or not within_calendar(last_day):
        return draft
    return replace(draft, last_day=last_day, notes=notes)


def with_reason(draft: AbsenceDraft, words: str) -> AbsenceDraft:
    return replace(draft, reason=on_one_line(words), doubts=())


def apply(draft: AbsenceDraft, again: AbsenceDraft) -> AbsenceDraft:
    """The corrected draft; the old reason stays if the correction gives none."""
    return replace(again, reason=again.reason or draft.reason, then=again.then or draft.then, instead=draft.instead)


def instead_of(draft: AbsenceDraft, absence: Absence) -> AbsenceDraft:
    """The draft in place of an absence, with its reason if none was said, and its first day if only the last one was.

    Where a single day takes the place of several, the last day is still to be said.
    """
    extends = Note.UNTIL in draft.notes
    first = absence.first_day if extends else draft.first_day
    shorter = draft.first_day == draft.last_day and absence.first_day < absence.last_day
    last = None if shorter and not extends else draft.last_day
    reason = draft.reason or absence.reason or ""
    return replace(draft, instead=absence, first_day=first, last_day=last, reason=reason)


def fields(draft: AbsenceDraft) -> dict[str, object]:
    """Return the fields of an `AbsenceCreate`, by their wire names; a last day that is not known yet is left out."""
    known = {"lastDay": draft.last_day} if draft.last_day else {}
    return {"userId": draft.user_id, "firstDay": draft.first_day, "reason": draft.reason or None, **known}


def of_hours(user_id: int, day: date, hours: Interval, reason: str) -> AbsenceDraft:
    """The draft of some hours of a day."""
    return AbsenceDraft(
        user_id=user_id,
        first_day=day,
        last_day=day,
        reason=on_one_line(reason),
        starts_at=hours.start,
        ends_at=hours.end,
    )


def hour_fields(draft: AbsenceDraft, hours: Interval) -> dict[str, object]:
    """The fields of an `HoursRequest`, by their wire names."""
    times = {"startsAt": wire_instant(hours.start), "endsAt": wire_instant(hours.end)}
    return {"userId": draft.user_id, "reason": draft.reason or None, **times}


def on_one_line(words: str) -> str:
    return " ".join(words.split()).strip(" ,;:.-–")
