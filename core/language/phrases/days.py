"""Readers of the phrases in `day_table`, one for each of its lines."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from re import Match

from msgspec.structs import replace

from core.base.calendar_time import Days, month_end
from core.base.model import Language
from core.language.phrases.arithmetic import (
    FRIDAY,
    MONTHS_A_YEAR,
    WEEK,
    a_week,
    a_weekday,
    day_of_month,
    day_to_day,
    later,
    month_day,
    shifted,
    span,
)
from core.language.phrases.hours import PARTS, long_minutes
from core.language.phrases.model import (
    DoubtReason,
    Hours,
    Kind,
    Meaning,
    Moment,
    Note,
    PartOfDay,
    Reader,
    Reading,
    a_date,
    one_day,
)
from core.language.phrases.spelling import spelt_out
from core.language.phrases.vocabulary import (
    FEASTS,
    MONTHS,
    NUMBERS,
    ORDINALS,
    SHORT_WEEKDAYS,
    UNITS,
    WEEKDAYS,
    number,
    row,
)

MOST_HOURS = 12
CENTURY = 2000
LONGEST_OVER_MONTHS = 20
"""The most days of "del 28 al 3 de enero", from the month before; "del 24 al 20" has more: its ends are swapped."""
TWO_DIGITS = 2
MIDDLE_OF_MONTH = 15
LONGEST_MONTH = 31
FORTNIGHT = 2
ENDING = re.compile("antes|hasta|tardar|maximo|vence|limite|due|by|before|later|until|till|through")
"""A marker that means that something ends by then."""
JOINT = r" ?(?:al?|hasta(?: el)?|to|until|till|through|-|y|and) ?(?:el |the )?"
DATE_AFTER = re.compile(JOINT + "[0-9]{1,2}-[0-9]{1,2}(?![0-9-])")
DATE_BEFORE = re.compile("(?<![0-9-])[0-9]{1,2}-[0-9]{1,2}" + JOINT + r"\Z")
LONGEST_JOINT = 24
WITH_DASH = re.compile("[0-9]-[0-9]")
Found = Match[str]
NUMBERED = {**WEEKDAYS, **SHORT_WEEKDAYS}


def as_whole_text(reader: Reader) -> Reader:
    """Return a reader of a phrase that is the whole text."""
    return lambda found, moment: reader(found, moment) if found[0] == found.string.strip() else None


def in_days(days: int) -> Reader:
    return lambda _found, moment: one_day(shifted(moment.today, days))


def reckoned(reckon: Callable[[Moment, int], Meaning | DoubtReason], weeks: int) -> Reader:
    """A reader of a week or weekend that is `weeks` weeks from now; never of a past one."""
    return lambda _found, moment: None if moment.back else reckon(moment, weeks)


def from_day_to(first: int, last: int) -> Reader:
    return lambda _found, moment: span(shifted(moment.today, first), shifted(moment.today, last))


def part_today(found: Found, moment: Moment) -> Meaning | DoubtReason:
    part = PARTS[found.groupdict().get("part") or "night"]
    return Meaning(days=Days(moment.today, moment.today), part=part)


def weekday(found: Found, moment: Moment) -> Reading:
    """The next such weekday; today's own weekday means in a week. "mar" may be Tuesday or March."""
    return DoubtReason.EITHER if found["weekday"] == "mar" else a_weekday(moment, NUMBERED[found["weekday"]])


def two_weekdays(found: Found, moment: Moment) -> Reading:
    """Saturday and Sunday, one after the other; any other two are alternatives."""
    first, second = WEEKDAYS[found["weekday"]], WEEKDAYS[found["second"]]
    starting = a_weekday(moment, first)
    if (
        found["link"] in ("o", "or")
        or (first + 1) % WEEK != second
        or isinstance(starting, DoubtReason)
        or not starting.days
    ):
        return DoubtReason.EITHER
    return day_to_day(starting.days.first, shifted(starting.days.first, 1), *starting.notes)


def this_weekday(found: Found, moment: Moment) -> Reading:
    """Today's own weekday means today."""
    if NUMBERED[found["weekday"]] == moment.today.weekday():
        return one_day(moment.today, Note.TODAY)
    return weekday(found, moment)


def days_to_weekday(found: Found, moment: Moment) -> int:
    """Return the number of days from today to the next such weekday: on that weekday 7."""
    return (NUMBERED[found["weekday"]] - moment.today.weekday()) % WEEK or WEEK


def next_weekday(found: Found, moment: Moment) -> Reading:
    """The nearest after today, with a note if some would mean the week after."""
    if moment.back:
        return None
    ahead = days_to_weekday(found, moment)
    notes = (Note.THIS_WEEK,) if moment.today.weekday() + ahead < WEEK else ()
    return one_day(shifted(moment.today, ahead), *notes)


def last_weekday(found: Found, moment: Moment) -> Reading:
    """The last one before today."""
    return one_day(shifted(moment.today, -((moment.today.weekday() - NUMBERED[found["weekday"]]) % WEEK or WEEK)))


def weekday_of_week(weeks: int) -> Reader:
    def read(found: Found, moment: Moment) -> Reading:
        return one_day(shifted(moment.today, NUMBERED[found["weekday"]] - moment.today.weekday() + weeks * WEEK))

    return read


of_this_week, of_next_week = weekday_of_week(0), weekday_of_week(1)
this_week, next_week = reckoned(a_week, 0), reckoned(a_week, 1)


def first_thing(days: int) -> Reader:
    """A reader of "first thing" on the day that is `days` days from today."""

    def read(_found: Found, moment: Moment) -> Reading:
        day = shifted(moment.today, days)
        return Meaning(days=Days(day, day), part=PartOfDay.MORNING) if day else DoubtReason.IMPOSSIBLE

    return read


def weeks_after_weekday(found: Found, moment: Moment) -> Reading:
    """So many weeks after the next such weekday; one if no number is said, and in Spanish two in fifteen days."""
    said = found.groupdict()
    weeks = FORTNIGHT if said.get("fortnight") else number(said.get("count") or "one")
    return one_day(shifted(moment.today, days_to_weekday(found, moment) + weeks * WEEK))


def bare_number(found: Found) -> bool:
    """Return whether a weekday has a small number behind it and nothing else: an hour, if it is not the date."""
    return found[0].endswith(f" {found['day']}") and "dia" not in found[0] and int(found["day"]) <= MOST_HOURS


def weekday_and_day(found: Found, moment: Moment) -> Reading:
    """Friday 27: the next 27th, if that is a Friday."""
    if found["weekday"] == "mar":
        return DoubtReason.EITHER
    read = day_of_month(moment, int(found["day"]))
    if isinstance(read, Meaning) and read.days and read.days.first.weekday() != NUMBERED[found["weekday"]]:
        return DoubtReason.MISMATCH
    return read


def numbered_day(found: Found, moment: Moment) -> Reading:
    return day_of_month(moment, number(found["day"]))


def day_in_month(months: int) -> Reader:
    def read(found: Found, moment: Moment) -> Reading:
        first = later(moment.today.replace(day=1), months, "month")
        return one_day(first and a_date(first.year, first.month, int(found["day"])))

    return read


def named_month(found: Found, moment: Moment) -> Reading:
    """3 de marzo; March 3rd, 2027."""
    if found["month"] == "mar" and found.start("month") < found.start("day"):
        return DoubtReason.EITHER
    return month_day(moment, MONTHS[found["month"]], number(found["day"]), year_of(found))


def tuesday_of_month(found: Found, moment: Moment) -> Reading:
    """Mar 24 nov: the first word is Tuesday, if that day is one."""
    read = month_day(moment, MONTHS[found["month"]], number(found["day"]), year_of(found))
    on_tuesday = isinstance(read, Meaning) and read.days and read.days.first.weekday() == WEEKDAYS["martes"]
    return read if on_tuesday or isinstance(read, DoubtReason) else DoubtReason.MISMATCH


def year_of(found: Found) -> int | None:
    said = found.groupdict().get("year")
    return (int(said) + (CENTURY if len(said) == TWO_DIGITS else 0)) if said else None


def month_said(found: Found) -> str:
    return found.groupdict().get("month") or ""


def month_of(found: Found) -> int | None:
    """The month said by its name or in figures."""
    said = month_said(found)
    return int(said) if said.isdigit() else MONTHS.get(said)


def iso(found: Found, _moment: Moment) -> Reading:
    return one_day(a_date(int(found["year"]), int(found["month"]), int(found["day"])))


def in_figures(found: Found, moment: Moment) -> Reading:
    """25/12: the day first; in English the month first if it can only be so."""
    day, month = int(found["day"]), int(found["month"])
    notes: tuple[Note, ...] = ()
    if moment.language is Language.EN and "mark" not in found.groupdict() and day <= MONTHS_A_YEAR:
        notes = (Note.MONTH_FIRST,) if day != month else ()
        day, month = month, day
    if not 1 <= month <= MONTHS_A_YEAR:
        return DoubtReason.IMPOSSIBLE
    return month_day(moment, month, day, year_of(found), *notes)


def with_dash(found: Found, moment: Moment) -> Reading:
    """24-12: a date, as 24/12 is. Where it may also be from one day to another, as 3-7 may, it is in doubt.

    None where it cannot be a date: 24-28. Beside another such date it is one: "del 3-7 al 9-7".
    """
    read = in_figures(found, moment)
    if not isinstance(read, Meaning):
        return read if found["month"].startswith("0") else None
    if int(found["day"]) >= int(found["month"]) or found["month"].startswith("0") or is_paired(found):
        return read
    is_said_as_days = found["marker"] or found[0].startswith(("el ", "on ")) or found[0] == found.string.strip()
    return DoubtReason.DATE_OR_DAYS if is_said_as_days else DoubtReason.WORDS


def is_paired(found: Found) -> bool:
    """Return whether another date with a dash is joined to this one."""
    before = found.string[max(0, found.start() - LONGEST_JOINT) : found.start()]
    return bool(DATE_AFTER.match(found.string, found.end()) or DATE_BEFORE.search(before))


def counted(direction: int) -> Reader:
    """So many units from today, or before it where `direction` is -1."""
    return lambda found, moment: one_day(later(moment.today, direction * number(found["count"]), UNITS[found["unit"]]))


def by_dateparser(found: Found, moment: Moment) -> Reading:
    words = found[0][len(found["marker"] or "") :].replace("dentro de", "en").split()
    said = spelt_out(" ".join(str(NUMBERS.get(word, word)) for word in words), moment)
    return one_day(said) if said else DoubtReason.VAGUE


def in_minutes(found: Found, moment: Moment) -> Reading:
    """In two hours: that minute on the wall clock of the zone."""
    minutes = long_minutes(found["duration"])
    if minutes is None:
        return DoubtReason.VAGUE
    return at_minute(moment.now + timedelta(minutes=minutes), moment)


def end_of_month(found: Found, moment: Moment) -> Reading:
    """The last day of this month, or of the next one of that name."""
    if month := MONTHS.get(month_said(found)):
        year = year_of(found) or moment.today.year + (month < moment.today.month)
        last = a_date(year, month, 1)
        return one_day(last and month_end(last), *((Note.NEXT_YEAR,) if year > moment.today.year else ()))
    return one_day(month_end(moment.today))


def end_of_next_month(_found: Found, moment: Moment) -> Reading:
    first = later(moment.today, 1, "month")
    return one_day(first and month_end(first))


def end_of_year(_found: Found, moment: Moment) -> Reading:
    return one_day(a_date(moment.today.year, MONTHS_A_YEAR, 31))


def nth_weekday(found: Found, moment: Moment) -> Reading:
    """The last Friday of a month: of this one or, once that has passed, of the next; of the next of that name."""
    month = MONTHS.get(month_said(found))
    first: date | None = moment.today.replace(day=1)
    if month:
        first = a_date(year_of(found) or moment.today.year, month, 1)
    elif found.groupdict().get("next"):
        first = later(moment.today.replace(day=1), 1, "month")
    wanted = weekday_in_month(first, found)
    if wanted and wanted < moment.today and not moment.back and not year_of(found):
        wanted = weekday_in_month(
            later(
                moment.today.replace(day=1, month=month or moment.today.month),
                *((1, "year") if month else (1, "month")),
            ),
            found,
        )
    return one_day(wanted, *((Note.NEXT_YEAR,) if month and wanted and wanted.year > moment.today.year else ()))


def weekday_in_month(first: date | None, found: Found) -> date | None:
    """The weekday said, counted from the first of its month, or from its end."""
    if not first:
        return None
    weekday, count = WEEKDAYS[found["weekday"]], which_of(found["nth"])
    if count is None:
        last = month_end(first)
        return shifted(last, -((last.weekday() - weekday) % WEEK))
    wanted = shifted(first, (weekday - first.weekday()) % WEEK + (count - 1) * WEEK)
    return wanted if wanted and wanted.month == first.month else None


def which_of(ordinal: str) -> int | None:
    """Return the number of an ordinal in a word or in figures: tercer, 3er; None for the last."""
    return int(ordinal[0]) if ordinal[0].isdigit() else ORDINALS[ordinal]


def now(_found: Found, moment: Moment) -> Reading:
    return at_minute(moment.now, moment)


def at_minute(instant: datetime, moment: Moment) -> Meaning:
    """Return the minute of an instant on the person's wall clock."""
    here = instant.astimezone(moment.zone)
    return Meaning(days=Days(here.date(), here.date()), hours=Hours(here.time().replace(second=0, microsecond=0)))


def payday(found: Found, moment: Moment) -> Reading:
    """La quincena: the 15th or the last day of the month, whichever comes first; only as a due date."""
    if moment.back or not (found["marker"] or found.groupdict().get("on")):
        return None
    middle = moment.today.replace(day=MIDDLE_OF_MONTH)
    return one_day(middle if moment.today <= middle else month_end(moment.today))


def feast(found: Found, moment: Moment) -> Reading:
    """Antes de Navidad: the day itself; what is for Christmas need not be due on it."""
    marker = found["marker"]
    if not marker:
        return None
    return month_day(moment, *FEASTS[found["feast"]], None) if ENDING.search(marker) else DoubtReason.VAGUE


def end_of_week(_found: Found, moment: Moment) -> Reading:
    return one_day(shifted(moment.today, (FRIDAY - moment.today.weekday()) % WEEK), Note.FRIDAY)


def end_of_next_week(_found: Found, moment: Moment) -> Reading:
    return one_day(shifted(moment.today, FRIDAY - moment.today.weekday() + WEEK), Note.FRIDAY)


def whole_month(months: int) -> Reader:
    def read(_found: Found, moment: Moment) -> Reading:
        day = later(moment.today.replace(day=1), months, "month")
        return None if moment.back else span(day and max(day, moment.today), day and month_end(day))

    return read


def from_to(found: Found, moment: Moment) -> Reading:
    """Del 3 al 7: the range that today is in, else the next one.

    The first day is the last such day up to the second.
    """
    first, last, month = number(found["day"]), number(found["to"]), month_of(found)
    ending = month_day(moment, month, last, year_of(found)) if month else day_of_month(moment, last)
    if isinstance(ending, DoubtReason) or not ending.days:
        return ending
    starting = day_of_month(replace(moment, today=ending.days.last, back=True), first)
    if isinstance(starting, DoubtReason) or not starting.days:
        return starting
    if first > last and not month and (moment.today - starting.days.first).days > WEEK:
        return next_from_to(first, last, moment)
    if first > last and month and (ending.days.last - starting.days.first).days > LONGEST_OVER_MONTHS:
        return DoubtReason.BACKWARDS
    begun = (Note.STARTED,) if starting.days.first < moment.today else ()
    return day_to_day(starting.days.first, ending.days.last, *ending.notes, *begun)


def from_to_in_figures(found: Found, moment: Moment) -> Reading:
    """De 3 a 7, de 3-7; None for a date with a dash: "from 24-12", "from 12-24 to 12-31"."""
    first, last = int(found["day"]), int(found["to"])
    if WITH_DASH.search(found[0]) and ((last < first <= LONGEST_MONTH and last <= MONTHS_A_YEAR) or is_paired(found)):
        return None
    return from_to(found, moment)


def next_from_to(first: int, last: int, moment: Moment) -> Meaning | DoubtReason:
    """A range over the end of a month that would have begun long ago: the next one is meant."""
    starting = day_of_month(moment, first)
    if isinstance(starting, DoubtReason) or not starting.days:
        return starting
    ending = day_of_month(replace(moment, today=starting.days.first), last)
    return (
        ending
        if isinstance(ending, DoubtReason) or not ending.days
        else day_to_day(starting.days.first, ending.days.last)
    )


def two_days(found: Found, moment: Moment) -> Reading:
    """El 5 y 6 de marzo, one after the other; any other two are alternatives, and "mar 24 y 25" may be a Tuesday."""
    if found["link"] in ("o", "u", "or") or (month_said(found) == "mar" and found.start("month") < found.start("day")):
        return DoubtReason.EITHER
    read = from_to(found, moment)
    together = isinstance(read, Meaning) and read.days and read.days.last == shifted(read.days.first, 1)
    return read if together or isinstance(read, DoubtReason) else DoubtReason.EITHER


def days_in_a_row(found: Found, moment: Moment) -> Reading:
    """3, 4 y 5 de diciembre, one after the other; any others are not a range."""
    listed = [int(day) for day in (*re.findall("[0-9]+", found["list"]), found["to"])]
    if listed != list(range(listed[0], listed[-1] + 1)):
        return DoubtReason.EITHER
    month = MONTHS.get(month_said(found))
    starting = month_day(moment, month, listed[0], year_of(found)) if month else day_of_month(moment, listed[0])
    if isinstance(starting, DoubtReason) or not starting.days:
        return starting
    first = starting.days.first
    return day_to_day(first, a_date(first.year, first.month, listed[-1]), *starting.notes)


def from_to_next_month(found: Found, moment: Moment) -> Reading:
    month = later(moment.today.replace(day=1), 1, "month")
    if not month:
        return DoubtReason.IMPOSSIBLE
    first, last = (a_date(month.year, month.month, int(found[end])) for end in ("day", "to"))
    return day_to_day(first, last)


def from_month_to(found: Found, moment: Moment) -> Reading:
    """Del 28 de diciembre al 2: the first 2nd after the first date."""
    starting = named_month(found, moment)
    if not isinstance(starting, Meaning) or not starting.days:
        return starting
    ahead = replace(moment, today=starting.days.first)
    ending = day_of_month(ahead, int(found["to"]))
    if isinstance(ending, DoubtReason) or not ending.days:
        return ending
    return day_to_day(starting.days.first, ending.days.last, *starting.notes)


def no_day(found: Found, _moment: Moment) -> Reading:
    """A month alone, or a holiday named after a weekday: no date."""
    return DoubtReason.VAGUE if found["marker"] else DoubtReason.WORDS


day = partial(row, Kind.DAYS)
