"""Conditional answers: "voy si puedo", "si termino antes, ahí estoy", "only if it's at noon".

"Si" without its accent is often a "sí": where nothing follows, or words that agree ("si voy"). It is an "if" behind a
yes ("sí, si termino"), and where the sentence goes on to a consequence ("si termino antes, ahí estoy").
"""

import re

from core.language.accents import PLAIN
from core.language.phrases.vocabulary import WEEKDAYS
from core.language.reader.short_answers import OF_ANSWERS, SOME_ORDER, AnswerPart, longest_phrase

MOST_WORDS = 60
TOKENS = re.compile(r"[^\W_]+|[,;.!?\n]")
OUTRIGHT = re.compile(
    r"\b(?:if|unless|as long as|provided(?: that)?|depend(?:e|s|ing|iendo)|siempre (?:que|y cuando)|a menos que"
    r"|a no ser que|salvo que|con tal (?:de )?que|en caso de)\b"
)
COURTESY = re.compile(
    r"\b(?:si (?:quieres|quiere|quieren|queres|gustas?|gustan|puedes|podes|eres|(?:no )?(?:te|le|les) [a-z]+|me haces"
    r"|(?:no )?(?:es )?(?:mucha )?molestia)|if (?:you|that's ok(?:ay)?|it's ok(?:ay)?|possible))\b"
)
"""Conditions that are only polite: "ciérralo si quieres", "close it if you like"."""
EMPHATIC = frozenset(
    (
        *("que", "yo", "tu", "vos", "el", "ella", "nosotros", "ellos", "ahora", "ahi", "alla", "aca", "aqui"),
        *("entonces", "hoy", "manana", "tambien", "vez", "hora", "dia", "pues", "ese", "esa", "eso", "creo", "claro"),
        *("asi", "no", "tarde", "noche", "como"),
        *WEEKDAYS,
    )
)
"""Words behind which "si" only stresses: "yo si voy", "a esa hora si puedo"."""
AGREES = frozenset(
    (
        *("voy", "vamos", "puedo", "podemos", "asisto", "asistire", "acepto", "confirmo", "quiero", "estoy", "estare"),
        *("ire", "llego", "alcanzo", "cuenta", "cuenten", "apuntame", "anotame", "sumame", "sumo", "nos", "senor"),
        *("senora", "con", "de", "la", "lo", "el", "los", "las", "me", "te", "se", "les", "le", "en", "a", "para"),
        *("mi", "manana"),
    )
)
"""Words with which a yes goes on: "si voy", "si con gusto"."""
ANSWERS = frozenset(
    (
        *("voy", "vamos", "puedo", "podemos", "asisto", "acepto", "ire", "llego", "tomo", "agarro", "guarda"),
        *("guardala", "guardalo", "cierra", "cierralo", "abre", "abrelo", "muevela", "muevelo", "mandalo", "enviala"),
        "envialo",
    )
)
"""Words that a condition may follow at once: "voy si puedo"."""
THEN = re.compile(
    r"\b(?:voy|vamos|ahi estoy|ahi estare|ire|iria|llego|te aviso|me sumo|puedo|podria|le caigo|asisto|nos vemos"
    r"|te digo)\b"
)
MAY_BE_SO = re.compile(
    r"^(?:\w+ ){0,4}(?:puedo|puede|pueden|podemos|termino|terminamos|acabo|acabamos|salgo|salimos|alcanzo|alcanza"
    r"|desocupo|libero|da|dan|deja|dejan|hay|es|queda|quedan|quiere|quieren|mueve|mueven|pasa|pasan|cambia|cambian)\b"
)
"""The beginning of a condition that is met or not: "si puedo", "si me da tiempo"."""


def is_conditional(text: str) -> bool:
    """Return whether words answer on a condition. Pure and linear."""
    plain = COURTESY.sub(lambda found: " " * len(found[0]), text.translate(PLAIN))
    if OUTRIGHT.search(plain):
        return True
    tokens = list(TOKENS.finditer(plain))
    words = [token[0] for token in tokens[:MOST_WORDS]]
    accented = {at for at, token in enumerate(tokens) if text[token.start() : token.end()].lower() == "sí"}
    return any(
        word == "si" and at not in accented and begins_condition(words, at, accented=bool(accented))
        for at, word in enumerate(words)
    )


def begins_condition(words: list[str], at: int, *, accented: bool) -> bool:
    """Return whether "si" at a place is an "if"; it always is in the middle of words that write "sí" elsewhere."""
    behind = words[at + 1 :]
    if not behind or not behind[0].isalnum():
        return False
    before = words[at - 1] if at else ""
    if before in EMPHATIC:
        return False
    if before in ANSWERS or (accented and at > 0):
        return True
    agrees = goes_on_with(words, at + 1)
    rest = " ".join(behind)
    if at and is_agreeing(before):
        return not agrees
    then = THEN.search(rest, len(behind[0]))
    if agrees:
        may_be = MAY_BE_SO.match(rest)
        return may_be is not None and THEN.search(rest, may_be.end()) is not None
    return then is not None or "," in behind


def goes_on_with(words: list[str], place: int) -> bool:
    """Return whether a yes may go on with the words at a place: an order, or another short answer."""
    word = words[place]
    known = longest_phrase(words, place, OF_ANSWERS)[1] is not None
    return word in AGREES or known or SOME_ORDER.fullmatch(word) is not None


def is_agreeing(word: str) -> bool:
    """Return whether the token before "si" is a yes or a punctuation mark."""
    says = longest_phrase([word], 0, OF_ANSWERS)[1]
    return not word.isalnum() or says in (AnswerPart.YES, AnswerPart.AGREED, AnswerPart.FINE)
