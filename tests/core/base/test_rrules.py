"""Rules as iCalendar writes them: which a series can follow, their dates, and how they are written again."""

from datetime import date, datetime, time
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from icalendar import vRecur

from core.base.rrules import NoRrule, dates, moved, read_rrule
from tests.tables import each_row

MONDAY = date(2026, 11, 23)
TEN, MEXICO = datetime.combine(MONDAY, time(10)), ZoneInfo("America/Mexico_City")


def found(text, start=MONDAY, most=4):
    return [day.strftime("%m-%d") for day in islice(dates(read_rrule(text), start), most)]


@each_row(
    [
        ("FREQ=WEEKLY;INTERVAL=2", ["11-23", "12-07", "12-21", "01-04"]),
        ("FREQ=WEEKLY;BYDAY=SU", ["11-29", "12-06", "12-13", "12-20"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", ["11-23", "11-29", "12-07", "12-13"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", ["11-23", "12-06", "12-07", "12-20"]),
        ("FREQ=MONTHLY;BYDAY=-1FR", ["11-27", "12-25", "01-29", "02-26"]),
        ("FREQ=MONTHLY;BYDAY=1MO,3MO", ["12-07", "12-21", "01-04", "01-18"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", ["11-30", "12-31", "01-29", "02-26"]),
        ("FREQ=MONTHLY;BYMONTHDAY=15,-1", ["11-30", "12-15", "12-31", "01-15"]),
        ("FREQ=MONTHLY;INTERVAL=3", ["11-23", "02-23", "05-23", "08-23"]),
        ("FREQ=MONTHLY;BYMONTHDAY=31", ["12-31", "01-31", "03-31", "05-31"]),
    ]
)
def test_the_dates_of_a_rule(text, expected):
    assert found(text) == expected
    assert str(read_rrule(text)) == text


@each_row(["rrule:freq=weekly;byday=mo;", "FREQ=WEEKLY;BYDAY=MO,MO;INTERVAL=1;WKST=MO", "BYDAY=MO;FREQ=WEEKLY"])
def test_a_rule_is_written_in_one_way(text):
    assert str(read_rrule(text)) == "FREQ=WEEKLY;BYDAY=MO"


@each_row(
    [
        "", "MO", "FREQ=DAILY", "FREQ=YEARLY", "FREQ=", "FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=WEEKLY;BYSETPOS=1", "FREQ=WEEKLY;INTERVAL=0",
        "FREQ=WEEKLY;INTERVAL=54", "FREQ=WEEKLY;COUNT=61", "FREQ=WEEKLY;UNTIL=2026",
        "FREQ=WEEKLY;UNTIL=20261215T100000", "FREQ=WEEKLY;UNTIL=20261332",
        "FREQ=WEEKLY;FREQ=WEEKLY", "FREQ=WEEKLY;BYHOUR=9", "FREQ=WEEKLY;X-MINE=1", "FREQ=MONTHLY;BYMONTH=2",
        "FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=1", "FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=5", "FREQ=MONTHLY;INTERVAL=٢", "FREQ=WEEKLY;" + "X" * 200,
    ]
)  # fmt: skip
def test_what_no_series_can_follow_is_refused(text):
    with pytest.raises(NoRrule):
        read_rrule(text)


def test_ends_are_read():
    rule = read_rrule("FREQ=WEEKLY;COUNT=5;UNTIL=20261215")
    assert (rule.count, rule.ends_on(TEN, MEXICO), str(rule.endless)) == (5, date(2026, 12, 15), "FREQ=WEEKLY")


@each_row([("20261215T160000Z", 15), ("20261215T155959Z", 14), ("20261216T055959Z", 15)])
def test_an_end_that_is_an_instant_is_one_by_the_clock_of_the_series(text, day):
    assert read_rrule(f"FREQ=WEEKLY;UNTIL={text}").ends_on(TEN, MEXICO) == date(2026, 12, day)


@each_row([1, -1, 3, 6, -8])
def test_a_rule_of_weeks_is_moved_with_its_dates_and_one_of_months_is_not(days):
    rule = read_rrule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU")
    later = moved(rule, days)
    start = date.fromordinal(MONDAY.toordinal() + days)
    before = [day.toordinal() + days for day in islice(dates(rule, MONDAY), 8)]
    assert [day.toordinal() for day in islice(dates(later, start), 8)] == before
    assert moved(read_rrule("FREQ=MONTHLY;BYDAY=1MO"), days) is None


@each_row(
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", "FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=MONTHLY;BYMONTHDAY=15,-1"]
)
def test_other_programs_read_what_is_written(text):
    assert vRecur.from_ical(str(read_rrule(text)))["FREQ"] == [read_rrule(text).frequency.value]


@each_row(
    [
        ("00010101T000000Z", date(1900, 1, 1)), ("18991231", date(1900, 1, 1)),
        ("99991231T235959Z", date(9998, 12, 31)), ("99991231", date(9998, 12, 31)),
    ]
)  # fmt: skip
def test_an_end_outside_the_allowed_years_is_at_the_nearest_date_of_these(until, expected):
    for zone in (MEXICO, ZoneInfo("Asia/Tokyo")):
        assert read_rrule(f"FREQ=WEEKLY;UNTIL={until}").ends_on(TEN, zone) == expected
