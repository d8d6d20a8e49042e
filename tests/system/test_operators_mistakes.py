"""Files and settings that cannot be used: the operator reads a sentence, never a stack."""

from contextlib import closing

import pytest

from storage.sqlite import connecting
from tests.system.typed import refused


def test_a_spreadsheet_saved_in_another_encoding(semaforo, tmp_path):
    (tmp_path / "people.csv").write_bytes("username,name\nana,Ana Nuñez\n".encode("latin-1"))
    assert refused(semaforo, "user", "import", "people.csv").startswith("semaforo: people.csv: is not CSV in UTF-8 ")


@pytest.mark.parametrize("command", [["db", "upgrade"], ["db", "check"], ["user", "list"], ["simulate"]], ids=" ".join)
def test_a_database_in_a_folder_that_is_not_there(semaforo, monkeypatch, command):
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", "sqlite+aiosqlite:////nowhere/at/all.db")
    said = "semaforo: database.url (SEMAFORO_DATABASE_URL): the directory of the database does not exist: "
    assert refused(semaforo, *command).startswith(said)


@pytest.mark.parametrize(
    "content", [b"", b"short", b"\xff" * 64, b"\0" * 64], ids=["empty", "short", "no text", "zeros"]
)
def test_a_secret_that_is_none(semaforo, ana, tmp_path, content):
    (tmp_path / "semaforo.jwt-secret").write_bytes(content)
    assert "semaforo.jwt-secret: holds no secret." in refused(semaforo, "token", "issue", "ana")


@pytest.mark.parametrize(
    "command",
    [
        ["user", "list", "--config", "none"],
        ["run", "--workers", "2", "--config", "none"],
        ["user", "import", "none"],
    ],
    ids=["list", "workers", "people"],
)
def test_a_file_that_is_not_there(semaforo, command):
    assert refused(semaforo, *command) == "semaforo: none: No such file or directory\n"


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (["db", "upgrade"], "semaforo: cannot open the database semaforo.db: database is locked\n"),
        (
            ["user", "add", "ana", "--name", "Ana"],
            "semaforo: the database cannot be used right now: database is locked\n",
        ),
    ],
    ids=["first opened", "in use"],
)
def test_a_database_that_another_program_holds(semaforo, monkeypatch, before, said):
    assert semaforo(*before)[0] == 0
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(connecting.set_journal_mode, "__defaults__", (0.05,))
    with closing(connecting.connect("semaforo.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refused(semaforo, "user", "add", "ana", "--name", "Ana").endswith(said)


def test_a_folder_in_which_nothing_can_be_made(semaforo, monkeypatch):
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", "sqlite+aiosqlite:////proc/semaforo.db")
    said = "semaforo: /proc/semaforo.db: No such file or directory\n"
    assert refused(semaforo, "user", "add", "ana", "--name", "Ana") == said
