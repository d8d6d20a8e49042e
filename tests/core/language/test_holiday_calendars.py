"""Calendars of public holidays, as words mean them and as they are called."""

from core.base.model import Language
from core.language.countries import country_of, zones_of_countries
from core.language.holiday_calendars import (
    PARTS,
    Named,
    calendar_flag,
    calendar_name,
    calendar_named,
    known_parts,
    places_in,
)
from tests.tables import each_row


@each_row(
    [
        ("Colombia", "CO"),
        ("los colombianos", "CO"),
        ("Estados Unidos", "US"),
        ("EE.UU.", "US"),
        ("the US", "US"),
        ("Spain's", "ES"),
        ("España, Cataluña", "ES-CT"),
        ("Catalonia in Spain", "ES-CT"),
        ("Spain's, Catalonia", "ES-CT"),
        ("Cataluña (España)", "ES-CT"),
        ("Catalonia", "ES-CT"),
        ("Georgia", "GE"),
        ("Georgia, USA", "US-GA"),
        ("alemania baviera", "DE-BY"),
        ("England", "GB-ENG"),
        ("provincia de Salta, Argentina", "AR-A"),
        ("Ciudad de México", "MX"),
    ]
)
def test_a_country_is_named_or_a_part_of_one_in_either_order(words, calendar):
    assert calendar_named(words) == Named(calendar)


def test_a_part_is_named_without_its_country_by_who_is_near_it():
    assert calendar_named("Salta") is None
    assert calendar_named("Salta", ["MX", "AR"]) == Named("AR-A")


def test_of_a_part_without_holidays_of_its_own_its_country_is_known():
    assert calendar_named("Colombia, Antioquia") == Named("CO", "antioquia")


@each_row(
    ["", "mañana", "el lunes", "agosto", "Narnia", "todos los días que en el mundo celebra toda la gente de colombia"]
)
def test_other_words_are_not_a_calendar(words):
    assert calendar_named(words) is None


def test_every_part_that_people_name_alone_has_holidays_of_its_own():
    assert [code for code in PARTS.values() if code.partition("-")[2] not in known_parts(code.partition("-")[0])] == []


@each_row(
    [
        ("oye acá en Colombia los festivos son otros", "colombia"),
        ("in Canada, that is in Quebec, we have others", "canada"),
        ("give us others", ""),
        ("de España, de Cataluña y de Chile", "espana, cataluna"),
    ]
)
def test_places_within_a_sentence_are_found(words, places):
    assert places_in(words) == places


def test_a_calendar_has_a_name_and_a_flag():
    assert [calendar_name(language, "ES-CT") for language in Language] == ["Cataluña (España)", "Cataluña (Spain)"]
    assert (calendar_name(Language.EN, "CO"), calendar_flag("ES-CT")) == ("Colombia", "🇪🇸")


@each_row(
    [
        ("America/Bogota", "CO"),
        ("America/Argentina/Buenos_Aires", "AR"),
        ("US/Pacific", "US"),
        ("America/Coyhaique", "CL"),
        ("UTC", ""),
        ("Etc/GMT+5", ""),
    ]
)
def test_a_zone_is_in_the_country_that_the_tz_database_says(zone, country):
    assert country_of(zone) == country


def test_every_zone_of_the_table_is_in_its_country():
    assert all(country_of(zone) == code for code, zones in zones_of_countries().items() for zone in zones)
