"""A past date named alone. Words that are not understood give None: nothing is guessed."""

import re
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from core.base.calendar_time import within_calendar
from core.base.model import Language
from core.language.phrases.day_table import COUNTED, DATES, NEAR_TODAY, WEEKDAYS, WITH_A_DASH
from core.language.phrases.folding import fold
from core.language.phrases.model import Kind, Meaning, Moment
from core.language.phrases.reading import read
from core.language.phrases.spelling import LONGEST, spelt_out
from core.language.phrases.vocabulary import patterns, spelt_in_full

SINGLE_DAYS = (*NEAR_TODAY, *WEEKDAYS, *COUNTED, *WITH_A_DASH, *DATES)
NUMBER = re.compile("[0-9]+")
COUNTED_UNITS = re.compile(spelt_in_full("{counted}"))
HOURS_A_DAY = 24


def past_date(words: str, language: Language, today: date) -> date | None:
    """The date meant: the last such weekday or date without a year, today included.

    Takes ISO, d/m/y and d/m, `ayer`, `el lunes`, `15 de noviembre`, `3 days ago`. Call it off the event loop: words
    that the grammar does not know go to dateparser.
    """
    midnight = datetime.combine(today, time(), UTC)
    moment = Moment(today, midnight, ZoneInfo("UTC"), language, back=True)
    plain = fold(words).text.strip(" \n.,")
    found = None if len(plain) > LONGEST else by_grammar(plain, moment) or in_sentence(words, moment)
    return found if found and within_calendar(found) else None


def in_sentence(words: str, moment: Moment) -> date | None:
    """The date beside which a time may be said, "4 enero a las 10"; what is not known of it may be spelt out.

    The spelling is not trusted with words that leave a doubt, nor with numbers that its date does not have.
    """
    read_so_far = read(words, moment, Kind.DAYS | Kind.HOURS)
    if read_so_far.doubts:
        return None
    if not read_so_far.title:
        days = read_so_far.days
        return days.first if days and days.first == days.last else None
    found = spelt_out(words, moment)
    return found if found and has_all_numbers(found, fold(words).text) else None


def has_all_numbers(found: date, plain: str) -> bool:
    """Return whether each number is the day or the year, or counts a unit: "1 semana y 2 días".

    A year of two digits is none that may be an hour.
    """
    uncounted = COUNTED_UNITS.sub("", plain)
    said = sorted(int(number) for number in NUMBER.findall(uncounted))
    years = [[year] for year in (found.year, found.year % 100) if year >= HOURS_A_DAY]
    return not said if uncounted != plain else said in [sorted([found.day, *year]) for year in ([], *years)]


def by_grammar(plain: str, moment: Moment) -> date | None:
    for row in SINGLE_DAYS:
        for pattern in patterns(row):
            found = pattern.fullmatch(plain)
            meaning = row.reader(found, moment) if found else None
            if isinstance(meaning, Meaning) and meaning.days and not meaning.hours:
                return meaning.days.first
    return None
