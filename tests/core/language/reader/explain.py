"""Shows how the chat reads sentences: `make read WORDS="la minuta ya quedó" TASK="Minuta de la junta"`."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from core.base.model import Language
from core.language.phrases.model import Moment
from core.language.reader.reading import MessageReading, read_message
from core.language.reader.titles import KnownTitles, Titles
from core.language.statements.model import Statement

SAID_AT = datetime(2026, 11, 23, 15, tzinfo=UTC)
ZONE = ZoneInfo("America/Mexico_City")
PEOPLE = {"ana": [1], "luis": [2], "lucia": [3], "sofia": [4]}
MOST_SHOWN = 4


def reading_of(words: str, titles: Sequence[str] = ()) -> MessageReading:
    """Give how words are read by somebody who has open tasks of these titles, numbered from 1."""
    own = Titles(dict(enumerate(titles, 1)))
    moment = Moment.of(SAID_AT, ZONE, Language.ES)
    return read_message(words, moment, PEOPLE, KnownTitles(own, own, Titles({})))


def explained(words: str, titles: Sequence[str] = ()) -> Sequence[str]:
    """Give lines that say what the model makes of words, and what each likely intent comes to."""
    found = reading_of(words, titles)
    likely = sorted(found.chances.items(), key=lambda each: -each[1])[:MOST_SHOWN]
    lines = [f"{words}", "  the model: " + ", ".join(f"{intent} {chance:.2f}" for intent, chance in likely)]
    if found.statement is not None:
        lines.append(f"  a template: {said(found.statement)}")
    for each in found.candidates:
        act = said(each.act) if isinstance(each.act, Statement) else str(each.act or "nothing to do")
        lines.append(f"  {each.intent} {each.sure:.2f}: {act[:160]}")
    known = {each.intent for each in found.candidates}
    lines += [
        f"  {intent} {chance:.2f} is left out: it lacks a known task's title, a day or a phrase of reports.toml"
        for intent, chance in likely[:1]
        if intent not in known and chance > max((each.sure for each in found.candidates), default=0) / 2
    ]
    return lines


def said(statement: Statement) -> str:
    """Give an act with what it says of slots."""
    slots = {name: getattr(statement, name) for name in ("words", "title", "task", "people", "days", "items")}
    return " ".join([statement.act, *(f"{name}={value!r}" for name, value in slots.items() if value)])


if __name__ == "__main__":
    words, *titles = sys.argv[1:]
    sys.stdout.write("\n".join([*explained(words, [each for each in titles if each]), ""]))
