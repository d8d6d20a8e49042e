"""The schema of a database: brought up to date, and checked.

Alembic is imported only when there is something to do: the program must be ready at once.
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
    """The database is of another version than this program. `upgrade` brings an older one up to date."""

    def __init__(self, name: str, found: str | None, wanted: str) -> None:
        newer = found is not None and found > wanted
        takes = f"knows nothing after {wanted}" if newer else f"needs {wanted}, which `semaforo db upgrade` makes of it"
        super().__init__(f"the schema of {name} is at {found or 'nothing'}; this program {takes}")
        self.found = found
        self.wanted = wanted


def schema_of(url: str) -> "SqliteSchema | PostgresSchema":
    """The schema of the database that a URL names. Raises `ValueError` on a URL that is none."""
    if url.startswith("postgresql"):
        from storage.postgres.schema import PostgresSchema  # noqa: PLC0415  its libraries are for who uses it

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
    """Bring a database up to date, making the schema where there is none; whether there was anything to do.

    Blocks; several processes may call it at once. Raises `ValueError` on a URL that is none, `SchemaOutOfDate` on a
    database that is newer than this program, `OSError` on a file that is none or a server that is not there.
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
    """Copy a database into a new file as it stands at one instant, whoever uses it meanwhile. Blocks.

    Raises `OSError` where there is no database or the file cannot be made: an existing one is never overwritten.
    """
    schema_of(url).backup(target)


def check(url: str) -> list[str]:
    """What is wrong with a database, in sentences for its operator; nothing where all is well. Blocks."""
    schema = schema_of(url)
    try:
        found, wanted = schema.revision(), head()
        if found is None:
            return [f"there is no schema in {schema.name}; `semaforo db upgrade` makes one"]
        return [*([] if found == wanted else [str(SchemaOutOfDate(schema.name, found, wanted))]), *schema.problems()]
    except OSError as error:
        return [str(error)]


def configuration(connection: "Connection") -> "Config":
    """Alembic's configuration without a file."""
    from alembic.config import Config  # noqa: PLC0415  see the module's docstring

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
