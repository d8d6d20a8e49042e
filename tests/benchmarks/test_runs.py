"""The benchmarks run, however briefly. How fast anything is, is not a matter for the test suite."""

from tests.benchmarks import chat, rest, startup


def test_every_row_of_rest_is_measured():
    head, one, listed, posted, limit = rest.section(seconds=0.05, rounds=1).splitlines()
    assert "by CPU" in head
    assert one.startswith("GET one task")
    assert listed.startswith("GET list of 100")
    assert posted.startswith("POST comment, durable")
    assert "req/s over 32 connections" in limit


def test_presses_are_measured():
    assert "press to edit" in chat.section(0, rounds=1)


def test_starts_are_measured_and_within_the_memory():
    said = startup.section(0, rounds=1)
    assert int(said.partition("; ")[2].partition(" MiB")[0]) < startup.MOST_MIB
