"""`semaforo db` as a person types it: upgrades, checks, backups and copies, and what it refuses."""

import json
import stat

import pytest

from tests.system.typed import added


def test_db_upgrade_then_check(semaforo_anew):
    assert semaforo_anew("db", "upgrade")[:2] == (0, ["ok"])
    assert semaforo_anew("db", "check")[:2] == (0, ["ok"])


def test_db_backup_copies_everything_and_overwrites_nothing(semaforo, tmp_path, monkeypatch):
    added(semaforo, "ana", "--name", "Ana")
    assert semaforo("db", "backup", "copy.db")[:2] == (0, ["ok"])
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    added(semaforo, "bea", "--name", "Bea")
    code, _, err = semaforo("db", "backup", "copy.db")
    assert code == 1
    assert "copy.db" in err
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", "sqlite+aiosqlite:///copy.db")
    assert [json.loads(line)["username"] for line in semaforo("user", "list")[1]] == ["ana"]
    assert semaforo("db", "check")[0] == 0


def test_db_backup_of_an_absent_database_makes_nothing(semaforo_anew, tmp_path):
    code, _, err = semaforo_anew("db", "backup", "copy.db")
    assert code == 1
    assert "there is no database semaforo.db" in err
    assert list(tmp_path.iterdir()) == []


SOURCE, TARGET = "sqlite+aiosqlite:///semaforo.db", "sqlite+aiosqlite:///copy.db"


def test_db_copy_prints_each_table_with_its_rows_and_checksum(semaforo, monkeypatch):
    added(semaforo, "ana", "--name", "Ana")
    code, lines, err = semaforo("db", "copy", SOURCE, TARGET)
    assert (code, lines[-1], err) == (0, "ok", "")
    assert [line.split()[1:] for line in lines if " users " in line] == [["users", "1"]]
    assert all(len(line.split()[0]) == 64 for line in lines[:-1])
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", TARGET)
    assert [json.loads(line)["username"] for line in semaforo("user", "list")[1]] == ["ana"]


def test_db_copy_to_postgresql_and_a_check_of_it(semaforo, bare_postgresql_url, monkeypatch):
    added(semaforo, "ana", "--name", "Ana")
    assert semaforo("db", "copy", SOURCE, bare_postgresql_url)[0] == 0
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", bare_postgresql_url)
    assert semaforo("db", "check")[:2] == (0, ["ok"])
    code, _, err = semaforo("db", "backup", "copy.dump")
    assert code == 1
    assert "pg_dump --host=" in err


def test_db_copy_draws_a_bar_on_a_terminal(semaforo, monkeypatch):
    added(semaforo, "ana", "--name", "Ana")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, lines, err = semaforo("db", "copy", SOURCE, TARGET)
    assert (code, lines[-1]) == (0, "ok")
    drawn = err.split("\r")
    assert drawn[-1].startswith(f"[{'#' * 40}] 100 %  ")
    assert drawn[-1].endswith("\n")
    assert len(drawn) > 3


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        (SOURCE, SOURCE, "the target is not empty, it has rows in users (1)"),
        (TARGET, SOURCE, "there is no schema in copy.db"),
        (SOURCE, "postgresql://ana:hunter2@db/team", "not a database URL of the form"),
        ("mysql://ana:hunter2@db/team", TARGET, "not a database URL of the form"),
        (SOURCE, "postgresql+asyncpg://ana:hunter2@127.0.0.1:1/team", "cannot reach the database team at 127.0.0.1:1"),
    ],
)
def test_db_copy_says_why_it_copies_nothing(semaforo, source, target, said):
    added(semaforo, "ana", "--name", "Ana")
    code, lines, err = semaforo("db", "copy", source, target)
    assert (code, lines) == (1, [])
    assert said in err
    assert "hunter2" not in err


def test_db_check_of_an_absent_database_says_so(semaforo_anew):
    code, lines, err = semaforo_anew("db", "check")
    assert (code, lines) == (1, [])
    assert err.startswith("semaforo: ")
