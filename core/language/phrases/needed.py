"""The parts that a text must have for a phrase to be in it: a quick test before the phrase itself is looked for."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from re import Pattern

from core.language.phrases.vocabulary import spelt_in_full

TOKENS = re.compile(r"\\.|\[[^]]+\]|\{[a-z_]+[0-9]*\}|[?*+]|\{[0-9,]+\}|.", re.DOTALL)
OPTIONAL = re.compile(r"[?*]|\{0")
REPEATED = re.compile(r"[?*+]|\{[0-9]")
LOOKS_ELSEWHERE = re.compile(r"\(\?(?:[=!]|<[=!])|.*\(\?P=")
FEWEST_LETTERS = 2
Needed = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""The needs of each alternative of a phrase: letters in a row, and parts of the phrase."""


@cache
def needed(phrase: str) -> Needed:
    """Return the obligatory parts of a phrase: its letters, and its groups, sets and entries of `FRAGMENTS`."""
    return tuple((tuple(letters), tuple(parts)) for letters, parts in alternatives(phrase))


def alternatives(phrase: str) -> Iterator[tuple[list[str], list[str]]]:
    letters, parts = [""], list[str]()
    pieces = list(pieces_of(phrase))
    for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
        if piece == "|":
            yield long_enough(letters), parts
            letters, parts = [""], []
        elif (piece.isalpha() or piece == " ") and not REPEATED.match(following):
            letters[-1] += piece
        else:
            letters.append("")
            is_part = piece[0] in "([" or (piece[0] == "{" and piece[1].isalpha())
            if is_part and not OPTIONAL.match(following) and not LOOKS_ELSEWHERE.match(piece):
                parts.append(piece)
    yield long_enough(letters), parts


def pieces_of(phrase: str) -> Iterator[str]:
    """The tokens of a phrase, a group as one."""
    depth, piece = 0, ""
    for sign in TOKENS.findall(phrase):
        depth += (sign == "(") - (sign == ")")
        piece += sign
        if depth == 0:
            yield piece
            piece = ""


def long_enough(letters: list[str]) -> list[str]:
    return [each for each in letters if len(each) >= FEWEST_LETTERS]


@cache
def part(piece: str) -> Pattern[str]:
    return re.compile(spelt_in_full(piece))


def finder(text: str) -> Callable[[Needed], bool]:
    """Return a function that tells whether a text has what a phrase needs; each part is looked for once."""
    found: dict[str, bool] = {}

    def has(piece: str) -> bool:
        known = found.get(piece)
        if known is None:
            known = found[piece] = part(piece).search(text) is not None
        return known

    def has_needed(alternatives: Needed) -> bool:
        for letters, parts in alternatives:  # noqa: SIM110 `any` takes a third longer, a thousand times a text
            if all(map(text.__contains__, letters)) and all(map(has, parts)):
                return True
        return False

    return has_needed
