"""Phrases that something is not done: "no he acabado los folletos", "las tarjetas aún no", "I haven't sent it"."""

from collections.abc import Collection, Iterator, Sequence

from core.language.reader.spoken_values import SpokenValue, ValueKind
from core.language.reader.words import PlainWord

NEGATIONS = frozenset(
    (
        *("no", "ni", "nunca", "tampoco", "jamas", "not", "never", "haven't", "havent", "hasn't", "hasnt", "hadn't"),
        *("didn't", "didnt", "isn't", "isnt", "aren't", "arent", "wasn't", "wasnt", "weren't", "werent", "couldn't"),
        *("couldnt", "can't", "cant", "cannot", "don't", "dont", "won't", "wont"),
    )
)
BETWEEN = frozenset(
    (
        *(
            "lo",
            "la",
            "los",
            "las",
            "le",
            "les",
            "se",
            "me",
            "nos",
            "te",
            "he",
            "ha",
            "hemos",
            "han",
            "habia",
            "habiamos",
        ),
        *(
            "pude",
            "pudo",
            "pudimos",
            "puedo",
            "podemos",
            "podido",
            "logre",
            "logramos",
            "logrado",
            "alcance",
            "alcanzo",
        ),
        *("alcanzamos", "alcanzado", "a", "dio", "da", "dado", "tiempo", "de", "aun", "todavia", "esta", "estan"),
        *("estaba", "estaban", "fue", "sido", "quedado", "quedo", "quedaron", "queda", "quedan", "bien", "del", "todo"),
        *("yet", "been", "able", "to", "got", "get", "quite", "fully", "all", "manage", "managed", "have", "be", "is"),
        *("are", "it", "them", "the", "my", "mi", "el", "tengo", "tenemos", "tuve", "dejado", "deje", "dejamos"),
    )
)
"""Words between a negation and what it denies: "no lo he podido", "no me dio tiempo de"."""
ENDS = frozenset((ValueKind.DONE, ValueKind.ACTED, ValueKind.SOLVED))
VERBS = ("terminar", "acabar", "entregar", "cerrar", "mandar", "enviar", "concluir", "completar", "resolver", "sacar")
TO_END = frozenset(
    (
        *(verb + object_ for verb in VERBS for object_ in ("", "la", "lo", "las", "los")),
        *("acabo", "termino", "acabamos", "terminamos", "acaba", "termina", "queda", "quedan", "quedo", "quedaron"),
        *("sale", "salen", "finish", "finishing", "send", "deliver", "complete", "close"),
    )
)
"""Verbs that say behind a negation that something is not done: "no pude terminar", "todavía no queda"."""
OTHERWISE = frozenset(
    (
        *("nada", "ninguno", "ninguna", "mas", "otra", "otro", "pendiente", "pendientes", "duda", "dudas", "nothing"),
        *("de", "que", "anything"),
    )
)
"""Words behind such a verb with which it says something else: "no queda nada", "no acabo de entender"."""
LAST = frozenset((("no",), ("not", "yet"), ("no", "esta"), ("no", "estan"), ("no", "yet")))
"""The words with which a part says it of the task that it names: "las tarjetas aún no"."""


def with_unfinished(
    words: Sequence[PlainWord], found: Sequence[SpokenValue], inside: Collection[int]
) -> Sequence[SpokenValue]:
    """Return the values of a report, those that are denied as `UNFINISHED`; `inside`: the places of tasks' names."""
    denied = [*denied_ends(words, found, inside)]
    covered = {place for each in denied for place in range(each.first, each.last + 1)}
    kept = [each for each in found if covered.isdisjoint(range(each.first, each.last + 1))]
    return sorted([*kept, *denied], key=lambda each: each.first)


def denied_ends(
    words: Sequence[PlainWord], found: Sequence[SpokenValue], inside: Collection[int]
) -> Iterator[SpokenValue]:
    """Return what is said not to be done, each from its negation up to the name of the task, or to its last word."""
    lasts = {each.first: each.last for each in found if each.says in ENDS}
    lasts |= {place: place for place in range(len(words)) if place not in lasts and is_verb_of_end(words, place)}
    until: dict[int, int] = {}
    for place, last in lasts.items():
        negation = negation_before(words, place, inside)
        if negation is not None:
            until[negation] = max(last, until.get(negation, last))
    return (SpokenValue(negation, last, ValueKind.UNFINISHED) for negation, last in until.items())


def is_verb_of_end(words: Sequence[PlainWord], place: int) -> bool:
    following = words[place + 1].text if place + 1 < len(words) else ""
    return words[place].text in TO_END and following not in OTHERWISE


def negation_before(words: Sequence[PlainWord], place: int, inside: Collection[int]) -> int | None:
    """Return the place of the negation that denies the word at a place; no mark stands between them."""
    before = place - 1
    while before >= 0 and (words[before].text in BETWEEN or before in inside) and not words[before + 1].breaks:
        before -= 1
    denies = before >= 0 and words[before].text in NEGATIONS and not words[before + 1].breaks
    return before if denies else None


def ends_unfinished(words: Sequence[PlainWord], named: range) -> bool:
    """Return whether the words of a part end in "no" behind the name of a task, at the places `named`."""
    said = [(place, word.text) for place, word in enumerate(words) if word.is_word]
    for last in LAST:
        before, behind = said[: -len(last)], said[-len(last) :]
        if tuple(text for _, text in behind) == last and before and before[-1][1] != "ya":
            return not any(place in named for place, _ in behind)
    return False
