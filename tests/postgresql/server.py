"""The server of this run of the tests: whoever asks first has it started, whoever asks later finds it."""

import fcntl
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from tests.memory import in_memory

READY, FAILED, USERS, LOG, PASSWORD = "ready", "failed", "users", "log", "password"
"""Files of a server's folder."""

USER = "semaforo"
PATIENCE_SECONDS = 60.0
ROOT = Path(__file__).parents[2]


class CannotStart(Exception):
    """There is no PostgreSQL here, and why."""


class Server(NamedTuple):
    """A server that runs."""

    folder: Path
    port: int
    password: str

    def url(self, database: str) -> str:
        """A database by the socket, without a password."""
        return f"postgresql+asyncpg://{USER}@/{database}?host={self.folder}&port={self.port}"

    def loopback_url(self, database: str) -> str:
        """A database by TCP, with one."""
        return f"postgresql+asyncpg://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"


@contextmanager
def running(run: Path, name: str = "postgresql", kind: Sequence[str] = ()) -> Iterator[Server]:
    """A server of a run, which is known by a folder that all its processes share. Raises `CannotStart`.

    `kind` is what the guardian is told: a `durable` one, for who measures, keeps its promises, on a disk, as any does
    that people trust; one that is `copied` can have a replica, and is one where the folder of its primary follows.
    """
    with alone(run, name):
        users = joined(run, name) or begun(run, name, kind)
    with users:
        yield awaited(Path(users.name).parent)


@contextmanager
def alone(run: Path, name: str) -> Iterator[None]:
    """No other process of the run is in a section of this name meanwhile."""
    with (run / f"postgresql-{name}.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def joined(run: Path, name: str) -> "IO[bytes] | None":
    """The held lock of the server that is there; None where there is none, or it has just gone."""
    pointer = run / name
    try:
        users = Path(pointer.read_text()).joinpath(USERS).open("rb")
    except FileNotFoundError:
        return None
    fcntl.flock(users, fcntl.LOCK_SH)
    if Path(users.name).exists():
        return users
    users.close()
    return None


def begun(run: Path, name: str, kind: Sequence[str]) -> "IO[bytes]":
    """The held lock of a new server. The folder has a short name: a socket's path is at most 107 bytes long."""
    folder = Path(tempfile.mkdtemp(prefix="semaforo-pg-", dir=None if "durable" in kind else in_memory()))
    folder.joinpath(USERS).touch()
    users = folder.joinpath(USERS).open("rb")
    fcntl.flock(users, fcntl.LOCK_SH)
    command = [sys.executable, "-m", "tests.postgresql.guardian", str(folder), *kind]
    said = (os.POSIX_SPAWN_OPEN, 2, str(folder / LOG), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    os.posix_spawn(command[0], command, environment, file_actions=[said], setsid=True)
    (run / name).write_text(str(folder))
    return users


def awaited(folder: Path) -> Server:
    """The server of a folder, once it takes connections."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (folder / READY).exists():
        if (folder / FAILED).exists():
            raise CannotStart((folder / FAILED).read_text())
        if time.monotonic() > deadline:
            raise CannotStart(f"it was not ready within {PATIENCE_SECONDS:.0f} s: {(folder / LOG).read_text()}")
        time.sleep(0.01)
    return Server(folder, int((folder / READY).read_text()), (folder / PASSWORD).read_text())
