"""Time zones by what people call them, by likeness, by where they are."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from core.base.model import Language
from core.language import zones
from core.language.i18n import zone_city
from tests.tables import each_row

NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)

ONE = {
    "Madrid": "Europe/Madrid", "  MADRID. ": "Europe/Madrid", "la hora de Londres": "Europe/London",
    "America/Tijuana": "America/Tijuana", "america/mexico_city": "America/Mexico_City",
    "America/Mexico City": "America/Mexico_City", "US/Pacific": "America/Los_Angeles",
    "Asia/Calcutta": "Asia/Kolkata", "hora del centro": "America/Mexico_City", "CDMX": "America/Mexico_City",
    "hora del noroeste": "America/Tijuana", "Quintana Roo": "America/Cancun", "Guadalajara": "America/Mexico_City",
    "Monterrey": "America/Monterrey", "Ciudad Juárez": "America/Ciudad_Juarez", "Nueva York": "America/New_York",
    "new york": "America/New_York", "Eastern time": "America/New_York", "eastern standard time": "America/New_York",
    "time in Tokyo": "Asia/Tokyo", "en Tokio": "Asia/Tokyo", "Argentina": "America/Argentina/Buenos_Aires",
    "Córdoba, Argentina": "America/Argentina/Cordoba", "Japón": "Asia/Tokyo", "Cuba": "America/Havana",
    "UTC": "Etc/UTC", "UTC-6": "Etc/GMT+6", "utc −6": "Etc/GMT+6", "GMT+05:00": "Etc/GMT-5",
    "hora UTC-10": "Etc/GMT+10",
}  # fmt: skip
SEVERAL = {
    "México": [
        "America/Mexico_City", "America/Cancun", "America/Matamoros", "America/Ciudad_Juarez", "America/Mazatlan",
        "America/Tijuana",
    ],
    "España": ["Europe/Madrid", "Atlantic/Canary"],
    "spain": ["Europe/Madrid", "Atlantic/Canary"],
    "hora del Pacífico": ["America/Mazatlan", "America/Tijuana", "America/Los_Angeles"],
    "hora central": ["America/Mexico_City", "America/Chicago"],
    "La Paz": ["America/Mazatlan", "America/La_Paz"],
}  # fmt: skip


@each_row(ONE.items())
def test_a_name_that_stands_for_one_zone(words, zone):
    assert list(zones.zones_named(words, NOW)) == [zone]


@each_row(SEVERAL.items())
def test_a_name_that_stands_for_several(words, found):
    assert list(zones.zones_named(words, NOW)) == found


@each_row(["", " ", ",", "x", "Narnia", "Factory", "localtime", "-6", "9", "hora de", "utc-20", "a" * 9000])
def test_anything_else_is_not_a_name(words):
    assert list(zones.zones_named(words, NOW)) == []


@each_row([("Tijuna", "America/Tijuana"), ("Buenos", "America/Argentina/Buenos_Aires"), ("York", "America/New_York")])
def test_what_is_like_a_name(words, zone):
    assert list(zones.zones_named(words, NOW)) == []
    assert zones.similar_zones(words)[0] == zone


@each_row(["", " ", "Narnia", "a" * 9000, "\x00"])
def test_what_is_like_none(words):
    assert list(zones.similar_zones(words)) == []


def test_every_name_is_of_zones_that_exist():
    for table in (zones.by_name(), zones.by_country()):
        assert all(table)
        assert {zone for found in table.values() for zone in found} <= zones.known_zones()
    assert {*zones.SAID, *zones.ABROAD} <= {zones.canonical(zone) for zone in zones.known_zones()}


def test_the_likely_ones_are_the_clocks_of_the_teams_country_and_some_abroad():
    found = zones.suggested_zones(ZoneInfo("America/Mexico_City"), NOW)
    assert list(found[:6]) == SEVERAL["México"]
    assert {"America/New_York", "Europe/Madrid"} <= set(found)
    assert len(found) <= zones.MOST
    for home in ("Europe/Madrid", "Etc/UTC", "US/Pacific", "Asia/Kolkata"):
        assert zones.suggested_zones(ZoneInfo(home), NOW)[0] == zones.canonical(home)


@each_row(
    [
        (32.5149, -117.0382, "America/Tijuana"),
        (19.4326, -99.1332, "America/Mexico_City"),
        (31.7381, -106.4870, "America/Ciudad_Juarez"),
        (40.4168, -3.7038, "Europe/Madrid"),
        (28, -40, "Etc/GMT+3"),
        (91, 0, None),
        (0, 1e300, None),
    ]
)
def test_where_somebody_is(latitude, longitude, zone):
    assert zones.zone_at(latitude, longitude) == zone
    assert zone is None or zone in zones.known_zones()


@each_row(
    [
        ("America/New_York", "Nueva York", "New York"),
        ("America/Mexico_City", "Ciudad de México", "Mexico City"),
        ("US/Pacific", "Los Ángeles", "Los Angeles"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires", "Buenos Aires"),
        ("UTC", "UTC", "UTC"),
        ("Etc/GMT+3", "UTC−3", "UTC−3"),
        ("Etc/GMT-10", "UTC+10", "UTC+10"),
    ]
)
def test_the_city_of_a_zone(zone, es, en):
    assert (zone_city(Language.ES, zone), zone_city(Language.EN, zone)) == (es, en)
