"""The migrations make what the tables say, once, also when several processes start at once."""

import shutil
import sqlite3
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

import storage
from storage import schema, sqlite, tables

ROOT = Path(storage.__file__).parent.parent


def sql(path):
    """Every table and index by name, its text without what only layout distinguishes."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    connection.close()
    return {name: " ".join(text.split()) for name, text in rows if name != "alembic_version"}


def test_the_migrated_schema_is_that_of_the_tables(url, path, tmp_path):
    assert schema.schema_of(url).transaction(schema.differences) == []
    schema.schema_of(f"sqlite+aiosqlite:///{tmp_path}/made.db").transaction(tables.metadata.create_all)
    assert sql(path) == sql(tmp_path / "made.db")


def test_head_is_the_newest_of_one_line_of_revisions():
    scripts = ScriptDirectory(str(schema.MIGRATIONS))
    assert scripts.get_heads() == [schema.head()]


def test_upgrading_makes_the_database_and_again_does_nothing(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path}/with % sign.db"
    assert storage.upgrade(url) is True
    before = sql(tmp_path / "with % sign.db")
    assert storage.upgrade(url) is False
    assert sql(tmp_path / "with % sign.db") == before
    assert storage.check(url) == []


def test_upgrades_at_once_are_one(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path}/semaforo.db"
    command = [sys.executable, "-c", "import storage, sys; storage.upgrade(sys.argv[1])", url]
    with ThreadPoolExecutor() as pool:
        codes = list(pool.map(lambda _: subprocess.run(command, check=False).returncode, range(2)))
    assert codes == [0, 0]
    assert storage.check(url) == []


def test_a_schema_up_to_date_costs_no_import_of_alembic(url):
    program = "import storage, sys; storage.upgrade(sys.argv[1]); print('alembic' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program, url], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "False"


async def test_a_store_opens_only_at_head(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path}/semaforo.db"
    with pytest.raises(storage.SchemaOutOfDate):
        await storage.Store.open(url)
    assert not (tmp_path / "semaforo.db").exists()


def execute(path, *statements):
    connection = sqlite.connect(path, foreign_keys=False)
    for statement in statements:
        connection.execute(statement)
    connection.close()


async def test_a_newer_database_is_left_alone(url, path):
    execute(path, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(storage.SchemaOutOfDate, match="9999"):
        storage.upgrade(url)
    with pytest.raises(storage.SchemaOutOfDate, match="9999"):
        await storage.Store.open(url)


async def test_a_file_that_is_no_database_is_named(url, path):
    path.write_text("once upon a time" * 100)
    with pytest.raises(OSError, match="not a database"):
        storage.upgrade(url)
    with pytest.raises(OSError, match="not a database"):
        await storage.Store.open(url)
    assert "not a database" in storage.check(url)[0]


def test_a_check_names_what_is_missing(tmp_path):
    (problem,) = storage.check(f"sqlite+aiosqlite:///{tmp_path}/semaforo.db")
    assert "no schema" in problem


def test_a_check_names_another_version_and_what_differs(url, path):
    execute(path, "UPDATE alembic_version SET version_num = '0000'", "DROP INDEX ix_tasks_leader_user_id")
    version, difference = storage.check(url)
    assert "0000" in version
    assert "ix_tasks_leader_user_id" in difference


def test_a_check_names_rows_that_refer_to_nothing(url, path):
    execute(path, "INSERT INTO daily_logs (user_id, fecha, opened_at) VALUES (999, '2026-11-23', '')")
    (problem,) = storage.check(url)
    assert "daily_logs" in problem


def test_a_check_names_a_damaged_file(url, path):
    rows = (f"INSERT INTO causes VALUES ('s', '{n}', x'', zeroblob(500), '')" for n in range(200))
    execute(path, "BEGIN", *rows, "COMMIT")
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 8192)
    assert any("integrity" in problem for problem in storage.check(url))


def test_the_wheel_carries_the_migrations_the_texts_and_the_fonts(tmp_path):
    (tmp_path / "README.md").touch()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in ("storage", "core", "bot"):
        shutil.copytree(ROOT / room, tmp_path / room)
    build = "from setuptools.build_meta import build_wheel; print(build_wheel('.'))"
    run = subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True, text=True)
    names = zipfile.ZipFile(tmp_path / run.stdout.splitlines()[-1]).namelist()
    wanted = {
        "storage/migrations/env.py",
        "storage/migrations/versions/r0001_first.py",
        "core/locale/es/chat/day.toml",
        "bot/pictures/fonts/DejaVuSansCondensed.ttf",
        "bot/pictures/fonts/LICENSE.txt",
    }
    assert wanted <= set(names)
