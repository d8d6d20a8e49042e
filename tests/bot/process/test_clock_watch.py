"""Which clocks are trusted: those that go as time does."""

from datetime import timedelta

import pytest

from bot.process.clock_watch import LEAP, ClockWatch, steady_seconds
from core.base.calendar_time import SystemClock
from tests.clock import FakeClock


@pytest.fixture
def watched():
    """(the clock, the steady seconds, the watch)."""
    clock, seconds = FakeClock(), [100.0]
    return clock, seconds, ClockWatch(clock, timedelta(minutes=10), lambda: seconds[0])


@pytest.mark.parametrize("leap", [2 * LEAP, -2 * LEAP, timedelta(days=400)])
def test_a_leap_in_either_direction_is_not_trusted_for_a_while(watched, leap):
    clock, seconds, watch = watched
    assert watch.is_trusted()
    clock.advance(seconds=leap.total_seconds())
    assert not watch.is_trusted()
    seconds[0] += 599
    clock.advance(seconds=599)
    assert not watch.is_trusted()
    seconds[0] += 1
    assert watch.is_trusted()


def test_time_that_passes_however_long_is_no_leap_nor_is_a_small_correction(watched):
    clock, seconds, watch = watched
    for _ in range(100):
        clock.advance(hours=5, seconds=LEAP.total_seconds() / 2)
        seconds[0] += 5 * 3600
        assert watch.is_trusted()


def test_the_machines_own_clocks_go_together():
    watch = ClockWatch(SystemClock(), timedelta(minutes=10))
    assert watch.is_trusted()
    assert steady_seconds() > 0
