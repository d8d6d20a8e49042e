"""The dates of a series, and the rules that are refused."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import MONTHLY, WEEKLY, rrule
from hypothesis import given
from hypothesis import strategies as st

from core.application.requests import build
from core.base.date_times import WrittenDateTime
from core.base.errors import FieldCode
from core.base.model import Language, RecurrenceType
from core.base.recurrence import Recurrence, recurrence_of
from core.base.settings import Settings
from core.calendar.recurrence import occurrences
from core.calendar.series import SeriesCreate
from core.language.i18n import field_text
from tests.core.refusals import invalid
from tests.tables import each_row

MEXICO = Settings().zone
MONDAY = "2026-01-05"
WEDNESDAY = "2026-01-07"
SATURDAY = "2026-01-10"
SUNDAY = "2026-01-11"
A_SERIES = {
    "eventTypeId": 1,
    "title": "Junta",
    "statusId": 1,
    "startDatetime": f"{MONDAY}T09:00",
    "endDatetime": f"{MONDAY}T10:00",
}


def rule(kind: str, **fields) -> Recurrence:
    return recurrence_of(build(SeriesCreate, {**A_SERIES, "recurrenceType": kind, **fields}))


def weekly(**fields) -> Recurrence:
    return rule("WEEKLY", **fields)


def monthly(**fields) -> Recurrence:
    return rule("MONTHLY", **fields)


def written(text: str) -> WrittenDateTime:
    return WrittenDateTime(datetime.fromisoformat(text))


def dates(series: Recurrence, start: str, zone: ZoneInfo = MEXICO) -> list[str]:
    found = occurrences(series, written(f"{start}T09:00"), written(f"{start}T10:00"), zone)
    assert {occurrence.start.astimezone(zone).time() for occurrence in found} == {time(9)}
    return [occurrence.start.astimezone(zone).date().isoformat() for occurrence in found]


def test_weekdays_given_twice_count_once():
    assert dates(weekly(weekdays=[1, 1, 3, 1], occurrenceCount=3), MONDAY) == ["2026-01-05", "2026-01-07", "2026-01-12"]


@each_row([{}, {"weekdays": None}, {"weekdays": []}])
def test_without_weekdays_a_weekly_series_is_on_that_of_its_start(absent):
    assert dates(weekly(occurrenceCount=2, **absent), WEDNESDAY) == ["2026-01-07", "2026-01-14"]
    assert dates(weekly(occurrenceCount=2, **absent), SATURDAY) == ["2026-01-10", "2026-01-17"]


@each_row([{}, {"weekdays": None}, {"weekdays": []}])
def test_a_weekly_series_without_weekdays_does_not_start_on_a_sunday(absent):
    with invalid(("weekdays", FieldCode.SUNDAY_START)):
        dates(weekly(occurrenceCount=2, **absent), SUNDAY)


def test_the_weekday_of_the_start_is_that_of_the_zone():
    """Sunday evening in Mexico is Monday in UTC, and the other way round."""
    start, end = written("2026-01-12T03:00+00:00"), written("2026-01-12T04:00+00:00")
    with invalid(("weekdays", FieldCode.SUNDAY_START)):
        occurrences(weekly(occurrenceCount=1), start, end, MEXICO)
    (only,) = occurrences(weekly(occurrenceCount=1), start, end, ZoneInfo("UTC"))
    assert only.start == datetime(2026, 1, 12, 3, tzinfo=UTC)


@each_row([0, 7, -1])
def test_a_weekday_is_1_to_6(day):
    with invalid(("weekdays[1]", FieldCode.OUT_OF_RANGE)):
        weekly(weekdays=[1, day], occurrenceCount=1)


def test_at_most_six_weekdays_are_given():
    weekly(weekdays=[1, 1, 1, 1, 1, 1], occurrenceCount=1)
    with invalid(("weekdays", FieldCode.TOO_LONG)):
        weekly(weekdays=[1, 1, 1, 1, 1, 1, 1], occurrenceCount=1)


@each_row([{}, {"dayOfMonth": None}, {"weekdays": []}, {"weekdays": None}])
def test_without_a_day_a_monthly_series_is_on_that_of_its_start(absent):
    assert dates(monthly(occurrenceCount=3, **absent), "2026-01-31") == ["2026-01-31", "2026-02-28", "2026-03-31"]


@each_row([0, 32, -1])
def test_a_day_of_a_month_is_1_to_31(day):
    with invalid(("dayOfMonth", FieldCode.OUT_OF_RANGE)):
        monthly(dayOfMonth=day, occurrenceCount=1)


def test_a_field_of_the_other_type_is_refused():
    with invalid(("dayOfMonth", FieldCode.NOT_APPLICABLE)):
        dates(weekly(dayOfMonth=5, occurrenceCount=1), MONDAY)
    with invalid(("weekdays", FieldCode.NOT_APPLICABLE)):
        dates(monthly(weekdays=[1], occurrenceCount=1), MONDAY)


@each_row(["DAILY", "YEARLY", "weekly", ""])
def test_a_series_is_weekly_or_monthly(kind):
    with invalid(("recurrenceType", FieldCode.NOT_ONE_OF)):
        rule(kind, occurrenceCount=1)


def test_every_fault_of_a_rule_is_named():
    with invalid(("weekdays", FieldCode.NOT_APPLICABLE), ("occurrenceCount", FieldCode.REQUIRED_WITHOUT)):
        dates(monthly(weekdays=[1]), MONDAY)
    with invalid(("weekdays", FieldCode.SUNDAY_START), ("dayOfMonth", FieldCode.NOT_APPLICABLE)):
        dates(weekly(dayOfMonth=1, occurrenceCount=1), SUNDAY)


@each_row([weekly(), monthly(), weekly(occurrenceCount=None, endsOn=None)])
def test_a_series_has_an_end(series):
    with invalid(("occurrenceCount", FieldCode.REQUIRED_WITHOUT)):
        dates(series, MONDAY)


@each_row([1, 2, 59, 60])
def test_a_count_is_how_many(count):
    for series in (weekly(occurrenceCount=count), monthly(occurrenceCount=count)):
        assert len(dates(series, MONDAY)) == count


@each_row([0, 61, -1])
def test_a_count_is_1_to_60(count):
    with invalid(("occurrenceCount", FieldCode.OUT_OF_RANGE)):
        weekly(occurrenceCount=count)


@each_row([("2026-01-18", "2026-01-12"), ("2026-01-19", "2026-01-19"), ("2026-01-20", "2026-01-19")])
def test_ends_on_is_included(ends_on, last):
    assert dates(weekly(endsOn=ends_on), MONDAY)[-1] == last


def test_ends_on_is_a_local_date():
    """Half past eleven at night in Mexico is the next day in UTC."""
    start, end = written("2026-01-05T23:30"), written("2026-01-05T23:45")
    assert len(occurrences(weekly(endsOn="2026-01-12"), start, end, MEXICO)) == 2


@each_row([(2, "2026-12-31", 2), (10, "2026-01-19", 3), (3, "2026-01-19", 3), (60, "2099-01-01", 60)])
def test_of_two_limits_the_first_holds(count, ends_on, expected):
    assert len(dates(weekly(occurrenceCount=count, endsOn=ends_on), MONDAY)) == expected


SIXTIETH = [
    (weekly, {}, MONDAY, "2027-02-22", "2027-02-28", "2027-03-01"),
    (weekly, {"weekdays": [1, 2, 3, 4, 5, 6]}, MONDAY, "2026-03-14", "2026-03-15", "2026-03-16"),
    (monthly, {}, "2026-01-31", "2030-12-31", "2031-01-30", "2031-01-31"),
]


@each_row(SIXTIETH)
def test_an_end_that_gives_more_than_60_is_refused_naming_the_60th_date(kind, fields, start, last, before, sixty_first):
    for fits in (last, before):
        found = dates(kind(**fields, endsOn=fits), start)
        assert (len(found), found[-1]) == (60, last)
    for ends_on in (sixty_first, "9998-12-31"):
        with invalid(("endsOn", FieldCode.TOO_MANY_OCCURRENCES)) as caught:
            dates(kind(**fields, endsOn=ends_on), start)
        (fault,) = caught.value.errors
        assert fault.params == {"limit": 60, "last": last}
        assert all(last in field_text(language, fault) for language in Language)


@each_row(
    [
        (weekly(endsOn="2026-01-04"), MONDAY),
        (weekly(endsOn="2026-01-09", weekdays=[6]), MONDAY),
        (weekly(endsOn="2026-01-04", occurrenceCount=5), MONDAY),
        (monthly(endsOn="2026-02-03", dayOfMonth=4), MONDAY),
    ]
)
def test_a_series_of_no_occurrence_is_refused(series, start):
    with invalid(("endsOn", FieldCode.NO_OCCURRENCES)):
        dates(series, start)


def test_a_series_ends_with_the_calendar():
    assert dates(weekly(occurrenceCount=5), "9998-12-03")[-1] == "9998-12-31"
    assert dates(monthly(endsOn="9998-12-31"), "9998-11-15") == ["9998-11-15", "9998-12-15"]
    for series in (weekly(occurrenceCount=6), monthly(occurrenceCount=2), monthly(dayOfMonth=31, occurrenceCount=60)):
        with invalid(("occurrenceCount", FieldCode.OUT_OF_RANGE)):
            dates(series, "9998-12-01")


@pytest.mark.parametrize("end", ["9998-12-20T00:00Z", "9998-12-31T17:00"])
def test_an_occurrence_that_would_end_after_the_calendar_is_refused(end):
    start = written("2026-01-05T09:00")
    for field, series in (
        ("occurrenceCount", monthly(occurrenceCount=2)),
        ("occurrenceCount", monthly(occurrenceCount=60)),
        ("endsOn", monthly(endsOn="2026-02-05")),
    ):
        assert len(occurrences(monthly(occurrenceCount=1), start, written(end), MEXICO)) == 1
        with invalid((field, FieldCode.OUT_OF_RANGE)):
            occurrences(series, start, written(end), MEXICO)


def test_the_years_of_start_and_end_hold_in_utc():
    for start, end, field in (
        ("1900-01-01T00:00", "1900-01-01T10:00", "startDatetime"),
        ("9998-12-31T09:00", "9998-12-31T23:00-06:00", "endDatetime"),
    ):
        with invalid((field, FieldCode.OUT_OF_RANGE)):
            occurrences(monthly(occurrenceCount=1), written(start), written(end), ZoneInfo("Etc/GMT-9"))


@each_row(["2026-01-05T09:00", "2026-01-05T08:59", "2026-01-05T15:00Z", "2026-01-04T23:00"])
def test_the_end_is_after_the_start(end):
    with invalid(("endDatetime", FieldCode.NOT_AFTER)):
        occurrences(weekly(occurrenceCount=1), written("2026-01-05T09:00"), written(end), MEXICO)


@each_row([timedelta(minutes=1), timedelta(days=1), timedelta(days=40, microseconds=1)])
def test_every_occurrence_is_as_long_as_the_first(length):
    start = datetime.fromisoformat("2026-01-05T09:00:01.5")
    found = occurrences(weekly(occurrenceCount=60), WrittenDateTime(start), WrittenDateTime(start + length), MEXICO)
    assert {occurrence.end - occurrence.start for occurrence in found} == {length}
    assert {occurrence.start.astimezone(MEXICO).time() for occurrence in found} == {start.time()}
    assert all(occurrence.start.tzinfo is UTC and occurrence.end.tzinfo is UTC for occurrence in found)


STARTS = st.dates(date(1900, 1, 1), date(2100, 12, 31))
LIMITS = st.one_of(
    st.tuples(st.integers(1, 60), st.none()),
    st.tuples(st.integers(1, 60), st.integers(0, 2000)),
    st.tuples(st.none(), st.integers(0, 2000)),
)


def check(series: Recurrence, start: date, oracle: rrule) -> None:
    """Our dates are the oracle's, and refused where it finds none or more than 60."""
    expected = [each.date().isoformat() for each in oracle[:61]]
    if not expected:
        with invalid(("endsOn", FieldCode.NO_OCCURRENCES)):
            dates(series, start.isoformat())
    elif len(expected) > 60:
        with invalid(("endsOn", FieldCode.TOO_MANY_OCCURRENCES)) as caught:
            dates(series, start.isoformat())
        assert caught.value.errors[0].params["last"] == expected[59]
    else:
        assert dates(series, start.isoformat()) == expected


def limited(start: date, count: int | None, days: int | None):
    """The same limits in our words and in the oracle's."""
    ends_on = None if days is None else start + timedelta(days=days)
    ours = {"occurrence_count": count, "ends_on": ends_on}
    theirs = {"dtstart": datetime.combine(start, time(9))}
    until = {} if ends_on is None else {"until": datetime.combine(ends_on, time.max)}
    return ours, theirs | until


@given(STARTS, st.sets(st.integers(1, 6), min_size=1), LIMITS)
def test_weekly_series_are_those_of_dateutil(start, weekdays, limits):
    ours, theirs = limited(start, *limits)
    series = Recurrence(recurrence_type=RecurrenceType.WEEKLY, weekdays=tuple(sorted(weekdays, reverse=True)), **ours)
    oracle = rrule(WEEKLY, byweekday=[day - 1 for day in weekdays], **theirs)
    check(series, start, list(oracle[: limits[0] or 61]))


@given(STARTS, st.integers(1, 31), LIMITS)
def test_monthly_series_are_those_of_dateutil(start, day, limits):
    """The oracle leaves short months out; told to take the last of the days from the 28th on, it means ours."""
    ours, theirs = limited(start, *limits)
    series = Recurrence(recurrence_type=RecurrenceType.MONTHLY, day_of_month=day, **ours)
    meant = {"bymonthday": day} if day <= 28 else {"bymonthday": range(28, day + 1), "bysetpos": -1}
    check(series, start, list(rrule(MONTHLY, **meant, **theirs)[: limits[0] or 61]))


def ruled(text: str, kind: str = "WEEKLY", **fields) -> Recurrence:
    return rule(kind, rrule=text, **fields)


@each_row(
    [
        ("WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", ["2026-01-05", "2026-01-19", "2026-02-02"]),
        ("WEEKLY", "FREQ=WEEKLY;BYDAY=SU", ["2026-01-11", "2026-01-18", "2026-01-25"]),
        ("MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR", ["2026-01-30", "2026-02-27", "2026-03-27"]),
        ("MONTHLY", "FREQ=MONTHLY;BYDAY=1MO,3MO", ["2026-01-05", "2026-01-19", "2026-02-02"]),
    ]
)
def test_a_rule_of_icalendar_says_what_weekdays_and_a_day_cannot(kind, text, expected):
    assert dates(ruled(text, kind, occurrenceCount=3), MONDAY) == expected


def test_a_rule_of_weekdays_does_not_start_on_a_sunday_and_icalendars_may():
    assert dates(ruled("FREQ=WEEKLY;INTERVAL=2", occurrenceCount=2), SUNDAY) == ["2026-01-11", "2026-01-25"]


@each_row(
    [
        ("FREQ=WEEKLY;COUNT=2", {}, 2),
        ("FREQ=WEEKLY;COUNT=5", {"occurrenceCount": 3}, 3),
        ("FREQ=WEEKLY;COUNT=5", {"endsOn": "2026-01-12"}, 2),
        ("FREQ=WEEKLY;UNTIL=20260119", {"occurrenceCount": 60}, 3),
        ("FREQ=WEEKLY;UNTIL=20260119T145959Z", {}, 2),
    ]
)
def test_of_the_ends_in_the_rule_and_beside_it_the_first_counts(text, fields, count):
    assert len(dates(ruled(text, **fields), MONDAY)) == count


@each_row(
    [("WEEKLY", "FREQ=MONTHLY"), ("MONTHLY", "FREQ=WEEKLY"), ("WEEKLY", "FREQ=DAILY"), ("WEEKLY", "every Monday")]
)
def test_a_rule_is_of_its_type_and_one_that_a_series_can_follow(kind, text):
    with invalid(("rrule", FieldCode.NO_RRULE)):
        dates(ruled(text, kind, occurrenceCount=1), MONDAY)


def test_beside_a_rule_of_icalendar_there_are_no_weekdays_and_no_day_and_there_is_an_end():
    both = {"weekdays": [1], "dayOfMonth": 3}
    with invalid(("weekdays", FieldCode.NOT_APPLICABLE), ("dayOfMonth", FieldCode.NOT_APPLICABLE)):
        dates(ruled("FREQ=WEEKLY", occurrenceCount=1, **both), MONDAY)
    with invalid(("occurrenceCount", FieldCode.REQUIRED_WITHOUT)):
        dates(ruled("FREQ=WEEKLY"), MONDAY)
