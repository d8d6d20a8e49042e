"""The date of a birthday in a year. Pure."""

import calendar
from datetime import date

LEAP_DAY = (2, 29)


def next_occurrence(birthday: date, today: date) -> date:
    """Return the birthday's first date on or after today."""
    this_year = occurrence(birthday, today.year)
    return this_year if this_year >= today else occurrence(birthday, today.year + 1)


def occurrence(birthday: date, year: int) -> date:
    if (birthday.month, birthday.day) == LEAP_DAY and not calendar.isleap(year):
        return date(year, 2, 28)
    return birthday.replace(year=year)
