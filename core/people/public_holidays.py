"""Public holidays of a country, or of a part of it, in every language that we have texts in.

The package that knows them is imported when a holiday is first asked for, so that starting up does not pay for it.
"""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from core.base.model import Language
from core.people.working_time import Holiday

YEARS_KEPT = 32


def holiday_on(country: str, subdivision: str, on: date) -> Holiday | None:
    """The holiday on a date, if any. `country`: an ISO 3166 code or "" for none; `subdivision`: a code or ""."""
    return holidays_of(country, subdivision, on.year).get(on) if country else None


@lru_cache(YEARS_KEPT)
def holidays_of(country: str, subdivision: str, year: int) -> Mapping[date, Holiday]:
    """A year's holidays by date. A name is in the country's own language if there is none in a person's."""
    from holidays import country_holidays  # noqa: PLC0415 see the module's docstring

    known = country_holidays(country, subdiv=subdivision or None)
    by_language = {
        language: country_holidays(country, subdiv=subdivision or None, years=year, language=variant(known, language))
        for language in Language
    }
    days = by_language[Language.ES]
    return {day: Holiday(day, {language: by_language[language][day] for language in Language}) for day in days}


def variant(known: Any, language: Language) -> str | None:
    """The variant of a language that a country's names exist in (`en_US` for `en`), else the country's own.

    Never None if there is one: the package would follow the machine's locale.
    """
    variants = (each for each in known.supported_languages if each.partition("_")[0] == language)
    own: str | None = known.default_language
    return next(variants, own)


def is_known(country: str, subdivision: str) -> bool:
    """Whether the package knows the holidays of a country, and of a part of it if one is given."""
    from holidays import country_holidays  # noqa: PLC0415 see the module's docstring

    try:
        country_holidays(country, subdiv=subdivision or None)
    except NotImplementedError:
        return False
    return True
