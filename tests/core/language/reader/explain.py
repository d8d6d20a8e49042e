"""Shows how the chat reads sentences: `make read WORDS="la minuta ya quedó" TASK="Minuta de la junta"`."""

import re
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from enum import Enum
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import fields

from core.base.model import Language
from core.language.phrases.model import Moment
from core.language.reader.reading import MessageReading, read_message
from core.language.reader.titles import KnownTitles, Titles
from core.language.statements.model import Statement

SAID_AT = datetime(2026, 11, 23, 15, tzinfo=UTC)
ZONE = ZoneInfo("America/Mexico_City")
PEOPLE = {"ana": [1], "luis": [2], "lucia": [3], "sofia": [4]}
MOST_SHOWN = 4
NUMBER = re.compile(r"(?:#|\b(?:la|tarea|task) )([0-9]{1,6})\b", re.IGNORECASE)


def reading_of(words: str, titles: Sequence[str] = ()) -> MessageReading:
    """Return how words are read by somebody with open tasks of these titles, the first of the number in the words."""
    named = NUMBER.search(words)
    own = Titles(dict(enumerate(titles or [""] * bool(named), int(named[1]) if named else 1)))
    moment = Moment.of(SAID_AT, ZONE, Language.ES)
    return read_message(words, moment, PEOPLE, KnownTitles(own, own, Titles({})))


def explained(words: str, titles: Sequence[str] = ()) -> Sequence[str]:
    """Return lines that say what the model makes of words, and what each likely intent comes to."""
    found = reading_of(words, titles)
    likely = sorted(found.chances.items(), key=lambda each: -each[1])[:MOST_SHOWN]
    lines = [f"{words}", "  the model: " + ", ".join(f"{intent} {chance:.2f}" for intent, chance in likely)]
    if found.statement is not None:
        lines.append(f"  a template: {said(found.statement)}")
    lines += [
        f"  {each.intent} {each.sure:.2f}: {said(each.act) if each.act else 'nothing to do'}"
        for each in found.candidates
    ]
    known = {each.intent for each in found.candidates}
    lines += [
        f"  {intent} {chance:.2f} is left out: it lacks a known task's title, a day or a phrase of reports.toml"
        for intent, chance in likely[:1]
        if intent not in known and chance > max((each.sure for each in found.candidates), default=0) / 2
    ]
    return lines


def said(value: object) -> str:
    """Return an act, or a part of one, with those of its fields that say something."""
    if isinstance(value, Struct):
        values = ((each, getattr(value, each.name)) for each in fields(value))
        given = {each.name: of for each, of in values if of != each.default}
        name = given.pop("act") if isinstance(value, Statement) else type(value).__name__
        return " ".join([str(name), *(f"{each}={said(of)}" for each, of in given.items())])
    if isinstance(value, tuple):
        return f"[{', '.join(map(said, value))}]"
    return str(value) if isinstance(value, Enum | date | time) else repr(value)


if __name__ == "__main__":
    words, *titles = sys.argv[1:]
    sys.stdout.write("\n".join([*explained(words, [each for each in titles if each]), ""]))
