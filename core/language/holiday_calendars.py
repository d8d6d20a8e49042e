"""Calendars of public holidays: their names, and the one that people's words mean.

One is named by the ISO 3166 code of a country (`CO`), or by the ISO 3166-2 code of a part of it that has holidays of
its own (`ES-CT`). The package that knows the parts is imported when one is first asked for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from core.base.model import Language
from core.base.settings import BETWEEN_CODES
from core.language import countries
from core.language.countries import country_name, flag, plain_name

PARTS = {
    **dict.fromkeys(("andalusia", "andalucia"), "ES-AN"),
    **dict.fromkeys(("catalonia", "cataluna", "catalan", "catalanes"), "ES-CT"),
    **dict.fromkeys(("basque country", "basque", "pais vasco", "euskadi", "vascos"), "ES-PV"),
    **dict.fromkeys(("navarre", "navarra"), "ES-NC"),
    **dict.fromkeys(("castile and leon", "castilla leon", "castilla y leon"), "ES-CL"),
    **dict.fromkeys(("canary islands", "islas canarias", "canarias"), "ES-CN"),
    **dict.fromkeys(("balearic islands", "islas baleares", "baleares", "mallorca"), "ES-IB"),
    **dict.fromkeys(("valencian community", "comunidad valenciana", "valencia"), "ES-VC"),
    **dict.fromkeys(("comunidad de madrid", "madrid"), "ES-MD"),
    "galicia": "ES-GA",
    "asturias": "ES-AS",
    **dict.fromkeys(("england", "inglaterra"), "GB-ENG"),
    **dict.fromkeys(("scotland", "escocia"), "GB-SCT"),
    **dict.fromkeys(("wales", "gales"), "GB-WLS"),
    **dict.fromkeys(("northern ireland", "irlanda del norte"), "GB-NIR"),
    **dict.fromkeys(("caba", "capital federal"), "AR-C"),
    **dict.fromkeys(("bavaria", "baviera"), "DE-BY"),
    **dict.fromkeys(("texas", "tejas"), "US-TX"),
    "california": "US-CA",
    "florida": "US-FL",
    **dict.fromkeys(("nueva york", "new york"), "US-NY"),
}
"""Parts that people name without their country, or by another name than in it."""
AROUND = frozenset(
    (
        *("de", "del", "la", "el", "los", "las", "en", "y", "of", "the", "in", "from", "for", "and"),
        *("estado", "provincia", "comunidad", "region", "ciudad", "state", "province", "city"),
    )
)
"""Words that may stand around the name of a place."""
POSSESSIVE, PUNCTUATION = re.compile(r"'s?(?!\w)"), re.compile(r"[,;:()/-]+| {2,}")
PRONOUNS = frozenset(("us",))
"""Names of countries that are more often pronouns: "us"."""
LONGEST_PLACE, MOST_PLACES = 5, 2
LONGEST = 60
MOST_WORDS = 10


class Named(NamedTuple):
    """A calendar that words mean, and the words that name a part of the country which is not known."""

    calendar: str
    beside: str = ""


def calendar_named(words: str, near: Sequence[str] = ()) -> Named | None:
    """Return the calendar of a country, a part of one, or both in any order; a part alone also of `near` countries."""
    spoken = words_of(words)
    if not spoken or len(spoken) > MOST_WORDS:
        return None
    if part := part_named(" ".join(spoken), near):
        return Named(part)
    found = [calendar_with(code, rest) for code, rest in countries_in(spoken)]
    return next((each for each in found if not each.beside), next(iter(found), None))


def places_in(words: str) -> str:
    """Return the countries and parts of one that a sentence names, at most `MOST_PLACES`, for `calendar_named`."""
    spoken = plain_words(words)
    found, start = list[str](), 0
    while start < len(spoken) and len(found) < MOST_PLACES:
        spans = (spoken[start : start + length] for length in range(LONGEST_PLACE, 0, -1))
        place = next((span for span in spans if is_place(" ".join(span))), [])
        found += [" ".join(place)] if place else []
        start += len(place) or 1
    return ", ".join(found)


def is_place(name: str) -> bool:
    return name not in PRONOUNS and any(name in each for each in (countries.by_name(), countries.by_adjective(), PARTS))


def words_of(words: str) -> list[str]:
    return without_around(plain_words(words[:LONGEST]))


def plain_words(words: str) -> list[str]:
    return PUNCTUATION.sub(" ", POSSESSIVE.sub("", plain_name(words.replace("’", "'")))).split()


def without_around(spoken: list[str]) -> list[str]:
    while spoken and spoken[0] in AROUND:
        spoken = spoken[1:]
    while spoken and spoken[-1] in AROUND:
        spoken = spoken[:-1]
    return spoken


def countries_in(spoken: list[str]) -> Iterator[tuple[str, str]]:
    """Return each country that is named, the longest name first, and the words beside it."""
    for length in range(len(spoken), 0, -1):
        for start in range(len(spoken) - length + 1):
            name = " ".join(spoken[start : start + length])
            if code := countries.by_name().get(name) or countries.by_adjective().get(name):
                before, behind = without_around(spoken[:start]), without_around(spoken[start + length :])
                yield code, " ".join([*before, *behind])


def calendar_with(code: str, rest: str) -> Named:
    if not rest:
        return Named(code)
    known = PARTS.get(rest, "")
    part = known if known.startswith(code + BETWEEN_CODES) else parts_of(code).get(rest, "")
    return Named(part) if part else Named(code, rest)


def part_named(name: str, near: Sequence[str]) -> str:
    return next((found for code in near if (found := parts_of(code).get(name))), PARTS.get(name, ""))


@cache
def parts_of(country: str) -> Mapping[str, str]:
    """Return the calendars of a country's parts by their names and codes, as `plain_name` writes them."""
    return {
        plain: f"{country}{BETWEEN_CODES}{code}"
        for code, names in known_parts(country).items()
        for plain in (" ".join(words_of(code)), *(" ".join(words_of(name)) for name in names))
    }


@cache
def known_parts(country: str) -> Mapping[str, Sequence[str]]:
    """Return the names of each part of a country that has holidays of its own, by its code."""
    from holidays import country_holidays  # noqa: PLC0415 see the module's docstring

    try:
        named: Mapping[str, Sequence[str]] = country_holidays(country).get_subdivision_aliases()
    except NotImplementedError:
        return {}
    return named


def calendar_name(language: Language, calendar: str) -> str:
    """Return the name of a calendar: «Colombia», «Cataluña (España)»."""
    country, _, part = calendar.partition(BETWEEN_CODES)
    named = country_name(language, country)
    return f"{next(iter(known_parts(country).get(part, ())), part)} ({named})" if part else named


def calendar_flag(calendar: str) -> str:
    return flag(calendar.partition(BETWEEN_CODES)[0])
