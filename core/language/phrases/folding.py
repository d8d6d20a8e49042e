"""Text as the grammar reads it: lower case, no accents, single blanks; with offsets back to the original."""

import re
import unicodedata
from functools import lru_cache

from msgspec import Struct

from core.language.accents import without_accents
from core.language.phrases.shorthand import spelt_as_meant

WORD = re.compile(
    r"(?P<september>(?:(?<=[0-9] de )|(?<=[0-9][/-]))set(?!\w)|(?<=[0-9] )set(?=\.? (?:del? )?20[0-9]{2}(?![0-9])))"
    r"|(?<![\w@#$/'.-])(?:[pw]/|pa'l(?!\w)|(?:prox|sig|sem)\.|[a-z2][a-z0-9]{0,11}(?![\w@/]))"
    r"|(?<=[0-9])\.(?=[º°]|(?:er|ero|ro)(?!\w)|o(?! ?[a-z]*[0-9])(?= de ))"
)
"""A word, September as Peru and Uruguay shorten it (15 set. 2027), or the point of an ordinal: 1.º, 3.er."""
TEXTS_KEPT = 8
"""The most texts of which the folded ones are kept: all that read a sentence fold it, one after the other."""
ALIKE = {**dict.fromkeys("‐‑‒–—−", "-"), **dict.fromkeys("’‘´`", "'")}


class Folded(Struct, frozen=True):
    """`text[i]` stands for what begins at `starts[i]` in the original; one more entry marks its end."""

    text: str
    starts: list[int]


class FoldedCharacters(dict[str, str]):
    """Each character as it is folded, once it was met; "" is dropped."""

    def __missing__(self, char: str) -> str:
        return self.setdefault(char, folded(char))


CHARACTERS = FoldedCharacters()


@lru_cache(TEXTS_KEPT)
def fold(words: str) -> Folded:
    """The folded text. Line breaks stay, since no phrase crosses one; invisible characters are dropped."""
    chars: list[str] = []
    starts: list[int] = []
    for offset, char in enumerate(words):
        plain = CHARACTERS[char]
        if plain in (" ", "\n") and chars and chars[-1] in (" ", "\n"):
            chars[-1] = max(chars[-1], plain, key="\n".__eq__)
        elif plain:
            chars.append(plain)
            starts.append(offset)
    return spelt_out(Folded("".join(chars), [*starts, len(words)]))


def spelt_out(folded: Folded) -> Folded:
    """Return a text with shorthand and misspelt days replaced by what they mean, at the offsets of what was written."""
    chars: list[str] = []
    starts: list[int] = []
    at = 0
    for found in WORD.finditer(folded.text):
        meant = "" if found[0] == "." else "sep" if found["september"] else spelt_as_meant(found[0])
        if meant != found[0]:
            chars += [folded.text[at : found.start()], meant]
            starts += [*folded.starts[at : found.start()], *[folded.starts[found.start()]] * len(meant)]
            at = found.end()
    return Folded("".join(chars) + folded.text[at:], [*starts, *folded.starts[at:]])


def folded(char: str) -> str:
    if char.isspace():
        return "\n" if char in "\n\r\u2028\u2029\x0b\x0c" else " "
    if char.isascii():
        return char.lower()
    if unicodedata.category(char) == "Cf":
        return ""
    return ALIKE.get(char) or without_accents(char)[:1]
