"""Dates in words, for who looks back from Monday, 23 November 2026: understood, or not at all."""

from datetime import date

from core.base.model import Language
from core.language.phrases.past_dates import past_date
from tests.tables import each_row

MONDAY = date(2026, 11, 23)


@each_row(
    [
        ("hoy", 11, 23), ("Today", 11, 23), ("ayer", 11, 22), ("AYER.", 11, 22), (" yesterday ", 11, 22),
        ("antier", 11, 21), ("anteayer", 11, 21), ("mañana", 11, 24), ("el lunes", 11, 23), ("lunes", 11, 23),
        ("el lunes pasado", 11, 16), ("el pasado lunes", 11, 16), ("last monday", 11, 16), ("martes", 11, 17),
        ("el miércoles", 11, 18), ("el miercoles", 11, 18), ("jueves", 11, 19), ("on friday", 11, 20),
        ("el sábado", 11, 21), ("domingo", 11, 22), ("last sunday", 11, 22), ("2026-11-20", 11, 20),
        ("20/11/2026", 11, 20),        ("20/11/26", 11, 20), ("20/11", 11, 20), ("1.2.2026", 2, 1),
        ("15 de noviembre", 11, 15), ("nov 15", 11, 15),
        ("15 november 2026", 11, 15), ("hace 3 días", 11, 20), ("3 days ago", 11, 20), ("hace 2 semanas", 11, 9),
        ("el 3", 11, 3), ("el día 20", 11, 20), ("viernes 20", 11, 20), ("cinco de mayo", 5, 5), ("on the 3rd", 11, 3),
        ("viernes 20 de noviembre", 11, 20), ("ayer por la tarde", 11, 22), ("dentro de dos días", 11, 25),
        ("the day before yesterday", 11, 21), ("hace 1 semana y 2 días", 11, 14), ("a week ago", 11, 16),
        ("esta tarde", 11, 23),
        # a time of day beside it is no part of it
        ("lunes a las 10", 11, 23), ("4 de enero a las 10", 1, 4), ("4 enero a las 10", 1, 4), ("el 4 a las 10", 11, 4),
        ("january 4 at 10", 1, 4), ("the 4th at 10", 11, 4), ("lunes 16 10:00", 11, 16), ("3 weeks ago at 5", 11, 2),
        ("15 noviembre 9am", 11, 15), ("ayer 9:30", 11, 22), ("last monday at 9", 11, 16), ("15-10", 10, 15),
        ("domingo 4 de enero", 1, 4),
    ]
)  # fmt: skip
def test_understood_in_either_language(words, month, day):
    assert {past_date(words, language, MONDAY) for language in Language} == {date(2026, month, day)}


@each_row(["15-nov-25", "15 nov 25", "nov 15 '25", "15 noviembre 2025", "15 de noviembre de 2025 a las 9"])
def test_a_year_of_two_digits_is_none_that_may_be_an_hour(words):
    assert {past_date(words, language, MONDAY) for language in Language} == {date(2025, 11, 15)}


@each_row(["24/11", "31/12", "24-12", "24-12 a las 10"])
def test_a_day_and_month_still_to_come_are_last_years(words):
    assert past_date(words, Language.ES, MONDAY).year == 2025


@each_row(
    [
        "", " ", "12", "a", "mar", "noviembre", "2026", "semana", "la semana pasada", "el próximo viernes",
        "2026-02-30", "2026-13-01", "31/2/2026", "0/0/2026", "31/02", "20261120", "2026-W02-1", "1/2/3/4", "5 perros",
        "20 de brumario", "a las 5", "2 de la tarde", "hace 3 horas", "30 de febrero", "١٢/١١", "1800-01-01",
        "9999-12-31",
        "fin de semana", "del 3 al 7", "mañana o pasado", "viernes 21", "next month", "cada lunes",
        # a number that may be the hour, a weekday and a date that disagree, what may be two days
        "lunes 4 a las 10", "monday 4 at 10", "lunes 4 de enero", "Monday January 4", "4 enero 10", "jan 4 10",
        "4 ene 10 ", "lunes 3 10", "3 de la semana pasada", "3-7", "el 3-4",
        "9999999999 years ago", "15 nov 99999", "x" * 5000, "1" * 5000, "1 nov " * 500, "<b>ayer</b>", "{ayer}",
    ],
)  # fmt: skip
def test_not_understood_is_not_guessed(words):
    assert past_date(words, Language.ES, MONDAY) is None
