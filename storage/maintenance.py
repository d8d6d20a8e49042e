"""Migrates and checks the schema of a database.

Alembic is imported only if there is something to migrate, so that the program starts fast.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from storage.sqlite.schema import SqliteSchema

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

    from storage.postgres.schema import PostgresSchema

MIGRATIONS = Path(__file__).parent / "schema" / "migrations"


class SchemaOutOfDate(Exception):
    """The database is at another version than this program. `upgrade` migrates an older one."""

    def __init__(self, name: str, found: str | None, wanted: str) -> None:
        newer = found is not None and found > wanted
        takes = f"knows nothing after {wanted}" if newer else f"needs {wanted}, which `semaforo db upgrade` makes of it"
        super().__init__(f"the schema of {name} is at {found or 'nothing'}; this program {takes}")
        self.found = found
        self.wanted = wanted


def schema_of(url: str) -> "SqliteSchema | PostgresSchema":
    """Raises `ValueError` on an invalid URL."""
    if url.startswith("postgresql"):
        from storage.postgres.schema import PostgresSchema  # noqa: PLC0415  loads libraries that only PostgreSQL needs

        return PostgresSchema(url)
    return SqliteSchema(url)


def head() -> str:
    """The newest revision: migrations are named `rNNNN_what.py` after their revisions `NNNN`."""
    newest = max(path.stem for path in (MIGRATIONS / "versions").glob("r[0-9]*_*.py"))
    return newest.partition("_")[0].removeprefix("r")


def require_head(url: str) -> None:
    """Raise `SchemaOutOfDate` unless a database is at the newest revision. Blocks."""
    schema = schema_of(url)
    found, wanted = schema.revision(), head()
    if found != wanted:
        raise SchemaOutOfDate(schema.name, found, wanted)


def upgrade(url: str) -> bool:
    """Migrate a database to the newest revision, creating the schema if there is none.

    Returns whether anything changed. Blocks; several processes may call it at once. Raises `ValueError` on an invalid
    URL, `SchemaOutOfDate` if the database is newer than this program, `OSError` if the file is no database or the
    server cannot be reached.
    """
    schema = schema_of(url)
    found, wanted = schema.revision(), head()
    if found == wanted:
        return False
    if found is not None and found > wanted:
        raise SchemaOutOfDate(schema.name, found, wanted)
    from alembic import command  # noqa: PLC0415  see the module's docstring

    schema.upgrade(lambda connection: command.upgrade(configuration(connection), "head"))
    return True


def backup(url: str, target: Path) -> None:
    """Copy a database into a new file, as of one instant, while others use it. Blocks.

    Raises `OSError` if there is no database or the file cannot be created; an existing file is never overwritten.
    """
    schema_of(url).backup(target)


def check(url: str) -> list[str]:
    """The problems of a database, as sentences for its operator. Blocks."""
    schema = schema_of(url)
    try:
        found, wanted = schema.revision(), head()
        if found is None:
            return [f"there is no schema in {schema.name}; `semaforo db upgrade` makes one"]
        return [*([] if found == wanted else [str(SchemaOutOfDate(schema.name, found, wanted))]), *schema.problems()]
    except OSError as error:
        return [str(error)]


def configuration(connection: "Connection") -> "Config":
    from alembic.config import Config  # noqa: PLC0415  see the module's docstring

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
