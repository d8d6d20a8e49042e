"""A week or a month that is named alone is whole; other words are none."""

from datetime import date

from core.base.calendar_time import Days
from core.language.phrases.periods import calendar_period
from tests.tables import each_row

MONDAY = date(2026, 11, 23)
THIS_WEEK, NEXT_WEEK = Days(MONDAY, date(2026, 11, 29)), Days(date(2026, 11, 30), date(2026, 12, 6))
NOVEMBER, DECEMBER = Days(date(2026, 11, 1), date(2026, 11, 30)), Days(date(2026, 12, 1), date(2026, 12, 31))


@each_row(
    [
        ("semana", THIS_WEEK),
        ("Esta  semana", THIS_WEEK),
        ("this week", THIS_WEEK),
        ("próxima semana", NEXT_WEEK),
        ("la semana que viene", NEXT_WEEK),
        ("next week", NEXT_WEEK),
        ("la semana pasada", Days(date(2026, 11, 16), date(2026, 11, 22))),
        ("mes", NOVEMBER),
        ("noviembre", NOVEMBER),
        ("diciembre", DECEMBER),
        ("el próximo mes", DECEMBER),
        ("December", DECEMBER),
        ("dic", DECEMBER),
        ("octubre", Days(date(2027, 10, 1), date(2027, 10, 31))),
        ("en febrero de 2028", Days(date(2028, 2, 1), date(2028, 2, 29))),
        ("viernes", None),
        ("del 3 al 9", None),
        ("5 de diciembre", None),
        ("semana del 7", None),
        ("abuela", None),
    ],
)
def test_a_week_or_a_month(words, days):
    assert calendar_period(words, MONDAY) == days
    assert days is None or calendar_period(words, date(2026, 11, 29)) == days, "whichever day of it is today"
