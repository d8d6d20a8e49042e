"""White space in what people write: as they come in, words have no long gaps; to be read, they are single-spaced."""

import re

LONGEST_GAP = 8
"""The most characters of white space in a row that are kept as typed: what is indented stays so."""
TOO_LONG = re.compile(rf"(\s{{{LONGEST_GAP}}})\s+")
EMPTY_LINES = re.compile(r"\n{3,}")


def without_long_gaps(words: str) -> str:
    """The words with no more than `LONGEST_GAP` characters of white space in a row."""
    return TOO_LONG.sub(r"\1", words)


def single_spaced(words: str) -> str:
    """The words with one blank for each run of white space in a line, none at its ends, and one empty line at most."""
    return EMPTY_LINES.sub("\n\n", "\n".join(" ".join(line.split()) for line in words.splitlines()))
