"""Answers to the prompts of the day: their beginning says how it goes, and what follows tells of tasks.

"bien, sin novedad, sigo con las mediciones", "cierra. hoy: licencia hecha y el presupuesto casi".
"""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core.base.model import Semaforo
from core.language.phrases.model import ReportLine
from core.language.reader.reports import SpokenLine, read_tasks_report
from core.language.reader.short_answers import AnswerPart, data, plain_words, read_short_answer, without_since
from core.language.reader.titles import Mention, Titles
from core.language.reader.words import words_of

MOST_LETTERS = 1000
JOINS = re.compile(r"[,;!¡\n]|[.:](?!\d)|(?<=\s)(?:y|e|and|pero|but|[-–—])(?=\s)", re.IGNORECASE)
TRIMMED = " \t\n,;.:!¡-–—"
DENIES = frozenset(("no", "not", "nada", "ni", "sin", "never", "nothing"))
AROUND_A_NAME = frozenset(
    ("el", "la", "los", "las", "lo", "the", "de", "del", "my", "mi", "mis", "y", "e", "and", "con")
)
BEHIND = frozenset((AnswerPart.BESIDE, AnswerPart.CLOSES, AnswerPart.GOODBYE, AnswerPart.BEHIND_GOODBYE))
OF_PROMPTS = frozenset((*BEHIND, AnswerPart.UNCHANGED, AnswerPart.OPENS, AnswerPart.SLOWLY))


class DayAnswer(Struct, frozen=True):
    """The meanings of the known phrases at both ends of an answer, and the words between."""

    says: frozenset[AnswerPart]
    rest: str


class ToldOfTasks(Struct, frozen=True):
    """The lines that tell of tasks, one each, the tasks that were planned only, and the words that tell of none."""

    lines: tuple[SpokenLine, ...] = ()
    planned: frozenset[int] = frozenset()
    beside: str = ""


class DayAnswerPiece(Struct):
    """A part of a text that tells of some tasks; `bare` while it only names them."""

    start: int
    end: int
    tasks: list[int]
    bare: bool
    first_end: int


def read_day_answer(text: str) -> DayAnswer:
    """Return how an answer to a prompt of the day begins and ends, and the rest. Pure and linear."""
    parts = list(spans(text[:MOST_LETTERS], JOINS))
    says: set[AnswerPart] = set()
    first, last = 0, len(parts)
    while first < last and (known := said_by(text[slice(*parts[first])])):
        says |= known
        first += 1
    while last > first and (known := said_by(text[slice(*parts[last - 1])])) and known <= BEHIND:
        says |= known
        last -= 1
    if first == last:
        return DayAnswer(frozenset(says), "")
    end = len(text) if last == len(parts) else parts[last - 1][1]
    return DayAnswer(frozenset(says), text[parts[first][0] : end].strip(TRIMMED))


def said_by(part: str) -> frozenset[AnswerPart]:
    """Return what a part says that is made of known phrases alone, perhaps with since when; nothing of any other."""
    found = read_short_answer(without_since(part), others=OF_PROMPTS)
    return frozenset() if found is None or found.orders else found.says


def spans(text: str, marks: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Return where the parts of a text between marks stand, without empty ones."""
    start = 0
    for found in (*marks.finditer(text), None):
        end = found.start() if found else len(text)
        if text[start:end].strip(TRIMMED):
            yield start, end
        start = found.end() if found else end


def told_of_tasks(text: str, titles: Titles) -> ToldOfTasks:
    """Return what words tell of one's own tasks: a value, a red with its reason, or a comment. Pure."""
    text = text[:MOST_LETTERS]
    pieces, beside = pieces_of(text, titles)
    lines: dict[int, SpokenLine] = {}
    planned: set[int] = set()
    for piece in pieces:
        for line in lines_of(text, piece, titles):
            task = line.line.task_id
            lines[task] = with_words(lines[task], line.line.words) if task in lines else line
            if line.line.unchanged and DENIES.isdisjoint(plain_words(line.line.words)):
                planned.add(task)
    return ToldOfTasks(tuple(lines.values()), frozenset(planned), beside)


def pieces_of(text: str, titles: Titles) -> tuple[Sequence[DayAnswerPiece], str]:
    """Return the pieces that tell of tasks, and the words before the first one; what names no task goes on with one."""
    pieces: list[DayAnswerPiece] = []
    beside = ""
    for start, end in spans(text, JOINS):
        words = words_of(text[start:end])
        named = [each for each in titles.mentions(words) if len(each.tasks) == 1]
        if not named:
            if pieces:
                pieces[-1].end = end
            else:
                beside = text[:end].strip(TRIMMED)
            continue
        task = max(named, key=lambda each: each.words).tasks[0]
        bare = is_bare([word.text for word in words], named)
        if pieces and (bare or pieces[-1].bare):
            before = pieces[-1]
            before.tasks.append(task)
            before.end, before.bare, before.first_end = end, before.bare and bare, end
        else:
            pieces.append(DayAnswerPiece(start, end, [task], bare, end))
    return pieces, beside


def is_bare(words: Sequence[str], named: Sequence[Mention]) -> bool:
    """Return whether words name tasks and say nothing of them."""
    inside = {place for each in named for place in range(each.first, each.last + 1)}
    return all(place in inside or word in AROUND_A_NAME for place, word in enumerate(words))


def lines_of(text: str, piece: DayAnswerPiece, titles: Titles) -> Iterator[SpokenLine]:
    """Return the line of each task of a piece: what it reports, else that it is stuck, else its words as a comment."""
    words = text[piece.start : piece.end].strip(TRIMMED)
    more = text[piece.first_end : piece.end].strip(TRIMMED)
    found = read_tasks_report(text[piece.start : piece.first_end], titles).lines
    reported = {each.line.task_id: each for each in found if each.line.understood or each.points is not None}
    for task in dict.fromkeys(piece.tasks):
        if task in reported:
            spoken = reported[task]
            yield with_words(spoken, more) if more else spoken
        elif is_stuck(words):
            yield SpokenLine(ReportLine(words, task, light=Semaforo.ROJO, reason=words), (task,))
        else:
            yield SpokenLine(ReportLine(words, task, unchanged=True, reason=words), (task,))


def with_words(spoken: SpokenLine, more: str) -> SpokenLine:
    """A line with more words in its reason."""
    reason = ", ".join(filter(None, (spoken.line.reason, more)))
    return replace(spoken, line=replace(spoken.line, reason=reason))


def is_stuck(text: str) -> bool:
    """Return whether words say that something does not go on: "se me atasca", "no podemos", "can't"."""
    words = f" {' '.join(plain_words(text))} "
    return any(f" {' '.join(plain_words(phrase))} " in words for phrase in data()["stuck"])


def goes_well(says: Collection[AnswerPart]) -> bool:
    """Return whether an answer says that all goes on as it was."""
    return bool({AnswerPart.GOES_ON, AnswerPart.UNCHANGED} & {*says}) and not goes_badly(says)


def goes_badly(says: Collection[AnswerPart]) -> bool:
    """Return whether an answer says that it goes badly, or slowly."""
    return bool({AnswerPart.NOT_WELL, AnswerPart.SLOWLY} & {*says})
