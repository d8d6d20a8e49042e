"""The dates of a task rule, and when its tasks are due. Pure.

A weekly rule keeps its weekdays, also those on which the office is closed. Only a public holiday makes its task due
earlier, on the working day before; if there is none after the rule's previous date, the date is skipped. A monthly
rule's task is due on the working day before a holiday or a day off of the office; if that has passed, on the date
itself. A holiday is one in the calendars of all who are to do the task: who works may do it. Absences move no date:
people are told of them with the task.
"""

from collections.abc import Collection, Iterator
from datetime import date
from itertools import takewhile
from typing import NamedTuple

from core.base.calendar_time import ONE_DAY
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence, matching
from core.base.settings import Settings
from core.people.public_holidays import holiday_on


class RuleDate(NamedTuple):
    """A date that a rule gives, and when its task is due."""

    on: date
    due: date


def rule_dates(
    settings: Settings, holidays: Collection[str], rule: Recurrence, start: date, earliest: date
) -> Iterator[RuleDate]:
    """The dates of a rule from its start on, in order; no task is due before `earliest`, nor two on a day.

    `holidays`: the calendars of public holidays of the responsibles.
    """
    for on in takewhile(lambda day: rule.ends_on is None or day <= rule.ends_on, matching(rule, start)):
        if due := due_date(settings, holidays, rule, on, earliest):
            yield RuleDate(on, due)
            earliest = on + ONE_DAY


def due_date(settings: Settings, holidays: Collection[str], rule: Recurrence, on: date, earliest: date) -> date | None:
    """The due date of the task of a date, not before `earliest`; None if the date is skipped."""
    weekly = rule.recurrence_type is RecurrenceType.WEEKLY
    if (weekly or on.isoweekday() in settings.working_days) and not is_holiday(holidays, on):
        return on
    before = on - ONE_DAY
    while before >= earliest and (before.isoweekday() not in settings.working_days or is_holiday(holidays, before)):
        before -= ONE_DAY
    if before >= earliest:
        return before
    return None if weekly else on


def is_holiday(calendars: Collection[str], on: date) -> bool:
    return all(holiday_on(calendar, on) for calendar in calendars)
