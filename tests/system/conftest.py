"""The command line in a folder of its own; what the bot's process calls is held against the Bot API, as everywhere."""

import os
import shutil
import signal

import pytest

from bot import cli
from bot.app.demo_data import PEOPLE
from bot.sandbox import Sandbox
from tests.bot_api import every_call_is_valid
from tests.system.imported import SLOW
from tests.system.process import TOKEN, over
from tests.system.typed import added

__all__ = ["every_call_is_valid"]


@pytest.fixture(scope="session", autouse=True)
def on_a_terminal():
    """Have started processes end with their terminal, though the tests themselves were started so as to outlive it."""
    usual = signal.getsignal(signal.SIGHUP)
    if usual is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, usual)


@pytest.fixture
def slow_ones(tmp_path, monkeypatch):
    """Return a function that lists the slow libraries that an ended process has imported."""
    monkeypatch.setenv("IMPORTED", str(tmp_path))

    def found(pid: int) -> set[str]:
        return SLOW.intersection((tmp_path / str(pid)).read_text(encoding="utf-8").split())

    return found


@pytest.fixture
def settings(empty_database, tmp_path):
    """Of a service with a database of its own and its API on any port."""
    return over(shutil.copy(empty_database, tmp_path / "team.db"))


@pytest.fixture
async def sandbox():
    """A stand-in of Telegram with the demo's people."""
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE) as sandbox:
        yield sandbox


@pytest.fixture
def semaforo(semaforo_anew, empty_database, tmp_path):
    """The same where there has been a command before: there is a database."""
    shutil.copy(empty_database, tmp_path / "semaforo.db")
    return semaforo_anew


@pytest.fixture(scope="session")
def with_ana():
    """The file of a database that has a person, and the person, once somebody has added her."""
    return []


@pytest.fixture
def ana(semaforo, with_ana, tmp_path):
    """A person of the folder's database, as she is printed."""
    file = tmp_path / "semaforo.db"
    if not with_ana:
        ana = added(semaforo, "ana", "--name", "Ana")
        with_ana.extend((file.read_bytes(), ana))
    content, ana = with_ana
    file.write_bytes(content)
    return dict(ana)


@pytest.fixture
def semaforo_anew(tmp_path, monkeypatch, capsys):
    """Run a command in a folder of its own: (exit code, output lines, errors). What it makes is its owner's alone."""
    for variable in [name for name in os.environ if name.startswith("SEMAFORO_")]:
        monkeypatch.delenv(variable)
    monkeypatch.chdir(tmp_path)

    def run(*argv):
        code = cli.main(list(argv))
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run
