"""Reads a message: the acts that it may mean, the surest first, each with how sure it is."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from core.language.phrases.model import Moment
from core.language.questions.model import Names
from core.language.reader.acts import READERS, Heard, Reads
from core.language.reader.intents import Intent
from core.language.reader.marks import marked
from core.language.reader.model import model
from core.language.reader.titles import Titles

SURE = 0.6
"""From here on an act is done, or its panel shown, without a question first."""
POSSIBLE = 0.07
"""From here on it is offered."""
MOST_OFFERED = 3
TALK = frozenset((Intent.GREETING, Intent.THANKS, Intent.NONE))
OF_OWN_TASKS = frozenset((Intent.REPORT, Intent.CLOSE_DAY))
ANSWERS = frozenset((Intent.YES, Intent.NO, Intent.LATER, Intent.CORRECTION))


class Possibility(Struct, frozen=True):
    """What a message may mean, and how sure that is, from 0 to 1."""

    intent: Intent
    sure: float
    act: Reads | None = None


class MessageReading(Struct, frozen=True):
    """The candidates of a message, the surest first; those that lack a slot which they need are left out."""

    candidates: tuple[Possibility, ...]
    chances: Mapping[Intent, float]

    @property
    def first(self) -> Possibility | None:
        return self.candidates[0] if self.candidates else None

    def chance(self, *intents: Intent) -> float:
        """Give how likely it is that one of these intents is meant."""
        return sum(self.chances.get(intent, 0.0) for intent in intents)


def read_message(text: str, moment: Moment, names: Names, every: Titles, own: Titles) -> MessageReading:
    """Give what a message may mean. Pure; some milliseconds, linear in its length.

    `every` are the titles of the tasks that the person sees; of their `own` alone they report.
    """
    chances = model().probabilities(marked(text, moment, parts_of(names)))
    heard, of_own = Heard(text, moment, names, every), Heard(text, moment, names, own)
    ranked = sorted(chances.items(), key=lambda each: -each[1])[: 2 * MOST_OFFERED]
    found: list[Possibility] = []
    for intent, sure in ranked:
        if sure < POSSIBLE or len(found) == MOST_OFFERED:
            break
        reads = READERS.get(intent)
        if reads is None:
            found.append(Possibility(intent, sure))
        elif (act := reads(of_own if intent in OF_OWN_TASKS else heard)) is not None:
            found.append(Possibility(intent, sure, act))
    return MessageReading(tuple(found), chances)


def act_of(intent: Intent, text: str, moment: Moment, names: Names, titles: Titles) -> Reads | None:
    """Give what a message comes to where it has this intent."""
    reads = READERS.get(intent)
    return reads(Heard(text, moment, names, titles)) if reads else None


def parts_of(names: Names) -> Collection[str]:
    """Give every word of people's names."""
    return {part for name in names for part in name.split()}
