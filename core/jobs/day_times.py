"""Times at which a person is prompted about their day, given the hours that they work. Pure.

The day is the business zone's, as everywhere. In a distant zone a person's hours may lie in two of its days: theirs is
the one with more of the hours, the earlier of two equal ones. They are asked to open it when both it and their hours
have begun, to report in between, and to close it when their hours end, or an hour before the day is over. Nobody is
asked about a day that is over.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from core.base.calendar_time import ONE_DAY, Interval, local_date
from core.base.date_times import start_of
from core.records.messages import MessageKind

LAST_CALL = timedelta(hours=1)
SUMMED_UP = timedelta(minutes=30)


def day_times(
    hours: Interval, report: datetime, zone: ZoneInfo, asked: Interval | None = None
) -> Iterator[tuple[MessageKind, datetime]]:
    """The prompts of a day with these hours; `report` is when its person is asked for progress, if that is within.

    `asked`: when they have chosen to open and to close it, instead of when their hours begin and end.
    """
    begins, ends = day_of(hours, zone)
    first, last = asked or hours
    opens = min(max(first, begins), max(hours.start, ends - LAST_CALL))
    closes = max(opens, min(last, ends - LAST_CALL))
    yield MessageKind.OPEN_PROMPT, opens
    if first < report < last and opens < closes:
        yield MessageKind.AVANCE_PROMPT, report if opens < report < closes else opens + (closes - opens) / 2
    yield MessageKind.CLOSE_PROMPT, closes
    yield MessageKind.TEAM_SUMMARY, min(hours.end + SUMMED_UP, ends - SUMMED_UP)


def day_of(hours: Interval, zone: ZoneInfo) -> Interval:
    first = local_date(hours.start, zone)
    midnight = start_of(first + ONE_DAY, zone)
    if midnight - hours.start >= hours.end - midnight:
        return Interval(start_of(first, zone), midnight)
    return Interval(midnight, start_of(first + 2 * ONE_DAY, zone))
