"""The benchmarks run, however briefly. How fast anything is, is not a matter for the test suite."""

from datetime import date

import pytest
import uvloop

from bot.chat.router import SCREENS
from tests.benchmarks import (
    availability,
    base,
    chat,
    contenders,
    growth,
    machine,
    panels,
    postgresql,
    rest,
    startup,
    waiting,
    workers,
)
from tests.benchmarks.year import Size
from tests.tables import each_row


@pytest.mark.long
def test_every_row_of_rest_is_measured():
    head, _, *lines = rest.section(seconds=0.05, rounds=1, events=1_000, tree=base.HERE).splitlines()
    assert head.endswith("| least | base µs | of base by CPU | at most |")
    rows = lines[: lines.index("")]
    assert {row.count("|") for row in rows} == {head.count("|")}
    assert [row.split(" | ")[0] for row in rows] == [
        "| GET one event", "| GET list of 100 events", "| POST event, durable", "| availability of 10 people",
        "| GET one task", "| GET list of 100 tasks", "| GET list of 100 tasks by three filters", "| GET 100 changes",
        "| POST comment, durable", "| 304 of a calendar link", "| one durable write alone, the use case without HTTP",
    ]  # fmt: skip
    assert set(rest.MOST) <= {row.removeprefix("| ").partition(" | ")[0] for row in rows}
    assert any("What limits" in line for line in lines)


def test_what_another_checkout_runs_is_its_own_code(tmp_path):
    servers = tmp_path / "tests/benchmarks/servers.py"
    servers.parent.mkdir(parents=True)
    servers.write_text('import sys\nprint(\'{"port": 1, "base": true}\', flush=True)\nsys.stdin.read()\n')
    with contenders.running("service", tree=tmp_path) as server:
        assert server.said["base"]


def test_the_base_may_be_a_folder_or_a_commit_which_is_put_away_again(tmp_path):
    with base.checkout(str(tmp_path)) as tree:
        assert tree == tmp_path
    with base.checkout("HEAD") as tree:
        assert (tree / "Makefile").exists()
        assert tree != base.HERE
    assert not tree.exists()
    assert str(tree) not in base.git("worktree", "list")
    assert tmp_path.exists()


@pytest.mark.long
def test_the_sql_of_availability_is_measured():
    *_, row = availability.section(0, rounds=1, sizes=[1_000]).splitlines()
    assert row.startswith("| 1,000 events | ")


@pytest.mark.long
def test_postgresql_is_measured_beside_its_driver_and_core():
    lines = postgresql.section(0, rounds=1, events=100, persons=200, part=0.1).splitlines()
    rows = [line.removeprefix("| ").partition(" | ")[0] for line in lines if line.startswith("|")]
    assert [rows[place] for place in (2, 3, 4)] == ["GET one", "list of 100", "POST, durable"]
    assert rows[-1].endswith("conflicts a question")


@pytest.mark.long
def test_two_hundred_clients_that_wait_are_each_reached_once_by_each_commit(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path}/waiting.db"
    found = uvloop.run(waiting.measured(url, people=20, clients=200, commits=1, quiet=0.5))
    assert (len(found.own), len(found.other)) == (200, 200)
    assert "200 of 20" in waiting.row("200 of 20", found)


def test_the_machine_is_described():
    assert "SQLite" in machine.described()


@pytest.mark.long
def test_presses_are_measured():
    assert "press to edit" in chat.section(0, rounds=1)


SMALL = Size(people=24, tasks_each=20, events=50, days=9)


@each_row(SCREENS)
def test_every_panel_has_a_row(kind):
    assert panels.rows(
        kind, panels.Store(SMALL, date(2026, 11, 23), items=[1, 2], meetings=[1, 2], log=1, comment=(1, 1))
    )


@pytest.mark.long
def test_every_panel_is_pressed():
    lines = panels.section(0, rounds=1, size=SMALL).splitlines()[2:]
    assert {line.removeprefix("| ").partition(" ")[0] for line in lines} == {kind.__name__ for kind in SCREENS}


@pytest.mark.long
def test_growth_is_measured_between_a_store_of_months_and_one_of_years():
    sizes = [growth.size_after(each) for each in (7, 14)]
    head, _, *lines = growth.section(0, rounds=1, sizes=sizes).splitlines()
    assert head == ("| median of CPU, ms | at most | SQLite, 7 days | 14 days | × | PostgreSQL, 7 days | 14 days | × |")
    rows = lines[: lines.index("")]
    names = {row.removeprefix("| ").partition(" | ")[0] for row in rows}
    assert names > {*growth.questions(date(2026, 11, 23), sizes[0]), *growth.COMMANDS, "start of semaforo run"}
    assert {name.split()[1] for name in names if name.startswith("panel ")} == {kind.__name__ for kind in growth.PANELS}
    assert {row.count("|") for row in rows} == {head.count("|")}


@pytest.mark.long
def test_starts_are_measured_and_within_the_memory():
    said = startup.section(0, rounds=1)
    assert int(said.partition("; ")[2].partition(" MiB")[0]) < startup.MOST_MIB


@pytest.mark.long
def test_two_processes_are_measured_beside_one_on_both_engines():
    rows = [line for line in workers.section(0.05, rounds=1, size=1_000).splitlines() if line.startswith("| ")]
    assert len(rows) == 2 * (1 + 1 + 4)
