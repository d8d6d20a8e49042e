"""On which dates a rule's tasks are due: holidays, days off, the end of the rule."""

from datetime import date
from itertools import islice

from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence
from core.base.settings import Settings
from core.work.rule_dates import rule_dates
from tests.tables import each_row

WEEKLY, MONTHLY = RecurrenceType.WEEKLY, RecurrenceType.MONTHLY


def due(start, kind, *, earliest=None, most=3, settings=None, holidays=None, **fields):
    days = [date.fromisoformat(day) for day in (start, earliest or start)]
    settings = settings or Settings()
    calendars = holidays or [settings.holidays]
    found = rule_dates(settings, calendars, Recurrence(recurrence_type=kind, **fields), *days)
    return [
        f"{each.due:%m-%d}" + (f" for {each.on:%m-%d}" if each.on != each.due else "") for each in islice(found, most)
    ]


def test_a_weekday_is_meant_unless_it_is_a_holiday():
    assert due("2026-12-11", WEEKLY, weekdays=(5,)) == ["12-11", "12-18", "12-24 for 12-25"]
    assert due("2026-12-12", WEEKLY, weekdays=(6,)) == ["12-12", "12-19", "12-26"]


def test_a_holiday_that_the_day_before_stands_for_already_is_left_out():
    assert due("2026-12-24", WEEKLY, weekdays=(1, 2, 3, 4, 5), most=2) == ["12-24", "12-28"]


@each_row([(["MX", "CO"], "12-08"), (["CO"], "12-07 for 12-08"), (["CO", "ES"], "12-07 for 12-08")])
def test_a_holiday_is_one_of_all_who_do_the_task(holidays, when):
    assert due("2026-12-08", WEEKLY, earliest="2026-11-23", weekdays=(2,), most=1, holidays=holidays) == [when]


def test_without_a_country_there_are_no_holidays():
    assert due("2026-12-25", WEEKLY, weekdays=(5,), most=1, settings=Settings(country="")) == ["12-25"]


def test_a_day_of_the_month_that_is_not_worked_is_the_working_day_before():
    assert due("2026-11-20", MONTHLY, day_of_month=31) == ["11-30", "12-31", "01-29 for 01-31"]
    assert due("2026-11-20", MONTHLY, day_of_month=25) == ["11-25", "12-24 for 12-25", "01-25"]


def test_where_the_working_day_before_has_gone_by_it_is_the_date_itself():
    assert due("2027-01-30", MONTHLY, day_of_month=31, most=1) == ["01-31"]
    assert due("2026-12-25", MONTHLY, day_of_month=25, most=1) == ["12-25"]


def test_what_begins_on_a_day_that_is_not_worked_is_due_before_it():
    assert due("2027-01-31", MONTHLY, earliest="2026-11-23", day_of_month=31, most=1) == ["01-29 for 01-31"]
    assert due("2026-12-25", WEEKLY, earliest="2026-11-23", weekdays=(5,), most=1) == ["12-24 for 12-25"]


@each_row([("2026-12-03", 1), ("2026-12-04", 2), ("2026-11-26", 0)])
def test_the_last_day_is_included(ends_on, count):
    dates = due("2026-11-23", WEEKLY, weekdays=(5,), ends_on=date.fromisoformat(ends_on))
    assert dates == ["11-27", "12-04"][:count]
