"""Repetitions, due times and whole days over the changes of the clocks of 2026 to 2028 by the pinned data.

The table is read when the pinned tzdata is renewed: a zone that a law has changed since fails here, and is put right.
"""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from core.base.calendar_time import ONE_DAY, Days
from core.base.date_times import WrittenDateTime, of_whole_days
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence
from core.calendar.recurrence import occurrences
from tests.tables import each_row

FIRST, LAST = date(2026, 1, 1), date(2028, 12, 31)
HOUR = timedelta(hours=1)
SPRING_AND_AUTUMN = {
    "Europe/Madrid": (
        *("2026-03-29 02:00", "2026-10-25 01:00", "2027-03-28 02:00", "2027-10-31 01:00"),
        *("2028-03-26 02:00", "2028-10-29 01:00"),
    ),
    "America/Tijuana": (
        *("2026-03-08 -7:00", "2026-11-01 -8:00", "2027-03-14 -7:00", "2027-11-07 -8:00"),
        *("2028-03-12 -7:00", "2028-11-05 -8:00"),
    ),
    # at midnight: some days begin at one o'clock
    "America/Santiago": (
        *("2026-04-05 -4:00", "2026-09-06 -3:00", "2027-04-04 -4:00", "2027-09-05 -3:00"),
        *("2028-04-02 -4:00", "2028-09-03 -3:00"),
    ),
    "Africa/Cairo": (
        *("2026-04-24 03:00", "2026-10-30 02:00", "2027-04-30 03:00", "2027-10-29 02:00"),
        *("2028-04-28 03:00", "2028-10-27 02:00"),
    ),
    # by half an hour
    "Australia/Lord_Howe": (
        *("2026-04-05 10:30", "2026-10-04 11:00", "2027-04-04 10:30", "2027-10-03 11:00"),
        *("2028-04-02 10:30", "2028-10-01 11:00"),
    ),
}
BY_LAW = {
    # the last change was to summer time, which stays
    "America/Vancouver": ("2026-03-08 -7:00",),
    "America/Winnipeg": ("2026-03-08 -5:00",),
    "America/Edmonton": ("2026-03-08 -6:00",),
    # an hour back in Ramadan, and since September 2026 for good
    "Africa/Casablanca": ("2026-02-15 00:00", "2026-03-22 01:00", "2026-09-20 00:00"),
    # summer time since 2024, Aysén's since 2025, and none since 2022
    "America/Asuncion": (),
    "America/Coyhaique": (),
    "America/Mexico_City": (),
}
ZONES = SPRING_AND_AUTUMN | BY_LAW


def offset(at: datetime) -> str:
    hours = at.utcoffset() / HOUR
    return f"{'-' if hours < 0 else '0' if hours < 10 else ''}{abs(int(hours))}:{round(abs(hours) % 1 * 60):02}"


def changes(zone: ZoneInfo) -> list[str]:
    """Each day at whose end the clock is another than at that of the day before, and how far it is from UTC."""
    ends = [datetime.combine(FIRST + n * ONE_DAY, time(23, 59), zone) for n in range((LAST - FIRST).days + 1)]
    return [f"{after:%Y-%m-%d} {offset(after)}" for before, after in pairwise(ends) if offset(before) != offset(after)]


@each_row(ZONES.items())
def test_clocks_change_as_the_table_says(name, expected):
    assert changes(ZoneInfo(name)) == [*expected]


def around_changes():
    """Each zone, an hour, and the day before each of its changes, or some day in a zone without any."""
    for name, expected in ZONES.items():
        for change in expected or ("2027-03-28",):
            for hour in (time(9), time(2, 30), time(0, 15)):
                yield name, hour, date.fromisoformat(change[:10]) - ONE_DAY


def as_it_falls(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """An hour of a day; where clocks leap over it, as much later."""
    return datetime.combine(day, hour, zone).astimezone(UTC)


@each_row(around_changes())
def test_a_series_keeps_its_hour_over_each_change(name, hour, day):
    zone = ZoneInfo(name)
    start = datetime.combine(day - 2 * ONE_DAY, hour)
    rule = Recurrence(recurrence_type=RecurrenceType.WEEKLY, weekdays=(1, 2, 3, 4, 5, 6, 7), occurrence_count=6)
    held = occurrences(rule, WrittenDateTime(start), WrittenDateTime(start + 3 * HOUR), zone)
    assert [each.start for each in held] == [
        as_it_falls(start.date() + n * ONE_DAY, hour, zone) for n in range(len(held))
    ]
    assert [each.end for each in held] == [
        as_it_falls(start.date() + n * ONE_DAY, (start + 3 * HOUR).time(), zone) for n in range(len(held))
    ]


@each_row((name,) for name in ZONES)
def test_days_of_absence_follow_each_other_without_a_gap(name):
    zone = ZoneInfo(name)
    days = [of_whole_days(Days(day, day), zone) for day in (FIRST + n * ONE_DAY for n in range(1096))]
    assert all(before.end == after.start for before, after in pairwise(days))
    lasting = {each.start.astimezone(zone).date(): (each.end - each.start) / HOUR for each in days}
    assert len({day for day, hours in lasting.items() if hours != 24}) == len(ZONES[name])
