"""The words of a text, folded, each with its place in the text as written."""

import re
from collections.abc import Sequence

from msgspec import Struct

from core.language.phrases.folding import fold
from core.language.phrases.sentence import LONGEST

WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|#|%|[^\w\s'#%]\ufe0f?|\w+")


class PlainWord(Struct, frozen=True):
    """A word, number or sign in lower case without accents, at `[start, end)` of the text as written."""

    text: str
    start: int
    end: int
    breaks: bool = False
    """Behind a line break."""

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()


def words_of(text: str) -> Sequence[PlainWord]:
    """Return the words of a text, up to the length of the longest message; linear in its length."""
    folded = fold(text[:LONGEST])
    found: list[PlainWord] = []
    at = 0
    for one in WORD.finditer(folded.text):
        start = folded.starts[one.start()]
        end = folded.starts[one.end()]
        found.append(PlainWord(one[0], start, end, breaks="\n" in folded.text[at : one.start()]))
        at = one.end()
    return found
