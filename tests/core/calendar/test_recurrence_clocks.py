"""A series across changes of the clock: the wall clock stays, the instants move."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.tz import resolve_imaginary
from hypothesis import given
from hypothesis import strategies as st

from core.base.calendar_time import Interval
from core.base.date_times import WrittenDateTime
from core.base.errors import FieldCode
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence
from core.calendar.recurrence import occurrences
from tests.core.refusals import invalid
from tests.tables import each_row

NEW_YORK = ZoneInfo("America/New_York")
MADRID = ZoneInfo("Europe/Madrid")
MEXICO = ZoneInfo("America/Mexico_City")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
ZONES = [NEW_YORK, MADRID, MEXICO, LORD_HOWE]
APIA = ZoneInfo("Pacific/Apia")


def monthly(start: str, end: str, zone: ZoneInfo, count: int = 2, day: int | None = None) -> list[Interval]:
    series = Recurrence(recurrence_type=RecurrenceType.MONTHLY, occurrence_count=count, day_of_month=day)
    return series_of(series, start, end, zone)


def weekly(start: str, end: str, zone: ZoneInfo, count: int = 2, weekdays=(1, 2, 3, 4, 5, 6)) -> list[Interval]:
    series = Recurrence(recurrence_type=RecurrenceType.WEEKLY, occurrence_count=count, weekdays=weekdays)
    return series_of(series, start, end, zone)


def series_of(series: Recurrence, start: str, end: str, zone: ZoneInfo) -> list[Interval]:
    return occurrences(series, written(start), written(end), zone)


def written(text: str) -> WrittenDateTime:
    return WrittenDateTime(datetime.fromisoformat(text))


def texts(occurrence: Interval) -> tuple[str, str]:
    return tuple(f"{instant:%Y-%m-%dT%H:%MZ}" for instant in occurrence)


ACROSS = [
    # (zone, first start, first end, the second occurrence a month later)
    (NEW_YORK, "2026-02-15T09:00", "2026-02-15T10:00", ("2026-03-15T13:00Z", "2026-03-15T14:00Z")),
    (NEW_YORK, "2026-10-15T09:00", "2026-10-15T10:00", ("2026-11-15T14:00Z", "2026-11-15T15:00Z")),
    (MEXICO, "2026-03-15T09:00", "2026-03-15T10:00", ("2026-04-15T15:00Z", "2026-04-15T16:00Z")),
    (LORD_HOWE, "2026-09-15T09:00", "2026-09-15T10:00", ("2026-10-14T22:00Z", "2026-10-14T23:00Z")),
    # it starts in a gap: later by the gap, and its end with it where nothing is left
    (NEW_YORK, "2026-02-08T02:30", "2026-02-08T04:00", ("2026-03-08T07:30Z", "2026-03-08T08:00Z")),
    (NEW_YORK, "2026-02-08T02:30", "2026-02-08T03:00", ("2026-03-08T07:30Z", "2026-03-08T08:00Z")),
    (NEW_YORK, "2026-02-08T02:30", "2026-02-08T03:30", ("2026-03-08T07:30Z", "2026-03-08T08:30Z")),
    (NEW_YORK, "2026-02-08T02:30", "2026-02-08T03:31", ("2026-03-08T07:30Z", "2026-03-08T07:31Z")),
    (LORD_HOWE, "2026-09-04T02:15", "2026-09-04T02:30", ("2026-10-03T15:45Z", "2026-10-03T16:00Z")),
    # it ends in a gap: the end is later by the gap
    (NEW_YORK, "2026-02-08T01:30", "2026-02-08T02:30", ("2026-03-08T06:30Z", "2026-03-08T07:30Z")),
    # over a gap it is shorter, over a repeated hour longer
    (NEW_YORK, "2026-02-08T01:00", "2026-02-08T04:00", ("2026-03-08T06:00Z", "2026-03-08T08:00Z")),
    (NEW_YORK, "2026-10-01T00:30", "2026-10-01T02:30", ("2026-11-01T04:30Z", "2026-11-01T07:30Z")),
    (NEW_YORK, "2026-02-07T22:00", "2026-02-08T22:00", ("2026-03-08T03:00Z", "2026-03-09T02:00Z")),
    # a time that occurs twice is the first
    (NEW_YORK, "2026-10-01T01:15", "2026-10-01T01:45", ("2026-11-01T05:15Z", "2026-11-01T05:45Z")),
    (NEW_YORK, "2026-10-01T00:30", "2026-10-01T01:30", ("2026-11-01T04:30Z", "2026-11-01T05:30Z")),
    (NEW_YORK, "2026-10-01T01:30", "2026-10-01T02:00", ("2026-11-01T05:30Z", "2026-11-01T07:00Z")),
    (LORD_HOWE, "2026-03-05T01:35", "2026-03-05T01:55", ("2026-04-04T14:35Z", "2026-04-04T14:55Z")),
    # a day that never was
    (APIA, "2011-11-30T10:00", "2011-11-30T11:00", ("2011-12-30T20:00Z", "2011-12-30T21:00Z")),
]


@each_row(ACROSS)
def test_an_occurrence_keeps_the_wall_clock_of_the_first(zone, start, end, second):
    assert texts(monthly(start, end, zone)[1]) == second


def test_a_clamped_day_may_lead_into_a_gap():
    first, second = monthly("2026-02-28T02:15", "2026-02-28T02:45", MADRID, day=29)
    assert texts(first) == ("2026-02-28T01:15Z", "2026-02-28T01:45Z")
    assert texts(second) == ("2026-03-29T01:15Z", "2026-03-29T01:45Z")


def test_a_weekly_series_stays_at_nine_when_the_clocks_change_on_sunday():
    saturday, monday = weekly("2026-03-07T09:00", "2026-03-07T10:00", NEW_YORK)
    assert texts(saturday) == ("2026-03-07T14:00Z", "2026-03-07T15:00Z")
    assert texts(monday) == ("2026-03-09T13:00Z", "2026-03-09T14:00Z")


def test_a_series_that_starts_in_a_gap_is_later_that_day_only():
    first, second = monthly("2026-03-08T02:30", "2026-03-08T03:00", NEW_YORK)
    assert texts(first) == ("2026-03-08T07:30Z", "2026-03-08T08:00Z")
    assert texts(second) == ("2026-04-08T06:30Z", "2026-04-08T07:00Z")


MEANT = [
    # (first start, first end in the repeated hour by their offsets, the first occurrence, the second a month later)
    ("01:30-04:00", "01:45-04:00", ("05:30Z", "05:45Z"), ("06:30Z", "06:45Z")),
    ("01:30-05:00", "01:45-05:00", ("06:30Z", "06:45Z"), ("06:30Z", "06:45Z")),
    ("01:30-05:00", "02:00-05:00", ("06:30Z", "07:00Z"), ("06:30Z", "07:00Z")),
    ("01:30-04:00", "01:45-05:00", ("05:30Z", "06:45Z"), ("06:30Z", "06:45Z")),
    # no length by the clock: that which elapses
    ("01:30-04:00", "01:30-05:00", ("05:30Z", "06:30Z"), ("06:30Z", "07:30Z")),
    ("01:30-04:00", "01:15-05:00", ("05:30Z", "06:15Z"), ("06:30Z", "07:15Z")),
]


@each_row(MEANT)
def test_on_the_first_date_a_repeated_hour_is_the_one_that_was_meant(start, end, first, second):
    found = monthly(f"2026-11-01T{start}", f"2026-11-01T{end}", NEW_YORK)
    assert texts(found[0]) == tuple(f"2026-11-01T{each}" for each in first)
    assert texts(found[1]) == tuple(f"2026-12-01T{each}" for each in second)


def test_on_a_later_date_a_repeated_hour_is_the_first():
    """In Cairo the clocks go back on a Thursday, late."""
    cairo = ZoneInfo("Africa/Cairo")
    found = weekly("2023-10-26T23:20+02:00", "2023-10-26T23:50+02:00", cairo, count=54, weekdays=[4])
    assert texts(found[0]) == ("2023-10-26T21:20Z", "2023-10-26T21:50Z")
    assert texts(found[53]) == ("2024-10-31T20:20Z", "2024-10-31T20:50Z")


@pytest.mark.parametrize(("start", "end"), [("01:15-05:00", "01:30-04:00"), ("01:30-05:00", "01:30-04:00")])
def test_an_end_before_the_start_is_refused_whatever_the_clock_shows(start, end):
    with invalid(("endDatetime", FieldCode.NOT_AFTER)):
        monthly(f"2026-11-01T{start}", f"2026-11-01T{end}", NEW_YORK)


def changes(zone: ZoneInfo) -> list[date]:
    """The dates on which a zone's clocks changed, from 1997 to 2035."""
    days = [date(1997, 1, 1) + timedelta(days=index) for index in range(39 * 365)]
    offsets = [datetime.combine(day, time(), zone).utcoffset() for day in days]
    return [day for day, before, after in zip(days, offsets, offsets[1:], strict=False) if before != after]


@given(
    st.deferred(lambda: st.sampled_from([(zone, day) for zone in ZONES for day in changes(zone)])),
    st.builds(time, st.integers(0, 3), st.integers(0, 59)),
    st.timedeltas(timedelta(microseconds=1), timedelta(days=2))
    | st.timedeltas(timedelta(minutes=1), timedelta(hours=1)),
)
def test_on_the_days_of_change_instants_are_those_of_dateutil(change, at, length):
    zone, day = change
    start = datetime.combine(day - timedelta(days=1), at)
    series = Recurrence(recurrence_type=RecurrenceType.MONTHLY, occurrence_count=1, day_of_month=day.day)
    (found,) = occurrences(series, WrittenDateTime(start), WrittenDateTime(start + length), zone)
    begin = datetime.combine(day, at)
    expected = Interval(*(resolved(each, zone) for each in (begin, begin + length)))
    if expected.end <= expected.start:
        expected = Interval(expected.start, expected.start + length)
    assert found == expected


def resolved(local: datetime, zone: ZoneInfo) -> datetime:
    return resolve_imaginary(local.replace(tzinfo=zone)).astimezone(UTC)
