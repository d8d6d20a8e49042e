"""Public holidays of a country, or of a part of it, in every language that people are written to in.

The package that knows them is imported when a holiday is first asked for: a start need not pay for it.
"""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from core.base.model import Language
from core.people.working_time import Holiday

YEARS_KEPT = 32


def holiday_on(country: str, subdivision: str, on: date) -> Holiday | None:
    """The holiday of a date, if it is one. Country by ISO 3166 code, "" for none; a subdivision's code, or ""."""
    return holidays_of(country, subdivision, on.year).get(on) if country else None


@lru_cache(YEARS_KEPT)
def holidays_of(country: str, subdivision: str, year: int) -> Mapping[date, Holiday]:
    """A year's holidays by date. A name is in the country's own language where a person's is not known."""
    from holidays import country_holidays  # noqa: PLC0415 see the module's docstring

    known = country_holidays(country, subdiv=subdivision or None)
    by_language = {
        language: country_holidays(country, subdiv=subdivision or None, years=year, language=variant(known, language))
        for language in Language
    }
    days = by_language[Language.ES]
    return {day: Holiday(day, {language: by_language[language][day] for language in Language}) for day in days}


def variant(known: Any, language: Language) -> str | None:
    """The variant of a language that a country's names are known in (`en_US` for `en`), else the country's own.

    Never none where there is one: the package would follow the locale of the machine.
    """
    variants = (each for each in known.supported_languages if each.partition("_")[0] == language)
    own: str | None = known.default_language
    return next(variants, own)


def is_known(country: str, subdivision: str) -> bool:
    """Whether holidays of a country, and of a part of it where one is given, are known."""
    from holidays import country_holidays  # noqa: PLC0415 see the module's docstring

    try:
        country_holidays(country, subdiv=subdivision or None)
    except NotImplementedError:
        return False
    return True
