"""Corrections of a report that was just made: "perdón, era 60", "no, era la factura"."""

import re

from msgspec import Struct

from core.language.phrases.corrections import (
    NOT_THE_OTHER,
    percent_said_at_last,
    percent_said_rather,
    without_beginning,
)
from core.language.phrases.folding import fold
from core.language.reader.acts import Heard
from core.language.statements.reading import task_meant


class Correction(Struct, frozen=True):
    """The task that a report is of instead, or the percentage that is right; None where that is not said."""

    task: int | None
    percent: int | None


def read_correction(heard: Heard) -> Correction | None:
    """Return what a message corrects; None of one that says anything else, too, or does not begin as a correction."""
    meant = without_beginning(heard.text)
    corrects = meant != heard.text
    task = task_meant(heard.text) or task_meant(heard.numbered) or task_instead(heard, corrects=corrects)
    percent = percent_said_rather(meant)
    if percent is None and (corrects or NOT_THE_OTHER.search(heard.text)):
        percent = percent_said_at_last(meant)
    return Correction(task, percent) if task or percent is not None else None


def task_instead(heard: Heard, *, corrects: bool) -> int | None:
    """Return the task named alone at the end of a correction: "no, la licencia", "no era la mesa, era la licencia"."""
    places = [at for at, word in enumerate(heard.words) if word.text in MARKS]
    begins = places[-1] + 1 if places else 0
    if not corrects and not DENIES.match(fold(heard.text).text):
        return None
    named = [each for each in heard.mentions if each.first >= begins and len(each.tasks) == 1]
    if len(named) != 1:
        return None
    inside = range(named[0].first, named[0].last + 1)
    left = [word.text for at, word in enumerate(heard.words) if at >= begins and at not in inside and word.is_word]
    return named[0].tasks[0] if all(word in BESIDE for word in left) else None


MARKS = frozenset(",;.:")
DENIES = re.compile(r"\W*(?:no (?:era|fue|es)|it wasn'?t|not) ")
BESIDE = frozenset(
    (
        *("era", "es", "fue", "sino", "el", "la", "los", "las", "lo", "de", "del", "it", "was", "is", "the", "meant"),
        *("i", "no", "perdon", "digo", "quise", "decir", "en", "con", "a", "mi", "my", "sorry", "porfa", "que"),
    )
)
"""Words that may stand beside the task that was meant."""
