"""Days counted from today: the nearest weekday, the next such date, a day some units later."""

from datetime import date, timedelta

from msgspec.structs import replace

from core.base.calendar_time import Days, month_end
from core.language.phrases.model import DoubtReason, Meaning, Moment, Note, a_date, one_day

WEEK = 7
FRIDAY, SATURDAY = 4, 5
MONTHS_A_YEAR = 12
DAYS_LONG = {"day": 1, "week": WEEK, "fortnight": 2 * WEEK, "quincena": 15}
"""The length in days of each unit that always has the same."""
LEAP_CYCLE = 8
LEAP_YEAR = 2000


def shifted(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def later(day: date, count: int, unit: str) -> date | None:
    if unit in ("month", "year"):
        months = day.year * MONTHS_A_YEAR + day.month - 1 + count * (MONTHS_A_YEAR if unit == "year" else 1)
        first = a_date(months // MONTHS_A_YEAR, months % MONTHS_A_YEAR + 1, 1)
        return first and first.replace(day=min(day.day, month_end(first).day))
    return shifted(day, count * DAYS_LONG[unit])


def a_weekday(moment: Moment, number: int) -> Meaning | DoubtReason:
    """Return the next such weekday after today; for a past date, the last one, today included."""
    if moment.back:
        return one_day(shifted(moment.today, -((moment.today.weekday() - number) % WEEK)))
    ahead = (number - moment.today.weekday()) % WEEK
    return one_day(shifted(moment.today, ahead or WEEK), *(() if ahead else (Note.NOT_TODAY,)))


def day_of_month(moment: Moment, day: int) -> Meaning | DoubtReason:
    """The next such day of a month that has one, today included; for a past date, the last."""
    step = -1 if moment.back else 1
    if not 1 <= day <= 31:  # noqa: PLR2004 the longest month
        return DoubtReason.IMPOSSIBLE
    found: date | None = moment.today
    while found and found.day != day:
        found = shifted(found, step)
    return one_day(found)


def month_day(moment: Moment, month: int, day: int, year: int | None, *notes: Note) -> Meaning | DoubtReason:
    """Return the date of a day and month; without a year the next one, today included; for a past date, the last."""
    if year:
        return one_day(a_date(year, month, day), *notes)
    if not a_date(LEAP_YEAR, month, day):
        return DoubtReason.IMPOSSIBLE
    direction = -1 if moment.back else 1
    years = (moment.today.year + direction * ahead for ahead in range(LEAP_CYCLE + 1))
    dates = [there for year in years if (there := a_date(year, month, day))]
    found = [there for there in dates if (there <= moment.today if moment.back else there >= moment.today)]
    if not found:
        return DoubtReason.IMPOSSIBLE
    return one_day(found[0], *notes, *((Note.NEXT_YEAR,) if found[0].year > moment.today.year else ()))


def a_week(moment: Moment, weeks: int) -> Meaning | DoubtReason:
    monday = shifted(moment.today, weeks * WEEK - moment.today.weekday())
    return span(monday if weeks else moment.today, monday and shifted(monday, WEEK - 1))


def a_weekend(moment: Moment, weeks: int) -> Meaning | DoubtReason:
    """Saturday and Sunday, or what is left of them; the next weekend is the nearest that has not begun."""
    begun = moment.today.weekday() >= SATURDAY
    saturday = shifted(moment.today, SATURDAY - moment.today.weekday() + (WEEK if weeks and begun else 0))
    notes = (Note.THIS_WEEK,) if weeks and not begun else ()
    return span(saturday and max(saturday, moment.today), saturday and shifted(saturday, 1), *notes)


def span(first: date | None, last: date | None, *notes: Note) -> Meaning | DoubtReason:
    return Meaning(days=Days(first, last), notes=notes) if first and last and first <= last else DoubtReason.IMPOSSIBLE


def day_to_day(first: date | None, last: date | None, *notes: Note) -> Meaning | DoubtReason:
    """The days from one that was said to another."""
    meaning = span(first, last, *notes)
    return replace(meaning, from_to=True) if isinstance(meaning, Meaning) else meaning
