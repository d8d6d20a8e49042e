"""Dates spelt out in a way that the grammar does not know, read by dateparser.

It is heavy: importing it takes seconds the first time, so call this off the event loop.
"""

import re
from datetime import date, datetime, time

from core.base.calendar_time import within_calendar
from core.base.model import Language
from core.language.accents import without_accents
from core.language.phrases.model import Moment

SPELT_OUT = re.compile(r"\d.*[^\W\d]{3}|[^\W\d]{3}.*\d")
TIME_OF_DAY = re.compile(r"hora|minuto|segundo|hour|minute|second|:")
LONGEST = 60


def spelt_out(words: str, moment: Moment) -> date | None:
    """A date of at least a number and a word, such as a month; less is not a date."""
    plain = without_accents(words)
    if len(plain) > LONGEST or not SPELT_OUT.search(plain) or TIME_OF_DAY.search(plain):
        return None
    from dateparser import parse  # noqa: PLC0415 heavy: only who spells dates out pays for it

    found: datetime | None = parse(
        words,
        languages=[moment.language, *(other for other in Language if other is not moment.language)],
        settings={
            "RELATIVE_BASE": datetime.combine(moment.today, time()),
            "PREFER_DATES_FROM": "past" if moment.back else "future",
            "DATE_ORDER": "DMY",
            "REQUIRE_PARTS": ["day", "month"],
            "RETURN_AS_TIMEZONE_AWARE": False,
        },
    )
    return found.date() if found and within_calendar(found.date()) else None
