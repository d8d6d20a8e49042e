"""The clock and the business zone."""

from datetime import UTC, date, datetime, timedelta

import pytest

from core.base.calendar_time import SystemClock, local_date, within_calendar
from core.base.date_times import within_years
from core.base.settings import Settings

MEXICO = Settings().zone


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        (datetime(2026, 11, 21, 5, 59, 59, tzinfo=UTC), date(2026, 11, 20)),
        (datetime(2026, 11, 21, 6, 0, tzinfo=UTC), date(2026, 11, 21)),
    ],
)
def test_local_date_turns_at_the_zones_midnight(instant, day):
    assert local_date(instant, MEXICO) == day


def test_system_clock_gives_utc_instants():
    now = SystemClock().now()
    assert now.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - now) < timedelta(seconds=5)


@pytest.mark.parametrize("day", [date(1901, 1, 1), date(9997, 12, 31)])
def test_the_chats_calendar_ends_a_year_within_the_dates_that_the_rules_allow(day):
    assert within_calendar(day)
    for beside in (day - timedelta(days=1), day + timedelta(days=1)):
        assert within_years(beside)
        assert within_calendar(beside) is (1900 < beside.year < 9998)
