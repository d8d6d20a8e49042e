"""The features by which the model knows a message: words, pairs of words, letters, and how it begins."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

SHORTEST, LONGEST = 3, 5
"""The fewest and the most letters of a run."""


def features(tokens: Sequence[str]) -> set[str]:
    """Return the features of marked tokens, each once."""
    return {*of_words(tokens)}.union(*(runs(token) for token in {*tokens} if not token.startswith("<")))


def of_words(tokens: Sequence[str]) -> Iterator[str]:
    yield from (f"w {token}" for token in tokens)
    yield from (f"b {one} {other}" for one, other in pairwise(("^", *tokens, "$")))


def runs(word: str) -> Iterator[str]:
    """Runs of letters of a word, which has a blank on both sides."""
    padded = f" {word} "
    for size in range(SHORTEST, LONGEST + 1):
        for at in range(len(padded) - size + 1):
            yield padded[at : at + size]
