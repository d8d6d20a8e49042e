"""The parts into which a task is to be split: "divide la 8 en TV, digital y OOH"."""

import re
from collections.abc import Sequence

from core.language.accents import PLAIN
from core.language.phrases.courtesy import without_courtesy
from core.language.phrases.vocabulary import IN_WORDS
from core.language.reader.lists import BULLET

FEWEST, MOST = 2, 20
BETWEEN = re.compile(r"[,;\n]|\s(?:y|e|and|&)\s", re.IGNORECASE)
INTO = re.compile(
    r"(?:^|[ ,])(?:en|into|in|por|para|como)(?: (?:\w+) (?:partes|tareas|parts|tasks|pedazos))?[ :]+|:\s*|\n"
)
COUNTED = re.compile(rf"(?:{IN_WORDS}|[0-9]{{1,2}})(?: (?:partes|tareas|parts|tasks))?")
ORDER = re.compile(r"\b([0-9]{1,9}):? (?:en|into|in)\b", re.IGNORECASE)
"""A task's number in the order to split it."""
MARKS = ' \t.:;,¿?¡!«»"“”'


def parts_said(words: str) -> list[str]:
    """Return the parts that are listed by commas, lines or "y", each without its bullet."""
    found = [BULLET.sub("", each.strip()).strip(MARKS) for each in BETWEEN.split(without_courtesy(words))]
    found = [each[2:] if each.lower().startswith(("y ", "e ")) else each for each in found]
    return [each for each in found if each]


def said_again(words: str, task: int) -> Sequence[str]:
    """Return the parts typed for a task, perhaps by the whole order once more; none in an order about another."""
    order = ORDER.search(words)
    if order is None:
        return parts_said(words)
    return split_said(words, order.end(1)) if int(order[1]) == task else ()


def split_said(text: str, task_end: int) -> tuple[str, ...]:
    """Return the parts that an order says behind the task; none where it only says how many."""
    rest = text[task_end:]
    found = INTO.search(rest)
    said = rest[found.end() :] if found else rest
    return tuple(each for each in parts_said(said) if not COUNTED.fullmatch(each.translate(PLAIN).lower()))
