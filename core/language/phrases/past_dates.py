"""A past date named alone. Words that are not understood give None: nothing is guessed."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from core.base.calendar_time import within_calendar
from core.base.model import Language
from core.language.phrases.day_table import COUNTED, DATES, NEAR_TODAY, WEEKDAYS
from core.language.phrases.folding import fold
from core.language.phrases.model import Meaning, Moment
from core.language.phrases.spelling import LONGEST, spelt_out
from core.language.phrases.vocabulary import patterns

SINGLE_DAYS = (*NEAR_TODAY, *WEEKDAYS, *COUNTED, *DATES)


def past_date(words: str, language: Language, today: date) -> date | None:
    """The date meant: the last such weekday or date without a year, today included.

    Takes ISO, d/m/y and d/m, `ayer`, `el lunes`, `15 de noviembre`, `3 days ago`. Call it off the event loop: words
    that the grammar does not know go to dateparser.
    """
    midnight = datetime.combine(today, time(), UTC)
    moment = Moment(today, midnight, ZoneInfo("UTC"), language, back=True)
    plain = fold(words).text.strip(" \n.,")
    found = None if len(plain) > LONGEST else by_grammar(plain, moment) or spelt_out(words, moment)
    return found if found and within_calendar(found) else None


def by_grammar(plain: str, moment: Moment) -> date | None:
    for row in SINGLE_DAYS:
        for pattern in patterns(row):
            found = pattern.fullmatch(plain)
            meaning = row.reader(found, moment) if found else None
            if isinstance(meaning, Meaning) and meaning.days and not meaning.hours:
                return meaning.days.first
    return None
