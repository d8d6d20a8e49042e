"""Times that hang on an event which is there: "right after the demo", "media hora antes de la junta de ventas"."""

import re
from collections.abc import Collection

from msgspec import Struct

from core.language.phrases.folding import fold
from core.language.reader.titles import Titles
from core.language.reader.words import words_of

AMOUNTS = {"media hora": 30, "half an hour": 30, "una hora": 60, "an hour": 60, "one hour": 60, "dos horas": 120}
HANGING = re.compile(
    rf"(?:(?<!\bde )(?P<amount>{'|'.join(AMOUNTS)}|(?P<minutes>[0-9]{{1,3}}) ?(?:min|mins|minutos?|minutes?)) "
    r"|(?:justo|right|just|inmediatamente|immediately|straight|luego luego) )?"
    r"(?P<side>antes de|before|ahead of|despues de|after|saliendo de|al salir de|terminando|al terminar|acabando"
    r"|al acabar|following)l?"
    r"(?: (?:la|el|los|las|mi|su|de|del|the|my|our|that|junta|reunion|llamada|meeting|call)){0,4}\s*$"
)
"""What says when before an event's title; "de 20 min" before it is how long."""
BEFORE = ("antes de", "before", "ahead of")


class Hanging(Struct, frozen=True):
    """Words at `[start, end)` that say when: so many `minutes` before or after an event, right then where none are."""

    start: int
    end: int
    event: int
    before: bool
    minutes: int = 0


def hanging_time(text: str, events: Titles) -> Hanging | None:
    """Give the first time in a text that hangs on one of some events, called by words of its title."""
    words, folded = words_of(text), fold(text)
    for mention in events.mentions(words):
        start = words[mention.first].start
        ahead = folded.text[: place_of(folded.starts, start)]
        found = HANGING.search(ahead)
        if found and len(mention.tasks) == 1:
            minutes = AMOUNTS.get(found["amount"] or "", int(found["minutes"] or 0))
            begins, ends = folded.starts[found.start()], words[mention.last].end
            return Hanging(begins, ends, mention.tasks[0], found["side"] in BEFORE, minutes)
    return None


def place_of(starts: Collection[int], offset: int) -> int:
    """Give the place in the folded text of an offset of the text as written."""
    return sum(each < offset for each in starts)
