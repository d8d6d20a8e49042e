"""Hopes and plans, which are not reports: "a ver si llego a la mitad", "mañana sigo con eso"."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.language.phrases.folding import fold
from core.language.phrases.vocabulary import WEEKDAYS, one_of

INFINITIVE = r"[a-z]{2,}[aei]r(?:l[oae]s?)?"
ORDERS = "(?:report|pon|actualiz|marc|registr|cambi|anot)"
"""Stems of verbs that ask the bot for something, and hope for nothing: "quiero poner la mesa en 60"."""
HOPES = re.compile(
    rf"\b(?:a ver si|vere si|ojala|esper(?:o|amos|ando) (?:que|poder|{INFINITIVE})"
    rf"|(?:quiero|quisiera|queremos|quisieramos|pienso|pensamos|planeo|pretendo|intento|intentare|tratare de|trato de)"
    rf" (?!{ORDERS}){INFINITIVE}|(?:me|nos) gustaria|(?:la|mi) (?:idea|meta) (?:es|de)"
    r"|(?:el|mi) (?:plan|objetivo) (?:es|de)"
    rf"|(?:voy|vamos|va|van) a {INFINITIVE}|deberian?|(?:tendria|tengo|tenemos|hay|habria) que|si todo (?:sale|va)"
    r"|(?:en cuanto|cuando|hasta que|antes de que|una vez que|nomas que|nada mas que|para que|a que|luego que"
    r"|despues de que|(?:quiero|quisiera|necesito|necesitamos|ocupo) que) (?!(?:por|al) fin)"
    r"|(?:as soon as|once|until|before|by the time|so that|when) (?:i|we|it|he|she|they|the|my|this|that)\b"
    r"|hop(?:e|es|ing)|wish(?:ing)?|(?:want|wants|plan|plans|planning|trying|try|aim|aiming|going|expect|expecting|intend"
    r"|need|have|ought|like|love) to(?= [a-z])|aiming for|gonna|wanna"
    r"|(?:should|will|would|may|might|could) (?:have|be|get|hit|reach|finish)|(?:i|we|it|he|she|they)'ll|if all goes"
    r"|let'?s see if|(?:the|my) (?:plan|goal|idea|target) is)\b"
)
"""The words with which a hope, an intention or a condition begins; it reaches to the end of their clause."""
FACT = re.compile(
    r"\b(?:ya|quedo|quedaron|va|van|esta|estan|sigue|siguen|termine|acabe|cerre|llegue|is|are|was|were|done|finished|went)\b"
)
"""Verbs of a clause that states a fact."""
STOPS = re.compile(r"\s?(?:[;!?\n]|[,.:](?![0-9]))\s?|\s(?:pero|but|aunque|though)\s")
JOINS = re.compile(r"\s(?:y|e|and)\s")
LATER = (
    rf"(?:(?:pasado )?manana|el (?:{one_of(WEEKDAYS)})|tomorrow|(?:on |next )?(?:{one_of(WEEKDAYS)})"
    r"|la (?:proxima )?semana|next week)"
)
EARLY = r"(?: temprano| a primera hora| first thing| early| en la manana| morning)?"
GOES_ON = (
    r"(?:arranc|empez|empiez|comenz|comienz|inici|sig[ou]|segu|continu|retom|le sig[ou]|me pongo|termino|acabo"
    r"|start|begin|continue|resume|carry on|pick up|go on|finish|get on|get going)[a-z]*"
)
PLANNED = re.compile(
    rf"^\W*(?:(?:y|e|and|ya|luego|then|pues|entonces) ){{0,3}}"
    rf"(?:{LATER}{EARLY},? (?:ya |yo |me |le |i |we |i'll |i will |we'll |i'm |voy a ){{0,3}}{GOES_ON}"
    rf"|(?:ya |yo |le |i |i'll |i will |we ){{0,3}}{GOES_ON}[^,;.!?\n]{{0,60}} {LATER}\W*$)"
)
"""A clause with a plan for a later day: "mañana sigo con eso", "I start with it on Monday"."""
AWAY = re.compile(
    r"\b(?:vacaciones|vacation|holidays?|permiso|incapacidad|fuera|enferm[oa]|mal|de baja|sick|off|out|a las|a la"
    r"|at [0-9]|tarde|late)\b"
)
"""Words that make such a clause an absence: "mañana empiezo vacaciones"."""
SEPARATORS = " \t\n,;"
LAST_AND = re.compile(rf"[{SEPARATORS}](?:y|e|and)$")


def hoped(text: str) -> Sequence[tuple[int, int]]:
    """Return the places in a text that say a hope or an intention. Pure and linear."""
    folded = fold(text)
    found = []
    for start, end in clauses(folded.text):
        begins = HOPES.search(folded.text, start, end)
        if begins is not None:
            found.append((folded.starts[begins.start()], folded.starts[end]))
    return found


def clauses(plain: str) -> Iterator[tuple[int, int]]:
    """Return the beginning and the end of each clause; one goes on behind "and" where no fact is said there."""
    cuts = [0]
    for stop in STOPS.finditer(plain):
        cuts += [stop.start(), stop.end()]
    ends = [*cuts, len(plain)]
    for start, end in zip(ends[::2], ends[1::2], strict=True):
        joins = [each.end() for each in JOINS.finditer(plain, start, end)]
        kept = [at for at, until in pairwise([*joins, end]) if says_more(plain[at:until])]
        yield from pairwise([start, *kept, end])


def says_more(clause: str) -> bool:
    """Return whether the words behind "and" are a clause of their own: a fact, or a plan."""
    return FACT.search(clause) is not None or is_plan_clause(clause)


def without_plans(text: str) -> str:
    """Return a text without its plans for a later day, which ask for nothing; a plan at its beginning stays.

    "cierro el día, mañana arranco con la licencia" is "cierro el día".
    """
    folded = fold(text)
    kept, end, before = "", 0, False
    for begins, stops in clauses(folded.text):
        until = folded.starts[stops]
        clause = folded.text[begins:stops]
        if not (before and is_plan_clause(clause)):
            kept += text[end:until]
            before = before or any(map(str.isalnum, clause))
        end = until
    if kept == text[:end]:
        return text
    return LAST_AND.sub("", (kept + text[end:]).rstrip(SEPARATORS)).rstrip(SEPARATORS)


def is_plan(text: str) -> bool:
    """Return whether words are nothing but a plan for a later day."""
    plain = fold(text).text
    found = [plain[start:end] for start, end in clauses(plain) if plain[start:end].strip()]
    return (
        bool(found)
        and is_plan_clause(found[0])
        and all(is_plan_clause(each) or not FACT.search(each) for each in found)
    )


def is_plan_clause(clause: str) -> bool:
    return PLANNED.search(clause) is not None and AWAY.search(clause) is None
