"""Numbers in a report that count money or things, and do not say how far a task is: "las lonas cuestan 80 pesos"."""

from collections.abc import Collection, Sequence

from core.language.reader.spoken_values import SpokenValue, ValueKind
from core.language.reader.words import PlainWord

COUNTS = frozenset(
    (
        *(
            "$",
            "son",
            "fueron",
            "cuesta",
            "cuestan",
            "costo",
            "costaron",
            "cobra",
            "cobran",
            "cobro",
            "cobraron",
            "pide",
        ),
        *("piden", "pidio", "pidieron", "vale", "valen", "pague", "pagamos", "pagaron", "compre", "compramos", "vendi"),
        *("vendimos", "imprimi", "imprimimos", "consegui", "conseguimos", "pedi", "pedimos", "llegaron", "anticipo"),
        *("costs", "cost", "charge", "charges", "charged", "paid", "bought", "sold", "printed", "ordered"),
    )
)
"""Words before a number of money or of things."""
BETWEEN = frozenset(
    ("como", "unos", "unas", "me", "nos", "a", "en", "de", "about", "around", "some", "us", "only", "solo")
)
MONEY = frozenset(("mil", "mxn", "usd", "varos", "baros", "lana", "k", "cop", "eur"))
SHORTEST_PLURAL = 4
TO_A_NUMBER = frozenset(("en", "a", "por", "como", "unos", "for", "at", "about"))
"""Words between a verb and the number that it leads to: "quedó en 45"."""
LINKS_OF_PARTS = frozenset(("y", "e", "and", "pero", "but", "tambien", "also", "luego", "then"))
NO_THINGS = frozenset(
    (
        *("mas", "menos", "tras", "ademas", "gracias", "entonces", "pues", "despues", "antes", "vamos", "estamos"),
        *(
            "seguimos",
            "andamos",
            "quedamos",
            "tenemos",
            "apenas",
            "quizas",
            "ambas",
            "ambos",
            "todas",
            "todos",
            "puntos",
        ),
        *("nomas", "esas", "esos", "estas", "estos", "unas", "unos", "otras", "otros", "mientras", "acabamos"),
        *("this", "needs", "lacks", "waits", "looks", "seems", "goes", "does", "thanks", "perhaps", "always", "unless"),
        *("whereas", "less", "plus", "points", "yes"),
    )
)
"""Words with an s at their end that are no plural of things."""


def without_counts(
    words: Sequence[PlainWord], found: Sequence[SpokenValue], inside: Collection[int]
) -> Sequence[SpokenValue]:
    """Return the values of a report without numbers of money or of things, and without "quedó" before "en 45 pesos"."""
    counts = [each.first for each in found if is_counted(words, each, inside)]
    leading = {place for count in counts for place in range(behind_lead(words, count), count)}
    return [each for each in found if each.first not in counts and (is_filler(each) or each.last not in leading)]


def behind_lead(words: Sequence[PlainWord], place: int) -> int:
    """Return the place of the word that leads to a number, or of the number where none does: "quedó en 45"."""
    before = place
    while before and words[before - 1].text in TO_A_NUMBER:
        before -= 1
    return before - 1 if 0 < before < place else place


def is_filler(said: SpokenValue) -> bool:
    return said.says is ValueKind.FILLERS


def is_counted(words: Sequence[PlainWord], number: SpokenValue, inside: Collection[int]) -> bool:
    """Return whether a number without a sign counts money or things; `inside`: the places of the names of tasks.

    A name right behind the number is counted where a verb stands before it: "llevo 50 gafetes", not "50 gafetes, 30 …".
    """
    if number.value is None or number.sign:
        return False
    before, behind = number.first - 1, number.last + 1
    if behind < len(words) and not words[behind].breaks and words[behind].text in MONEY:
        return True
    if is_plural(words, behind) and (behind not in inside or (is_verb(words, before) and before not in inside)):
        return True
    while before >= 0 and words[before].text in BETWEEN:
        before -= 1
    return before >= 0 and words[before].text in COUNTS


def is_plural(words: Sequence[PlainWord], place: int) -> bool:
    """Return whether the word at a place is a plural of things."""
    if place >= len(words) or words[place].breaks:
        return False
    word = words[place].text
    return len(word) >= SHORTEST_PLURAL and word.endswith("s") and word.isalpha() and word not in NO_THINGS


def is_verb(words: Sequence[PlainWord], place: int) -> bool:
    """Return whether a word stands at a place that is no link between two parts."""
    return place >= 0 and words[place].is_word and words[place].text not in LINKS_OF_PARTS
