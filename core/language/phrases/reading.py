"""The reading of a text: what was understood, what was left in doubt, and the words that remain."""

import re
from collections.abc import Sequence
from datetime import time
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from core.base.calendar_time import Days
from core.base.date_times import instant_at
from core.language.accents import without_accents
from core.language.phrases.arithmetic import shifted
from core.language.phrases.disambiguation import Selection, disambiguate
from core.language.phrases.hours import half_note
from core.language.phrases.model import Doubt, Hours, Kind, Meaning, Moment, Note, PartOfDay, Piece, Understood
from core.language.phrases.recurrence import shifted_weekdays, with_dates
from core.language.phrases.remaining import remaining
from core.language.phrases.scanning import Candidate, Find, candidates, finds
from core.language.phrases.sentence import Sentence
from core.language.phrases.within import first, is_after_midnight, meanings, other_half, reconciled, within, wrong_half

MEAL = re.compile(r"\b(?:(?P<early>desayun|breakfast)|cena\b|cenar\b|dinner|supper)")
TEXTS_KEPT = 16
EVENING = 18
"""An hour before this is of the afternoon, even if "at night" is said with it."""
GUESSED = {Note.MORNING, Note.NOON, Note.AFTERNOON}


def read(text: str, moment: Moment, sought: Kind) -> Understood:
    """A text, read for what is sought in it. Pure; slow only if dateparser must help (see `spelling`)."""
    return read_scanned(scan(text, sought), moment)


class Scan(Struct, frozen=True):
    """A text with the phrases found in it, which may be read at several moments."""

    text: str
    sought: Kind
    sentence: Sentence
    found: Sequence[Find]


@lru_cache(TEXTS_KEPT)
def scan(text: str, sought: Kind) -> Scan:
    """Return the phrases of a text; the last few are kept, since several readers look at a message."""
    sentence = Sentence.of(text)
    found = [one for one in finds(sentence.folded.text, sought) if not sentence.says_is(one.found.start())]
    return Scan(text, sought, sentence, found)


def read_scanned(scanned: Scan, moment: Moment) -> Understood:
    text, sought, sentence = scanned.text, scanned.sought, scanned.sentence
    selection = disambiguate(sentence, candidates(scanned.found, moment), moment, sought)
    selection.taken = reconciled(selection.taken)
    pieces = [piece(sentence, one, selection, sought) for one in selection.taken]
    doubts = [Doubt(*(at := offsets(sentence, one)), text[slice(*at)], why) for one, why in selection.doubts]
    said = meanings(selection.taken)
    from_to = any(one.from_to for one in said) and not any(one.repeats for one in said)
    whole = Kind.ALL_DAY in sought and (from_to or any(one.all_day for one in said))
    return by_own_clock(
        selection,
        moment,
        Understood(
            remaining(text, [(piece.start, piece.end) for piece in pieces if not piece.kept]),
            pieces=tuple(pieces),
            doubts=tuple(sorted(doubts, key=lambda doubt: doubt.start)),
            whole_days=whole,
        ),
    )


def offsets(sentence: Sentence, one: Candidate) -> tuple[int, int]:
    return sentence.folded.starts[one.start], sentence.folded.starts[one.end]


def piece(sentence: Sentence, one: Candidate, selection: Selection, sought: Kind) -> Piece:
    """A taken candidate as a card shows it; if no hour is sought, a part of a day stands for all of it."""
    start, end = offsets(sentence, one)
    notes = one.meaning.notes if isinstance(one.meaning, Meaning) else ()
    if Kind.HOURS not in sought and isinstance(one.meaning, Meaning) and one.meaning.part:
        notes = (*notes, Note.WHOLE_DAY)
    return Piece(one.kind, start, end, sentence.original[start:end], notes, kept=one in selection.kept)


def by_own_clock(selection: Selection, moment: Moment, so_far: Understood) -> Understood:
    """Return what was understood with an hour of another zone by the person's own clock, on another day if need be."""
    there = with_dates(understood(selection, so_far), meanings(selection.taken), moment)
    there = after_midnight(there, first(one.part for one in meanings(selection.taken)), moment)
    zone = first(one.zone for one in meanings(selection.taken))
    if not zone or not there.hours:
        return there
    day = there.days.first if there.days else moment.today
    start = instant_at(day, there.hours.start, zone).astimezone(moment.zone)
    end = there.hours.end and instant_at(day, there.hours.end, zone).astimezone(moment.zone).time()
    moved = start.date() - day
    moved_days = there.days and Days(there.days.first + moved, there.days.last + moved)
    return replace(
        there,
        zone=zone,
        hours=Hours(start.time(), end),
        days=moved_days or (Days(day + moved, day + moved) if moved else None),
        repeats=shifted_weekdays(there.repeats, moved.days),
    )


def after_midnight(there: Understood, part: PartOfDay | None, moment: Moment) -> Understood:
    """Move an hour of the night after midnight to the day after, as its note says: "mañana en la noche a la 1"."""
    if not there.hours or not (is_after_midnight(there.hours.start, part) or Note.SMALL_HOURS in there.notes):
        return there
    told = replace(there, pieces=with_small_hours(there.pieces))
    first_day, last_day = (shifted(day, 1) for day in there.days) if there.days else (None, None)
    is_night = moment.now.astimezone(moment.zone).time() < there.hours.start
    in_this_night = is_night and first_day == shifted(moment.today, 1)
    if not first_day or not last_day or in_this_night or (there.repeats and not there.repeats.rule.weekdays):
        return told
    return replace(told, days=Days(first_day, last_day), repeats=shifted_weekdays(there.repeats, 1))


def with_small_hours(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces, one of which says that an hour is after midnight."""
    at = next(place for place, piece in enumerate(pieces) if piece.kind is Kind.HOURS)
    if any(Note.SMALL_HOURS in piece.notes for piece in pieces):
        return pieces
    return (*pieces[:at], replace(pieces[at], notes=(*pieces[at].notes, Note.SMALL_HOURS)), *pieces[at + 1 :])


def understood(selection: Selection, so_far: Understood) -> Understood:
    said = meanings(selection.taken)
    part = first(one.part for one in said)
    people = tuple(dict.fromkeys(one.person for one in said if one.person))
    merged = replace(
        so_far,
        people=people,
        days=first(one.days for one in said),
        hours=first(one.hours for one in said),
        within=within(said),
        minutes=first(one.minutes for one in said),
        priority=first(one.priority for one in said),
        reminder_lead=first(one.reminder_lead for one in said),
    )
    if not merged.hours or not any(one.guess for one in said):
        return merged
    if part:
        return with_half_of_day(merged, merged.hours, part)
    meal = part_of_meal(merged.title)
    late = meal is PartOfDay.NIGHT and is_after_midnight(other_half(merged.hours.start), meal)
    return with_half_of_day(merged, merged.hours, meal, chosen=True) if meal and not late else merged


def part_of_meal(title: str) -> PartOfDay | None:
    """The time of the meal that a title mentions: "cena con proveedores"."""
    said = MEAL.search(without_accents(title))
    return said and (PartOfDay.MORNING if said["early"] else PartOfDay.NIGHT)


def with_half_of_day(read_so_far: Understood, hours: Hours, part: PartOfDay, *, chosen: bool = False) -> Understood:
    """The hours in the half of the day named elsewhere: "mañana en la noche a las 8"; noted only if `chosen`."""
    if wrong_half(hours.start, part):
        hours = Hours(other_half(hours.start), hours.end and other_half(hours.end))
    note = half_of_day_note(hours.start, part)
    differs = note is Note.MIDNIGHT or (note is Note.AFTERNOON and part is PartOfDay.NIGHT)
    told = (note,) if chosen or differs else ()
    pieces = tuple(
        replace(piece, notes=(*(each for each in piece.notes if each not in GUESSED), *hour_notes(piece, told)))
        for piece in read_so_far.pieces
    )
    return replace(read_so_far, hours=hours, pieces=pieces)


def half_of_day_note(start: time, part: PartOfDay) -> Note:
    """The half of the day that was taken, as people call it; which midnight is meant is never clear."""
    if start == time.min:
        return Note.MIDNIGHT
    return Note.EVENING if part is PartOfDay.NIGHT and start.hour >= EVENING else half_note(start)


def hour_notes(piece: Piece, chosen: tuple[Note, ...]) -> tuple[Note, ...]:
    return chosen if piece.kind is Kind.HOURS and GUESSED & {*piece.notes} else ()
