"""The schema of a SQLite file: its revision, a transaction for Alembic, a copy of it, what is wrong with it."""

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from storage.derived import differing
from storage.schema.comparing import Definitions, differences
from storage.schema.journal import JOURNALED
from storage.schema.metadata import metadata
from storage.schema.migrations import journal, search_index
from storage.sqlite.connecting import SAFE_WAL, connect, driver, means_unavailable, path_of

T = TypeVar("T")

OWNER_ONLY = 0o600
JOURNALS = ("-journal", "-wal", "-shm")
"""The endings that SQLite appends to the name of a database for the files beside it."""

UPGRADE_SECONDS = 3600.0
"""The longest wait for another process's upgrade: several start at once, and one that gave up would end them all."""


class SqliteSchema:
    """The schema of one file. Raises `ValueError` on an invalid URL, `OSError` if the file is not a database."""

    def __init__(self, url: str) -> None:
        self.path = path_of(url)
        self.name = str(self.path.absolute())

    def traces(self) -> list[Path]:
        """Files that a lost database leaves: its journals, or itself without a byte."""
        beside = [self.path.with_name(f"{self.path.name}{suffix}") for suffix in JOURNALS]
        emptied = self.path.exists() and not self.path.stat().st_size
        return [*([self.path] if emptied else []), *(each for each in beside if each.exists())]

    def revision(self) -> str | None:
        """The revision of the schema; None if the file is empty or missing."""
        if not self.path.exists():
            return None
        try:
            with closing(connect(self.path)) as connection:
                return revision_of(connection)
        except driver.Error as error:
            raise OSError(f"cannot read the database {self.path}: {error}") from error

    def transaction(
        self, work: Callable[[sa.Connection], T], draft: Path | None = None, begin: str = "BEGIN IMMEDIATE"
    ) -> T:
        """Run alone from the first statement on, with references unchecked meanwhile; in a draft of the file if any."""
        engine = sa.create_engine(
            "sqlite://",
            creator=lambda: connect(draft or self.path, foreign_keys=False, patience=UPGRADE_SECONDS),
            module=driver,
            poolclass=sa.NullPool,
        )
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        try:
            with engine.begin() as connection:
                return work(connection)
        except sa.exc.DBAPIError as error:
            if error.orig is None or not means_unavailable(error.orig):
                raise
            raise OSError(f"cannot change the database {self.path}: {error.orig}") from error

    def upgrade(self, work: Callable[[sa.Connection], None]) -> None:
        """Run migrations; all are undone if one leaves a broken reference. A new file appears with its schema."""

        def checked(connection: sa.Connection) -> None:
            work(connection)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise RuntimeError(f"a migration left references to nothing: {broken}")

        if self.path.exists():
            self.transaction(checked)
            return
        with suppress(FileExistsError), appearing(self.path) as draft:  # another process may have been faster
            self.transaction(checked, draft)

    def backup(self, target: Path) -> None:
        """Copy the file as of one instant. The target is there once its copy is verified, or not at all."""
        if not self.path.exists():
            raise FileNotFoundError(f"there is no database {self.name}")
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        try:
            with appearing(target) as draft:
                self.copy_to(draft)
                with closing(connect(draft)) as copy:
                    wrong = [row[0] for row in copy.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
                if wrong:
                    raise OSError(f"the database {self.path} is damaged, nothing was kept: {wrong[0]}")
        except driver.Error as error:
            raise OSError(f"cannot copy the database {self.path} to {target}: {error}") from error

    def copy_to(self, target: Path) -> None:
        """Copy the file as of one instant over an empty one. Verifies nothing; raises the driver's errors."""
        with closing(connect(self.path)) as source, closing(connect(target)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file

    def count_rows(self) -> dict[str, int]:
        """The number of rows in each table."""
        with closing(connect(self.path)) as connection:
            return {
                name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608 a name of our own
                for name in metadata.tables
            }

    def damage(self) -> list[str]:
        """Return the faults that reading the file once shows, without comparing its rows and schema with anything."""
        try:
            with closing(connect(self.path)) as connection:
                lines = [row[0] for row in connection.execute("PRAGMA quick_check(1)").fetchall()]
        except driver.Error as error:
            raise OSError(f"integrity: {error}") from error
        return [f"integrity: {line}" for line in lines if line != "ok"]

    def problems(self) -> list[str]:
        """Return the faults of the file, the SQLite version and the schema, as sentences."""
        try:
            with closing(connect(self.path)) as connection:
                lines = [row[0] for row in connection.execute("PRAGMA integrity_check").fetchall()]
                orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
                found = definitions(connection)
        except driver.Error as error:
            raise OSError(f"integrity: {error}") from error
        problems = [
            *([f"SQLite {driver.sqlite_version} can corrupt a WAL database"] if is_risky() else []),
            *(f"integrity: {line}" for line in lines if line != "ok"),
            *(f"row {row} of {table} refers to nothing in {parent}" for table, row, parent, _ in orphans),
            *(f"schema: {difference}" for difference in differences(found, wanted_definitions())),
        ]
        return problems or self.transaction(differing, begin="BEGIN")


def revision_of(connection: Any) -> str | None:
    """The revision of the schema; None if there is none."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchall():
        return None
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return str(rows[0][0]) if rows else None


def is_risky() -> bool:
    """Return whether this SQLite can corrupt a WAL database."""
    return bool(driver.sqlite_version_info < SAFE_WAL)


@contextmanager
def appearing(target: Path) -> Iterator[Path]:
    """An empty file to fill, which becomes the target at the end, or is gone if this raises.

    Raises `FileExistsError` if the target is there by then, `OSError` if it cannot be made.
    """
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        draft.touch(mode=OWNER_ONLY, exist_ok=False)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from error
    try:
        yield draft
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        target.hardlink_to(draft)  # unlike a rename, it replaces nothing
    finally:
        discard(draft)


def discard(draft: Path) -> None:
    for suffix in ("", *JOURNALS):
        Path(f"{draft}{suffix}").unlink(missing_ok=True)


def definitions(connection: Any) -> Definitions:
    """Every table and index by name, with its SQL in normalised white space."""
    named = (
        "SELECT tbl_name, type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT IN (?, ?)"
    )
    rows = connection.execute(named, ("alembic_version", "sqlite_sequence")).fetchall()
    return {(table, name): " ".join(text.split()) for table, name, text in rows}


@cache
def wanted_definitions() -> Definitions:
    """The definitions of this program's tables."""
    with closing(driver.connect(":memory:", isolation_level=None)) as made:
        engine = sa.create_engine("sqlite://", creator=lambda: made, module=driver, poolclass=sa.StaticPool)
        metadata.create_all(engine)
        followed = (statement for journaled in JOURNALED for statement in journal.on_sqlite(journaled))
        for statement in (*search_index.on_sqlite(), *followed):
            made.execute(statement)
        return definitions(made)
