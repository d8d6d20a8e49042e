"""The log of a thing that fails again and again, or now and then."""

import logging

import pytest

from core.base import state_log
from core.base.state_log import MINUTE, StateLog

SETTLE_SECONDS = 1.0


class Time:
    """A clock that is set by hand, and calls what is due."""

    def __init__(self):
        self.now = 1000.0
        self.due = []

    def later(self, seconds, act):
        timer = Timer(self.now + seconds, act)
        self.due.append(timer)
        return timer

    def passes(self, seconds):
        self.now += seconds
        for timer in [each for each in self.due if each.at <= self.now]:
            self.due.remove(timer)
            timer.act()


class Timer:
    def __init__(self, at, act):
        self.at = at
        self.act = act

    def cancel(self):
        self.act = lambda: None


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def states(time, caplog, monkeypatch):
    monkeypatch.setattr(state_log, "SETTLE_SECONDS", SETTLE_SECONDS)
    caplog.set_level("INFO")
    return StateLog(logging.getLogger("things"), lambda: time.now, time.later)


@pytest.fixture
def lines(caplog):
    def logged():
        found = [record.getMessage() for record in caplog.records]
        caplog.clear()
        return found

    return logged


def test_what_fails_is_a_line_when_it_begins_one_a_minute_and_one_when_it_is_over(states, time, lines):
    for _ in range(125):
        states.failing("mail", ValueError("no"))
        time.passes(1)
    assert lines() == ["mail: no", "mail: no: 61 failures so far", "mail: no: 121 failures so far"]
    states.working("mail")
    states.working("mail")
    assert lines() == []
    time.passes(SETTLE_SECONDS)
    states.working("mail")
    assert lines() == ["mail: works again after 125 failures"]


def test_another_fault_is_in_the_next_line(states, time, lines):
    states.failing("mail", "no")
    states.failing("mail", "never", times=20)
    time.passes(MINUTE)
    states.failing("mail", "never")
    assert lines() == ["mail: no", "mail: never: 22 failures so far"]


def test_what_works_for_a_moment_only_is_not_over(states, time, lines):
    for _ in range(10):
        states.failing("mail", "no")
        states.working("mail")
        time.passes(SETTLE_SECONDS / 2)
    assert lines() == ["mail: no"]
    time.passes(SETTLE_SECONDS)
    assert lines() == ["mail: works again after 10 failures"]


def test_each_outage_is_told_also_soon_after_another(states, time, lines):
    for _ in range(2):
        states.failing("mail", "no")
        states.working("mail")
        time.passes(2 * SETTLE_SECONDS)
    assert lines() == ["mail: no", "mail: works again after 1 failures"] * 2


def test_what_fails_now_and_then_does_not_fill_the_log(states, time, lines):
    for _ in range(3600 // 5):
        states.failing("mail", "no")
        states.working("mail")
        time.passes(5)
    assert len(lines()) < 70
    time.passes(MINUTE)
    lines()
    time.passes(MINUTE)
    states.failing("mail", "no")
    states.working("mail")
    time.passes(SETTLE_SECONDS)
    assert lines() == ["mail: no", "mail: works again after 1 failures"], "it is forgotten in the end"


def test_things_are_apart_and_a_limited_number_is_kept(states, lines, monkeypatch):
    monkeypatch.setattr(state_log, "MOST_THINGS", 2)
    for thing in ("a", "b", "c"):
        states.failing(thing, "no")
    assert len(lines()) == 3
    assert list(states.states) == ["b", "c"]
