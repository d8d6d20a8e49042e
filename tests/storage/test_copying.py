"""A copy holds everything or nothing, whichever engines it is between."""

import asyncio
import re
import shutil
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa

import storage
from storage import maintenance
from storage.schema.metadata import metadata
from storage.sqlite import connecting
from tests.benchmarks import year
from tests.storage.filled import ROWS, TABLES, row
from tests.storage.raw import on
from tests.storage.rows import kept

TODAY = date(2026, 11, 23)


def counts(url):
    return dict(on(url, " UNION ALL ".join(f"SELECT '{table.name}', count(*) FROM {table.name}" for table in TABLES)))


def is_new(url):
    """Return whether a database holds what a new one does."""
    return {name: rows for name, rows in counts(url).items() if rows} == {"event_types": 4}


@pytest.fixture
def full_url(filled, path, url):
    shutil.copy(filled, path)
    return url


@pytest.fixture
def full_postgresql_url(postgresql, copy_filled):
    return postgresql.server.url(postgresql.emptied(copy_filled))


@pytest.fixture
def new_url(empty_database, tmp_path):
    return f"sqlite+aiosqlite:///{shutil.copy(empty_database, tmp_path / 'target.db')}"


@pytest.fixture(params=["new_url", "new_postgresql_url"], ids=["sqlite", "postgresql"])
def target_url(request):
    return request.getfixturevalue(request.param)


async def there_and_back(url, there, back):
    """The tables as they were copied to PostgreSQL; those that come back are the same."""
    tables = await storage.copy(url, there)
    assert await storage.copy(there, back) == tables
    assert kept(back) == kept(url)
    assert storage.check(there) == storage.check(back) == storage.check(url)
    return tables


async def test_what_goes_to_postgresql_and_comes_back_is_identical(full_url, bare_postgresql_url, new_url):
    tables = await there_and_back(full_url, bare_postgresql_url, new_url)
    rows = counts(full_url)
    assert {table.table: table.rows for table in tables} == rows
    assert all(rows.values())
    alike = {"housekeeping", "task_mutes", "task_rule_responsibles", "task_rule_tasks"}  # others are filled like these
    shaped = [table for table in tables if table.table not in alike]
    assert len({table.checksum for table in shaped}) == len(shaped)


@pytest.mark.long
async def test_a_year_of_two_hundred_people_comes_back_identical(bare_postgresql_url, tmp_path):
    year.fill(tmp_path / "year.db", TODAY, year.Size())
    url = f"sqlite+aiosqlite:///{tmp_path}/year.db"
    tables = await there_and_back(url, bare_postgresql_url, f"sqlite+aiosqlite:///{tmp_path}/back.db")
    assert sum(table.rows for table in tables) > 500_000


async def test_what_was_copied_to_postgresql_is_known_to_its_planner(full_url, new_postgresql_url):
    await storage.copy(full_url, new_postgresql_url)
    known = {name for (name,) in on(new_postgresql_url, "SELECT DISTINCT tablename FROM pg_stats")}
    assert set(counts(new_postgresql_url)) <= known


async def test_ids_go_on_after_the_last_that_was_given(full_url, target_url):
    await storage.copy(full_url, target_url)
    added = [row(metadata.tables[name], ROWS + 1) for name in ("users", "drafts")]
    for values in added:
        del values["id"]

    def insert(connection):
        users, drafts = metadata.tables["users"], metadata.tables["drafts"]
        yield connection.execute(sa.insert(users).returning(users.c.id), added[0]).scalar_one()
        yield connection.execute(sa.insert(drafts).returning(drafts.c.id), added[1]).scalar_one()

    assert maintenance.schema_of(target_url).transaction(lambda connection: [*insert(connection)]) == [ROWS + 1] * 2


async def test_every_row_is_told_of_once_written_and_once_checked(full_url, target_url):
    steps = []
    tables = await storage.copy(full_url, target_url, steps.append)
    assert steps[-1].done == steps[-1].total == 2 * sum(table.rows for table in tables)
    assert [step.done for step in steps] == sorted(step.done for step in steps)


async def test_a_target_that_is_not_empty_is_left_alone(full_url, target_url):
    maintenance.schema_of(target_url).transaction(
        lambda connection: connection.execute(sa.insert(metadata.tables["causes"]), [row(metadata.tables["causes"], 1)])
    )
    with pytest.raises(storage.CannotCopy, match=r"not empty, it has rows in causes \(1\)$"):
        await storage.copy(full_url, target_url)
    assert counts(target_url)["users"] == 0


async def test_a_source_without_a_schema_makes_no_target(tmp_path):
    source, target = (f"sqlite+aiosqlite:///{tmp_path}/{name}.db" for name in ("source", "target"))
    with pytest.raises(storage.CannotCopy, match=r"no schema in .*source\.db"):
        await storage.copy(source, target)
    assert list(tmp_path.iterdir()) == []


async def test_both_schemas_are_of_this_version(full_url, target_url):
    set_version = "UPDATE alembic_version SET version_num = '{}'".format
    for changed in (full_url, target_url):
        for version in ("0001", "9999"):
            on(changed, set_version(version))
            named = re.escape(f"the schema of {maintenance.schema_of(changed).name} is at {version}")
            with pytest.raises(storage.SchemaOutOfDate, match=named):
                await storage.copy(full_url, target_url)
        on(changed, set_version(maintenance.head()))
    assert is_new(target_url)


async def test_a_copy_that_is_interrupted_leaves_the_target_empty(full_url, target_url):
    def interrupt(step):
        if step.done * 2 > step.total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await storage.copy(full_url, target_url, interrupt)
    assert is_new(target_url)


@pytest.mark.long
def test_a_copy_that_is_killed_leaves_the_target_empty_and_another_succeeds(full_url, target_url):
    program = (
        "import asyncio, storage, sys, time\n"
        "def wait(step):\n"
        "    if step.done * 2 > step.total: print('half', flush=True); time.sleep(60)\n"
        "asyncio.run(storage.copy(sys.argv[1], sys.argv[2], wait))"
    )
    command = [sys.executable, "-c", program, full_url, target_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(storage.__file__).parents[1]) as copying:
        assert copying.stdout.readline() == b"half\n"
        copying.send_signal(signal.SIGKILL)
    assert is_new(target_url)
    assert {table.table: table.rows for table in asyncio.run(storage.copy(full_url, target_url))} == counts(full_url)


SPOIL_ON_SQLITE = """
CREATE TRIGGER spoils AFTER INSERT ON task_comments
  BEGIN UPDATE task_comments SET comentario = upper(comentario) WHERE id = new.id; END
"""
SPOIL_ON_POSTGRESQL = """
DO $do$ BEGIN
  CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN new.comentario := upper(new.comentario); RETURN new; END $$;
  CREATE TRIGGER spoils BEFORE INSERT ON task_comments FOR EACH ROW EXECUTE FUNCTION spoil();
END $do$
"""
SPOIL = {"sqlite": SPOIL_ON_SQLITE, "postgresql": SPOIL_ON_POSTGRESQL}


async def test_a_target_that_keeps_something_else_is_found_out(full_url, target_url):
    on(target_url, SPOIL[target_url.partition("+")[0]])
    with pytest.raises(storage.CannotCopy, match=r"^task_comments: the 3 rows read back are not the 3 rows written"):
        await storage.copy(full_url, target_url)
    assert is_new(target_url)


async def test_what_is_written_meanwhile_is_not_copied(full_url, full_postgresql_url, new_url, new_postgresql_url):
    connection = connecting.connect(connecting.path_of(full_url))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    for source, target in ((full_postgresql_url, new_url), (full_url, new_postgresql_url)):
        steps = []

        def write(step, source=source, steps=steps):
            steps.append(step)
            if len(steps) == 1:
                on(source, "DELETE FROM comment_files")  # to which nothing refers

        before = counts(source)
        tables = await storage.copy(source, target, write)
        assert steps[0].table != "comment_files"
        assert {table.table: table.rows for table in tables} == before
        assert counts(source)["comment_files"] == 0


async def test_rows_that_refer_to_nothing_are_not_copied(full_url, target_url):
    on(full_url, "DELETE FROM tasks WHERE id = 1")
    with pytest.raises(OSError, match=r"refer to nothing|violates foreign key"):
        await storage.copy(full_url, target_url)
    assert is_new(target_url)
