"""Phrases that say that something repeats: "cada viernes", "el último día de cada mes", "every weekday", "10 veces".

What a rule of weekdays or a day cannot say ("cada dos semanas") is read as the nearest that it can, and marked
`inexact`; most of it has a rule as iCalendar writes it beside that.
"""

import re
from datetime import date
from functools import partial
from re import Match
from typing import Any

from msgspec.structs import replace

from core.base import rrules
from core.base.calendar_time import LAST_DAY, ONE_DAY, Days
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence, anchored, first_date, matching, moved_weekdays
from core.base.rrules import NthWeekday, Rrule
from core.language.phrases.arithmetic import DAYS_LONG, WEEK, later, shifted
from core.language.phrases.days import NUMBERED, named_month, weekday_in_month, which_of
from core.language.phrases.model import (
    Confidence,
    DoubtReason,
    GrammarRule,
    Kind,
    Meaning,
    Moment,
    Note,
    Reader,
    Reading,
    Repeats,
    Understood,
)
from core.language.phrases.vocabulary import (
    EXCEPT,
    NTH,
    ORDINALS,
    SHORT_WEEKDAYS,
    UNITS,
    WEEKDAYS,
    always,
    number,
    one_of,
    row,
)

LAST_OF_MONTH, MIDDLE_OF_MONTH = 31, 15
WORKDAYS, WEEKEND = range(5), (5, 6)
ALL_WORKDAYS = tuple(NthWeekday(day + 1) for day in WORKDAYS)
MOST_DAYS_DAILY, MOST_DAYS_WEEKLY = 3, 20
"""The most days between dates that are read as daily, and as weekly; dates further apart are monthly."""
A_YEAR = 12
MONTHS_LONG = {"month": 1, "year": A_YEAR}
FORTNIGHT, MOST_WEEKS_APART = 2, 8
"""In weeks; dates that are more than `MOST_WEEKS_APART` apart are read as monthly."""
WEEKS_SAID = {("week", 1), ("day", 7), ("day", 8)}
"""Once a week; in Spanish also "cada ocho días"."""
NAME = re.compile(f"(?:{one_of({**WEEKDAYS, **SHORT_WEEKDAYS})})")
Found = Match[str]


def on_weekdays(*weekdays: int, inexact: bool = False, every: int = 1) -> Meaning:
    """On these weekdays of each week, or of every `every` weeks, to which each week is the nearest `Recurrence`."""
    days = tuple(sorted({day + 1 for day in weekdays}))
    rrule = str(rrules.weekly(days, every)) if every > 1 else None
    rule = Recurrence(recurrence_type=RecurrenceType.WEEKLY, weekdays=days)
    return Meaning(repeats=Repeats(rule, inexact or every > 1, rrule))


def monthly(day: int | None = None, *, inexact: bool = False, exact: Rrule | None = None) -> Meaning:
    """On a day of each month, which is the nearest to the `exact` rule, if there is one."""
    rule = Recurrence(recurrence_type=RecurrenceType.MONTHLY, day_of_month=day)
    return Meaning(repeats=Repeats(rule, inexact or exact is not None, str(exact) if exact else None))


def by_months(every: int = 1, **days: Any) -> Rrule:
    return Rrule(frequency=RecurrenceType.MONTHLY, interval=every, **days)


def named_weekdays(found: Found, _moment: Moment, *, every: int = 1) -> Reading:
    return on_weekdays(*(NUMBERED[name] for name in NAME.findall(found["weekdays"])), every=every)


def on_weekdays_to(found: Found) -> Meaning:
    first, last = NUMBERED[found["first"]], NUMBERED[found["last"]]
    return on_weekdays(*(day % WEEK for day in range(first, last + 1 + (WEEK if last < first else 0))))


def all_but_weekdays(found: Found, _moment: Moment) -> Reading:
    """Every day but some weekdays; of all seven, none is left."""
    left = {*range(WEEK)} - {NUMBERED[name] for name in NAME.findall(found["weekdays"])}
    return on_weekdays(*left) if left else DoubtReason.IMPOSSIBLE


def from_weekday_to(found: Found, _moment: Moment) -> Reading:
    return on_weekdays_to(found)


def numbered_day(found: Found, _moment: Moment) -> Reading:
    day = number(found["day"])
    return monthly(day) if 1 <= day <= LAST_OF_MONTH else DoubtReason.IMPOSSIBLE


def counted(found: Found, _moment: Moment) -> Reading:
    """Every 3 days, 2 weeks or 6 months: the rule that says it, else the nearest. Fifteen days are two weeks."""
    count, unit = number(found["count"]), UNITS[found["unit"]]
    if (unit, count) in WEEKS_SAID:
        return on_weekdays()
    days, months = count * DAYS_LONG.get(unit, LAST_OF_MONTH), count * MONTHS_LONG.get(unit, 0)
    weeks = FORTNIGHT if (unit, count) == ("day", 15) else days // WEEK if not months and days % WEEK == 0 else 0
    if 0 < weeks <= MOST_WEEKS_APART:
        return on_weekdays(every=weeks)
    if 0 < months <= rrules.MOST_MONTHS:
        return monthly(exact=by_months(months)) if months > 1 else monthly()
    if days <= MOST_DAYS_DAILY:
        return on_weekdays(*range(WEEK), inexact=days > 1)
    return on_weekdays(inexact=True) if days <= MOST_DAYS_WEEKLY else monthly(inexact=True)


def nth_weekday(found: Found, moment: Moment) -> Reading:
    """The first Monday of each month: nearest is the date of the next one."""
    this_month = moment.today.replace(day=1)
    months = [weekday_in_month(later(this_month, ahead, "month"), found) for ahead in range(2)]
    nth = NthWeekday(WEEKDAYS[found["weekday"]] + 1, which_of(found["nth"]) or -1)
    exact = by_months(days=(nth,))
    return next((monthly(day.day, exact=exact) for day in months if day and day >= moment.today), DoubtReason.VAGUE)


def exactly(rule: Rrule, moment: Moment) -> Reading:
    """On the dates of a monthly rule: nearest is the day of its next one."""
    following = next(rrules.dates(replace(rule, interval=1), moment.today), None)
    return monthly(following.day, exact=rule) if following else DoubtReason.VAGUE


def nth_workday(found: Found, moment: Moment) -> Reading:
    """The first workday of each month; nearest to the last one is the last day."""
    nth = which_of(found["nth"])
    rule = by_months(days=ALL_WORKDAYS, positions=(nth or -1,))
    return exactly(rule, moment) if nth else monthly(LAST_OF_MONTH, exact=rule)


def nth_weekday_of_months(found: Found, moment: Moment) -> Reading:
    """The first Monday of every third month."""
    every, nth = number(found["count"]), which_of(found["nth"]) or -1
    if not 0 < every <= rrules.MOST_MONTHS:
        return DoubtReason.IMPOSSIBLE
    return exactly(by_months(every, days=(NthWeekday(WEEKDAYS[found["weekday"]] + 1, nth),)), moment)


def each_year(found: Found, moment: Moment) -> Reading:
    """A date of every year: every twelve months from its next one on."""
    read = named_month(found, moment)
    repeats = Repeats(Recurrence(recurrence_type=RecurrenceType.MONTHLY), inexact=True, rrule=str(by_months(A_YEAR)))
    return Meaning(days=read.days, repeats=repeats) if isinstance(read, Meaning) else read


def two_weekdays(found: Found, moment: Moment) -> Reading:
    """The first and the third Monday of each month: nearest is the date of the next one of the first."""
    weekday = WEEKDAYS[found["weekday"]] + 1
    counts = sorted({which_of(found[name]) or -1 for name in ("nth", "other")}, key=lambda each: (each < 0, each))
    nearest = nth_weekday(found, moment)
    if not isinstance(nearest, Meaning) or nearest.repeats is None:
        return nearest
    exact = by_months(days=tuple(NthWeekday(weekday, each) for each in counts))
    return Meaning(repeats=replace(nearest.repeats, rrule=str(exact)))


def two_days(found: Found, _moment: Moment) -> Reading:
    """Two days of each month: nearest is the first of them."""
    days = sorted({int(found["first"]), int(found["second"])})
    if not all(1 <= day <= LAST_OF_MONTH for day in days):
        return DoubtReason.IMPOSSIBLE
    return monthly(days[0], exact=by_months(month_days=tuple(days)))


def times(found: Found, _moment: Moment) -> Reading:
    return Meaning(times=number(found["count"])) if number(found["count"]) else DoubtReason.IMPOSSIBLE


def so_long(found: Found, _moment: Moment) -> Reading:
    return Meaning(lasts=(number(found["count"]), UNITS[found["unit"]]))


ONE = f"(?:{one_of(WEEKDAYS)})s?"
SHORT = f"(?:{one_of({**WEEKDAYS, **SHORT_WEEKDAYS})})s?\\.?"
AND = r"(?:, ?(?:y |and |& )?| y | e | and | ?& ?|/)(?:el |los |todos los |on |cada |every )?"


def listed(name: str) -> str:
    return f"(?P<weekdays>{name}(?:{AND}{name}){{0,6}})"


NAMES, SHORT_NAMES = listed(ONE), listed(SHORT)
SEVERAL = f"(?P<weekdays>{ONE}(?:{AND}{ONE}){{0,5}}(?: y | e | and | ?& ?){ONE})"
OF_ALL = "(?: (?:del mes|de cada mes|de (?:la|cada) semana|of (?:the|every|each) (?:week|month)))?"
NOT_OF_A_KIND = "(?! (?:festiv|feriad|inhabil|libre|trabajad|disponible|restante))"
"""After "todos los días": "todos los días festivos" are not every day."""
EACH, EACH_DAY = "(?:cada|every|each)", "(?:cada dia|todos los dias|every day|each day|daily)"
NOT_OF_LONGER = "(?! of (?:the|each|every) (?:quarter|half|term|year))"
EACH_WEEK = "(?:cada semana|todas las semanas|semanalmente|every week|each week|weekly)"
EACH_MONTH = "(?:cada mes|todos los meses|mensualmente|every month|each month|monthly)"
OF_EACH_MONTH = "de (?:cada mes|todos los meses)"
OF_EVERY_MONTH = "of (?:every|each) month"
TWO_WEEKS = "(?:15 dias|quince dias|dos semanas|2 semanas|two weeks|2 weeks|other week)"
WHICH = f"{one_of(ORDINALS)}|[1-4](?:{NTH}|er)"
TWO_NTHS = f"(?P<nth>{WHICH}) (?:y|and) (?:el |the )?(?P<other>{WHICH})"
TWO_DAYS = "(?P<first>[0-9]{1,2})(?:st|nd|rd|th)? (?:y|and) (?:el |the )?(?P<second>[0-9]{1,2})(?:st|nd|rd|th)?"
NO_NOUN = "(?<!the )(?<!a )(?<!our )(?<!el )(?<!la )"
"""Before an adverb: "prepare the weekly" is of a meeting."""
AT_ITS_END = r"(?= ?(?:$|[,;.)\n]| (?:@|hasta|until|till|desde|a partir|starting|from|con|with|por|for|at|a las?)))"
"""After an adverb, not an adjective: "send it monthly", not "monthly report"."""
ENDS_LATER = (
    r"(?=.{0,100}\b(?:(?:hasta|until|till) (?!las?\b|medio|noon|[0-9]{1,2}(?::|$| ?[ap]\.?m))"
    r"|[0-9]{1,9} (?:veces|times)\b))"
)
"""Weekdays repeat if a date or a count soon ends them: "lunes y miércoles hasta el 15 de enero"."""
FIRM, LOOSE = Confidence.FIRM, Confidence.LOOSE


def repeat(confidence: Confidence, reader: Reader, *phrases: str) -> GrammarRule:
    return row(Kind.REPEAT, confidence, reader, *phrases)


RECURRENCES: tuple[GrammarRule, ...] = (
    repeat(
        FIRM,
        named_weekdays,
        f"(?:{EACH}|todos los(?: dias)?) {SHORT_NAMES}{OF_ALL}",
        f"{EACH_WEEK},? (?:el|los|on|cada) {SHORT_NAMES}",
    ),
    repeat(LOOSE, named_weekdays, f"los(?: dias)? {NAMES}", f"on (?P<weekdays>{ONE}(?<=s)(?:{AND}{ONE}(?<=s)){{0,6}})"),
    repeat(LOOSE, named_weekdays, f"(?:el |on )?{SEVERAL}{ENDS_LATER}"),
    repeat(LOOSE, always(on_weekdays(*WORKDAYS)), "(?:de )?l(?:-| ?a )v", "m-f"),
    repeat(
        FIRM,
        from_weekday_to,
        f"{EACH_DAY},? (?:del? |from )?(?P<first>{one_of(WEEKDAYS)}) (?:al?|to|through|-) (?P<last>{one_of(WEEKDAYS)})",
    ),
    repeat(
        FIRM,
        all_but_weekdays,
        f"(?:{EACH_DAY}|a diario|diariamente),? {EXCEPT} (?:el |los |on )?{SHORT_NAMES}",
    ),
    repeat(
        FIRM,
        always(on_weekdays(*range(WEEK))),
        f"(?:cada dia|todos los dias){NOT_OF_A_KIND}|every day|each day|a diario|diariamente",
    ),
    repeat(
        FIRM,
        always(on_weekdays(*WORKDAYS)),
        "(?:cada dia|(?:todos )?los dias) (?:habil(?:es)?|laboral(?:es)?|laborables?|de trabajo)",
        "(?:every|each) (?:weekday|work ?day|(?:working|business) day)",
    ),
    repeat(
        LOOSE, always(on_weekdays(*WORKDAYS)), "entre semana", "on (?:weekdays|work ?days|(?:working|business) days)"
    ),
    repeat(
        FIRM,
        always(on_weekdays(*WEEKEND)),
        "(?:cada fin|(?:todos )?los fines) de semana",
        "(?:every|each) weekend|on weekends",
    ),
    repeat(FIRM, always(on_weekdays()), "cada semana|todas las semanas|semanalmente|every week|each week"),
    repeat(FIRM, always(on_weekdays()), "una vez (?:a la|por) semana|once a week"),
    repeat(FIRM, always(monthly()), "cada mes|todos los meses|mensualmente|every month|each month"),
    repeat(FIRM, always(monthly()), "una vez (?:al|por) mes|once a month"),
    repeat(LOOSE, always(on_weekdays(*range(WEEK))), f"{NO_NOUN}daily{AT_ITS_END}"),
    repeat(LOOSE, always(on_weekdays()), f"{NO_NOUN}weekly{AT_ITS_END}"),
    repeat(LOOSE, always(monthly()), f"{NO_NOUN}monthly{AT_ITS_END}"),
    repeat(
        FIRM,
        numbered_day,
        f"(?:el )?(?:dia )?{{day}} {OF_EACH_MONTH}",
        "(?:cada|(?:todos )?los) dias? {dd}(?: del? mes)?",
        "(?:cada|todos los) {dd} del? mes",
        f"{EACH_MONTH},? (?:el |on )?(?:dia |the )?{{dd}}",
        f"{EACH_MONTH},? (?:on )?(?:the )?{{nth}}",
        f"(?:on )?(?:the )?(?:{{day}}) (?:day )?{OF_EVERY_MONTH}",
        "(?:every|each) {nth}(?: of the month)?",
    ),
    repeat(
        FIRM,
        numbered_day,
        f"(?:el )?(?:dia )?{{dayword}} {OF_EACH_MONTH}",
        f"(?:on )?(?:the )?{{dayword}} (?:day )?{OF_EVERY_MONTH}",
        f"{EACH_MONTH},? (?:el |on )?(?:dia |the )?{{dayword}}",
        "cada dia {dayword}(?: de(?:l)? mes)?",
    ),
    repeat(FIRM, always(monthly(1)), f"(?:el )?primer dia {OF_EACH_MONTH}"),
    repeat(
        FIRM,
        always(monthly(LAST_OF_MONTH)),
        f"(?:el )?ultimo (?:dia )?{OF_EACH_MONTH}",
        f"(?:a |al |el )?(?:fin|fines|final|finales) {OF_EACH_MONTH}",
        "(?:cada|todos los) (?:(?:fin|fines|final|finales)|ultimo(?: dia)?) del? mes",
        f"{EACH_MONTH},? (?:(?:a|al|el) )?(?:final|ultimo dia)",
        f"(?:on |at )?(?:the )?(?:last day|end) {OF_EVERY_MONTH}",
        "(?:every|each) (?:month[- ]end|end of (?:the )?month)",
        f"{EACH_MONTH},? (?:on |at )?(?:the )?(?:last day|end)",
    ),
    repeat(
        FIRM,
        nth_workday,
        f"(?:el )?(?P<nth>{WHICH}) dia (?:habil|laboral|laborable) {OF_EACH_MONTH}",
        f"(?:on )?(?:the )?(?P<nth>{WHICH}) (?:working |business |work ?)day {OF_EVERY_MONTH}",
    ),
    repeat(
        FIRM,
        nth_weekday_of_months,
        "cada {count} meses,? (?:el )?{nth_weekday}(?: del? mes)?",
        "(?:el )?{nth_weekday} (?:de )?cada {count} meses",
        "every {count} months,? (?:on )?(?:the )?{nth_weekday}(?: of the month)?",
        "(?:on )?(?:the )?{nth_weekday} (?:of )?every {count} months",
    ),
    repeat(
        FIRM,
        two_weekdays,
        f"(?:el |los |cada )?{TWO_NTHS} {{weekday}}s? {OF_EACH_MONTH}",
        f"(?:cada |los ){TWO_NTHS} {{weekday}}s? del? mes",
        f"(?:on )?(?:the )?{TWO_NTHS} {{weekday}}s? {OF_EVERY_MONTH}",
        f"(?:every|each) {TWO_NTHS} {{weekday}}s?(?: of the month)?",
    ),
    repeat(
        FIRM,
        two_days,
        f"(?:cada|(?:todos )?los|el)(?: dias?)? {TWO_DAYS} {OF_EACH_MONTH}",
        f"(?:on )?(?:the )?{TWO_DAYS} {OF_EVERY_MONTH}",
    ),
    repeat(
        FIRM,
        nth_weekday,
        f"(?:el |los )?{{nth_weekday}} {OF_EACH_MONTH}",
        "cada {nth_weekday} del? mes",
        f"(?:on )?(?:the )?{{nth_weekday}} {OF_EVERY_MONTH}",
        f"(?:every|each) {{nth_weekday}}(?: of the month)?{NOT_OF_LONGER}",
    ),
    repeat(FIRM, each_year, "cada {day} de {monthname}", "(?:every|each) {monthname} {day}"),
    repeat(FIRM, counted, "(?:cada|every) {count} {unit}"),
    repeat(
        FIRM,
        partial(named_weekdays, every=FORTNIGHT),
        f"(?:cada otro|every other|every second) {NAMES}",
        f"(?:cada|every) {TWO_WEEKS},? (?:(?:el|los|on) )?{NAMES}",
        f"(?:(?:el|los|on) )?{NAMES},? (?:cada|every) {TWO_WEEKS}",
        f"(?:cada|every) (?:dos|2|two) {NAMES}",
        f"un (?P<weekdays>{ONE}) si y (?:uno|otro) no",
    ),
    repeat(
        FIRM,
        always(on_weekdays(*range(WEEK), inexact=True)),
        "(?:cada|every) (?:tercer|other|second|otro) (?:dia|day)|un dia si y (?:uno|otro) no",
    ),
    repeat(
        FIRM,
        always(on_weekdays(every=FORTNIGHT)),
        "(?:cada otra|every other|every second) (?:semana|week)|una semana si y (?:una|otra) no",
        f"(?:every|each) fortnight|(?:fortnightly|biweekly){AT_ITS_END}",
    ),
    repeat(
        FIRM,
        always(monthly(MIDDLE_OF_MONTH, exact=by_months(month_days=(MIDDLE_OF_MONTH, -1)))),
        "cada quincena|todas las quincenas|quincenalmente",
    ),
    *(
        repeat(FIRM, always(monthly(exact=by_months(months))), *phrases)
        for months, phrases in (
            (2, ("cada bimestre|bimestralmente", "(?:every|each) (?:other month|second month)")),
            (
                3,
                (
                    "cada trimestre|todos los trimestres|trimestralmente",
                    f"(?:every|each) quarter|quarterly{AT_ITS_END}",
                ),
            ),
            (6, ("cada semestre|todos los semestres|semestralmente", "every half year")),
            (12, ("cada ano|todos los anos|anualmente", f"(?:every|each) year|(?:yearly|annually){AT_ITS_END}")),
        )
    ),
    row(Kind.LASTS, FIRM, times, "(?:por )?{count} (?:veces|ocasiones|times|occurrences)"),
    row(Kind.LASTS, FIRM, so_long, "(?:por|durante|for|las proximas|los proximos|the next) {count} {unit}"),
)


WEEKDAYS_AT_A_TIME = repeat(FIRM, from_weekday_to)
"""Of "de lunes a viernes", which is found as days from one to another, where a time is said: see `ranges`."""


def with_dates(so_far: Understood, said: list[Meaning], moment: Moment) -> Understood:
    """The meaning of something that repeats, which begins or ends on the days that were said.

    `days` becomes its first date, without notes; where no date says which day of a week or month, it stays unknown.
    """
    repeats = next((one.repeats for one in said if one.repeats), None)
    if not repeats:
        return so_far
    day_notes = {note for piece in so_far.pieces if piece.kind is Kind.DAYS for note in piece.notes}
    start, ends_on = begin_and_end(so_far.days, day_notes, moment)
    rule = repeats.rule
    rule = anchored(rule, start) if start else rule
    dated = rule.weekdays or rule.day_of_month
    first = next(matching(rule, start or moment.today), None) if dated else None
    lasts = next((one.lasts for one in said if one.lasts), None)
    if lasts and not ends_on and (after := later(first or moment.today, *lasts)):
        ends_on = min(after - ONE_DAY, LAST_DAY)
    count = next((one.times for one in said if one.times), None)
    rule = replace(rule, ends_on=ends_on, occurrence_count=count)
    exact = repeats.rrule and dated and first_date(repeats.exact, start or moment.today)
    return replace(
        so_far,
        repeats=replace(repeats, rule=rule, first=exact or None),
        days=Days(first, first) if first else None,
        pieces=tuple(replace(piece, notes=()) if piece.kind is Kind.DAYS else piece for piece in so_far.pieces),
    )


def begin_and_end(days: Days | None, notes: set[Note], moment: Moment) -> tuple[date | None, date | None]:
    """The first and last day of a repetition, as far as they were said."""
    if not days:
        return None, None
    if Note.BEFORE in notes:
        return None, shifted(days.first, -1)
    if days.first < days.last:
        return max(days.first, moment.today), days.last
    return (None, days.last) if Note.UNTIL in notes else (days.first, None)


def shifted_weekdays(repeats: Repeats | None, days: int) -> Repeats | None:
    """The repetition with its weekdays moved by some days, as another time zone has them."""
    if repeats and repeats.rrule and days:
        later = rrules.moved(rrules.read_rrule(repeats.rrule), days)
        repeats = replace(repeats, rrule=str(later) if later else None, first=None)
    if not repeats or not repeats.rule.weekdays:
        return repeats
    return replace(repeats, rule=replace(repeats.rule, weekdays=moved_weekdays(repeats.rule.weekdays, days)))
