"""Wordings of statements: found behind polite words, and compiled when first needed."""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from re import Match, Pattern

NO_WORD = re.compile(r"(?:[^\w#]|#(?![0-9]))*")
POLITE = re.compile(
    r"(?:oye|oiga|hola|hey|hi|hello|ok|okay|bueno|pues|por ?fa(?:vor|vorcito)?|please|favor de|buen(?:os"
    r"|as)? (?:dias?|tardes|noches)|(?:good )?(?:morning|afternoon|evening)|gm|let'?s|ahora|entonces|ya|este|nomas"
    r"|(?:me |nos |les? )?(?:puedes|podrias|podes|ayudas a|haces (?:el )?favor de)|can you|could you|would you"
    r"|i need you to|quiero|quisiera|necesito|me gustaria|i want to|i need to|i'?d like to|i would like to"
    r"|(?:(?<=quiero )|(?<=necesito )|(?<=quisiera ))que|i want you to|se puede|sera que puedes)[ ,.!¿¡]+"
)
"""A word or two that a sentence may begin with."""
THANKS = (
    r"(?:[ ,]+(?:por ?fa(?:vor|vorcito)?|cuanto antes|asap|rapido|ok\?|si\?|please|gracias|thanks"
    r"|thank you|va|ok|sale))*[ .!?]*"
)
"""Words that a sentence may end with."""
TEXTS_KEPT = 8
"""The most texts of which the beginnings are remembered: all wordings look at a text, one after the other."""


OFTEN = re.compile(r"\)([*+])(?!\+)")
MOST_TIMES = 6
"""The most repetitions of a group of words: each more would double the time of what may be read in two ways."""
MOST_BEGINNINGS = 8
"""The most polite words behind which a sentence is looked for."""


class Wording:
    """Regular expressions of which a sentence may be one, or contain it, compiled when the first sentence is read.

    A repeated group is bounded by `MOST_TIMES`, unless it is possessive.
    """

    def __init__(self, *patterns: str) -> None:
        self.patterns = patterns

    @cached_property
    def compiled(self) -> Sequence[Pattern[str]]:
        return [re.compile(OFTEN.sub(bounded, pattern)) for pattern in self.patterns]

    def match(self, plain: str) -> Match[str] | None:
        """Return the first pattern that a folded sentence begins with, perhaps behind polite words."""
        places = beginnings(plain)
        return next((found for each in self.compiled for at in places if (found := each.match(plain, at))), None)

    def search(self, plain: str) -> Match[str] | None:
        """Return the first pattern that is anywhere in a folded sentence."""
        return next((found for each in self.compiled if (found := each.search(plain))), None)


def bounded(repeated: Match[str]) -> str:
    return f"){{{'0' if repeated[1] == '*' else '1'},{MOST_TIMES}}}"


def sentences(*patterns: str) -> Wording:
    """Whole sentences, perhaps polite."""
    return Wording(*(rf"(?:{pattern}){THANKS}$" for pattern in patterns))


@lru_cache(TEXTS_KEPT)
def beginnings(plain: str) -> Sequence[int]:
    """Return the places where a sentence may begin, the last first: polite words may be part of it, "ya quedó la 3"."""
    places = list[int]()
    found = NO_WORD.match(plain)
    while found and len(places) < MOST_BEGINNINGS:
        places.append(found.end())
        found = POLITE.match(plain, found.end())
    return places[::-1]
