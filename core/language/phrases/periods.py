"""Whole weeks and months named alone, "semana", "diciembre", "next month", and the last days: "últimos 7 días"."""

import re
from datetime import date
from re import Match

from core.base.calendar_time import ONE_DAY, Days, month_end
from core.language.accents import without_accents
from core.language.phrases.arithmetic import WEEK, later
from core.language.phrases.model import a_date
from core.language.phrases.sentence import LOOKED_AT
from core.language.phrases.vocabulary import IN_WORDS, MONTHS, SHORT_WEEKDAYS, WEEKDAYS, number

LEADING = re.compile(r"^(?:(?:para|en|del?|durante|for|in|of|the|el|la|todo|toda|all|whole|mes) )+")
THIS, NEXT, PAST = 0, 1, -1
WEEKS = {
    **dict.fromkeys(("semana", "esta semana", "semana actual", "week", "this week"), THIS),
    **dict.fromkeys(("proxima semana", "proximo semana", "semana proxima", "semana proximo", "semana que viene"), NEXT),
    **dict.fromkeys(("siguiente semana", "semana siguiente", "semana que entra", "otra semana", "next week"), NEXT),
    **dict.fromkeys(("coming week", "following week", "semana entrante"), NEXT),
    **dict.fromkeys(("semana pasada", "ultima semana", "last week"), PAST),
}
A_MONTH = {
    **dict.fromkeys(("mes", "este mes", "mes actual", "month", "this month"), THIS),
    **dict.fromkeys(
        ("proximo mes", "mes proximo", "mes que viene", "siguiente mes", "mes siguiente", "otro mes", "next month"),
        NEXT,
    ),
    **dict.fromkeys(("mes pasado", "ultimo mes", "last month"), PAST),
}
BEFORE_A_SPAN = frozenset(
    (
        *("fin", "una", "un", "one", "a", "cada", "every", "each", "per", "por", "hace", "dos", "tres", "within"),
        *("mid", *WEEKDAYS, *SHORT_WEEKDAYS),
    )
)
"""Words behind which "semana" and "mes" are a length, or part of another day: "fin de semana", "Thursday week"."""
NAMED_MONTH = re.compile(r"(?P<month>[a-z]+)(?: (?:de |del |of )?(?P<year>[12][0-9]{3}))?")


LATELY = re.compile(
    rf"(?:l[ao]s )?(?:ultim[ao]s|the last|last|past) (?P<number>[1-9][0-9]{{0,2}}|{IN_WORDS})"
    r" (?:(?P<weeks>semanas|weeks)|dias|days)"
)
"""Days up to today."""
OF_SUMMARIES = {"semanal": "semana", "weekly": "week", "mensual": "mes", "monthly": "month"}
"""Adjectives that say the days of a summary: elsewhere they say how often something is."""
SPANS = "|".join(sorted({**WEEKS, **A_MONTH}, key=len, reverse=True))
LONG_MONTHS = "|".join(name for name in MONTHS if len(name) > len("mar") or name == "may")
SAID_WITHIN = re.compile(
    rf"\b(?:(?P<span>{SPANS})"
    r"|(?:(?:en|de|in|of|for|para|durante|este|esta|this) |del? mes de |(?<=desde )|(?<=since ))"
    rf"(?P<named>(?:{LONG_MONTHS})(?: (?:de |del |of )?[12][0-9]{{3}})?))\b(?! [0-9])"
    r"|(?:(?<=resumen )|(?<=reporte )|(?<=informe ))(?P<of>semanal|mensual)\b"
    r"|\b(?P<before>weekly|monthly)(?= (?:summary|report|overview|recap)\b)"
    rf"|\b{LATELY.pattern}\b"
)


def period_within(folded: str, today: date, *, back: bool = False) -> tuple[Days, int, int] | None:
    """The first week, month or last days that a folded text names somewhere, and its place in it."""
    for found in SAID_WITHIN.finditer(folded):
        if found["number"]:
            return days_lately(found, today), *found.span()
        before = folded[max(0, found.start() - LOOKED_AT) : found.start()].split()[-2:]
        if found["span"] and BEFORE_A_SPAN & {*(before[-1:] if before[-1:] != ["de"] else before)}:
            continue
        if found["named"] and before[-1:] and before[-1][:1].isdigit():
            continue
        adjective = found["of"] or found["before"]
        words = OF_SUMMARIES[adjective] if adjective else found["span"] or found["named"]
        if days := calendar_period(words, today, back=back):
            return days, *found.span()
    return None


def calendar_period(words: str, today: date, *, back: bool = False) -> Days | None:
    """The week from Monday to Sunday, or the month, that the words name; None where they name neither.

    A month without a year is this one or the next of that name; `back`, the last.
    """
    said = " ".join(without_accents(words).strip(" .?!¿¡").split())
    for phrase in (said, LEADING.sub("", said)):
        if phrase in WEEKS:
            monday = today + (WEEKS[phrase] * WEEK - today.weekday()) * ONE_DAY
            return Days(monday, monday + (WEEK - 1) * ONE_DAY)
        if phrase in A_MONTH:
            return whole_month(later(today.replace(day=1), A_MONTH[phrase], "month"))
        named = NAMED_MONTH.fullmatch(phrase)
        if named and named["month"] in MONTHS:
            month = MONTHS[named["month"]]
            nearest = today.year - (month > today.month) if back else today.year + (month < today.month)
            year = int(named["year"]) if named["year"] else nearest
            return whole_month(a_date(year, month, 1))
    return None


def days_lately(found: Match[str], today: date) -> Days:
    count = number(found["number"]) * (WEEK if found["weeks"] else 1)
    return Days(today - (count - 1) * ONE_DAY, today)


def whole_month(first: date | None) -> Days | None:
    return Days(first, month_end(first)) if first else None
