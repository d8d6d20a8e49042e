"""The time that reading takes: no text of the length of a message may hold a process, whatever it repeats."""

import pytest

from tests.core.language.readers import KEPT, READERS, texts
from tests.linear import LONGEST, repeated, steepest

SHORT, AN_EIGHTH, A_THIRD = 512, 8, 3
"""The length of short texts, and which part of the texts each reader is given: another part each."""
SLOW = {"each act of a message": 8}
"""Readers that read a text many times over, with the factor by which fewer texts are given to them."""

WERE_SLOW = [("", part, "") for part in ("1 a 2 a ", "1h ", "@ana ", "el 3 y el 5 ")]


def grown(reader, longest, parts):
    """The texts for which a reader takes too long, and how much longer than for half of them."""

    def read(text):
        for each in KEPT:
            each.cache_clear()
        return READERS[reader](text)

    read("el viernes 15 a las 10")  # compiles the patterns
    found = {each: steepest(read, repeated(each), longest) for each in parts}
    return {each: growth for each, growth in found.items() if growth}


def part_for(reader, share):
    """Return every `share`-th text, beginning elsewhere for each reader."""
    return texts()[[*READERS].index(reader) % share :: share * SLOW.get(reader, 1)]


@pytest.mark.parametrize("reader", READERS)
def test_twice_as_long_a_text_takes_hardly_more_than_twice_as_long(reader):
    assert grown(reader, SHORT, part_for(reader, AN_EIGHTH)) == {}


@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_so_does_the_longest_message(reader):
    assert grown(reader, LONGEST, [*WERE_SLOW, *part_for(reader, A_THIRD)]) == {}
