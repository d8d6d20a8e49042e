"""Weeks, months and ranges of days, past or present: "octubre", "del 1 al 15", "últimos 7 días", "oct 1 to 15"."""

import re
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from core.base.calendar_time import ONE_DAY, Days, within_calendar
from core.base.model import Language
from core.language.phrases.days import JOINT
from core.language.phrases.folding import fold
from core.language.phrases.model import Moment
from core.language.phrases.past_dates import by_grammar
from core.language.phrases.periods import LATELY, calendar_period, days_lately
from core.language.phrases.spelling import LONGEST

OPENER = re.compile(r"^(?:del?|desde|entre|from|between) (?:el |la |the )?")
CONNECTOR = re.compile(r" ?[-–] ?| (?:al?|hasta|y|and|to|until|till|through) (?:el |la |the )?")
WITH_A_DASH = re.compile("([0-9]{1,2})-([0-9]{1,2})")
WITH_TWO_DASHES = re.compile("[0-9]{1,2}-[a-z]+-[0-9]{2,4}")
DATES_WITH_A_DASH = re.compile(f"{WITH_A_DASH.pattern}({JOINT}){WITH_A_DASH.pattern}$")
ONWARDS = re.compile(r"(?:desde|a partir del?|since|from) (?:el |la |the )?")
BARE_DAY = re.compile(r"(?:the )?(0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?")
YEAR_DAYS = 366


def past_days(words: str, language: Language, today: date) -> Days | None:
    """The days from the first to the last that the words name; None for a single date and what is not understood.

    What has no year, month or week of its own is the last one that has begun.
    """
    plain = DATES_WITH_A_DASH.sub(r"\1/\2\3\4/\5", fold(words).text.strip(" \n.,"))
    if len(plain) > LONGEST or may_be_a_date(plain, language, today):
        return None
    if period := calendar_period(plain, today, back=True):
        return period
    if lately := LATELY.fullmatch(plain):
        return days_lately(lately, today)
    said = OPENER.sub("", plain)
    at = () if may_be_a_date(said, language, today) else CONNECTOR.finditer(said)
    splits = ((said[: found.start()], said[found.end() :]) for found in at)
    read = (range_of(first, last, language, today) for first, last in splits)
    since = up_to_today(plain, language, today)
    return next((days for days in (*read, since) if days and all(map(within_calendar, days))), None)


def may_be_a_date(plain: str, language: Language, today: date) -> bool:
    """Return whether words are a date with dashes, or may be one: 24-12, 3-7, 15-nov-25."""
    dashed = WITH_A_DASH.fullmatch(plain.removeprefix("el "))
    may_be = dashed and date_on(f"{dashed[1]}/{dashed[2]}", language, today, back=True)
    return bool(may_be or WITH_TWO_DASHES.fullmatch(plain))


def up_to_today(plain: str, language: Language, today: date) -> Days | None:
    """The days since one that is named, or since a week or month began: "desde el viernes", "since October"."""
    onwards = ONWARDS.match(plain)
    if not onwards:
        return None
    begins = plain[onwards.end() :]
    number = BARE_DAY.fullmatch(begins)
    day = numbered(int(number[1]), today, -1) if number else date_on(begins, language, today, back=True)
    period = calendar_period(begins, today, back=True)
    first = period.first if period else day
    return Days(first, today) if first and first <= today else None


def range_of(first: str, last: str, language: Language, today: date) -> Days | None:
    begin, end = ends_of(first, last, language, today)
    return Days(begin, end) if begin and end and begin <= end else None


def ends_of(first: str, last: str, language: Language, today: date) -> tuple[date | None, date | None]:
    """Both ends; a day of the month without its month takes that of the other end."""
    first_day, last_day = BARE_DAY.fullmatch(first), BARE_DAY.fullmatch(last)
    if first_day and not last_day:
        end = date_on(last, language, today, back=True)
        return (numbered(int(first_day[1]), end, -1) if end else None), end
    begin = numbered(int(first_day[1]), today, -1) if first_day else date_on(first, language, today, back=True)
    if begin is None:
        return None, None
    if last_day:
        return begin, numbered(int(last_day[1]), begin, 1)
    end = date_on(last, language, today, back=True)
    if end and end >= begin:
        return begin, end
    ahead = date_on(last, language, begin, back=False)
    return (begin, ahead) if ahead and ahead >= begin else (end and date_on(first, language, end, back=True), end)


def date_on(words: str, language: Language, today: date, *, back: bool) -> date | None:
    """A single date, the last such one or, not `back`, the next."""
    moment = Moment(today, datetime.combine(today, time(), UTC), ZoneInfo("UTC"), language, back=back)
    return by_grammar(words, moment)


def numbered(number: int, beside: date, step: int) -> date | None:
    """The nearest date of that day of the month, from a date on (1) or back (-1)."""
    dates = (beside + step * offset * ONE_DAY for offset in range(YEAR_DAYS))
    return next((each for each in dates if each.day == number), None)
