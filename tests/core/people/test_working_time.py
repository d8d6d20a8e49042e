"""Working time: why a person does not work on some days, and from which instant to which on the others."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from core.base.calendar_time import Days, Interval
from core.base.model import Language
from core.people.working_time import Holiday, Off, WhyOff, WorkCalendar
from core.records.people import DayHours
from tests.tables import each_row

MEXICO, MADRID, NEW_YORK = (
    ZoneInfo(f"{name}") for name in ("America/Mexico_City", "Europe/Madrid", "America/New_York")
)
MONDAY, FRIDAY, SATURDAY, SUNDAY = (date(2026, 11, number) for number in (23, 27, 28, 29))
CHRISTMAS = Holiday(date(2026, 12, 25), {Language.ES: "Navidad", Language.EN: "Christmas Day"})
"""A Friday."""


def week(starts="09:00", ends="18:00", days=range(1, 6)):
    return {each: DayHours(each, time.fromisoformat(starts), time.fromisoformat(ends)) for each in days}


def calendar(zone=MEXICO, absences=(), **hours):
    holidays = {CHRISTMAS.on: CHRISTMAS}
    return WorkCalendar(zone, week(**hours), holidays.get, [Days(*each) for each in absences])


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def between(start, end):
    return Interval(utc(start), utc(end))


@each_row(
    [
        (MONDAY, None),
        (FRIDAY, None),
        (SATURDAY, WhyOff(Off.DAY_OFF)),
        (SUNDAY, WhyOff(Off.DAY_OFF)),
        (CHRISTMAS.on, WhyOff(Off.HOLIDAY, holiday=CHRISTMAS)),
    ]
)
def test_weekends_and_holidays_are_off(on, why):
    assert calendar().why_off(on) == why
    assert (calendar().hours(on) is None) is (why is not None)


def test_the_first_and_the_last_day_of_an_absence_are_off_and_it_says_until_when():
    away = calendar(absences=[(date(2026, 11, 24), date(2026, 11, 26))])
    for number in range(24, 27):
        assert away.why_off(date(2026, 11, number)) == WhyOff(Off.ABSENCE, until=date(2026, 11, 26))
        assert away.hours(date(2026, 11, number)) is None
    assert (away.why_off(MONDAY), away.why_off(FRIDAY)) == (None, None)


def test_what_is_nearest_to_the_person_is_the_reason():
    saturday = Holiday(SATURDAY, CHRISTMAS.names)
    off = WorkCalendar(MEXICO, week(), {CHRISTMAS.on: CHRISTMAS, SATURDAY: saturday}.get)
    assert off.why_off(SATURDAY).off is Off.DAY_OFF
    away = calendar(absences=[(FRIDAY, CHRISTMAS.on)])
    assert {away.why_off(each).off for each in (FRIDAY, SATURDAY, CHRISTMAS.on)} == {Off.ABSENCE}


def test_a_holiday_is_looked_up_only_on_a_day_that_would_be_worked():
    asked = []
    off = WorkCalendar(MEXICO, week(), asked.append, [Days(MONDAY, MONDAY)])
    for each in (MONDAY, FRIDAY, SATURDAY, SUNDAY):
        off.why_off(each)
    assert asked == [FRIDAY]


def test_days_and_hours_are_the_persons_own():
    own = WorkCalendar(MEXICO, week(days=[2]) | week("09:00", "14:00", days=[6]), {}.get)
    assert own.why_off(MONDAY) == WhyOff(Off.DAY_OFF)
    assert own.hours(SATURDAY) == between("2026-11-28T15:00", "2026-11-28T20:00")


@each_row(
    [
        (MEXICO, MONDAY, between("2026-11-23T15:00", "2026-11-24T00:00")),
        (MADRID, MONDAY, between("2026-11-23T08:00", "2026-11-23T17:00")),
        (MADRID, date(2026, 3, 27), between("2026-03-27T08:00", "2026-03-27T17:00")),
        (MADRID, date(2026, 3, 30), between("2026-03-30T07:00", "2026-03-30T16:00")),
        (MADRID, date(2026, 10, 23), between("2026-10-23T07:00", "2026-10-23T16:00")),
        (MADRID, date(2026, 10, 26), between("2026-10-26T08:00", "2026-10-26T17:00")),
    ]
)
def test_hours_are_by_the_clock_of_the_zone_before_and_after_it_changes(zone, on, wanted):
    assert calendar(zone).hours(on) == wanted


@each_row(
    [
        ("00:00", "08:00", date(2026, 3, 8), between("2026-03-08T05:00", "2026-03-08T12:00")),
        ("00:00", "08:00", date(2026, 11, 1), between("2026-11-01T04:00", "2026-11-01T13:00")),
        ("02:30", "08:00", date(2026, 3, 8), between("2026-03-08T07:30", "2026-03-08T12:00")),
        ("02:00", "03:00", date(2026, 3, 8), between("2026-03-08T07:00", "2026-03-08T07:00")),
        ("02:30", "03:15", date(2026, 3, 8), between("2026-03-08T07:30", "2026-03-08T07:30")),
        ("01:00", "02:00", date(2026, 11, 1), between("2026-11-01T05:00", "2026-11-01T07:00")),
    ]
)
def test_in_the_night_of_a_change_hours_are_longer_shorter_or_none(starts, ends, on, wanted):
    assert calendar(NEW_YORK, starts=starts, ends=ends, days=[7]).hours(on) == wanted


def test_working_time_is_the_hours_of_each_date_that_a_time_touches_in_their_zone():
    during = between("2026-11-26T23:59", "2026-11-30T15:00")
    wanted = [
        between("2026-11-26T15:00", "2026-11-27T00:00"),
        between("2026-11-27T15:00", "2026-11-28T00:00"),
        between("2026-11-30T15:00", "2026-12-01T00:00"),
    ]
    assert list(calendar().working(during)) == wanted
    assert list(calendar().working(during._replace(start=during.start + timedelta(hours=7)))) == wanted[1:]
