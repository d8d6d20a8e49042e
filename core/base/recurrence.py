"""Rules by which something repeats, and the dates that they give. Pure: days only, without hours or a zone."""

from calendar import monthrange
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from core.base import rrules
from core.base.calendar_time import LAST_YEAR
from core.base.errors import FieldCode, FieldError
from core.base.model import RecurrenceType

MONTHS = 12


class Recurrence(Struct, frozen=True, kw_only=True):
    """The days on which something repeats: ISO `weekdays`, or a day of each month, the last of a shorter one.

    Without weekdays or a day of the month, the start's is meant. `ends_on` is a date, included. An `rrule` says more
    than these can, in their place (`core.base.rrules`).
    """

    recurrence_type: RecurrenceType
    weekdays: tuple[int, ...] = ()
    day_of_month: int | None = None
    occurrence_count: int | None = None
    ends_on: date | None = None
    rrule: str | None = None


class Recurs(Protocol):
    """Anything that has the fields of a recurrence among others."""

    @property
    def weekdays(self) -> Sequence[int] | None: ...


def recurrence_of(thing: Recurs) -> Recurrence:
    """The recurrence that the fields of a request or a record say."""
    fields: dict[str, Any] = {name: getattr(thing, name, None) for name in Recurrence.__struct_fields__}
    return Recurrence(**fields | {"weekdays": tuple(thing.weekdays or ())})


def wire_fields(rule: Recurrence) -> dict[str, object]:
    """Return the fields of a request for something that repeats, by their wire names."""
    fields: dict[str, object] = {
        "recurrenceType": rule.recurrence_type,
        "weekdays": list(rule.weekdays) or None,
        "dayOfMonth": rule.day_of_month,
        "occurrenceCount": rule.occurrence_count,
        "endsOn": rule.ends_on,
    }
    return fields if rule.rrule is None else fields | {"rrule": rule.rrule}


def fields_of_other_type(rule: Recurrence) -> list[FieldError]:
    """An error for each field that belongs to the other type of recurrence."""
    weekly = rule.recurrence_type is RecurrenceType.WEEKLY
    foreign = {
        "weekdays": bool(rule.weekdays) and (not weekly or rule.rrule is not None),
        "dayOfMonth": rule.day_of_month is not None and (weekly or rule.rrule is not None),
    }
    kind = rule.rrule or rule.recurrence_type.value
    return [FieldError(field, FieldCode.NOT_APPLICABLE, {"kind": kind}) for field, sent in foreign.items() if sent]


def anchored(rule: Recurrence, start: date) -> Recurrence:
    """The rule; if it has no weekday or day of the month, with that of its start."""
    if rule.rrule is not None:
        return rule
    if rule.recurrence_type is RecurrenceType.WEEKLY:
        return replace(rule, weekdays=tuple(sorted(set(rule.weekdays))) or (start.isoweekday(),))
    return replace(rule, day_of_month=rule.day_of_month or start.day)


def moved_weekdays(weekdays: Iterable[int], days: int) -> tuple[int, ...]:
    """ISO weekdays, moved by a number of days."""
    return tuple(sorted((day - 1 + days) % 7 + 1 for day in weekdays))


def matching(rule: Recurrence, start: date) -> Iterator[date]:
    """Every date of a rule from `start` on, its end aside."""
    if rule.rrule is not None:
        return rrules.dates(rrules.read_rrule(rule.rrule), start)
    rule = anchored(rule, start)
    return monthly(start, rule.day_of_month) if rule.day_of_month else weekly(start, set(rule.weekdays))


def first_date(rule: Recurrence, start: date) -> date | None:
    """The first date of a rule from `start` on, from which its intervals are counted."""
    if rule.rrule is not None:
        rule = replace(rule, rrule=str(replace(rrules.read_rrule(rule.rrule), interval=1)))
    return next(matching(rule, start), None)


def weekly(start: date, weekdays: Container[int]) -> Iterator[date]:
    every = map(date.fromordinal, range(start.toordinal(), date(LAST_YEAR, 12, 31).toordinal() + 1))
    return (day for day in every if day.isoweekday() in weekdays)


def monthly(start: date, day_of_month: int) -> Iterator[date]:
    for index in range(start.year * MONTHS + start.month - 1, (LAST_YEAR + 1) * MONTHS):
        year, month = index // MONTHS, index % MONTHS + 1
        day = date(year, month, min(day_of_month, monthrange(year, month)[1]))
        if day >= start:
            yield day
