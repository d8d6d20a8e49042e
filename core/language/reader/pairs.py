"""Two orders of one message: "agenda junta con Ana el jueves a las 4 y ponle a Luis una tarea para el viernes"."""

import re
from collections.abc import Iterator
from itertools import islice

from core.language.phrases.folding import fold
from core.language.phrases.vocabulary import WEEKDAYS, one_of
from core.language.statements.vocabulary import EVENT

MOST_LETTERS = 400
"""A longer message tells more than it orders."""
MOST_PLACES = 3
BEGINS = (
    r"(?:pon[el]?le|ponme|poneme|dile|decile|digale|p[ie]d[ei]le|pidale|avis[ae]le|recuerda(?:me|le)|recordame|agrega(?:me)?"
    r"|anade|crea(?:me)?|encarga(?:le)?|asigna(?:le)?|manda(?:le)?|apunta(?:me)?|anota(?:me)?|agenda(?:me)?|cancela(?:me)?"
    r"|mueve|move|mueveme|pasa(?:le)?|pregunta(?:le)?|ask|tell|remind|add|create|book|block|bloquea(?:me)?|reserva(?:me)?|schedule|cancel|assign|let)"
)
AN_EVENT = rf"(?:(?:una?|an?|otra|another) )?(?:{EVENT})"
"""The beginning of another event that is said without a verb: "… y comida con Tom el jueves"."""
SECOND = re.compile(
    r"(?:\s{0,2}[,;.!\n]\s{0,2}|\s)(?:(?:y|e|and|also|then|plus|tambien|ademas|luego|de paso|please|porfa)\s){0,3}"
    rf"(?=(?:{BEGINS}|{AN_EVENT})\s)"
)
"""Words and marks before a second order."""
CLAUSE_ENDS = re.compile(r"\s{0,2}[,;.!\n]\s{0,2}(?:(?:y|e|and|also|tambien)\s)?|\s(?:y|e|and)\s")
WHAT_FOR = re.compile(
    rf"\bto (?!(?:{one_of(WEEKDAYS)}|the|my|our|tomorrow|today|next|noon|midday)\b)[a-z]{{3,}}(?= .* and\b| .*$)"
)
"""The order that somebody is given, which may go on: "ask Tom to call them and book a table"."""
SAME_SENTENCE = re.compile(r"\s(?:and|then|also)\s+(?:please )?$")


def halves(text: str) -> Iterator[tuple[str, str]]:
    """Return the places at which a message may be two orders: what stands before, and what follows."""
    if len(text) > MOST_LETTERS:
        return
    folded = fold(text)
    for found in islice(SECOND.finditer(folded.text), MOST_PLACES):
        before = text[: folded.starts[found.start()]].strip()
        goes_on = SAME_SENTENCE.search(folded.text[: found.end()]) and WHAT_FOR.search(folded.text[: found.start()])
        if before and not goes_on:
            yield before, text[folded.starts[found.end()] :].strip()


def clauses(text: str) -> Iterator[tuple[str, str]]:
    """Return the first places at which a clause of a message ends: what stands before, and what follows."""
    if len(text) > MOST_LETTERS:
        return
    folded = fold(text)
    for found in islice(CLAUSE_ENDS.finditer(folded.text), MOST_PLACES):
        before, behind = text[: folded.starts[found.start()]].strip(), text[folded.starts[found.end()] :].strip()
        if before and behind:
            yield before, behind
