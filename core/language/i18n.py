"""Texts for people in their language, the same mechanism for REST messages and the chat.

A text is a key in `core/language/locale/<language>/`, with `{placeholders}`; the key's first part is the name of the
file, or of its folder where there are many texts of one kind. If the wording depends on a number, the text is a table
by CLDR plural category, chosen by the parameter `count`. Dates are formatted by Babel.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global
from babel.dates import format_date, format_interval, format_time
from babel.lists import format_list

from core.base.errors import DomainError, FieldError, JsonType
from core.base.model import Language

Text = str | dict[str, str]

LONGEST_QUOTE = 100
"""The most characters of a value that a message quotes: every name fits, and a megabyte is not sent back."""

DATES_KEPT = 1024
"""The most dates of each form that are kept as written: most that people look at are near today."""

LEAST_JOINED = 2
UNHEARD = re.compile(r"(?:<[^<>]*>|[\W_])*+")
EUPHONY = {
    "y": ("e", re.compile(r"h?[íìîï]|h?i(?![aeouáéóú])|y(?![aeiouáéíóú])")),
    "o": ("u", re.compile(r"h?[oóòôö]|8|11(?![0-9])")),
}
"""The Spanish conjunctions that change before their own sound: «e Inés», «e Hilda», but «y hielo»; «u ocho», «u 11»."""

AT_SEA = re.compile(r"Etc/GMT([-+])(\d+)")
LOCALES = {Language.ES: Locale("es", "MX"), Language.EN: Locale("en", "US")}


def text(language: Language, key: str, **params: object) -> str:
    """The text of a key. Raises `KeyError` for an unknown key or a missing parameter: the test suite finds both."""
    found = catalogue(language)[key]
    if isinstance(found, dict):
        count = params["count"]
        if not isinstance(count, int):
            raise TypeError(f"{key}: count must be an integer, not {count!r}")
        found = found.get(LOCALES[language].plural_form(count), found["other"])
    return found.format_map(params)


def error_text(language: Language, error: DomainError, today: date | None = None) -> str:
    return text(language, f"errors.{error.code}", **readable(language, error.params, today))


def field_text(language: Language, error: FieldError, today: date | None = None) -> str:
    return text(language, f"fields.{error.code}", **readable(language, error.params, today))


def readable(language: Language, params: Mapping[str, object], today: date | None = None) -> dict[str, object]:
    return {name: words(language, value, today) for name, value in params.items()}


def words(language: Language, value: object, today: date | None = None) -> object:
    """A value as it stands in a sentence: a type by its name, a long text cut, a date with its year if not today's.

    Several of our own words are listed whole. Where today is not known, dates are without their year.
    """
    if isinstance(value, JsonType):
        return text(language, f"kinds.{value}")
    if isinstance(value, date) and not isinstance(value, datetime):
        return short_date(language, value) if today is None else date_beside(language, value, today)
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        return f"{value[:LONGEST_QUOTE]}…"
    return value


def date_writer(spanish: str, english: str) -> Callable[[Language, date], str]:
    """Return a function that writes a date by a CLDR pattern for each language."""
    patterns = {Language.ES: spanish, Language.EN: english}

    @lru_cache(DATES_KEPT)
    def written(language: Language, day: date) -> str:
        return format_date(day, patterns[language], locale=LOCALES[language])

    return written


short_date = date_writer("EEE, d MMM", "EEE, MMM d")
"""«sáb, 21 nov» / "Sat, Nov 21"."""
short_date_with_year = date_writer("EEE, d MMM y", "EEE, MMM d, y")
"""«sáb, 21 nov 2026» / "Sat, Nov 21, 2026"."""
long_date = date_writer("full", "full")
"""«sábado, 21 de noviembre de 2026» / "Saturday, November 21, 2026"."""
day_of_month = date_writer("EEE d", "EEE d")
"""«sáb 21» / "Sat 21"."""
day_and_month = date_writer("d MMM", "MMM d")
"""«21 nov» / "Nov 21"."""
month_and_year = date_writer("LLLL y", "LLLL y")
"""«noviembre 2026» / "November 2026"."""
weekday_name = date_writer("EEE", "EEE")
"""«sáb» / "Sat"."""
full_weekday_name = date_writer("EEEE", "EEEE")
"""«sábado» / "Saturday"."""
weekday_initial = date_writer("EEEEE", "EEEEE")
"""«S» / "S"."""


def first_weekday(language: Language) -> int:
    """The first day of a week in a wall calendar, as `date.weekday` counts: Sunday in Mexico and in the US."""
    return LOCALES[language].first_week_day


def date_beside(language: Language, day: date, today: date) -> str:
    """A short date; one of another year than today's has its year."""
    return (short_date if day.year == today.year else short_date_with_year)(language, day)


@lru_cache(DATES_KEPT)
def date_range(language: Language, first: date, last: date, *, year: bool = True) -> str:
    """«16–22 nov 2026» / "Nov 16 – 22, 2026", or without the year."""
    said = format_interval(first, last, "yMMMd" if year else "MMMd", locale=LOCALES[language])
    return str(said).replace(" de ", " ").replace("\u2009", " ")


def time_of_day(language: Language, instant: datetime, zone: ZoneInfo) -> str:
    """«9:05» / "9:05 AM" in a zone."""
    return format_time(
        instant.astimezone(zone), "H:mm" if language is Language.ES else "short", locale=LOCALES[language]
    )


def time_range(language: Language, start: datetime, end: datetime, zone: ZoneInfo) -> str:
    """«9:05–10:00» / "9:05–10:00 AM" by the clocks of a zone, whatever the days."""
    begins, ends = (time_of_day(language, each, zone) for each in (start, end))
    clock, _, half = begins.partition("\u202f")
    return f"{clock if half and ends.endswith(half) else begins}–{ends}"


def listing(language: Language, words: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
    """«Ana, Luis y Marta» / "Ana, Luis, and Marta"; «Ana e Inés», and with the style "or" «siete u ocho»."""
    listed = format_list(words, style=style, locale=LOCALES[language])
    if language is not Language.ES or len(words) < LEAST_JOINED:
        return listed
    before, joining = listed.removesuffix(words[-1])[:-2], listed.removesuffix(words[-1])[-2:]
    said, sound = EUPHONY[joining.strip()]
    heard = UNHEARD.sub("", words[-1].casefold(), count=1)
    return f"{before}{said} {words[-1]}" if sound.match(heard) else listed


def zone_city(language: Language, zone: str) -> str:
    """«Nueva York» / "New York": the city that a time zone is named after.

    A zone at sea is shown by its offset: `Etc/GMT+3`, three hours behind UTC, as "UTC−3".
    """
    present: str = get_global("zone_aliases").get(zone, zone)
    if at_sea := AT_SEA.fullmatch(present):
        return f"UTC{'−' if at_sea[1] == '+' else '+'}{at_sea[2]}"
    named: str | None = LOCALES[language].time_zones.get(present, {}).get("city")
    return named or present.rpartition("/")[2].replace("_", " ")


def preferred(codes: Iterable[str]) -> Language:
    """The first of some IETF tags that is a language of the chat, else Spanish."""
    for code in codes:
        try:
            return Language(code.partition("-")[0].strip().lower())
        except ValueError:
            continue
    return Language.ES


@cache
def catalogue(language: Language) -> dict[str, Text]:
    texts: dict[str, Text] = {}
    for prefix, source in sources(files("core.language").joinpath("locale", language)):
        for key, value in tomllib.loads(source.read_text(encoding="utf-8")).items():
            texts[f"{prefix}.{key}"] = value
    return texts


def sources(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from ((entry.name, source) for source in entry.iterdir())
        elif entry.name.endswith(".toml"):
            yield entry.name.removesuffix(".toml"), entry
