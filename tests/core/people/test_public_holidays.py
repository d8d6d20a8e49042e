"""Public holidays: which days, by which names, and at what cost before anybody asks."""

from datetime import date

import pytest

from core.base.model import Language
from core.people.public_holidays import holiday_on, holidays_of, is_known
from core.people.working_time import Holiday
from tests.tables import each_row

INDEPENDENCE = date(2026, 9, 16)


def test_a_holiday_has_a_name_in_every_language():
    names = {Language.ES: "Día de la Independencia", Language.EN: "Independence Day"}
    assert holiday_on("MX", INDEPENDENCE) == Holiday(INDEPENDENCE, names)


@each_row([date(2026, 2, 2), date(2026, 3, 16), date(2026, 11, 16), date(2030, 10, 1)])
def test_mexican_holidays_are_where_the_law_moves_them(on):
    assert holiday_on("MX", on)


@each_row(
    [
        ("MX", date(2024, 10, 1), date(2024, 12, 1)),
        ("MX", date(2027, 2, 1), date(2027, 12, 24)),
        ("CO", date(2027, 7, 12), date(2027, 7, 9)),
        ("ES-VC", date(2026, 10, 9), date(2026, 10, 10)),
        ("ES-MC", date(2026, 6, 9), date(2026, 6, 10)),
        ("ES-CB", date(2026, 7, 28), date(2026, 6, 29)),
    ]
)
def test_holidays_of_which_packages_differ_are_those_of_the_law(calendar, on, none):
    assert (holiday_on(calendar, on) is not None, holiday_on(calendar, none)) == (True, None)


def test_other_days_are_none_and_neither_is_any_without_a_country():
    assert holiday_on("MX", date(2026, 11, 20)) is None
    assert holiday_on("", INDEPENDENCE) is None


def test_a_part_of_a_country_has_holidays_of_its_own():
    diada = date(2026, 9, 11)
    assert holiday_on("ES", diada) is None
    assert holiday_on("ES-CT", diada).names[Language.ES] == "Fiesta Nacional de Cataluña"


@pytest.mark.parametrize("locale", ["uk", "th", "en_US", "C"])
def test_where_a_language_is_not_known_a_name_is_in_the_countrys_own_wherever_it_is_asked(monkeypatch, locale):
    monkeypatch.setenv("LANGUAGE", locale)
    holidays_of.cache_clear()
    names = holiday_on("BR", date(2026, 9, 7)).names
    assert names == {Language.ES: "Independência do Brasil", Language.EN: "Independence Day"}
    assert holiday_on("MX", INDEPENDENCE).names[Language.ES] == "Día de la Independencia"
    assert holiday_on("US", date(2026, 7, 4)).names == dict.fromkeys(Language, "Independence Day")


@pytest.mark.parametrize("year", [1900, 9998])
def test_any_year_that_may_be_written_can_be_asked_about(year):
    assert holiday_on("MX", date(year, 2, 28)) is None


@each_row([("MX", True), ("ES-CT", True), ("XX", False), ("MX-ZZ", False), ("-CT", False), ("", False), ("mx", False)])
def test_what_is_known_can_be_asked(calendar, known):
    assert is_known(calendar) is known
