"""Dates in a person's words. What is not understood is `None`: nothing is guessed.

A small grammar stands in front of dateparser, which is heavy (imported when first needed, and then for seconds: call
this off the event loop) and ready to see a date in anything.
"""

import re
import unicodedata
from datetime import date, datetime, timedelta

from core.calendar_time import FIRST_YEAR, LAST_YEAR
from core.model import Language

DAYS_AGO = {"hoy": 0, "today": 0, "ayer": 1, "yesterday": 1, "antier": 2, "anteayer": 2, "manana": -1, "tomorrow": -1}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            ("lunes", "monday"),
            ("martes", "tuesday"),
            ("miercoles", "wednesday"),
            ("jueves", "thursday"),
            ("viernes", "friday"),
            ("sabado", "saturday"),
            ("domingo", "sunday"),
        )
    )
    for name in names
}
ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
DAY_MONTH_YEAR = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?", re.ASCII)
ON_A_WEEKDAY = re.compile(r"(?:(?:el|este|on|this|last) )?(?:pasado )?(\w+)(?: pasado)?")
SPELT_OUT = re.compile(r"\d.*[^\W\d]{3}|[^\W\d]{3}.*\d")
TIME_OF_DAY = re.compile(r"hora|minuto|segundo|hour|minute|second|:")
CENTURY = 2000
WEEK = 7
LONGEST = 60


def past_date(words: str, language: Language, today: date) -> date | None:
    """The date meant by who looks back: a weekday is the last one there was, today included.

    Takes ISO, d/m/y and d/m (the last there was), `ayer`, `el lunes`, `15 de noviembre`, `3 days ago`.
    """
    plain = " ".join(without_accents(words).split()).strip(" .,")
    found = (
        iso_date(plain)
        or day_month_year(plain, today)
        or counted_from(plain, today)
        or last_weekday(plain, today)
        or spelt_out(words, plain, language, today)
    )
    return found if found and FIRST_YEAR < found.year < LAST_YEAR else None


def without_accents(words: str) -> str:
    """Lower case, without diacritics."""
    return "".join(char for char in unicodedata.normalize("NFD", words.lower()) if not unicodedata.combining(char))


def iso_date(words: str) -> date | None:
    """2026-11-21."""
    found = ISO.fullmatch(words)
    return a_date(*map(int, found.groups())) if found else None


def day_month_year(words: str, today: date) -> date | None:
    """21/11/2026, 21/11/26, 21/11; dots will do."""
    found = DAY_MONTH_YEAR.fullmatch(words)
    if not found:
        return None
    day, month = int(found[1]), int(found[2])
    if found[3]:
        return a_date(int(found[3]) + (CENTURY if len(found[3]) == 2 else 0), month, day)  # noqa: PLR2004 two digits
    this_year = a_date(today.year, month, day)
    return this_year if this_year is None or this_year <= today else a_date(today.year - 1, month, day)


def counted_from(words: str, today: date) -> date | None:
    """Yesterday and its like."""
    return today - timedelta(days=DAYS_AGO[words]) if words in DAYS_AGO else None


def last_weekday(words: str, today: date) -> date | None:
    """The last such weekday there was; `last` and `pasado` never mean today."""
    found = ON_A_WEEKDAY.fullmatch(words)
    if not found or found[1] not in WEEKDAYS:
        return None
    back = (today.weekday() - WEEKDAYS[found[1]]) % WEEK
    return today - timedelta(days=back or (WEEK if {"last", "pasado"} & set(words.split()) else 0))


def spelt_out(words: str, plain: str, language: Language, today: date) -> date | None:
    """What dateparser makes of a number and a word, such as a month: less than that is no date."""
    if len(plain) > LONGEST or not SPELT_OUT.search(plain) or TIME_OF_DAY.search(plain):
        return None
    from dateparser import parse  # noqa: PLC0415 heavy: only who spells dates out pays for it

    found: datetime | None = parse(
        words,
        languages=[language, *(other for other in Language if other is not language)],
        settings={
            "RELATIVE_BASE": datetime.combine(today, datetime.min.time()),
            "PREFER_DATES_FROM": "past",
            "DATE_ORDER": "DMY",
            "REQUIRE_PARTS": ["day", "month"],
            "RETURN_AS_TIMEZONE_AWARE": False,
        },
    )
    return found.date() if found else None


def a_date(year: int, month: int, day: int) -> date | None:
    """The date, if there is such a day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
