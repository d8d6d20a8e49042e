"""Weeks, months and ranges of days in a leader's words: the last ones that have begun."""

from datetime import date

from core.base.model import Language
from core.language.phrases.past_days import past_days
from tests.tables import each_row

LATE, EARLY = date(2026, 11, 23), date(2026, 11, 10)
SPANISH = {
    "octubre": "2026-10-01 2026-10-31",
    "de diciembre": "2025-12-01 2025-12-31",
    "octubre de 2024": "2024-10-01 2024-10-31",
    "mes pasado": "2026-10-01 2026-10-31",
    "semana pasada": "2026-11-16 2026-11-22",
    "del 1 al 15": "2026-11-01 2026-11-15",
    "1-15": "2026-11-01 2026-11-15",
    "entre el 1 y el 15": "2026-11-01 2026-11-15",
    "del 24 al 5": "2026-10-24 2026-11-05",
    "del 31 al 2": "2026-10-31 2026-11-02",
    "del 1 al 15 de octubre": "2026-10-01 2026-10-15",
    "1-15 oct": "2026-10-01 2026-10-15",
    "del 20 al 3 de noviembre": "2026-10-20 2026-11-03",
    "del 28 de octubre al 3 de noviembre": "2026-10-28 2026-11-03",
    "del 28 de diciembre al 5 de enero": "2025-12-28 2026-01-05",
    "del 1/10 al 15/10": "2026-10-01 2026-10-15",
    "del 1-10 al 15-10": "2026-10-01 2026-10-15",
    "3-4 a 7-4": "2026-04-03 2026-04-07",
    "del 24-12 al 31-12": "2025-12-24 2025-12-31",
    "24-28": "2026-10-24 2026-10-28",
    "desde el 15-10": "2026-10-15 2026-11-23",
    "2026-10-01 al 2026-10-31": "2026-10-01 2026-10-31",
    "2026-10-01 - 2026-10-15": "2026-10-01 2026-10-15",
    "del viernes a hoy": "2026-11-20 2026-11-23",
    "del lunes a ayer": "2026-11-16 2026-11-22",
    "desde el viernes": "2026-11-20 2026-11-23",
    "a partir del 15": "2026-11-15 2026-11-23",
    "desde octubre": "2026-10-01 2026-11-23",
    "desde la semana pasada": "2026-11-16 2026-11-23",
    "del lunes al miércoles": "2026-11-23 2026-11-25",
    "los últimos 7 días": "2026-11-17 2026-11-23",
    "últimas dos semanas": "2026-11-10 2026-11-23",
}
ENGLISH = {
    "october": "2026-10-01 2026-10-31",
    "last month": "2026-10-01 2026-10-31",
    "1 to 15": "2026-11-01 2026-11-15",
    "oct 1 to 15": "2026-10-01 2026-10-15",
    "from october 1 to november 3": "2026-10-01 2026-11-03",
    "since Friday": "2026-11-20 2026-11-23",
    "from the 15th": "2026-11-15 2026-11-23",
    "since last week": "2026-11-16 2026-11-23",
    "the last 2 weeks": "2026-11-10 2026-11-23",
}
NEITHER = ["", "hola", "ayer", "lunes", "15 de octubre", "2026-10-01", "del 2026-11-05 al 2026-11-01", "1 al 40", "a b"]
ONE_DATE_PERHAPS = ["24-12", "3-7", "el 3-7", "15-nov-25"]


@each_row(
    [(Language.ES, *each) for each in SPANISH.items()] + [(Language.EN, *each) for each in ENGLISH.items()],
)
def test_what_the_words_name(language, words, days):
    assert " ".join(map(str, past_days(words, language, LATE))) == days


@each_row([*NEITHER, *ONE_DATE_PERHAPS, "x" * 100_000])
def test_a_single_date_and_what_is_not_understood_are_none(words):
    assert past_days(words, Language.ES, LATE) is None


def test_a_range_that_has_begun_may_end_ahead():
    assert past_days("del 1 al 15", Language.ES, EARLY) == (date(2026, 11, 1), date(2026, 11, 15))
    assert past_days("del 11 al 15", Language.ES, EARLY) == (date(2026, 10, 11), date(2026, 10, 15))
