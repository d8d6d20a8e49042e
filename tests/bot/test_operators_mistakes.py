"""Files and settings that cannot be used: the operator reads a sentence, never a stack."""

import os

import pytest

from bot import cli


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """Run a command that is refused, in a folder of its own: what it says."""
    for variable in [name for name in os.environ if name.startswith("SEMAFORO_")]:
        monkeypatch.delenv(variable)
    monkeypatch.chdir(tmp_path)

    def run(*argv):
        capsys.readouterr()
        assert cli.main(list(argv)) == 1
        return capsys.readouterr().err

    return run


def test_a_spreadsheet_saved_in_another_encoding(refused, tmp_path):
    (tmp_path / "people.csv").write_bytes("username,name\nana,Ana Nuñez\n".encode("latin-1"))
    assert refused("user", "import", "people.csv").startswith("semaforo: people.csv: is no CSV in UTF-8: ")


@pytest.mark.parametrize("command", [["db", "upgrade"], ["db", "check"], ["user", "list"]], ids=" ".join)
def test_a_database_in_a_folder_that_is_not_there(refused, monkeypatch, command):
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", "sqlite+aiosqlite:////nowhere/at/all.db")
    said = "semaforo: database.url (SEMAFORO_DATABASE_URL): the directory of the database does not exist: "
    assert refused(*command).startswith(said)


@pytest.mark.parametrize(
    "content", [b"", b"short", b"\xff" * 64, b"\0" * 64], ids=["empty", "short", "no text", "zeros"]
)
def test_a_secret_that_is_none(refused, tmp_path, content):
    assert cli.main(["user", "add", "ana", "--name", "Ana"]) == 0
    (tmp_path / "semaforo.jwt-secret").write_bytes(content)
    assert "semaforo.jwt-secret: holds no secret." in refused("token", "issue", "ana")
