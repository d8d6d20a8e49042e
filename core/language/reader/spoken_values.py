"""The phrases and numbers with which a report says how far a task is; the phrases are in `reports.toml`."""

import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from functools import cache
from importlib.resources import files

from msgspec import Struct

from core.base.model import Semaforo
from core.language.phrases.task_numbers import ONES, TENS
from core.language.reader.words import PlainWord

ALL = 100
THIRD = 2
OF = frozenset(("de", "of", "out"))
SIGNS = (("%",), ("percent",), ("porciento",), ("por", "ciento"))
ENGLISH_TENS = frozenset(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"))


class ValueKind(StrEnum):
    """The meanings of phrases about a task, or about the day."""

    DONE = auto()
    ACTED = auto()
    HALF = auto()
    THIRD = auto()
    TWO_THIRDS = auto()
    QUARTER = auto()
    THREE_QUARTERS = auto()
    NOT_BEGUN = auto()
    ALMOST = auto()
    SAME = auto()
    GREEN = auto()
    YELLOW = auto()
    ORANGE = auto()
    RED = auto()
    UNBLOCKED = auto()
    SOLVED = auto()
    POINTS_MORE = auto()
    POINTS = auto()
    MORE = auto()
    SET = auto()
    LEFT = auto()
    REST = auto()
    EVERYTHING = auto()
    BUT = auto()
    NOT = auto()
    UNFINISHED = auto()
    SEND = auto()
    CLOSE = auto()
    FILLERS = auto()
    BECAUSE = auto()


PERCENTS = {
    ValueKind.DONE: ALL,
    ValueKind.ACTED: ALL,
    ValueKind.SOLVED: ALL,
    ValueKind.HALF: 50,
    ValueKind.THIRD: 33,
    ValueKind.TWO_THIRDS: 66,
    ValueKind.QUARTER: 25,
    ValueKind.THREE_QUARTERS: 75,
    ValueKind.NOT_BEGUN: 0,
}
LIGHTS = {
    ValueKind.GREEN: Semaforo.VERDE,
    ValueKind.YELLOW: Semaforo.AMARILLO,
    ValueKind.ORANGE: Semaforo.NARANJA,
    ValueKind.RED: Semaforo.ROJO,
}
VALUES = frozenset((*PERCENTS, *LIGHTS, ValueKind.UNBLOCKED, ValueKind.SAME, ValueKind.ALMOST, ValueKind.UNFINISHED))


class SpokenValue(Struct, frozen=True):
    """A phrase at `[first, last]`; a number has its `value`."""

    first: int
    last: int
    says: ValueKind | None
    value: int | None = None
    sign: bool = False


@cache
def phrases() -> Mapping[tuple[str, ...], ValueKind]:
    """Return every phrase of the data as its words, also as people write it who leave out apostrophes."""
    listed = tomllib.loads(files("core.language.sentences").joinpath("reports.toml").read_text(encoding="utf-8"))
    written = {tuple(phrase.split()): ValueKind(name) for name, each in reversed(listed.items()) for phrase in each}
    return {**{tuple(word.replace("'", "") for word in phrase): says for phrase, says in written.items()}, **written}


@cache
def sizes() -> Mapping[str, Sequence[int]]:
    """Return by its first word how many words a phrase may have, the most first."""
    found = defaultdict[str, set[int]](set)
    for phrase in phrases():
        found[phrase[0]].add(len(phrase))
    return {first: sorted(each, reverse=True) for first, each in found.items()}


def phrases_in(words: Sequence[PlainWord], inside: Collection[int]) -> Iterator[SpokenValue]:
    """Return the phrases and numbers outside of the names of tasks, the longest at each place."""
    known = phrases()
    place = 0
    while place < len(words):
        if place in inside:
            place += 1
            continue
        size = next(
            (
                size
                for size in sizes().get(words[place].text, ())
                if size <= len(words) - place
                and tuple(word.text for word in words[place : place + size]) in known
                and inside_free(place, size, inside)
            ),
            0,
        )
        number = number_at(words, place)
        if number is not None and size <= 1:
            yield number
            place = number.last + 1
        elif size:
            says = known[tuple(word.text for word in words[place : place + size])]
            yield SpokenValue(place, place + size - 1, says)
            place += size
        else:
            place += 1


def inside_free(place: int, size: int, inside: Collection[int]) -> bool:
    return not any(each in inside for each in range(place, place + size))


def number_at(words: Sequence[PlainWord], place: int) -> SpokenValue | None:
    """Return the number at a place, in digits or written out, perhaps with "%", or "3 de 8" as a percentage."""
    spelt = spelt_number(words, place)
    if spelt is None:
        return None
    value, last = spelt
    if place and words[place - 1].text == "las":
        return None  # an hour
    behind = tuple(each.text for each in words[last + 1 : last + 5])
    if share := share_of(value, behind):
        percent, size = share
        return SpokenValue(place, last + size, None, percent, sign=True)
    sign = next((each for each in SIGNS if behind[: len(each)] == each), ())
    return SpokenValue(place, last + len(sign), None, value, sign=bool(sign))


def share_of(value: int, behind: Sequence[str]) -> tuple[int, int] | None:
    """Return a number of all as a percentage, and how many words say so: "3 de 8", "50 gafetes de 300".

    Of things with a price, it is none: "30 sillas de 45 pesos".
    """
    if behind[:1] and behind[0] in OF:
        total = next((each for each in behind[:3] if each.isdecimal()), "")
    elif behind[1:2] and behind[0].endswith("s") and behind[1] in OF and not "".join(behind[3:]).endswith("s"):
        total = behind[2] if len(behind) > THIRD and behind[THIRD].isdecimal() else ""
    else:
        return None
    if not total or not 0 < int(total) >= value:
        return None
    return round(ALL * value / int(total)), behind.index(total) + 1


def spelt_number(words: Sequence[PlainWord], place: int) -> tuple[int, int] | None:
    """Return the number at a place up to a hundred or so, and the place of its last word."""
    word = words[place].text
    if word.isdecimal():
        return (int(word), place) if len(word) <= len(str(ALL)) else None
    if word not in TENS:
        return None
    following = [each.text for each in words[place + 1 : place + 3]]
    if len(following) > 1 and following[0] in ("y", "-") and following[1] in ONES:
        return TENS[word] + ONES[following[1]], place + 2
    if following and following[0] in ONES and word in ENGLISH_TENS:
        return TENS[word] + ONES[following[0]], place + 1
    return TENS[word], place


def is_value(found: SpokenValue) -> bool:
    return found.says in VALUES or (found.says is None and found.value is not None)
