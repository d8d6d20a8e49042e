"""Time zones from a person's words or position.

Words that are not a zone's name give similar names to choose from, never a guess. Cities and countries have CLDR's
names in every language of the chat; other common names are in the tables below.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo

from babel.core import get_global

from core.base.calendar_time import known_zones
from core.language import countries
from core.language.countries import canonical, plain_name, zones_of_countries
from core.language.i18n import LOCALES, zone_city

SAID = {
    "America/Mexico_City": (
        "cdmx, df, ciudad de mexico, mexico df, centro, central, guadalajara, pachuca, puebla, yucatan, "
        "acapulco, aguascalientes, campeche, celaya, chiapas, coahuila, colima, cuernavaca, durango, "
        "guanajuato, guerrero, hidalgo, irapuato, jalapa, jalisco, leon, manzanillo, michoacan, morelia, "
        "morelos, nuevo leon, oaxaca, puerto vallarta, queretaro, saltillo, san luis potosi, tabasco, "
        "tampico, tlaxcala, toluca, torreon, tuxtla gutierrez, uruapan, veracruz, villahermosa, xalapa, "
        "zacatecas"
    ),
    "America/Cancun": "sureste, quintana roo, playa del carmen, chetumal",
    "America/Mazatlan": (
        "pacifico, pacific, sinaloa, culiacan, los mochis, nayarit, tepic, la paz, los cabos, baja california sur"
    ),
    "America/Hermosillo": "sonora, ciudad obregon, nogales",
    "America/Tijuana": "noroeste, pacifico, pacific, mexicali, ensenada, baja california",
    "America/Ciudad_Juarez": "juarez",
    "America/Matamoros": "reynosa, nuevo laredo",
    "America/Los_Angeles": "pacifico, pacific, california, san francisco, san diego, seattle, las vegas",
    "America/Denver": "montana, mountain, colorado",
    "America/Chicago": "central, texas, houston, dallas, austin, san antonio",
    "America/New_York": "nyc, este, eastern, washington, miami, boston, atlanta, florida",
    "America/Bogota": "medellin, cali",
    "America/Guayaquil": "quito",
    "America/Sao_Paulo": "brasilia, rio de janeiro",
    "Europe/Madrid": "barcelona, valencia, sevilla, peninsula",
    "Europe/Berlin": "munich, frankfurt, hamburgo",
}
ABROAD = (
    "America/Los_Angeles",
    "America/Chicago",
    "America/New_York",
    "America/Bogota",
    "America/Argentina/Buenos_Aires",
    "Europe/Madrid",
)
AROUND_THE_NAME = re.compile(
    r"^(?:(?:la )?(?:hora|zona|huso)(?: horari[ao])?(?: (?:del?|de la|en))? |time in |in |en )|(?: standard)? time$"
)
FROM_UTC = re.compile(r"(?:utc|gmt) ?([-+]) ?0?(\d{1,2})(?::?00)?", re.ASCII)
MOST = 12
LONGEST = 60
LIKENESS = 0.75


def zones_named(words: str, now: datetime) -> Sequence[str]:
    """The zones of an IANA name, a city or a region, else one zone for each distinct clock of a country."""
    name = folded(words)
    for each in (name, AROUND_THE_NAME.sub("", name)):
        if found := by_name().get(each) or one_a_clock(by_country().get(each, ()), now):
            return found[:MOST]
    return zones_named(name.partition(",")[0], now) if "," in name else ()


def is_place(words: str) -> bool:
    """Return whether words are the name of a city, a region or a country."""
    name = folded(words)
    return name in by_name() or name in by_country()


def similar_zones(words: str) -> Sequence[str]:
    """Zones that have a name which contains these words or is spelt almost like them."""
    name = AROUND_THE_NAME.sub("", folded(words))[:LONGEST]
    near = get_close_matches(name, by_name(), MOST, LIKENESS)
    within = [full for full in by_name() if f" {name} " in f" {full} "]
    return list(dict.fromkeys(zone for full in (*near, *within) for zone in by_name()[full]))[:MOST]


def suggested_zones(home: ZoneInfo, now: datetime) -> Sequence[str]:
    team = canonical(home.key)
    country = next((zones for zones in zones_of_countries().values() if team in zones), ())
    return list(dict.fromkeys((*one_a_clock((team, *country), now), *ABROAD)))[:MOST]


def zone_at(latitude: float, longitude: float) -> str | None:
    from tzfpy import get_tz  # noqa: PLC0415 its map takes 34 MB and 0.1 s: only who shares a place pays for it

    return get_tz(longitude, latitude) or None


def one_a_clock(zones: Iterable[str], now: datetime) -> Sequence[str]:
    """One zone for each distinct clock (by its offsets in January and July), preferring the zones in `SAID`."""
    chosen: dict[tuple[object, ...], str] = {}
    for zone in zones:
        clock = tuple(now.replace(month=month, day=15).astimezone(ZoneInfo(zone)).utcoffset() for month in (1, 7))
        if clock not in chosen or (zone in SAID and chosen[clock] not in SAID):
            chosen[clock] = zone
    return list(chosen.values())


@cache
def by_name() -> Mapping[str, Sequence[str]]:
    places = known_zones() & get_global("zone_territories").keys()
    names = [(name, zone) for zone, said in SAID.items() for name in said.split(", ")]
    names += [(zone, canonical(zone)) for zone in sorted(known_zones()) if canonical(zone) in places]
    names += [(zone_city(language, zone), zone) for language in LOCALES for zone in sorted(places)]
    return gathered((folded(name), [zone]) for name, zone in names)


@cache
def by_country() -> Mapping[str, Sequence[str]]:
    return {name: zones_of_countries()[code] for name, code in countries.by_name().items()}


def gathered(rows: Iterable[tuple[str, Iterable[str]]]) -> Mapping[str, Sequence[str]]:
    found: dict[str, dict[str, None]] = {}
    for name, zones in rows:
        found.setdefault(name, {}).update(dict.fromkeys(zones))
    return {name: tuple(zones) for name, zones in found.items()}


def folded(words: str) -> str:
    """A name for comparison: no case, accents, dots or underscores; `GMT -06:00` becomes `utc-6`."""
    name = plain_name(words)
    from_utc = FROM_UTC.fullmatch(name)
    return f"utc{from_utc[1]}{from_utc[2]}" if from_utc else name
