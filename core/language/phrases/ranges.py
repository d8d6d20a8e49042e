"""Days said in two phrases: "viernes 27 de noviembre", "del 28 de diciembre al 2 de enero"."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from core.base.calendar_time import ONE_DAY, Days
from core.language.phrases import days
from core.language.phrases.arithmetic import WEEK, day_to_day, span
from core.language.phrases.clock_zones import offset
from core.language.phrases.day_table import NEAR_TODAY
from core.language.phrases.days import NUMBERED, year_of
from core.language.phrases.model import Confidence, DoubtReason, Kind, Meaning, Moment, Note, one_day
from core.language.phrases.recurrence import WEEKDAYS_AT_A_TIME, on_weekdays_to
from core.language.phrases.scanning import Candidate
from core.language.phrases.sentence import LOOKED_AT, Sentence
from core.language.phrases.vocabulary import one_of

GAP = re.compile(r" ?[,(]? ?(?:de |of )?")
OF_A_WEEK = (days.of_this_week, days.of_next_week)
WEEKS = (days.this_week, days.next_week)
LONGEST_DAYS = 300
"""A range without a year that takes longer has its ends the wrong way round: "24/11 al 20/11"."""
ONLY_WEEKDAY = (days.weekday, days.this_weekday)
BESIDE = re.compile(r",? ?(?:the )?")
CONNECTOR = re.compile(r" ?(?:-|al?|hasta(?: el)?|to|until|till|through|thru) ?(?:el |la )?")
TOGETHER = re.compile(r" (?:y|e|ni|and|nor) (?:tampoco )?")
WITH_AND = re.compile(r" (?:y|and) (?:el |la )?")
OPENER = re.compile(r"(?<!\w)(?:del?|desde|from|entre|between)(?: el| la)? $")
WEEKDAYS_TO = re.compile(
    rf"(?:de |from )?(?P<first>{one_of(NUMBERED)})\.? ?(?:-|a|to|through|thru) ?(?P<last>{one_of(NUMBERED)})\.?"
)
"""Not «del lunes al viernes», which is one week."""
BOTH = ("entre", "between")


def dated_weekdays(sentence: Sentence, found: list[Candidate]) -> list[Candidate]:
    """The candidates with each weekday beside a date joined to it; the two must agree."""
    made: list[Candidate] = []
    for one in found:
        pair = (made[-1], one) if made and are_adjacent_days(sentence, made[-1], one) else None
        if pair and (joined := weekday_with_date(*pair)):
            made[-1] = joined
        else:
            made.append(one)
    return made


def are_adjacent_days(sentence: Sentence, first: Candidate, last: Candidate) -> bool:
    """Return whether two phrases of days have nothing significant between them."""
    between = sentence.folded.text[first.end : last.start]
    return bool(first.days and last.days and not begins_phrase(last) and BESIDE.fullmatch(between))


def begins_phrase(one: Candidate) -> bool:
    """Return whether a phrase begins by itself: after a marker, or as a weekday with its article."""
    return bool(one.marker) or (one.row.reader in ONLY_WEEKDAY and one.found[0].startswith(("el ", "on ")))


def weekday_with_date(first: Candidate, last: Candidate) -> Candidate | None:
    """The date, in doubt if it is not on that weekday."""
    named, dated = (first, last) if first.row.reader in ONLY_WEEKDAY else (last, first)
    if named.row.reader not in ONLY_WEEKDAY or dated.row.reader in ONLY_WEEKDAY or not dated.days or not named.days:
        return None
    agree = dated.days.first == dated.days.last and dated.days.first.weekday() == named.days.first.weekday()
    if not agree and "day" not in dated.found.groupdict():
        return None
    confidence = min(first.confidence, last.confidence)
    return replace(
        dated,
        start=first.start,
        end=last.end,
        confidence=confidence,
        meaning=dated.meaning if agree else DoubtReason.MISMATCH,
        marker=first.marker,
    )


def ranges(sentence: Sentence, found: list[Candidate], moment: Moment) -> list[Candidate]:
    """The candidates with two days and "to" between them joined to one."""
    return pairs_joined(sentence, found, moment, joined_days)


def days_in_a_row(sentence: Sentence, found: list[Candidate], moment: Moment) -> list[Candidate]:
    """The candidates with a day, "and" or "nor", and the day after it joined to one: "el lunes ni el martes"."""
    return pairs_joined(sentence, found, moment, two_in_a_row)


def pairs_joined(
    sentence: Sentence,
    found: list[Candidate],
    moment: Moment,
    join: Callable[[Sentence, Candidate, Candidate, Moment], Candidate | None],
) -> list[Candidate]:
    made: list[Candidate] = []
    for one in found:
        joined = join(sentence, made[-1], one, moment) if made and made[-1].days and one.days else None
        if joined:
            made[-1] = joined
        else:
            made.append(one)
    return made


def two_in_a_row(sentence: Sentence, first: Candidate, last: Candidate, moment: Moment) -> Candidate | None:
    between = sentence.folded.text[first.end : last.start]
    if last.marker or not first.days or not TOGETHER.fullmatch(between) or not isinstance(first.meaning, Meaning):
        return None
    ending = last.again(replace(moment, today=first.days.first))
    after = first.days.first + ONE_DAY
    if first.days.first != first.days.last or not isinstance(ending, Meaning) or ending.days != Days(after, after):
        return None
    meaning = day_to_day(first.days.first, after, *first.meaning.notes)
    return replace(first, end=last.end, confidence=max(first.confidence, last.confidence), meaning=meaning)


def weekdays_of_weeks(sentence: Sentence, found: list[Candidate]) -> list[Candidate]:
    """A range of weekdays beside a week is of that week: "la próxima semana de lunes a miércoles"."""
    made: list[Candidate] = []
    for one in found:
        pair = (made[-1], one) if made and GAP.fullmatch(sentence.folded.text[made[-1].end : one.start]) else None
        if pair and (joined := of_week(*pair) or of_week(*reversed(pair))):
            made[-1] = replace(joined, start=pair[0].start, end=one.end)
        else:
            made.append(one)
    return made


def weekdays_at_a_time(sentence: Sentence, found: list[Candidate]) -> list[Candidate]:
    """The candidates, beside a time weekdays from one to another as a series: "de lunes a viernes a las 9:30"."""
    if not any(isinstance(one.meaning, Meaning) and one.meaning.hours for one in found):
        return found
    return [as_series(sentence, one) for one in found]


def as_series(sentence: Sentence, one: Candidate) -> Candidate:
    said = WEEKDAYS_TO.fullmatch(sentence.folded.text, one.start, one.end) if one.days else None
    if not said:
        return one
    return replace(one, row=WEEKDAYS_AT_A_TIME, found=said, meaning=on_weekdays_to(said))


def of_week(week: Candidate, weekdays: Candidate) -> Candidate | None:
    days = weekdays.days
    if week.row.reader not in WEEKS or not week.days or not days or weekdays.row.reader not in ONLY_WEEKDAY:
        return None
    if not 0 < (days.last - days.first).days < WEEK:
        return None
    monday = week.days.first - week.days.first.weekday() * ONE_DAY
    first = monday + days.first.weekday() * ONE_DAY
    meaning = span(first, first + (days.last - days.first))
    return replace(week, meaning=meaning, confidence=min(week.confidence, weekdays.confidence))


def zoned_hours(sentence: Sentence, found: list[Candidate], moment: Moment) -> list[Candidate]:
    """An hour and the zone behind it are one phrase; a zone by itself says nothing."""
    made: list[Candidate] = []
    for one in found:
        if one.kind is not Kind.ZONE:
            made.append(one)
            continue
        hours = made[-1] if made and GAP.fullmatch(sentence.folded.text[made[-1].end : one.start]) else None
        if not hours or hours.kind is not Kind.HOURS or not isinstance(hours.meaning, Meaning):
            continue
        if isinstance(one.meaning, Meaning) and one.meaning.zone:
            elsewhere = offset(one.meaning.zone, moment.now) != offset(moment.zone, moment.now)
            notes = (Note.OTHER_ZONE,) if elsewhere else ()
            meaning = replace(hours.meaning, zone=one.meaning.zone, notes=(*hours.meaning.notes, *notes))
            made[-1] = replace(hours, end=one.end, meaning=meaning)
        else:
            made.append(one)
    return made


def joined_days(sentence: Sentence, first: Candidate, last: Candidate, moment: Moment) -> Candidate | None:
    text = sentence.folded.text
    between = text[first.end : last.start] if not last.marker else text[first.end : last.found.start("marker")]
    connector = f"{between}{last.marker} " if last.marker else between
    opener = OPENER.search(text, max(0, first.start - LOOKED_AT), first.start)
    both = bool(opener and opener[0].startswith(BOTH))
    if not (CONNECTOR.fullmatch(connector) or (both and WITH_AND.fullmatch(connector))) or not first.days:
        return None
    start, notes = first.days, list(first.meaning.notes) if isinstance(first.meaning, Meaning) else []
    near = last.row in NEAR_TODAY or last.row.reader is days.last_weekday
    if (near or "day" in first.found.groupdict()) and last.days and last.days.last < start.first:
        begun = first.again(replace(moment, today=last.days.last if near else moment.today, back=True))
        if isinstance(begun, Meaning) and begun.days:
            start, notes = begun.days, [Note.STARTED]
    ending = last.again(moment if near else replace(moment, today=start.first, back=False))
    if last.days and last.row.reader in OF_A_WEEK and first.row.reader in ONLY_WEEKDAY:
        ending, notes = one_day(last.days.last), []
        back = (last.days.last.weekday() - start.first.weekday()) % WEEK
        start = Days(last.days.last - back * ONE_DAY, last.days.last)
    if not isinstance(ending, Meaning) or not ending.days:
        return None
    notes += [note for note in ending.notes if note is not Note.NEXT_YEAR]
    meaning = day_to_day(
        start.first, ending.days.last, *dict.fromkeys(note for note in notes if note is not Note.ONWARDS)
    )
    if (ending.days.last - start.first).days > LONGEST_DAYS and not year_of(last.found):
        meaning = DoubtReason.BACKWARDS
    confidence = Confidence.FIRM if opener else min(first.confidence, last.confidence)
    return replace(
        first, start=opener.start() if opener else first.start, end=last.end, confidence=confidence, meaning=meaning
    )
