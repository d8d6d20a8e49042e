"""Times that hang on an event which is there: "right after the demo", "media hora antes de la junta de ventas"."""

import re
from bisect import bisect_left
from datetime import datetime, timedelta

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
"""Words before an event's title that say when; "de 20 min" before them is how long."""
BEFORE = ("antes de", "before", "ahead of")
LOOKED_BACK = 120
"""The most letters before a title that say when."""


class Hanging(Struct, frozen=True):
    """Words at `[start, end)` that say when: `minutes` before or after an event; 0 is directly before or after it."""

    start: int
    end: int
    event: int
    before: bool
    minutes: int = 0

    def at(self, begins: datetime, ends: datetime, lasts: timedelta) -> datetime:
        """Return when something that takes `lasts` is to begin, given the beginning and the end of the event."""
        said = timedelta(minutes=self.minutes)
        return begins - (said or lasts) if self.before else ends + said


def hanging_time(text: str, events: Titles) -> Hanging | None:
    """Return the first time in a text that hangs on one of some events, called by words of its title."""
    words, folded = words_of(text), fold(text)
    for mention in events.mentions(words):
        place = bisect_left(folded.starts, words[mention.first].start)
        found = HANGING.search(folded.text, max(0, place - LOOKED_BACK), place)
        if found and len(mention.tasks) == 1:
            minutes = AMOUNTS.get(found["amount"] or "", int(found["minutes"] or 0))
            begins, ends = folded.starts[found.start()], words[mention.last].end
            return Hanging(begins, ends, mention.tasks[0], found["side"] in BEFORE, minutes)
    return None
