"""A text with lookups of what is before and after a place in it."""

import re
from typing import Self

from msgspec import Struct

from core.language.phrases.folding import Folded, fold

LAST_WORD = re.compile(r"(\w+) ?\Z")
NEXT_WORD = re.compile(r" ?(\w+)")
IS = frozenset(("está", "esta\u0301"))
LOOKED_AT = 40
LONGEST = 4096
QUOTED = re.compile(r'"[^"\n]*"|«[^«»\n]*»|“[^“”\n]*”')
PART_OF_A_WORD = "_@#$/\"'%+="


class Sentence(Struct):
    """A folded text with its original and its quotations.

    The part of a text that is longer than a message can be is not read.
    """

    folded: Folded
    original: str
    shouted: bool
    quoted: list[tuple[int, int]]

    @classmethod
    def of(cls, text: str) -> Self:
        folded = fold(text[:LONGEST])
        return cls(folded, text, text.isupper(), [found.span() for found in QUOTED.finditer(folded.text)])

    def word_before(self, at: int) -> str:
        found = LAST_WORD.search(self.folded.text, max(0, at - LOOKED_AT), at)
        return found[1] if found else ""

    def word_after(self, at: int) -> str:
        found = NEXT_WORD.match(self.folded.text, at)
        return found[1] if found else ""

    def capital(self, at: int) -> bool:
        """Return whether a word begins there with a capital, in a text that is not all capitals."""
        text = self.folded.text
        at += at < len(text) and text[at] == " "
        return not self.shouted and at < len(text) and self.original[self.folded.starts[at]].isupper()

    def says_is(self, at: int) -> bool:
        """Return whether "está" begins there, rather than "esta" before a part of the day: "Ana está mañana"."""
        text, starts = self.folded.text, self.folded.starts
        return text.startswith("esta ", at) and self.original[starts[at] : starts[at + 4]].casefold() in IS

    def words_outside(self, spans: list[tuple[int, int]]) -> bool:
        starts, ends = [start for start, _ in spans], [end for _, end in spans]
        gaps = zip([0, *ends], [*starts, len(self.folded.text)], strict=True)
        return any(
            not char.isspace() and char not in ",;." for start, end in gaps for char in self.folded.text[start:end]
        )

    def open_before(self, at: int) -> bool:
        text = self.folded.text[max(0, at - 2) : at].rstrip(" ")
        return not text or not (text[-1].isalnum() or text[-1] in PART_OF_A_WORD)

    def open_after(self, at: int) -> bool:
        text = self.folded.text[at : at + 2].lstrip(" ")
        return not text or not (text[0].isalnum() or text[0] in PART_OF_A_WORD)
