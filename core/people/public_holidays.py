"""The public holidays of a country, or of a part of it, named in every language of the chat.

A calendar of them is named by the ISO 3166 code of the country (`CO`) or the ISO 3166-2 code of a part of it (`ES-CT`);
"" is none. The package that knows them is imported when a holiday is first asked for, so that starting up does not pay
for it.
"""

import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from core.base.model import Language
from core.base.settings import BETWEEN_CODES, Settings
from core.people.working_time import Holiday
from core.records.people import User

YEARS_KEPT = 256
"""The number of years whose holidays are kept in memory, of all calendars together."""
CALENDAR = re.compile(rf"[A-Z]{{2}}(?:{BETWEEN_CODES}.+)?", re.ASCII)


def calendar_of(person: User, settings: Settings) -> str:
    """The calendar of a person's own public holidays; without one, the office's."""
    return person.holidays or settings.holidays


def holiday_on(calendar: str, on: date) -> Holiday | None:
    """The holiday on a date, if any."""
    return holidays_of(calendar, on.year).get(on) if calendar else None


@lru_cache(YEARS_KEPT)
def holidays_of(calendar: str, year: int) -> Mapping[date, Holiday]:
    """A year's holidays by date. A name is in the country's own language if there is none in a person's."""
    from holidays import country_holidays  # noqa: PLC0415 see the module's docstring

    country, _, part = calendar.partition(BETWEEN_CODES)
    known = country_holidays(country, subdiv=part or None)
    by_language = {
        language: country_holidays(country, subdiv=part or None, years=year, language=variant(known, language))
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


def is_known(calendar: str) -> bool:
    """Return whether the package knows the holidays of a calendar."""
    from holidays import country_holidays  # noqa: PLC0415 see the module's docstring

    if CALENDAR.fullmatch(calendar) is None:
        return False
    country, _, part = calendar.partition(BETWEEN_CODES)
    try:
        country_holidays(country, subdiv=part or None)
    except NotImplementedError:
        return False
    return True
