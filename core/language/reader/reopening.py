"""Closed tasks that words open again: "reábrela al 90", "no, no está cerrada", "put it back to 80"."""

import re

from msgspec import Struct

from core.language.phrases.folding import fold

MOST_LETTERS = 300
MOST_PERCENT = 99
LEAST_REASON_WORDS = 3
OPENS_AGAIN = re.compile(
    r"\b(?:re-?ab(?:r|ier)[a-z]*|re-?open(?:ed|ing)?|(?:vuelv|volv|vuelva)[a-z]* a abrir[a-z]*"
    r"|abr(?:[ei]|an|ir)(?:me|nos)?(?:l[oa]s?)? (?:otra vez|de nuevo|nuevamente)"
    r"|(?:otra vez|de nuevo) abr(?:el|il)[oa]s?"
    r"|open (?:it|that|them) (?:again|back up|up again)|(?:put|set|bring|move) (?:it|that|them) back (?:to|at)"
    r"|regresal[oa]s? (?:al?|en)|(?:ponl|ponel|dejal|devuelvel)[oa]s? (?:otra vez|de nuevo) (?:al?|en))(?![a-z])"
)
NOT_CLOSED = re.compile(
    r"\b(?:(?:todavia |aun )?no (?:esta|estan|estaba|estaban|ha quedado|han quedado|quedo|quedaba|quedaron|era)"
    r"(?: tod[a-z]+)? (?:cerrad|list|terminad|acabad|complet)[oa]s?"
    r"|(?:todavia|aun) no (?:quedaba|quedaban|quedo|estaba|estaban)"
    r"|no l[oa]s? (?:cierres|cerres)|(?:is|are|was|were) ?n[o']?t (?:closed|done|finished|complete)"
    r"|(?:not|never) (?:closed|finished)|isnt (?:closed|done|finished))\b"
)
"""Words that say that it was wrong to close a task, only said of one that is closed."""
OF_THE_DAY = re.compile(r"\b(?:dia|jornada|bitacora|day|log)\b")
PERCENT = re.compile(
    r"\b(?:al?|en|con|to|at|on) (?:un |el )?([0-9]{1,2})(?: ?%| ?por ?ciento)?"
    r"(?=\s*(?:$|[,.;!)]|porfa|please|que|pues))"
)
PARTS = re.compile(r"[,;.\n]+\s*|\s(?:porque|because|que ya|pero|but)\s")


class Reopening(Struct, frozen=True):
    """A wish that a closed task be open again, perhaps at `percent`, with its reason; `several`: of several tasks.

    `sure`: it is said outright, and not only that the task is not closed.
    """

    sure: bool
    several: bool
    percent: int | None = None
    reason: str = ""


def read_reopening(text: str) -> Reopening | None:
    """Return how words open again what was closed; None where they do not, or are about the day. Linear."""
    if len(text) > MOST_LETTERS or "?" in text:
        return None
    plain = fold(text).text
    opens = OPENS_AGAIN.search(plain)
    if (opens or NOT_CLOSED.search(plain)) is None or OF_THE_DAY.search(plain):
        return None
    numbers = [int(each) for each in PERCENT.findall(plain)]
    percent = numbers[-1] if numbers else None
    several = re.search(r"\b(?:re-?abr|abr|regresa|pon|deja)[a-z]*l[oa]s\b|\bthem\b", plain) is not None
    why = [part for part in PARTS.split(text) if tells_why(part)]
    return Reopening(opens is not None, several, percent, ", ".join(part.strip() for part in why))


def tells_why(part: str) -> bool:
    """Return whether a part neither opens anything nor says how far it is, and has enough words to say why."""
    plain = fold(part).text
    says = OPENS_AGAIN.search(plain) or NOT_CLOSED.search(plain) or PERCENT.search(plain)
    return says is None and len(plain.split()) >= LEAST_REASON_WORDS
