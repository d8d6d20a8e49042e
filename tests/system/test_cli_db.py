"""`semaforo db` as a person types it: upgrades, checks, backups and copies, and what it refuses."""

import logging
import shutil
import stat
from contextlib import closing

import pytest
from alembic.command import upgrade

from storage import maintenance
from storage.sqlite.connecting import connect
from tests.system.typed import added, printed, refused


def test_db_backup_copies_everything_and_overwrites_nothing(semaforo, ana, tmp_path, monkeypatch):
    assert semaforo("db", "backup", "copy.db")[:2] == (0, ["ok"])
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    added(semaforo, "bea", "--name", "Bea")
    assert refused(semaforo, "db", "backup", "copy.db") == "semaforo: copy.db: File exists\n"
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", "sqlite+aiosqlite:///copy.db")
    assert [person["username"] for person in printed(semaforo, "user", "list")] == ["ana"]
    assert semaforo("db", "check")[0] == 0


def test_db_backup_of_an_absent_database_makes_nothing(semaforo_anew, tmp_path):
    assert f"there is no database {tmp_path}/semaforo.db" in refused(semaforo_anew, "db", "backup", "copy.db")
    assert list(tmp_path.iterdir()) == []


SOURCE, TARGET = "sqlite+aiosqlite:///semaforo.db", "sqlite+aiosqlite:///copy.db"


def test_db_restore_says_what_holds_and_what_does_not(semaforo, ana, caplog):
    caplog.set_level(logging.INFO, "semaforo.audit")
    semaforo("db", "backup", "copy.db")
    added(semaforo, "bea", "--name", "Bea")
    code, lines, err = semaforo("db", "restore", "copy.db")
    assert (code, lines[-1], err) == (0, "ok", "")
    assert caplog.messages[-1] == "database restored tokens_ended=1 by=0 via=cli token=-"
    assert [line.partition(":")[0] for line in lines] == [
        "kept",
        "tokens",
        "invitations",
        "calendars",
        "webhooks",
        "links",
        "messages",
        "ok",
    ]
    (ana,) = semaforo("user", "list")[1]
    assert '"ana"' in ana
    assert semaforo("db", "check")[:2] == (0, ["ok"])
    code, _, err = semaforo("db", "restore", "nothing.db")
    assert code == 1
    assert "nothing.db" in err
    assert len([line for line in caplog.messages if line.startswith("database")]) == 1


def test_db_copy_prints_each_table_with_its_rows_and_checksum(semaforo, ana, monkeypatch):
    code, lines, err = semaforo("db", "copy", SOURCE, TARGET)
    assert (code, lines[-1], err) == (0, "ok", "")
    assert [line.split()[1:] for line in lines if " users " in line] == [["users", "1"]]
    assert all(len(line.split()[0]) == 64 for line in lines[:-1])
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", TARGET)
    assert [person["username"] for person in printed(semaforo, "user", "list")] == ["ana"]


def test_db_copy_to_postgresql_and_a_check_of_it(semaforo, ana, new_postgresql_url, monkeypatch):
    assert semaforo("db", "copy", SOURCE, new_postgresql_url)[0] == 0
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", new_postgresql_url)
    assert semaforo("db", "check")[:2] == (0, ["ok"])
    assert "pg_dump --host=" in refused(semaforo, "db", "backup", "copy.dump")


def test_db_copy_draws_a_bar_on_a_terminal(semaforo, ana, empty_database, tmp_path, monkeypatch):
    shutil.copy(empty_database, tmp_path / "copy.db")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, lines, err = semaforo("db", "copy", SOURCE, TARGET)
    assert (code, lines[-1]) == (0, "ok")
    drawn = err.split("\r")
    assert drawn[-1].startswith(f"[{'#' * 40}] 100 %  ")
    assert drawn[-1].endswith("\n")
    assert len(drawn) > 3


def test_db_copy_says_why_it_copies_nothing(semaforo, ana, tmp_path):
    for source, target, said in (
        (SOURCE, SOURCE, "the target is not empty, it has rows in journal (1), users (1)"),
        (TARGET, SOURCE, f"there is no schema in {tmp_path}/copy.db"),
        (SOURCE, "postgresql://ana:hunter2@db/team", "not a database URL of the form"),
        ("mysql://ana:hunter2@db/team", TARGET, "not a database URL of the form"),
        (SOURCE, "postgresql+asyncpg://ana:hunter2@127.0.0.1:1/team", "cannot reach the database team at 127.0.0.1:1"),
        (SOURCE, "postgresql+asyncpg://ana:hunter2@[::1]:1/team", "cannot reach the database team at [::1]:1"),
    ):
        err = refused(semaforo, "db", "copy", source, target)
        assert said in err
        assert "hunter2" not in err


def test_db_upgrade_makes_what_a_check_missed(semaforo_anew):
    err = refused(semaforo_anew, "db", "check")
    assert err.startswith("semaforo: ")
    for act in ("upgrade", "check"):
        assert semaforo_anew("db", act)[:2] == (0, ["ok"])


@pytest.mark.parametrize(
    "trace", ["semaforo.jwt-secret", "semaforo.db-wal", "semaforo.db", "backups/semaforo-20261127T093000Z.db"]
)
def test_where_a_database_stood_none_is_begun(semaforo_anew, tmp_path, trace):
    (tmp_path / "backups").mkdir()
    (tmp_path / trace).touch()
    before = set(tmp_path.rglob("*"))
    for command in (("db", "upgrade"), ("user", "add", "ana", "--name", "Ana")):
        err = refused(semaforo_anew, *command)
        assert ("it is an empty file" if trace == "semaforo.db" else f"{trace} is there") in err
        assert "semaforo db upgrade --new" in err
        assert set(tmp_path.rglob("*")) == before


def test_what_stood_beside_the_earlier_database_is_set_aside_and_ends_its_tokens(semaforo_anew, tmp_path):
    (tmp_path / "semaforo.jwt-secret").write_text("s" * 32)
    (tmp_path / "semaforo.db-wal").write_text("pages")
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "semaforo-20261127T093000Z.db").touch()
    assert semaforo_anew("db", "upgrade", "--new")[:2] == (0, ["ok"])
    kept = {each.name.partition(".before-")[0]: each.read_bytes() for each in tmp_path.glob("*.before-*")}
    assert kept == {"semaforo.jwt-secret": b"s" * 32, "semaforo.db-wal": b"pages"}
    assert not (tmp_path / "semaforo.jwt-secret").exists()
    added(semaforo_anew, "ana", "--name", "Ana")
    assert semaforo_anew("db", "check")[0] == 0


def test_an_empty_file_becomes_a_database_where_that_is_asked_for(semaforo_anew, tmp_path):
    (tmp_path / "semaforo.db").touch()
    assert semaforo_anew("db", "upgrade", "--new")[:2] == (0, ["ok"])
    assert semaforo_anew("db", "check")[0] == 0


def test_a_new_one_is_refused_where_there_is_a_database(semaforo, ana, tmp_path):
    assert f"there is a database {tmp_path}/semaforo.db" in refused(semaforo, "db", "upgrade", "--new")
    assert len(semaforo("user", "list")[1]) == 1


def test_a_command_that_needs_what_is_there_begins_no_database(semaforo_anew, tmp_path):
    for command in (
        ("user", "list"), ("user", "set", "ana", "--name", "Ana"), ("token", "issue", "ana"),
        ("token", "revoke", "ana"), ("absence", "list", "ana"), ("job", "list"), ("ledger", "ana"),
        ("outbox", "list"), ("simulate",),
    ):  # fmt: skip
        assert f"there is no database {tmp_path}/semaforo.db" in refused(semaforo_anew, *command)
        assert list(tmp_path.iterdir()) == []


def test_a_command_that_begins_a_database_says_where_once(semaforo_anew, tmp_path, caplog):
    caplog.set_level(logging.INFO, "bot.app.wiring")
    for name in ("ana", "bea"):
        added(semaforo_anew, name, "--name", name)
    told = [each.getMessage() for each in caplog.records if each.name == "bot.app.wiring"]
    assert told == [f"the database {tmp_path}/semaforo.db is new"]


def test_a_command_that_upgrades_a_database_says_from_where_to_where(semaforo_anew, tmp_path, caplog):
    caplog.set_level(logging.INFO, "bot.app.wiring")
    file = tmp_path / "semaforo.db"
    schema = maintenance.schema_of(f"sqlite+aiosqlite:///{file}")
    schema.upgrade(lambda connection: upgrade(maintenance.configuration(connection), "0050"))
    for _ in range(2):
        assert semaforo_anew("user", "list")[0] == 0
    told = [each.getMessage() for each in caplog.records if each.name == "bot.app.wiring"]
    assert told == [f"the schema of {file} is at 0050: upgrading it to {maintenance.head()}"]


def test_of_a_newer_database_it_says_nothing_else(semaforo, ana, tmp_path, caplog):
    caplog.set_level(logging.INFO, "bot.app.wiring")
    with closing(connect(tmp_path / "semaforo.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert f"the schema of {tmp_path}/semaforo.db is at 9999; this program knows nothing" in refused(
        semaforo, "user", "list"
    )
    assert caplog.messages == []
