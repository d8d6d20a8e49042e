"""Trusted clocks: those that go as time does."""

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


@pytest.mark.parametrize(("hours", "trusted"), [(24, False), (-24, False), (0.16, True), (-0.16, True)])
def test_at_the_start_it_is_compared_with_when_the_service_ran_last(watched, hours, trusted):
    clock, seconds, watch = watched
    watch.compare(clock.now() - timedelta(hours=hours))
    assert watch.is_trusted() is trusted
    seconds[0] += 600
    clock.advance(seconds=600)
    assert watch.is_trusted()


def test_who_never_minds_leaps_minds_none_at_the_start(caplog):
    watch = ClockWatch(FakeClock(), timedelta(0))
    watch.compare(FakeClock().now() - timedelta(days=400))
    assert watch.is_trusted()
    assert caplog.messages == []


def test_neither_time_that_passes_nor_a_small_correction_is_a_leap(watched):
    clock, seconds, watch = watched
    for _ in range(100):
        clock.advance(hours=5, seconds=LEAP.total_seconds() / 2)
        seconds[0] += 5 * 3600
        assert watch.is_trusted()


def test_the_machines_own_clocks_go_together():
    watch = ClockWatch(SystemClock(), timedelta(minutes=10))
    assert watch.is_trusted()
    assert steady_seconds() > 0
