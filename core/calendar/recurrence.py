"""The times of a series: pure functions from a request's rule to pairs of UTC instants.

A series has dates and wall-clock times, not instants: a meeting at nine stays at nine when the clocks change. The dates
are found first, limits are checked on them, and only then a zone makes instants of them.
"""

from datetime import date, datetime, timedelta
from itertools import islice, takewhile
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta
from msgspec.structs import replace

from core.base import rrules
from core.base.calendar_time import Interval
from core.base.date_times import YEARS, WrittenDateTime, instant_of, within_years
from core.base.errors import FieldCode, FieldError, Invalid, raise_if_any
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence, fields_of_other_type, matching

MAX_OCCURRENCES = 60
SUNDAY = 7

Weekday = Annotated[int, Meta(ge=1, le=6)]
"""Monday is 1. Sunday (7) is allowed in an `rrule` only."""
Weekdays = Annotated[list[Weekday], Meta(max_length=6)]
DayOfMonth = Annotated[int, Meta(ge=1, le=31)]
Rrule = Annotated[str, Meta(max_length=rrules.LONGEST_RULE)]
"""A rule as iCalendar writes it: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO."""
OccurrenceCount = Annotated[int, Meta(ge=1, le=MAX_OCCURRENCES)]


def occurrences(rule: Recurrence, start: WrittenDateTime, end: WrittenDateTime, zone: ZoneInfo) -> list[Interval]:
    """The 1 to 60 occurrences of a series whose first event would last from `start` to `end`, in order.

    Raises `Invalid` if the rule contradicts itself, has no end, or gives no occurrence, too many, or one too late.
    """
    check_length(start, end, zone)
    rule = readable(rule, start, zone)
    begin, finish = start.wall_clock(zone), end.wall_clock(zone)
    check_rule(rule, begin.date())
    try:
        found = [placed(day, begin, finish, zone) for day in dates(rule, begin.date())]
    except OverflowError:
        raise too_late(rule) from None
    if not all(within_years(occurrence.end) for occurrence in found):
        raise too_late(rule)
    return found


def check_length(start: WrittenDateTime, end: WrittenDateTime, zone: ZoneInfo) -> None:
    """Raise `Invalid` unless the end is after the start: by the clock, or by the instants if an hour occurs twice."""
    instants = start.instant("startDatetime", zone), end.instant("endDatetime", zone)
    clocks = start.wall_clock(zone), end.wall_clock(zone)
    first, last = clocks if clocks[0].fold == clocks[1].fold else instants
    if last <= first:
        raise Invalid.at("endDatetime", FieldCode.NOT_AFTER, other="startDatetime")


def readable(rule: Recurrence, start: WrittenDateTime, zone: ZoneInfo) -> Recurrence:
    """Normalise an `rrule`, and move its `COUNT` and `UNTIL` into the rule. Raises `Invalid` if it cannot be read."""
    if rule.rrule is None:
        return rule
    kind = rule.recurrence_type
    try:
        found = rrules.read_rrule(rule.rrule)
    except rrules.NoRrule:
        found = None
    if found is None or found.frequency is not kind:
        parts = ", ".join(sorted(rrules.PARTS[kind] - {"FREQ"}))
        raise Invalid.at("rrule", FieldCode.NO_RRULE, kind=kind.value, parts=parts)
    counts = [each for each in (rule.occurrence_count, found.count) if each]
    ends = [each for each in (rule.ends_on, found.ends_on(start.wall_clock(zone), zone)) if each]
    count, last = min(counts, default=None), min(ends, default=None)
    return replace(rule, rrule=str(found.endless), occurrence_count=count, ends_on=last)


def check_rule(rule: Recurrence, start: date) -> None:
    errors = fields_of_other_type(rule)
    by_start = rule.recurrence_type is RecurrenceType.WEEKLY and not rule.weekdays and rule.rrule is None
    if by_start and start.isoweekday() == SUNDAY:
        errors.insert(0, FieldError("weekdays", FieldCode.SUNDAY_START))
    if rule.occurrence_count is None and rule.ends_on is None:
        errors.append(FieldError("occurrenceCount", FieldCode.REQUIRED_WITHOUT, {"other": "endsOn"}))
    raise_if_any(errors)


def dates(rule: Recurrence, start: date) -> list[date]:
    """The series' local dates, up to whichever limit comes first. Raises `Invalid` if there are none or too many."""
    last = rule.ends_on or date.max
    limit = rule.occurrence_count or MAX_OCCURRENCES + 1
    found = list(islice(takewhile(lambda day: day <= last, matching(rule, start)), limit))
    if len(found) > MAX_OCCURRENCES:
        sixtieth = found[MAX_OCCURRENCES - 1].isoformat()
        raise Invalid.at("endsOn", FieldCode.TOO_MANY_OCCURRENCES, limit=MAX_OCCURRENCES, last=sixtieth)
    if rule.ends_on is None and len(found) < limit:
        raise too_late(rule)
    if not found:
        raise Invalid.at("endsOn", FieldCode.NO_OCCURRENCES)
    return found


def placed(day: date, start: datetime, end: datetime, zone: ZoneInfo) -> Interval:
    """The occurrence on a date: the wall-clock time and length of the first.

    If the clock shows a time twice, the first occurrence keeps the one that its request meant; others take the earlier.
    If a change of the clocks leaves no time between start and end, the length is the nominal one.
    """
    if day == start.date():
        found = Interval(instant_of(start, zone), instant_of(end, zone))
    else:
        begin = datetime.combine(day, start.time().replace(fold=0))
        found = Interval(instant_of(begin, zone), instant_of(begin + (end - start), zone))
    return found if found.end > found.start else Interval(found.start, found.start + nominal_length(start, end, zone))


def nominal_length(start: datetime, end: datetime, zone: ZoneInfo) -> timedelta:
    """The length by the clock, or the time elapsed if the clock goes back in between and shows none."""
    return end - start if end > start else instant_of(end, zone) - instant_of(start, zone)


def too_late(rule: Recurrence) -> Invalid:
    field = "endsOn" if rule.ends_on else "occurrenceCount"
    return Invalid.at(field, FieldCode.OUT_OF_RANGE, bound=YEARS)
