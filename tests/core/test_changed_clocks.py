"""Drafts where the clocks are changed: the time that was offered is the one that the card shows and that is saved."""

from datetime import UTC, date, datetime, time

import pytest

from core import event_drafts
from tests.core.test_event_drafts import HOUR, MONDAY, START, WHOLE, changed, said

TWICE = datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
SECOND = event_drafts.at_instant(changed(zone="Europe/Madrid"), TWICE)


def test_a_time_that_was_chosen_in_the_second_of_two_equal_hours_is_in_the_second():
    assert (SECOND.starts, SECOND.time.start, SECOND.skipped) == (time(2, 30), TWICE, False)
    assert event_drafts.at_instant(SECOND, TWICE - HOUR).time.start == TWICE - HOUR
    question = event_drafts.asking(SECOND)
    assert event_drafts.asked(event_drafts.at_instant(question, START)).time.start == TWICE
    assert event_drafts.asked(event_drafts.at_instant(event_drafts.asking(WHOLE), TWICE)).fold == 0


@pytest.mark.parametrize(
    "another",
    [
        event_drafts.at_hour(SECOND, time(2, 30)),
        said(SECOND, "mejor a las 2:30 am"),
        said(said(SECOND, "en la noche"), "a las 2:30 am"),
        event_drafts.on_day(event_drafts.on_day(SECOND, MONDAY), date(2027, 10, 31)),
    ],
    ids=["by a button", "in words", "after a part of the day", "after another day"],
)
def test_an_hour_or_day_that_is_said_anew_is_the_first_of_the_two(another):
    assert (another.starts, another.time.start) == (time(2, 30), TWICE - HOUR)


def test_a_draft_without_its_hour_is_in_neither_of_the_two():
    assert said(SECOND, "en la noche").fold == 0


def test_the_same_day_said_again_and_all_else_leave_it_in_the_second():
    for same in (event_drafts.on_day(SECOND, SECOND.day), said(SECOND, "2 h"), event_drafts.titled(SECOND, "Otra")):
        assert same.time.start == TWICE


def test_on_a_day_on_which_the_clocks_skip_that_hour_it_is_later_as_ever():
    gap = event_drafts.on_day(SECOND, date(2027, 3, 28))
    assert (gap.time.start, gap.skipped) == (datetime(2027, 3, 28, 1, 30, tzinfo=UTC), True)
