"""The schema of a database: brought up to date, and checked.

Alembic is imported only when there is something to do: the program must be ready at once.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy

from storage import sqlite
from storage.sqlite import SAFE_WAL, connect, path_of

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

OWNER_ONLY = 0o600
MIGRATIONS = Path(__file__).parent / "migrations"


class SchemaOutOfDate(Exception):
    """The database is of another version than this program. `upgrade` brings an older one up to date."""

    def __init__(self, found: str | None, wanted: str) -> None:
        super().__init__(f"the database's schema is at {found or 'nothing'}, this program needs {wanted}")
        self.found = found
        self.wanted = wanted


def head() -> str:
    """The newest revision: migrations are named `rNNNN_what.py` after their revisions `NNNN`."""
    newest = max(path.stem for path in (MIGRATIONS / "versions").glob("r[0-9]*_*.py"))
    return newest.partition("_")[0].removeprefix("r")


def revision(path: Path) -> str | None:
    """The revision a database is at; None where it is empty or not there. Raises `OSError` on a file that is none."""
    if not path.exists():
        return None
    try:
        with closing(connect(path)) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchall():
                return None
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite.driver.Error as error:
        raise OSError(f"cannot read the database {path}: {error}") from error
    return str(rows[0][0]) if rows else None


def require_head(path: Path) -> None:
    """Raise `SchemaOutOfDate` unless a database is at the newest revision."""
    found, wanted = revision(path), head()
    if found != wanted:
        raise SchemaOutOfDate(found, wanted)


def upgrade(url: str) -> bool:
    """Bring a database up to date, making it where there is none; whether there was anything to do.

    Blocks; several processes may call it at once. Raises `ValueError` on a URL that is none, `SchemaOutOfDate` on a
    database that is newer than this program, `OSError` on a file that is none.
    """
    path = path_of(url)
    found, wanted = revision(path), head()
    if found == wanted:
        return False
    if found is not None and found > wanted:
        raise SchemaOutOfDate(found, wanted)
    from alembic import command  # noqa: PLC0415  see the module's docstring

    with transaction(path) as connection:
        command.upgrade(configuration(connection), "head")
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise RuntimeError(f"a migration left references to nothing: {broken}")
    return True


def backup(url: str, target: Path) -> None:
    """Copy a database into a new file as it stands at one instant, whoever uses it meanwhile. Blocks.

    Raises `OSError` where there is no database or the file cannot be made: an existing one is never overwritten.
    """
    path = path_of(url)
    if not path.exists():
        raise FileNotFoundError(f"there is no database {path}")
    target.touch(mode=OWNER_ONLY, exist_ok=False)
    with closing(connect(path)) as source, closing(connect(target)) as copy:
        source.backup(copy)


def check(url: str) -> list[str]:
    """What is wrong with a database, in sentences for its operator; nothing where all is well. Blocks."""
    path = path_of(url)
    try:
        found, wanted = revision(path), head()
        if found is None:
            return [f"there is no schema in {path}"]
        problems = [] if found == wanted else [str(SchemaOutOfDate(found, wanted))]
        if sqlite.driver.sqlite_version_info < SAFE_WAL:
            problems.append(f"SQLite {sqlite.driver.sqlite_version} can corrupt a WAL database")
        return problems + damage(path) + [f"schema: {difference}" for difference in differences(path)]
    except (OSError, sqlite.driver.Error) as error:
        return [f"integrity: {error}"]


def damage(path: Path) -> list[str]:
    """What SQLite itself finds wrong with a file."""
    with closing(connect(path)) as connection:
        lines = [row[0] for row in connection.execute("PRAGMA integrity_check").fetchall()]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    unreferenced = [f"row {row} of {table} refers to nothing in {parent}" for table, row, parent, _ in orphans]
    return [f"integrity: {line}" for line in lines if line != "ok"] + unreferenced


def differences(path: Path) -> list[Any]:
    """What Alembic would change to make a database equal the tables of this program."""
    from alembic.autogenerate import compare_metadata  # noqa: PLC0415  see the module's docstring
    from alembic.migration import MigrationContext  # noqa: PLC0415

    from storage.tables import metadata  # noqa: PLC0415

    with transaction(path) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, metadata))


@contextmanager
def transaction(path: Path) -> "Iterator[Connection]":
    """A transaction on a database for Alembic, alone from its first statement, references unchecked until its end."""
    engine = sqlalchemy.create_engine(
        "sqlite://",
        creator=lambda: connect(path, foreign_keys=False),
        module=sqlite.driver,
        poolclass=sqlalchemy.NullPool,
    )
    sqlalchemy.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        yield connection


def configuration(connection: "Connection") -> "Config":
    """Alembic's configuration without a file."""
    from alembic.config import Config  # noqa: PLC0415  see the module's docstring

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
