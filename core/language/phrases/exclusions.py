"""Words that look like a date or time and say something else: "minuta de ayer", "Domingo Pérez", quotations."""

import re

from core.language.phrases.model import TIMES, Kind
from core.language.phrases.scanning import Candidate
from core.language.phrases.sentence import Sentence
from core.language.phrases.vocabulary import EXCEPT

OF = {"de", "del", "of"}
OF_A_DAY = {"from", "after", "since"}
OF_A_NAME = {"con", "with", "a", "to", "san", "santo"}
VERBS = ("may", "march")
EXCEPTED = re.compile(rf"\b(?<!\bal )(?<!\blo )(?<!\bmas o ){EXCEPT}(?: (?:los?|las?|el|en|on|the|every|each))? ?\Z")
"""Before a day that is left out: "todos los lunes menos el 28"; "al menos el 28" is not."""
LONGEST_EXCEPTION = 30


def is_only_words(sentence: Sentence, one: Candidate, before: Candidate | None) -> bool:
    quoted = any(start < one.start and one.end < end for start, end in sentence.quoted)
    if quoted or sentence.folded.text.startswith("'s", one.end):
        return True
    return not one.marker and (modifies(sentence, one, before) or is_a_name(sentence, one))


def modifies(sentence: Sentence, one: Candidate, before: Candidate | None) -> bool:
    """Return whether a candidate describes the word beside it, or is left out: "junta de mañana", "menos el lunes"."""
    if one.kind is Kind.MINUTES:
        return sentence.word_after(one.end) in OF
    if one.kind not in Kind.DAYS | Kind.REPEAT:
        return False
    if EXCEPTED.search(sentence.folded.text, max(0, one.start - LONGEST_EXCEPTION), one.start):
        return True
    word = sentence.word_before(one.start)
    if word in OF_A_DAY:
        return True
    of_an_hour = before and before.kind in TIMES and one.start - before.end == len(word) + len("  ")
    if word in OF and before and of_an_hour:  # "a las 10 del viernes": the word between goes with the day
        one.start = before.end + 1
        return False
    return word in OF


def is_a_name(sentence: Sentence, one: Candidate) -> bool:
    """Return whether a weekday is a part of a name: "con Domingo", "Domingo Pérez", "Monday Blues"."""
    if not one.bare_weekday:
        return False
    capitals = sentence.capital(one.start) and sentence.capital(one.end) and bool(sentence.word_after(one.end))
    return capitals or sentence.word_before(one.start) in OF_A_NAME


def is_a_verb(sentence: Sentence, one: Candidate) -> bool:
    """You may, we march: not even in doubt."""
    return one.found[0] in VERBS and not sentence.capital(one.start)
