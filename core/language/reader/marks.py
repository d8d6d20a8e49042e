"""A message as the model sees it: its words, with marks in place of days, hours, numbers and people."""

import re
from collections.abc import Collection, Sequence

from core.language.phrases.folding import fold
from core.language.phrases.model import Kind, Moment, Piece
from core.language.phrases.reading import read

MARKED = Kind.DAYS | Kind.HOURS | Kind.MINUTES | Kind.REPEAT | Kind.LASTS
MARKS = {Kind.DAYS: "<day>", Kind.HOURS: "<hour>", Kind.MINUTES: "<lasts>"}
REPEATED = "<repeat>"
PERSON = "<person>"
PERCENT = re.compile(r"(?<![0-9])[0-9]+ ?(?:%|por ?ciento\b|percent\b)")
NUMBER = re.compile(r"#?[0-9]+(?:[.:,][0-9]+)?")
TOKEN = re.compile(r"<[a-z]+>|[a-z]+(?:'[a-z]+)?|[^\sa-z<>]")
MOST_LETTERS = 600
"""The most letters of a message that are looked at: what follows them makes it no clearer."""


def marked(text: str, moment: Moment, names: Collection[str]) -> Sequence[str]:
    """Return the tokens of a text: words without accents, punctuation, and a mark for each day, hour, number and name.

    `names` are those of people, in lower case without accents.
    """
    text = text[:MOST_LETTERS]
    parts: list[str] = []
    at = 0
    for piece in read(text, moment, MARKED).pieces:
        if piece.start >= at:
            parts += [fold(text[at : piece.start]).text, f" {mark_of(piece)} "]
            at = piece.end
    plain = "".join([*parts, fold(text[at:]).text])
    plain = NUMBER.sub(" <number> ", PERCENT.sub(" <percent> ", plain))
    return [PERSON if token.removesuffix("'s") in names else token for token in TOKEN.findall(plain)]


def mark_of(piece: Piece) -> str:
    return MARKS.get(piece.kind, REPEATED)
