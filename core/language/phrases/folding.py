"""Text as the grammar reads it: lower case, no accents, single blanks; with offsets back to the original."""

import unicodedata

from msgspec import Struct

ALIKE = {**dict.fromkeys("‐‑‒–—−", "-"), **dict.fromkeys("’‘´`", "'")}


class Folded(Struct, frozen=True):
    """`text[i]` stands for what begins at `starts[i]` in the original; one more entry marks its end."""

    text: str
    starts: list[int]


def without_accents(words: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", words.lower()) if not unicodedata.combining(char))


def fold(words: str) -> Folded:
    """The folded text. Line breaks stay, since no phrase crosses one; invisible characters are dropped."""
    chars: list[str] = []
    starts: list[int] = []
    for offset, char in enumerate(words):
        plain = folded(char)
        if plain in (" ", "\n") and chars and chars[-1] in (" ", "\n"):
            chars[-1] = max(chars[-1], plain, key="\n".__eq__)
        elif plain:
            chars.append(plain)
            starts.append(offset)
    return Folded("".join(chars), [*starts, len(words)])


def folded(char: str) -> str:
    if char.isspace():
        return "\n" if char in "\n\r\u2028\u2029\x0b\x0c" else " "
    if char.isascii():
        return char.lower()
    if unicodedata.category(char) == "Cf":
        return ""
    return ALIKE.get(char) or without_accents(char)[:1]
