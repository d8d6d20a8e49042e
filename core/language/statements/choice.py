"""The choice from a numbered list: "solo el 1 y el 3", "todos menos el segundo", "only Monday's meeting". Pure."""

import re
from collections.abc import Collection, Sequence

from core.language.accents import without_accents, words_in
from core.language.phrases.stems import LINKS, stem
from core.language.phrases.task_numbers import NUMBERS

ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "primero primera primer first 1st una",
            "segundo segunda second 2nd",
            "tercero tercera tercer third 3rd",
            "cuarto cuarta fourth 4th",
            "quinto quinta fifth 5th",
            "sexto sexta sixth 6th",
            "septimo septima seventh 7th",
            "octavo octava eighth 8th",
            "noveno novena ninth 9th",
            "decimo decima tenth 10th",
        ),
        1,
    )
    for word in words.split()
}
LAST = frozenset({"ultimo", "ultima", "last"})
PAIR = 2
NONE = re.compile(r"(?:ningun[oa]?|none|nada|nothing)(?: de ellos| of them)?")
ALL = re.compile(r"(?:tod[oa]s?(?: l[oa]s eventos)?|all(?: of them)?|everything)")
BOTH = re.compile(r"(?:l[oa]s dos|amb[oa]s|both)")
FIRST_SOME = re.compile(r"(?:l[oa]s |the )?(?:primer[oa]s|first) (?P<count>\w+)|l[oa]s (?P<some>\w+) primer[oa]s")
POLITE = re.compile(r"^(?:(?:si|ok|yes|pero|but|y|and),?|no,|mejor|better) |,? ?\b(?:por favor|please|gracias)\b")
VERB = r"(?:(?:guarda|quiero|quisiera|deja|elige|toma|save|keep|i want|take)(?:me|los|las|r)? )?"
EVERY_BUT = re.compile(rf"{VERB}{ALL.pattern} (?:menos|excepto|salvo|sin|but|except|without)(?: for)? (?P<named>.+)")
WITHOUT = re.compile(
    r"(?:menos|excepto|sin|quita(?:r|me)?|saca|borra|except|without|remove|not|no(?: guardes| quiero)?) (?P<named>.+)"
    r"|(?P<before>.+) no(?: me sirven?| vale| va)?"
)
MORE = re.compile(r"(?:agrega|anade|suma|tambien|ademas|add|also) (?P<named>.+)|(?P<before>.+) (?:tambien|too)")
ONLY = re.compile(rf"{VERB}(?:(?:solo|solamente|nada mas|unicamente|only|just) )?{VERB}(?P<named>.+)")
AND = re.compile(r" (?:y|e|and|ni|nor) |[,&;+/]")
RANGE = re.compile(r"(?:d?el |from )?(?P<first>\w+)(?: a | al | to | hasta (?:el )?|-)(?P<last>\w+)")
HOUR = re.compile(r"\b(?:a|de) las? \d|\bat \d|\d ?(?:[ap]\.?m\b|:\d)")
"""An hour, which is not a number of the list."""
SAYS_NOTHING = LINKS | {
    *("evento", "eventos", "event", "events", "numero", "number", "ones", "s", "dia", "day"),
    *("ese", "esa", "esos", "esas", "este", "esta", "that", "those"),
}
MOST_LETTERS = 200


def chosen_places(words: str, labels: Sequence[str], before: Collection[int]) -> tuple[int, ...] | None:
    """Return the places in `labels` that words choose; `before`: those chosen so far. None if not understood."""
    text = POLITE.sub("", " ".join(without_accents(words).split()).strip(" .!¡")).strip(" ,.!")
    every = set(range(len(labels)))
    if len(text) > MOST_LETTERS:
        return None
    if NONE.fullmatch(text):
        return ()
    if re.fullmatch(VERB + ALL.pattern, text):
        return tuple(sorted(every))
    if re.fullmatch(VERB + BOTH.pattern, text):
        return tuple(sorted(every)) if len(every) == PAIR else None
    for phrase, combine in (
        (EVERY_BUT, every.difference),
        (WITHOUT, {*before}.difference),
        (MORE, {*before}.union),
        (ONLY, set[int]().union),
    ):
        if found := phrase.fullmatch(text):
            groups = found.groupdict()
            known = [{stem(word) or word for word in words_in(without_accents(label))} for label in labels]
            named = named_places(groups["named"] or groups["before"], known)
            return None if named is None else tuple(sorted(combine(named)))
    return None


def named_places(text: str, labels: Sequence[Collection[str]]) -> set[int] | None:
    """Return the places that a text names, each part of it at least one; None where a part names none."""
    if HOUR.search(text):
        return None
    if whole := part_places(text, labels):
        return whole
    parts = [part_places(part, labels) for part in AND.split(text)]
    return set().union(*parts) if all(parts) else None


def part_places(text: str, labels: Sequence[Collection[str]]) -> set[int]:
    """Return the places whose numbers are said, or in a range of numbers, or with all the words in their labels."""
    count = len(labels)
    if found := FIRST_SOME.fullmatch(text):
        last = number_of(found["count"] or found["some"], count)
        return set(range(last + 1)) if last is not None else set()
    if found := RANGE.fullmatch(text.strip()):
        first, last = (number_of(found[side], count) for side in ("first", "last"))
        if first is not None and last is not None:
            return set(range(first, last + 1))
    said = [word for word in words_in(text) if word not in SAYS_NOTHING]
    ranked = said[:-1] if said[1:] == ["one"] else said
    numbers = {number_of(word, count) for word in ranked}
    if numbers and None not in numbers:
        return {number for number in numbers if number is not None}
    wanted = {stem(word) or word for word in said}
    return {place for place, label in enumerate(labels) if wanted and wanted.issubset(label)}


def number_of(word: str, count: int) -> int | None:
    """The place that a number in digits, written out or as a rank has, if there is one."""
    number = count if word in LAST else ORDINALS.get(word) or NUMBERS.get(word) or (int(word) if word.isdigit() else 0)
    return number - 1 if 1 <= number <= count else None
