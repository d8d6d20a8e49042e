"""The choice of the candidates that are meant, by their place in the sentence and against each other."""

import re
from itertools import pairwise
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from core.language.phrases import days
from core.language.phrases.exclusions import is_a_verb, is_only_words
from core.language.phrases.model import REPEATS, TIMES, Confidence, DoubtReason, Kind, Meaning, Moment
from core.language.phrases.ranges import (
    begins_phrase,
    dated_weekdays,
    days_in_a_row,
    ranges,
    weekdays_at_a_time,
    weekdays_of_weeks,
    zoned_hours,
)
from core.language.phrases.scanning import Candidate
from core.language.phrases.sentence import Sentence

AND = {"y", "e", "and"}
BETWEEN_TWO = {"", "o", "u", "or", "ni", "nor", *AND}
JOINING = {"con", "with", "y", "and", "para", "for", "por", "at", "sobre", "about", "by", "from"}
GOING_WITH = {"con", "with", "para", "for", "por", "at", "en", "in", "by"}
TALKED_ABOUT = {"a", "al", "de", "del", "to", "of", "from", "por", "sin", "sobre", "about", "entre", "like", "que"}
SMALL_NUMBER = re.compile(r" ([1-9]|1[0-2])(?=[.!]?$)")
GAP = re.compile(r"[\s,;]{0,5}")


class Selection(Struct):
    """The candidates that were taken, those left in doubt, and people who also stay in the description."""

    taken: list[Candidate]
    doubts: list[tuple[Candidate, DoubtReason]]
    kept: list[Candidate]


def disambiguate(sentence: Sentence, found: list[Candidate], moment: Moment, sought: Kind) -> Selection:
    """Join ranges, leave out what says something else, and take the rest if its place allows it."""
    selection = Selection([], [], [])
    plausible: list[Candidate] = []
    for one in joined(sentence, found, moment, sought):
        if isinstance(one.meaning, Meaning) and not is_only_words(sentence, one, plausible[-1] if plausible else None):
            plausible.append(one)
        elif not is_a_verb(sentence, one):
            selection.doubts.append((one, one.meaning if isinstance(one.meaning, DoubtReason) else DoubtReason.WORDS))
    take_by_place(sentence, without_alternatives(sentence, plausible, selection), selection)
    for kind in (Kind.DAYS, *TIMES, Kind.ALL_DAY, Kind.MINUTES, Kind.PRIORITY, Kind.REMINDER_LEAD, *REPEATS):
        keep_one(sentence, selection, kind)
    if not any(one.kind is Kind.REPEAT for one in selection.taken):
        selection.taken = [one for one in selection.taken if one.kind is not Kind.LASTS]
    doubt_ends_beside_a_time(selection)
    keep_people_in_description(sentence, selection)
    return selection


def joined(sentence: Sentence, found: list[Candidate], moment: Moment, sought: Kind) -> list[Candidate]:
    """The candidates, those that say something together as one."""
    found = weekdays_of_weeks(sentence, ranges(sentence, dated_weekdays(sentence, found), moment))
    if Kind.PERSON not in sought:
        found = days_in_a_row(sentence, found, moment)
    if Kind.HOURS in sought:
        found = hours_in_doubt(sentence, zoned_hours(sentence, found, moment), moment)
    return weekdays_at_a_time(sentence, found) if REPEATS in sought else found


def hours_in_doubt(sentence: Sentence, found: list[Candidate], moment: Moment) -> list[Candidate]:
    """A small number behind a day, if no time is said, may be the hour: "viernes 5", "mañana 7" leave a doubt."""
    if any(one.kind in TIMES for one in found):
        return found
    made: list[Candidate] = []
    for one in found:
        if (
            one.meaning is DoubtReason.MISMATCH
            and one.row.reader is days.weekday_and_day
            and days.bare_number(one.found)
        ):
            at = one.start + one.found.start("day") - one.found.start()
            read = days.weekday(one.found, moment)
            made.append(replace(one, end=at - 1, meaning=read if read is not None else one.meaning))
            made.append(replace(one, start=at, meaning=DoubtReason.HOUR))
            continue
        made.append(one)
        behind = SMALL_NUMBER.match(sentence.folded.text, one.end)
        one_day = one.days and one.days.first == one.days.last and "day" not in one.found.groupdict()
        if behind and (one_day or is_repeat_of_weekdays(one)):
            made.append(replace(one, start=behind.start(1), end=behind.end(1), meaning=DoubtReason.HOUR))
    return made


def is_repeat_of_weekdays(one: Candidate) -> bool:
    repeats = one.meaning.repeats if isinstance(one.meaning, Meaning) else None
    return repeats is not None and bool(repeats.rule.weekdays)


def without_alternatives(sentence: Sentence, plausible: list[Candidate], selection: Selection) -> list[Candidate]:
    """The candidates without days that are alternatives ("or", a comma) or contradict each other: neither is taken."""
    open_to: dict[int, DoubtReason] = {}
    for first, last in pairwise(plausible):
        if not (first.days and last.days) or first.days == last.days or last.marker:
            continue
        between = sentence.folded.text[first.end : last.start].strip()
        if between.strip(" ,") in BETWEEN_TWO and (between or not begins_phrase(last)):
            why = DoubtReason.EITHER if between else DoubtReason.MISMATCH
            open_to |= {first.start: why, last.start: why}
    selection.doubts += [(one, open_to[one.start]) for one in plausible if one.start in open_to]
    return [one for one in plausible if one.start not in open_to]


def take_by_place(sentence: Sentence, candidates: list[Candidate], selection: Selection) -> None:
    """Take the candidates whose place allows it, and those beside taken ones, until nothing changes."""
    taken: set[int] = set()
    before = -1
    if not sentence.words_outside([(one.start, one.end) for one in candidates]):
        taken = set(range(len(candidates)))
    while before < len(taken):
        before = len(taken)
        for at, one in enumerate(candidates):
            if at not in taken and (one.marker or is_well_placed(sentence, candidates, at, taken)):
                taken.add(at)
    selection.taken = [one for at, one in enumerate(candidates) if at in taken]
    others = [one for at, one in enumerate(candidates) if at not in taken]
    selection.doubts += [(one, DoubtReason.WORDS) for one in others if is_worth_a_doubt(sentence, one)]


def is_worth_a_doubt(sentence: Sentence, one: Candidate) -> bool:
    """Return whether to show an untaken candidate; the faintest need figures, or are days at the end of a sentence."""
    last = one.kind is Kind.DAYS and sentence.open_after(one.end)
    return one.confidence is not Confidence.FAINT or last or any(char.isdigit() for char in one.found[0])


def is_well_placed(sentence: Sentence, candidates: list[Candidate], at: int, taken: set[int]) -> bool:
    one = candidates[at]
    for beside in (at - 1, at + 1):
        if not 0 <= beside < len(candidates) or not are_adjacent(sentence, one, candidates[beside]):
            continue
        other = candidates[beside]
        strong = other.kind is not Kind.PERSON or one.confidence is not Confidence.FAINT
        if (beside in taken and strong) or day_and_hour(sentence, one, other):
            return True
    before, after = sentence.open_before(one.start), sentence.open_after(one.end)
    allowed = {
        Confidence.FIRM: True,
        Confidence.LOOSE: before or after or sentence.word_after(one.end) in JOINING,
        Confidence.EDGE: before or after,
        Confidence.FAINT: False,
    }
    return allowed[one.confidence]


def day_and_hour(sentence: Sentence, one: Candidate, other: Candidate) -> bool:
    """A day and an hour side by side are both meant, "jueves 4 a 6", "Saturday night", unless part of a name."""
    if one.kind is other.kind or not (one.kind | other.kind) & Kind.DAYS:
        return False
    first, last = sorted((one, other), key=lambda either: either.start)
    figures = any(char.isdigit() for char in first.found[0] + last.found[0])
    return figures or sentence.open_after(last.end) or sentence.word_after(last.end) in JOINING


def are_adjacent(sentence: Sentence, one: Candidate, other: Candidate) -> bool:
    return bool(GAP.fullmatch(sentence.folded.text, min(one.end, other.end), max(one.start, other.start)))


def keep_one(sentence: Sentence, selection: Selection, kind: Kind) -> None:
    """Keep one of a kind (a day, a time): rather one with a marker, then one beside a time, then the last."""
    said = [one for one in selection.taken if one.kind is kind and not is_part_of_day(one)]
    if not said:
        return
    timed = starts_beside_times(sentence, selection) if kind is Kind.DAYS else set()
    chosen = max(said, key=lambda one: (one.marker is not None, one.start in timed, one.start))
    second = [one for one in said if content(one) != content(chosen)]
    others = {id(one) for one in second}
    selection.taken = [one for one in selection.taken if id(one) not in others]
    selection.doubts += [(one, DoubtReason.SECOND) for one in second]


def starts_beside_times(sentence: Sentence, selection: Selection) -> set[int]:
    """Return the starts of the days that stand beside a time, with nothing else taken between the two."""
    of_these = Kind.DAYS | Kind.HOURS
    placed = [one for one in selection.taken if one.kind in of_these and not is_part_of_day(one)]
    beside = (pair for pair in pairwise(sorted(placed, key=attrgetter("start"))) if pair[0].kind is not pair[1].kind)
    return {one.start for pair in beside if are_adjacent(sentence, *pair) for one in pair if one.kind is Kind.DAYS}


def is_part_of_day(one: Candidate) -> bool:
    return isinstance(one.meaning, Meaning) and one.kind is Kind.HOURS and one.meaning.part is not None


def content(one: Candidate) -> tuple[object, ...]:
    """Return what a candidate says, without notes, for comparison."""
    said = one.meaning
    if not isinstance(said, Meaning):
        return ()
    often = (said.repeats, said.times, said.lasts)
    return (said.days, said.hours, said.earliest, said.latest, said.minutes, said.priority, said.reminder_lead, *often)


def doubt_ends_beside_a_time(selection: Selection) -> None:
    """If the time itself is said, "after four" is in doubt."""
    if any(one.kind is Kind.HOURS and not is_part_of_day(one) for one in selection.taken):
        ends = [one for one in selection.taken if one.kind in Kind.EARLIEST | Kind.LATEST]
        selection.taken = [one for one in selection.taken if one not in ends]
        selection.doubts += [(one, DoubtReason.SECOND) for one in ends]


def keep_people_in_description(sentence: Sentence, selection: Selection) -> None:
    """Keep people in the description whom the sentence needs: "pedirle a @luis el contrato"."""
    around = [None, *selection.taken, None]
    for before, one, after in zip(around, selection.taken, around[2:], strict=False):
        if one.kind is not Kind.PERSON:
            continue
        joined = before is not None and are_adjacent(sentence, before, one)
        ends_group = after is None or not are_adjacent(sentence, one, after)
        talked_about = is_talked_about(sentence, one, joined=joined, ends_group=ends_group)
        if talked_about or (joined and before in selection.kept):
            selection.kept.append(one)


def is_talked_about(sentence: Sentence, one: Candidate, *, joined: bool, ends_group: bool) -> bool:
    """Return whether the words before or after are about this person."""
    after = sentence.word_after(one.end) if ends_group else ""
    if after in AND:
        return True
    if one.marker or joined or sentence.open_before(one.start):
        return False
    return sentence.word_before(one.start) in TALKED_ABOUT or bool(after and after not in GOING_WITH)
