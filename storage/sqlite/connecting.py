"""The SQLite that is used, and how its connections are set up.

SQLite before 3.51.3 can corrupt a WAL database when two checkpoints meet, so the driver that brings a fixed one along
is preferred, and a vulnerable one never gets WAL (docs/decisions/0003).
"""

import logging
import os
import sqlite3
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from storage.schema.revision import SchemaChanged

driver: Any
try:
    from pysqlite3 import dbapi2

    driver = dbapi2
except ImportError:
    driver = sqlite3

locks: ModuleType | None
"""The locks of files, on systems that have them."""
try:
    import fcntl

    locks = fcntl
except ImportError:
    locks = None

log = logging.getLogger(__name__)

URL_PREFIX = "sqlite+aiosqlite:///"
SAFE_WAL = (3, 51, 3)
BUSY_SECONDS = 10.0
"""The longest that a statement waits for another process's transaction."""

RETRY_SECONDS = 0.01

SYNCHRONOUS = ("FULL", "NORMAL")
WRITER_CACHE_KIB, WAL_LIMIT_BYTES = 4096, 64 * 2**20
MAPPED_BYTES = 2**30
"""The most of the file that is memory-mapped: this saves a third of a seek, and counts as memory once it is read."""


def path_of(url: str) -> Path:
    """The file of a URL. Raises `ValueError` unless it is `sqlite+aiosqlite:///relative` or `////absolute`.

    The message does not repeat the URL: one for another engine may contain a password.
    """
    name = url.removeprefix(URL_PREFIX)
    if name in {url, "", ":memory:"} or "?" in name:
        forms = f"{URL_PREFIX}relative.db, {URL_PREFIX}/absolute.db or postgresql+asyncpg://user:password@host/database"
        raise ValueError(f"not a database URL of the form {forms}")
    path = Path(name)
    if not path.parent.is_dir():
        raise ValueError(f"the directory of the database does not exist: {path.parent}")
    return path


def connect(path: Path, *, foreign_keys: bool = True, patience: float | None = None) -> Any:
    """A driver connection in autocommit mode: transactions are explicit. `patience` is in seconds."""
    connection = driver.connect(
        path, timeout=BUSY_SECONDS if patience is None else patience, isolation_level=None, cached_statements=256
    )
    connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
    return connection


def prepare_reader(connection: Any, mapped_bytes: int = MAPPED_BYTES) -> None:
    """Make the connection read-only. Nothing here needs the schema: a reader that is never used never parses it."""
    connection.execute("PRAGMA query_only = ON")
    connection.execute(f"PRAGMA mmap_size = {mapped_bytes}")


def prepare_writer(connection: Any, synchronous: str) -> None:
    """Set up the only connection that writes, which decides the journal mode of the file."""
    if synchronous not in SYNCHRONOUS:
        raise ValueError(f"synchronous is one of {', '.join(SYNCHRONOUS)}: {synchronous!r}")
    set_journal_mode(connection, journal_mode(driver.sqlite_version_info))
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute(f"PRAGMA journal_size_limit = {WAL_LIMIT_BYTES}")
    connection.execute(f"PRAGMA cache_size = -{WRITER_CACHE_KIB}")
    connection.execute("SELECT 1 FROM sqlite_schema").fetchone()  # only once it is read does a new log count as in use


def set_journal_mode(connection: Any, mode: str, patience: float = BUSY_SECONDS) -> None:
    """Wait for other processes that set it too on a new file, for which SQLite itself does not wait."""
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {mode}")
        except driver.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return


def journal_mode(version: tuple[int, ...]) -> str:
    """WAL if it is safe; else a slower mode, with a warning."""
    if version >= SAFE_WAL:
        return "WAL"
    log.warning(
        "SQLite %s can corrupt a WAL database: running in the slower TRUNCATE mode. Install pysqlite3 or SQLite %s.",
        ".".join(map(str, version)),
        ".".join(map(str, SAFE_WAL)),
    )
    return "TRUNCATE"


LEAST_FREE_BYTES = 2**20
"""The room on its disk below which a database takes no write. On a full disk small writes would find room now and then,
in what the write-ahead log had before, and others not."""


class DiskFull(Exception):
    """There is no room on the disk of the database."""


class FileChanged(Exception):
    """The file was removed, replaced or truncated while it was open, or its write-ahead log removed."""


class DatabaseFile:
    """A file as it was when opened. SQLite itself would keep writing to one that was removed, without an error."""

    def __init__(self, path: Path) -> None:
        """Note the file as it is now. Raises `OSError` if there is none."""
        self.path = path
        self._opened = path.stat()
        self._log_path = f"{path}-wal"
        self._log: int | None = None

    def require_unchanged(self) -> None:
        """Raise `FileChanged` if the path no longer names the opened file, or the file is shorter than then.

        Also if the write-ahead log is another file than before: SQLite would go on in one that ends with the next kill.
        Where there is one, it stays while anybody has the database open.

        The header is not read: closing another descriptor of the file would release SQLite's locks on it.
        """
        try:
            now = os.stat(self.path)  # noqa: PTH116  `Path.stat` takes twice the time
        except OSError as error:
            raise FileChanged(f"the database {self.path} cannot be found any more: {error.strerror}") from error
        if now.st_ino != self._opened.st_ino or now.st_dev != self._opened.st_dev:
            raise FileChanged(f"the database {self.path} was replaced by another file while it was open")
        if now.st_size < self._opened.st_size:
            raise FileChanged(f"the database {self.path} was truncated while it was open")
        number = number_of(self._log_path)
        if self._log is None:
            self._log = number
        elif number != self._log:
            raise FileChanged(f"the write-ahead log of {self.path} was removed while it was open: stop without a kill")

    def require_room(self) -> None:
        """Raise `DiskFull` unless there is room on the disk. Some file systems do not say how large they are."""
        disk = os.statvfs(self.path)
        free = disk.f_bavail * disk.f_frsize
        if free < LEAST_FREE_BYTES and disk.f_blocks:
            told = f"{free // 1024} KiB are free where {self.path} is, {LEAST_FREE_BYTES // 1024} KiB are needed"
            raise DiskFull(f"database or disk is full: {told}")


def number_of(path: str) -> int | None:
    """The inode number of a file; None if there is no file."""
    try:
        return os.stat(path).st_ino  # noqa: PTH116  `Path.stat` takes twice the time
    except FileNotFoundError:
        return None


def means_unavailable(error: BaseException) -> bool:
    """Return whether an error is the database's state (busy, full, broken, gone), not a mistake in a statement."""
    return isinstance(error, DiskFull | FileChanged | SchemaChanged) or code_of(error) in UNAVAILABLE


def means_read_only(error: BaseException | None) -> bool:
    """Return whether an error says that the file or the connection takes no writes."""
    return code_of(error) == sqlite3.SQLITE_READONLY


def code_of(error: BaseException | None) -> int:
    """SQLite's code of an error, without what details it; 0 of an error that is not SQLite's."""
    code: int = getattr(error, "sqlite_errorcode", 0) if isinstance(error, driver.DatabaseError) else 0
    return code & 0xFF


UNAVAILABLE = frozenset(
    getattr(sqlite3, f"SQLITE_{name}")
    for name in (
        "BUSY",
        "LOCKED",
        "NOMEM",
        "INTERRUPT",
        "IOERR",
        "CORRUPT",
        "FULL",
        "CANTOPEN",
        "PROTOCOL",
        "NOTADB",
        "READONLY",
    )
)
