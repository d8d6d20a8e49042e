"""When a person is asked about their day, of the hours that they work: pure.

The day that is asked about is the business zone's, as everywhere. Far from there a person's hours may lie in two of its
days: theirs is the one that has more of them, the earlier one of two halves. They open it when both it and their hours
have begun, report on it between, and are asked to close it when their hours end, or an hour before it is over. Of a day
that is over nobody is asked anything.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from core.base.calendar_time import ONE_DAY, Interval, local_date
from core.base.date_times import start_of
from core.records.messages import MessageKind

LAST_CALL = timedelta(hours=1)
SUMMED_UP = timedelta(minutes=30)


def day_times(hours: Interval, report: datetime, zone: ZoneInfo) -> Iterator[tuple[MessageKind, datetime]]:
    """What is asked in a person's hours, and when; `report` is when they tell how it goes, if that is within them."""
    begins, ends = day_of(hours, zone)
    opens = max(hours.start, begins)
    closes = max(opens, min(hours.end, ends - LAST_CALL))
    yield MessageKind.OPEN_PROMPT, opens
    if hours.start < report < hours.end and opens < closes:
        yield MessageKind.AVANCE_PROMPT, report if opens < report < closes else opens + (closes - opens) / 2
    yield MessageKind.CLOSE_PROMPT, closes
    yield MessageKind.TEAM_SUMMARY, min(hours.end + SUMMED_UP, ends - SUMMED_UP)


def day_of(hours: Interval, zone: ZoneInfo) -> Interval:
    """The day of a zone that has more of some hours."""
    first = local_date(hours.start, zone)
    midnight = start_of(first + ONE_DAY, zone)
    if midnight - hours.start >= hours.end - midnight:
        return Interval(start_of(first, zone), midnight)
    return Interval(midnight, start_of(first + 2 * ONE_DAY, zone))
