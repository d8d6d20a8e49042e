"""The time that a person works: whether on a date, if not why, and from when to when. Pure.

An absence, a weekday outside their week, and a public holiday are not worked. Hours are wall-clock times of the
person's zone; the results are instants, so changes of the clocks are accounted for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, time
from enum import StrEnum
from zoneinfo import ZoneInfo

from msgspec import Struct

from core.base.calendar_time import ONE_DAY, Days, Interval, local_date
from core.base.date_times import instant_at
from core.base.model import Language
from core.records.people import DayHours

MONDAY, SUNDAY = 1, 7


def hours_on(day: date, starts: time, ends: time, zone: ZoneInfo) -> Interval:
    """From one wall-clock time of a date to the next time that the clock of the zone shows the other.

    An end at or before the start is on the next date. Empty if the clocks skip all of it.
    """
    start = instant_at(day, starts, zone)
    return Interval(start, max(start, instant_at(day if starts < ends else day + ONE_DAY, ends, zone)))


class Holiday(Struct, rename="camel", frozen=True):
    on: date
    names: dict[Language, str]


class Off(StrEnum):
    """The reason why a day is not worked. An absence comes before the week, the week before a holiday."""

    ABSENCE = "absence"
    DAY_OFF = "day_off"
    HOLIDAY = "holiday"


class WhyOff(Struct, rename="camel", frozen=True):
    """The reason why a day is not worked; `until`: an absence's last day."""

    off: Off
    until: date | None = None
    holiday: Holiday | None = None


class WorkCalendar(Struct, frozen=True):
    """Everything that decides when one person works; `holiday` is asked only about days that they would work."""

    zone: ZoneInfo
    week: Mapping[int, DayHours]
    holiday: Callable[[date], Holiday | None]
    absences: Sequence[Days] = ()

    def why_off(self, on: date) -> WhyOff | None:
        away = next((days for days in self.absences if days.first <= on <= days.last), None)
        return WhyOff(Off.ABSENCE, until=away.last) if away else self.free(on)

    def free(self, on: date) -> WhyOff | None:
        """Return why they would not work on a date even if they were not absent; None if they would."""
        if on.isoweekday() not in self.week:
            return WhyOff(Off.DAY_OFF)
        holiday = self.holiday(on)
        return WhyOff(Off.HOLIDAY, holiday=holiday) if holiday else None

    def hours(self, on: date) -> Interval | None:
        """The hours that they work on a date; None if they do not. Empty if the clocks skip all of them."""
        if self.why_off(on):
            return None
        day = self.week[on.isoweekday()]
        return hours_on(on, day.starts, day.ends, self.zone)

    def working(self, during: Interval) -> Iterator[Interval]:
        """Yield their hours of every date that a time touches, in order; the first and the last may reach beyond it."""
        on, last = (local_date(each, self.zone) for each in during)
        while on <= last:
            if hours := self.hours(on):
                yield hours
            on += ONE_DAY
