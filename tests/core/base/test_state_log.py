"""What is logged of a thing that fails again and again, or now and then."""

import logging

import pytest

from core.base import state_log
from core.base.state_log import QUIET_SECONDS, StateLog


@pytest.fixture
def now():
    return [1000.0]


@pytest.fixture
def states(now, caplog):
    caplog.set_level("INFO")
    return StateLog(logging.getLogger("things"), lambda: now[0])


@pytest.fixture
def lines(caplog):
    def logged():
        found = [record.getMessage() for record in caplog.records]
        caplog.clear()
        return found

    return logged


def test_what_goes_on_failing_is_a_line_and_one_when_it_works(states, now, lines):
    for _ in range(5):
        states.failing("mail", ValueError("no"))
        now[0] += 2 * QUIET_SECONDS
    assert lines() == ["mail: no"]
    states.working("mail")
    states.working("mail")
    assert lines() == ["mail: works again after 5 failures"]


def test_another_fault_is_another_line(states, now, lines):
    for fault in ("no", "never"):
        states.failing("mail", fault)
        now[0] += QUIET_SECONDS
    assert lines() == ["mail: no", "mail: never"]


def test_what_fails_now_and_then_does_not_fill_the_log(states, now, lines):
    for _ in range(60):
        states.failing("mail", "no")
        states.working("mail")
        now[0] += 1
    assert lines() == ["mail: no", "mail: works again after 1 failures"]
    states.failing("mail", "no")
    assert lines() == ["mail: no"]


def test_what_goes_on_failing_after_it_worked_for_a_moment_is_logged_in_the_end(states, now, lines):
    states.failing("mail", "no")
    states.working("mail")
    states.failing("mail", "no")
    now[0] += QUIET_SECONDS
    states.failing("mail", "no")
    assert lines() == ["mail: no", "mail: works again after 1 failures", "mail: no"]


def test_things_are_apart_and_no_more_are_kept_than_so_many(states, lines, monkeypatch):
    monkeypatch.setattr(state_log, "MOST_THINGS", 2)
    for thing in ("a", "b", "c"):
        states.failing(thing, "no")
    assert len(lines()) == 3
    assert list(states.states) == ["b", "c"]
