"""Which of the candidates are meant, by their place in the sentence and against each other."""

import re
from itertools import pairwise

from msgspec import Struct

from core.language.phrases.exclusions import is_a_verb, words_only
from core.language.phrases.model import TIMES, Confidence, DoubtReason, Kind, Meaning, Moment
from core.language.phrases.ranges import begins_anew, dated_weekdays, ranges
from core.language.phrases.scanning import Candidate
from core.language.phrases.sentence import Sentence

AND = {"y", "e", "and"}
BETWEEN_TWO = {"", "o", "u", "or", *AND}
JOINING = {"con", "with", "y", "and", "para", "for", "por", "at", "sobre", "about", "by", "from"}
GOING_WITH = {"con", "with", "para", "for", "por", "at", "en", "in", "by"}
TALKED_ABOUT = {"a", "al", "de", "del", "to", "of", "from", "por", "sin", "sobre", "about", "entre", "like", "que"}
GAP = re.compile(r"[\s,;]{0,5}")


class Selection(Struct):
    """The candidates that were taken, those left in doubt, and people who also stay in the description."""

    taken: list[Candidate]
    doubts: list[tuple[Candidate, DoubtReason]]
    kept: list[Candidate]


def disambiguate(sentence: Sentence, found: list[Candidate], moment: Moment) -> Selection:
    """Joins ranges, leaves out what says something else, and takes the rest if its place allows it."""
    selection = Selection([], [], [])
    waiting: list[Candidate] = []
    for one in ranges(sentence, dated_weekdays(sentence, found), moment):
        if isinstance(one.meaning, Meaning) and not words_only(sentence, one, waiting[-1] if waiting else None):
            waiting.append(one)
        elif not is_a_verb(sentence, one):
            selection.doubts.append((one, one.meaning if isinstance(one.meaning, DoubtReason) else DoubtReason.WORDS))
    place(sentence, alternatives(sentence, waiting, selection), selection)
    for kind in (Kind.DAYS, *TIMES, Kind.MINUTES, Kind.PRIORITY, Kind.NOTICE):
        one_of_each(selection, kind)
    no_ends_beside_a_time(selection)
    keep_the_talked_about(sentence, selection)
    return selection


def alternatives(sentence: Sentence, waiting: list[Candidate], selection: Selection) -> list[Candidate]:
    """The candidates without days that are alternatives ("or", a comma) or contradict each other: neither is taken."""
    open_to: dict[int, DoubtReason] = {}
    for first, last in pairwise(waiting):
        if not (first.days and last.days) or first.days == last.days or last.marker:
            continue
        between = sentence.folded.text[first.end : last.start].strip()
        if between.strip(" ,") in BETWEEN_TWO and (between or not begins_anew(last)):
            why = DoubtReason.EITHER if between else DoubtReason.MISMATCH
            open_to |= {first.start: why, last.start: why}
    selection.doubts += [(one, open_to[one.start]) for one in waiting if one.start in open_to]
    return [one for one in waiting if one.start not in open_to]


def place(sentence: Sentence, line: list[Candidate], selection: Selection) -> None:
    """Takes the candidates whose place allows it, and those beside taken ones, until nothing changes."""
    taken: set[int] = set()
    before = -1
    if not sentence.words_outside([(one.start, one.end) for one in line]):
        taken = set(range(len(line)))
    while before < len(taken):
        before = len(taken)
        for at, one in enumerate(line):
            if at not in taken and (one.marker or well_placed(sentence, line, at, taken)):
                taken.add(at)
    selection.taken = [one for at, one in enumerate(line) if at in taken]
    selection.doubts += [
        (one, DoubtReason.WORDS) for at, one in enumerate(line) if at not in taken and worth_a_doubt(sentence, one)
    ]


def worth_a_doubt(sentence: Sentence, one: Candidate) -> bool:
    """Whether to show an untaken candidate; the faintest only with figures or at the end of a sentence."""
    last = one.kind is Kind.DAYS and sentence.open_after(one.end)
    return one.confidence is not Confidence.FAINT or last or any(char.isdigit() for char in one.found[0])


def well_placed(sentence: Sentence, line: list[Candidate], at: int, taken: set[int]) -> bool:
    one = line[at]
    for beside in (at - 1, at + 1):
        other = line[beside] if 0 <= beside < len(line) and touching(sentence, one, line[beside]) else None
        strong = other and (other.kind is not Kind.PERSON or one.confidence is not Confidence.FAINT)
        if other and ((beside in taken and strong) or day_and_hour(sentence, one, other)):
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


def touching(sentence: Sentence, one: Candidate, other: Candidate) -> bool:
    return bool(GAP.fullmatch(sentence.folded.text, min(one.end, other.end), max(one.start, other.start)))


def one_of_each(selection: Selection, kind: Kind) -> None:
    """Keeps one of a kind (a day, a time, a reminder): the one with a marker, else the last."""
    said = [one for one in selection.taken if one.kind is kind and not only_part(one)]
    if not said:
        return
    chosen = max(said, key=lambda one: (one.marker is not None, one.start))
    second = [one for one in said if content(one) != content(chosen)]
    selection.taken = [one for one in selection.taken if one not in second]
    selection.doubts += [(one, DoubtReason.SECOND) for one in second]


def only_part(one: Candidate) -> bool:
    return isinstance(one.meaning, Meaning) and one.kind is Kind.HOURS and one.meaning.part is not None


def content(one: Candidate) -> tuple[object, ...]:
    """What it says, without notes, for comparison."""
    said = one.meaning
    if not isinstance(said, Meaning):
        return ()
    return (said.days, said.hours, said.earliest, said.latest, said.minutes, said.priority, said.notice)


def no_ends_beside_a_time(selection: Selection) -> None:
    """If the time itself is said, "after four" is in doubt."""
    if any(one.kind is Kind.HOURS and not only_part(one) for one in selection.taken):
        ends = [one for one in selection.taken if one.kind in Kind.EARLIEST | Kind.LATEST]
        selection.taken = [one for one in selection.taken if one not in ends]
        selection.doubts += [(one, DoubtReason.SECOND) for one in ends]


def keep_the_talked_about(sentence: Sentence, selection: Selection) -> None:
    """Keeps people in the description whom the sentence needs: "pedirle a @luis el contrato"."""
    around = [None, *selection.taken, None]
    for before, one, after in zip(around, selection.taken, around[2:], strict=False):
        if one.kind is not Kind.PERSON:
            continue
        joined = before is not None and touching(sentence, before, one)
        ends_group = after is None or not touching(sentence, one, after)
        if (joined and before in selection.kept) or talked_about(sentence, one, joined=joined, ends_group=ends_group):
            selection.kept.append(one)


def talked_about(sentence: Sentence, one: Candidate, *, joined: bool, ends_group: bool) -> bool:
    """Whether the words before or after are about this person."""
    after = sentence.word_after(one.end) if ends_group else ""
    if after in AND:
        return True
    if one.marker or joined or sentence.open_before(one.start):
        return False
    return sentence.word_before(one.start) in TALKED_ABOUT or bool(after and after not in GOING_WITH)
