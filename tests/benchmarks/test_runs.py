"""The benchmarks run, however briefly. How fast anything is, is not a matter for the test suite."""

from tests.benchmarks import rest


def test_every_row_of_rest_is_measured():
    head, one, listed, posted, limit = rest.section(seconds=0.05, rounds=1).splitlines()
    assert "by CPU" in head
    assert one.startswith("GET one task")
    assert listed.startswith("GET list of 100")
    assert posted.startswith("POST comment, durable")
    assert "req/s over 32 connections" in limit
