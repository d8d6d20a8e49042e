"""Moves of what is left of a series: which of its events go along, and how the series repeats afterwards.

An event that was moved on its own is not where its series had put it, and stays where it is.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from core.application.use_case import Context
from core.base import rrules
from core.base.calendar_time import ONE_DAY, Days, Interval, local_date
from core.base.date_times import WrittenDateTime, instant_of, of_whole_days, start_of, whole_days
from core.base.model import RecurrenceType
from core.base.recurrence import moved_weekdays
from core.calendar.event_state import is_ahead
from core.calendar.recurrence import SUNDAY
from core.records.calendar import Event, SeriesPattern, SeriesRule

SHORTEST_MONTH = 28
"""The last day that every month has: what is on a later one is not moved by adding to it."""


class Shift(Struct, frozen=True):
    """A move of events: by how many days, at what time of the day they begin then, and how long they last.

    Without a time of the day or a length each keeps its own.
    """

    days: int = 0
    at: time | None = None
    length: timedelta | None = None

    def __bool__(self) -> bool:
        return self != Shift()

    def moved(self, event: Event, zone: ZoneInfo, clocks: Collection[time] = ()) -> Event:
        """The event, moved by the wall clock of the zone. Raises `Invalid` outside the allowed years.

        `clocks`: the times of the day at which its series begins.
        """
        begins = event.start_datetime
        if self.days or self.at is not None:
            local = as_meant(begins, clocks, zone)
            begins = instant_of(datetime.combine(local.date() + self.days * ONE_DAY, self.at or local.time()), zone)
        return beginning(event, begins, length_of(event.times, zone) if self.length is None else self.length, zone)


def beginning(event: Event, begins: datetime, length: timedelta, zone: ZoneInfo) -> Event:
    """The event, at another time. Raises `Invalid` outside the allowed years."""
    start, end = (WrittenDateTime(at).instant("start", zone) for at in (begins, end_of(begins, length, zone)))
    return msgspec.structs.replace(event, start_datetime=start, end_datetime=end)


def wall_clock(at: datetime, zone: ZoneInfo) -> datetime:
    return at.astimezone(zone).replace(tzinfo=None)


def as_meant(at: datetime, clocks: Collection[time], zone: ZoneInfo) -> datetime:
    """The wall-clock time; of one that is later because the clocks skip one of these, the one that they skip."""
    local = wall_clock(at, zone)
    others = (datetime.combine(local.date(), clock) for clock in clocks if clock != local.time())
    return next((other for other in others if instant_of(other, zone) == at), local)


def length_of(times: Interval, zone: ZoneInfo) -> timedelta:
    """The length of a time; of whole days as many days, whatever the clocks do meanwhile."""
    days = whole_days(times, zone)
    return times.end - times.start if days is None else (days.last - days.first) + ONE_DAY


def end_of(begins: datetime, length: timedelta, zone: ZoneInfo) -> datetime:
    """The end of something that begins then; whole days from a midnight on end at a midnight."""
    (days, rest), first = divmod(length, ONE_DAY), local_date(begins, zone)
    if rest or begins != start_of(first, zone):
        return begins + length
    return of_whole_days(Days(first, first + (days - 1) * ONE_DAY), zone).end


def are_left(ctx: Context, events: Sequence[Event]) -> Sequence[Event]:
    """The events that take place and are not over, in order."""
    return in_order([each for each in events if is_ahead(ctx, each)])


def in_order(events: Sequence[Event]) -> Sequence[Event]:
    return sorted(events, key=lambda each: (each.start_datetime, each.id))


async def move_along(
    ctx: Context, series_id: int, events: Sequence[Event], concerned: Sequence[Event], shift: Shift, *, named: int = 0
) -> dict[int, Event]:
    """The `concerned` of a series' undeleted events moved, by id, but for those that were moved on their own.

    One that has begun goes along only if it is `named`. The series is noted to be as they are; the caller writes them.
    """
    pattern, zone = await ctx.uow.series.pattern(series_id), ctx.settings.zone
    goes_along = with_its_series(pattern)

    def to_come(some: Sequence[Event]) -> Sequence[Event]:
        return [each for each in some if goes_along(each) and (each.start_datetime > ctx.now or each.id == named)]

    clocks = {wall_clock(each, zone).time() for each in starts_of(pattern, events)}
    moved = {each.id: shift.moved(each, zone, clocks) for each in to_come(concerned)}
    left = {each.id for each in to_come(are_left(ctx, events))}
    after = moved_pattern(pattern, events, moved, days=shift.days, whole=left <= moved.keys())
    if after != pattern:
        await ctx.uow.series.set_pattern(series_id, after)
    return moved


def with_its_series(pattern: SeriesPattern) -> Callable[[Event], bool]:
    """A function that tells whether an event is where its series has put it; of an old series every one is."""
    starts = None if pattern.starts is None else frozenset(pattern.starts)
    return lambda event: starts is None or event.start_datetime in starts


def starts_of(pattern: SeriesPattern, events: Sequence[Event]) -> Sequence[datetime]:
    """The starts of a series' events by its pattern; of an old series those that they have."""
    return [each.start_datetime for each in in_order(events)] if pattern.starts is None else pattern.starts


def moved_pattern(
    pattern: SeriesPattern, events: Sequence[Event], moved: dict[int, Event], *, days: int, whole: bool
) -> SeriesPattern:
    """The pattern of a series once these events are moved; `whole`: they are all that is left of it."""
    known = starts_of(pattern, events)
    instead: dict[datetime, list[datetime]] = {}
    for each in events:
        if each.id in moved:
            instead.setdefault(each.start_datetime, []).append(moved[each.id].start_datetime)
    rule = pattern.rule
    if rule is not None and days and moved:
        rule = shifted(rule, days) if whole else None
    return SeriesPattern(rule, [instead[each].pop() if instead.get(each) else each for each in known])


def days_later(day: date, days: int) -> date:
    """The date a number of days later, at most the last that a rule may have."""
    return date.fromordinal(min(day.toordinal() + days, rrules.LATEST.toordinal()))


def shifted(rule: SeriesRule, days: int) -> SeriesRule | None:
    """The rule whose dates are all `days` days later; None if there is none."""
    ends_on = rule.ends_on and days_later(rule.ends_on, days)
    if rule.rrule is not None:
        later = rrules.moved(rrules.read_rrule(rule.rrule), days)
        return None if later is None else msgspec.structs.replace(rule, rrule=str(later), ends_on=ends_on)
    if rule.recurrence_type is RecurrenceType.WEEKLY:
        weekdays = moved_weekdays(rule.weekdays, days)
        if SUNDAY in weekdays:
            return msgspec.structs.replace(rule, weekdays=(), rrule=str(rrules.weekly(weekdays)), ends_on=ends_on)
        return msgspec.structs.replace(rule, weekdays=weekdays, ends_on=ends_on)
    before, after = rule.day_of_month or 0, (rule.day_of_month or 0) + days
    if not all(1 <= day <= SHORTEST_MONTH for day in (before, after)):
        return None
    return msgspec.structs.replace(rule, day_of_month=after, ends_on=ends_on)
