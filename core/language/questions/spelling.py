"""A long word with one letter wrong, as the word of the lexicon that it is like."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

LONGEST_WORD = 64
KEPT = 16
"""The most vocabularies of which an index is cached: a change of people's names makes another one."""
Index = Mapping[str, Sequence[str]]


def shortened(word: str) -> Iterator[str]:
    """The word, and it with each of its letters left out."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


@lru_cache(KEPT)
def by_shortened(vocabulary: frozenset[str]) -> Index:
    """Words by what they are with a letter left out; most stand alone, and share one tuple then."""
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(vocabulary):
        alone = (word,)
        for each in set(shortened(word)):
            found[each] = (*found[each], word) if each in found else alone
    return found


def alike(word: str, index: Index) -> Sequence[str]:
    """The words like this one but for one letter: missing, too much, another one, or swapped with the next; best first.

    A word with the same beginning is better than one with the same end. Longer ones than any name are like none.
    """
    if len(word) > LONGEST_WORD:
        return ()
    near = {other for short in shortened(word) for other in index.get(short, ()) if is_one_off(word, other)}
    return sorted(near, key=lambda other: (other[0] != word[0], other[-1] != word[-1], other))


def is_one_off(word: str, other: str) -> bool:
    """Return whether one change turns a word into the other."""
    start = next((at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), None)
    if start is None:
        return abs(len(word) - len(other)) == 1
    rest, beyond = word[start:], other[start:]
    swapped = rest[:2] == beyond[:2][::-1] and rest[2:] == beyond[2:]
    return swapped or rest[1:] == beyond[1:] or rest[1:] == beyond or rest == beyond[1:]
