"""The benchmarks run, however briefly. How fast anything is, is not a matter for the test suite."""

from tests.benchmarks import availability, chat, machine, rest, startup


def test_every_row_of_rest_is_measured():
    head, _, *lines = rest.section(seconds=0.05, rounds=1, events=1_000).splitlines()
    assert "by CPU" in head
    rows = lines[: lines.index("")]
    assert [row.split(" | ")[0] for row in rows] == [
        "| GET one event",
        "| GET list of 100 events",
        "| POST event, durable",
        "| availability of 10 people",
        "| GET one task",
        "| GET list of 100 tasks",
        "| POST comment, durable",
    ]
    assert any("What limits" in line for line in lines)


def test_the_sql_of_availability_is_measured():
    *_, row = availability.section(0, rounds=1, sizes=[1_000]).splitlines()
    assert row.startswith("| 1,000 events | ")


def test_the_machine_is_described():
    assert "SQLite" in machine.described()


def test_presses_are_measured():
    assert "press to edit" in chat.section(0, rounds=1)


def test_starts_are_measured_and_within_the_memory():
    said = startup.section(0, rounds=1)
    assert int(said.partition("; ")[2].partition(" MiB")[0]) < startup.MOST_MIB
