"""Metrics, and counts of other processes added to them."""

import pytest

from core.base.metrics import METRICS, Metric


@pytest.fixture
def calls():
    return Metric("calls", "Calls.", ["method", "code"])


@pytest.fixture
def seconds():
    return Metric("seconds", "Seconds.", ["method"], [1, 2.5])


def test_a_count_is_kept_for_each_combination_of_labels(calls):
    for code in (200, 200, 404):
        calls.count("GET", code)
    assert calls.cells == {("GET", 200): [2], ("GET", 404): [1]}


def test_a_value_counts_under_the_first_bound_that_it_does_not_exceed(seconds):
    for value in (0.5, 1, 1.5, 2.5, 2.6):
        seconds.observe(value, "GET")
    assert seconds.cells == {("GET",): [2, 2, 1, 8.1]}


def test_what_others_counted_is_added_and_leaves_theirs_as_it_was(seconds):
    theirs = seconds.copy()
    theirs.observe(3, "GET")
    seconds.observe(1, "GET")
    before = theirs.copy().cells
    seconds.add(theirs.cells.items())
    assert seconds.cells == {("GET",): [1, 0, 1, 4]}
    assert theirs.cells == before


def test_what_another_version_counts_otherwise_is_left_out(seconds, calls):
    seconds.observe(1, "GET")
    seconds.add([(("GET",), [1, 1, 1, 1, 9.0]), (("GET", "more"), [1, 0, 0, 1])])
    assert {labels: cells for labels, cells in seconds.cells.items() if sum(cells)} == {("GET",): [1, 0, 0, 1]}


def test_every_metric_is_ours_by_its_name_and_means_something():
    for name, metric in METRICS.items():
        assert name.startswith("semaforo_")
        assert metric.meaning.endswith(".")
        assert sorted(metric.bounds) == list(metric.bounds)
