"""A sentence with what is known of it, and what is left of it once some words are understood."""

import re
from collections.abc import Callable, Sequence
from re import Match

from msgspec import Struct

from core.language.phrases.folding import Folded
from core.language.phrases.model import Moment
from core.language.phrases.reading import Scan
from core.language.questions.reading import When, when_said
from core.language.statements import vocabulary as said

NO_REASON = re.compile(r"[¿?¡!]|\b(?:libres?|off)\b", re.IGNORECASE)
"""Signs and words that are said with days away and are not a reason."""


class Text(Struct, frozen=True):
    """A sentence with what is known of it; `plain` is it folded, with a letter for each of a name's."""

    original: str
    plain: Folded
    people: tuple[tuple[int, ...], ...]
    near: bool
    moment: Moment
    scans: Callable[[str], Scan]

    def when(self, words: str) -> When:
        return when_said(words, self.moment, self.scans)

    def source(self, start: int, end: int | None = None) -> str:
        """The words as written from one place of the folded text to another."""
        starts = self.plain.starts
        return self.original[starts[start] : starts[len(self.plain.text) if end is None else end]]


def tasks_in(found: Match[str]) -> list[int]:
    """The numbers of the tasks that a sentence names; none if one cannot be a task's."""
    named = {found.start(name) for name in found.re.groupindex if found[name]}
    numbers = [
        int(group)
        for at, group in enumerate(found.groups(), 1)
        if group and found.start(at) not in named and group.isdigit()
    ]
    return list(dict.fromkeys(numbers)) if all(numbers) else []


def nothing_left(words: str) -> bool:
    """Return whether only words that say nothing of their own are left; a name is there as "zzz"."""
    words = re.sub(r"\bz+\b", " ", said.TAKES.sub(" ", words))
    return re.search(r"[a-z0-9]", said.FILLERS.sub(" ", words)) is None


def without(words: str, spans: Sequence[tuple[int, int]]) -> str:
    letters = list(words)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def is_reason(words: str) -> bool:
    """Return whether words without their days say why one is away, or nothing."""
    said_of_days = said.OF_DAYS.match(words)
    left = words[said_of_days.end() if said_of_days else 0 :]
    return not left.strip() or said.REASON.match(left) is not None
