"""The hours within which something is to be: a part of the day and open ends ("antes de las 9") put together."""

from collections.abc import Iterable
from datetime import time
from typing import TypeVar

from msgspec.structs import replace

from core.language.phrases.hours import DAY, NOON, SMALL_HOURS
from core.language.phrases.model import ALL_DAY, Meaning, PartOfDay, TimeWindow
from core.language.phrases.scanning import Candidate

Said = TypeVar("Said")


def first(values: Iterable[Said | None]) -> Said | None:
    return next((value for value in values if value), None)


def meanings(taken: Iterable[Candidate]) -> list[Meaning]:
    return [one.meaning for one in taken if isinstance(one.meaning, Meaning)]


def reconciled(taken: list[Candidate]) -> list[Candidate]:
    """Candidates whose open ends are moved by twelve hours where the words beside them say so.

    "En la noche antes de las 9", "después de las 4 y antes de las 7".
    """
    said = meanings(taken)
    part, earliest = first(one.part for one in said), first(one.earliest for one in said)
    return [
        replace(one, meaning=reconciled_end(one.meaning, part, earliest))
        if isinstance(one.meaning, Meaning) and one.meaning.guess
        else one
        for one in taken
    ]


def reconciled_end(end: Meaning, part: PartOfDay | None, earliest: time | None) -> Meaning:
    """An open end in the part's half of the day, or a latest time after the earliest; the note of a guess goes."""
    at = end.earliest or end.latest
    if not at or not (part or (end.latest and earliest)):
        return end
    wrong = wrong_half(at, part) if part else bool(earliest and at <= earliest < other_half(at))
    at = other_half(at) if wrong else at
    if end.latest and is_after_midnight(at, part):
        at = time.min  # a day ends there
    return replace(end, earliest=end.earliest and at, latest=end.latest and at, notes=())


def wrong_half(at: time, part: PartOfDay) -> bool:
    """Return whether a time is not in the half of the day of a part; a night lasts past midnight, a morning to noon."""
    if part is PartOfDay.NIGHT:
        return (at.hour % NOON < SMALL_HOURS) is (at.hour >= NOON)
    if part is PartOfDay.SMALL_HOURS:
        return at.hour >= NOON
    return at.hour != NOON and (at.hour < NOON) is not (part is PartOfDay.MORNING)


def is_after_midnight(at: time, part: PartOfDay | None) -> bool:
    """Return whether an hour of a night belongs to the day after."""
    return part is PartOfDay.NIGHT and time.min < at < time(SMALL_HOURS)


def other_half(said: time) -> time:
    return said.replace(hour=(said.hour + NOON) % DAY)


def within(said: list[Meaning]) -> TimeWindow | None:
    part = first(one.part for one in said)
    earliest, latest = first(one.earliest for one in said), first(one.latest for one in said)
    if not (earliest or latest):
        return part and part.value
    inside, anywhere = (
        TimeWindow(earliest or left.start, latest or left.end) for left in (part.value if part else ALL_DAY, ALL_DAY)
    )
    return inside if inside.end == time.min or inside.start < inside.end else anywhere
