"""The first times at which several people could meet: all at work and nobody busy. Pure.

Slots begin on a grid of the wall clock (on the hour, at half past), and none begins before the previous one has ended:
a person who declines 10:00 gains nothing from 10:30 in the same free hour.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import reduce
from typing import NamedTuple
from zoneinfo import ZoneInfo

from core.base.calendar_time import ONE_DAY, Interval, difference, local_date, union
from core.people.working_time import hours_on


class Grid(NamedTuple):
    """Wall-clock times of a zone at which a slot may begin: every `step` from the hour on."""

    zone: ZoneInfo
    step: timedelta

    def first(self, after: datetime) -> datetime:
        local = after.astimezone(self.zone)
        past = (local - local.replace(minute=0, second=0, microsecond=0)) % self.step
        return self.first(after + self.step - past) if past else after


class HoursOfDay(NamedTuple):
    """Wall-clock hours of every day in a zone; an end at or before the start is on the next day."""

    zone: ZoneInfo
    start: time
    end: time

    def on(self, day: date) -> Interval:
        return hours_on(day, self.start, self.end, self.zone)

    def during(self, time: Interval) -> Iterator[Interval]:
        """The hours of every date that a time touches, in order; the first and the last may reach beyond it."""
        day, last = local_date(time.start, self.zone) - ONE_DAY, local_date(time.end, self.zone)
        while day <= last:
            yield self.on(day)
            day += ONE_DAY


def free_slots(
    working: Iterable[Iterable[Interval]],
    busy: Iterable[Interval],
    *,
    within: Interval,
    length: timedelta,
    grid: Grid,
    most: int,
) -> Sequence[Interval]:
    """At most `most` slots, in order, each within one piece of everyone's working time and free of busy times."""
    slots: list[Interval] = []
    shared: list[Interval] = reduce(intersection, map(union, working), [within])
    for start, end in difference(shared, union(busy)):
        begin = grid.first(start)
        while len(slots) < most and begin + length <= end:
            slots.append(Interval(begin, begin + length))
            begin = grid.first(begin + length)
    return slots


def intersection(one: Sequence[Interval], other: Sequence[Interval]) -> list[Interval]:
    common, mine, theirs = [], 0, 0
    while mine < len(one) and theirs < len(other):
        start = max(one[mine].start, other[theirs].start)
        end = min(one[mine].end, other[theirs].end)
        if start < end:
            common.append(Interval(start, end))
        if one[mine].end == end:
            mine += 1
        else:
            theirs += 1
    return common
