"""Countries: their names, what else people call them, their flags, and their time zones."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from babel.core import get_global

from core.base.calendar_time import known_zones
from core.base.model import Language
from core.language.accents import without_accents
from core.language.i18n import LOCALES

OTHER_NAMES = {
    **dict.fromkeys(("eeuu", "ee uu", "usa", "us", "estados unidos de america", "united states of america"), "US"),
    **dict.fromkeys(("uk", "great britain", "gran bretana", "england", "inglaterra"), "GB"),
    **dict.fromkeys(("holanda", "holland"), "NL"),
}
"""Names of countries that CLDR does not have."""
ADJECTIVES = {
    **dict.fromkeys(("argentino", "argentine", "argentinian", "argentinean"), "AR"),
    **dict.fromkeys(("boliviano", "bolivian"), "BO"),
    **dict.fromkeys(("brasileno", "brasilero", "brazilian"), "BR"),
    **dict.fromkeys(("canadiense", "canadian"), "CA"),
    **dict.fromkeys(("chileno", "chilean"), "CL"),
    **dict.fromkeys(("colombiano", "colombian"), "CO"),
    **dict.fromkeys(("costarricense", "tico", "costa rican"), "CR"),
    **dict.fromkeys(("cubano", "cuban"), "CU"),
    **dict.fromkeys(("dominicano", "dominican"), "DO"),
    **dict.fromkeys(("ecuatoriano", "ecuadorian"), "EC"),
    **dict.fromkeys(("aleman", "alemane", "german"), "DE"),
    **dict.fromkeys(("espanol", "espanole", "spanish"), "ES"),
    **dict.fromkeys(("estadounidense", "gringo", "american"), "US"),
    **dict.fromkeys(("frances", "france", "french"), "FR"),
    **dict.fromkeys(("guatemalteco", "guatemalan"), "GT"),
    **dict.fromkeys(("hondureno", "honduran"), "HN"),
    **dict.fromkeys(("ingles", "inglese", "english", "british", "britanico"), "GB"),
    **dict.fromkeys(("italiano", "italian"), "IT"),
    **dict.fromkeys(("mexicano", "mexican"), "MX"),
    **dict.fromkeys(("nicaraguense", "nicaraguan"), "NI"),
    **dict.fromkeys(("panameno", "panamanian"), "PA"),
    **dict.fromkeys(("paraguayo", "paraguayan"), "PY"),
    **dict.fromkeys(("peruano", "peruvian"), "PE"),
    **dict.fromkeys(("portugues", "portuguese"), "PT"),
    **dict.fromkeys(("salvadoreno", "salvadoran"), "SV"),
    **dict.fromkeys(("uruguayo", "uruguayan"), "UY"),
    **dict.fromkeys(("venezolano", "venezuelan"), "VE"),
}
"""Countries by the adjectives of people there, in Spanish without the `s` of the plural."""
SEPARATORS = re.compile(r"[_\s.]+")
FIRST_FLAG_LETTER = ord("🇦")


def country_name(language: Language, code: str) -> str:
    named: str = LOCALES[language].territories.get(code, code)
    return named


def flag(code: str) -> str:
    return "".join(chr(FIRST_FLAG_LETTER + ord(letter) - ord("A")) for letter in code)


@cache
def by_name() -> Mapping[str, str]:
    """ISO 3166 codes by every name that a country has in a language of the chat, as `plain_name` writes it."""
    codes = sorted(zones_of_countries())
    named = {plain_name(country_name(language, code)): code for language in LOCALES for code in codes}
    return named | OTHER_NAMES


@cache
def by_adjective() -> Mapping[str, str]:
    return ADJECTIVES | {f"{adjective}s": code for adjective, code in ADJECTIVES.items()}


@cache
def zones_of_countries() -> Mapping[str, Sequence[str]]:
    """The time zones of each country, as the tz database lists them."""
    lines = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8").splitlines()
    found: dict[str, list[str]] = {}
    for code, _, zone, *_ in (line.split("\t") for line in lines if not line.startswith("#")):
        if zone in known_zones():
            found.setdefault(code, []).append(zone)
    return found


def country_of(zone: str) -> str:
    """The ISO 3166 code of the country that a time zone is in; "" for one of no country, such as UTC."""
    present = canonical(zone)
    return next((code for code, zones in zones_of_countries().items() if present in zones), "")


def canonical(zone: str) -> str:
    """A zone under its present name: `US/Pacific` is `America/Los_Angeles`."""
    present: str = get_global("zone_aliases").get(zone, zone)
    return present


def plain_name(words: str) -> str:
    """A name for comparison: no case, accents, dots or underscores."""
    return SEPARATORS.sub(" ", without_accents(words).replace("−", "-")).strip(" ¿?¡!")
