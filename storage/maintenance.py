"""Migrates and checks a database's schema; Alembic is imported only if there is something to migrate."""

import errno
import secrets
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from core.base.calendar_time import SystemClock
from storage.schema.revision import SchemaOutOfDate
from storage.sqlite import restoring
from storage.sqlite.connecting import URL_PREFIX, driver
from storage.sqlite.restoring import Restored
from storage.sqlite.schema import OWNER_ONLY, SqliteSchema, discard

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

    from storage.postgres.schema import PostgresSchema

MIGRATIONS = Path(__file__).parent / "schema" / "migrations"


class DatabaseMissing(Exception):
    """There is no database, and none is to be begun."""


def schema_of(url: str) -> "SqliteSchema | PostgresSchema":
    """The maintenance of a database by its URL. Raises `ValueError` for an invalid URL."""
    if url.startswith("postgresql"):
        from storage.postgres.schema import PostgresSchema  # noqa: PLC0415  loads libraries that only PostgreSQL needs

        return PostgresSchema(url)
    return SqliteSchema(url)


def require_url(url: str) -> None:
    """Raise `ValueError` for a URL that names no database."""
    schema_of(url)


@cache
def head() -> str:
    """The newest revision: migrations are named `rNNNN_what.py` after their revisions `NNNN`."""
    newest = max(path.stem for path in (MIGRATIONS / "versions").glob("r[0-9]*_*.py"))
    return newest.partition("_")[0].removeprefix("r")


def require_head(url: str) -> str:
    """The newest revision. Raises `SchemaOutOfDate` unless a database is at it. Blocks."""
    schema = schema_of(url)
    found, wanted = schema.revision(), head()
    if found != wanted:
        raise SchemaOutOfDate(schema.name, found, wanted)
    return wanted


def missing(schema: "SqliteSchema | PostgresSchema", traces: Sequence[Path]) -> str:
    """Say that there is no database, and what to do about it."""
    if not traces:
        return f"there is no database {schema.name}; `semaforo db upgrade` begins one"
    first = "it is an empty file" if str(traces[0].absolute()) == schema.name else f"{traces[0]} is there"
    return (
        f"there is no database {schema.name}, though there was one ({first}): put it back, or a backup by `semaforo db "
        "restore FILE`; if a new one is meant, `semaforo db upgrade --new` begins it"
    )


def upgrade(url: str, beside: Sequence[Path] = (), *, begins: bool = True) -> bool:
    """Migrate a database to the newest revision, creating the schema if there is none.

    Returns whether anything changed. Blocks; several processes may call it at once. Raises `ValueError` on an invalid
    URL, `SchemaOutOfDate` if the database is newer than this program, `OSError` if the file is not a database or the
    server cannot be reached; `DatabaseMissing` instead of beginning an empty database where one has left traces, or
    there is a file of `beside`, which the program makes only once it has a database, and everywhere unless it `begins`.
    """
    schema = schema_of(url)
    traces = traces_of(schema, beside)  # first: another process may be making the database and all of these now
    found, wanted = schema.revision(), head()
    if found == wanted:
        return False
    if found is None and (traces or not begins):
        raise DatabaseMissing(missing(schema, traces))
    if found is not None and found > wanted:
        raise SchemaOutOfDate(schema.name, found, wanted)
    from alembic import command  # noqa: PLC0415  see the module's docstring

    schema.upgrade(lambda connection: command.upgrade(configuration(connection), "head"))
    return True


def set_aside(url: str, beside: Sequence[Path] = ()) -> None:
    """Rename what a lost database left, and `beside`, to begin anew. Raises `FileExistsError` if one is there."""
    schema = schema_of(url)
    if schema.revision() is not None:
        raise FileExistsError(f"there is a database {schema.name}; nothing was begun")
    for each in traces_of(schema, beside):
        each.rename(each.with_name(f"{each.name}.before-{SystemClock().now():%Y%m%d-%H%M%S}"))


def traces_of(schema: "SqliteSchema | PostgresSchema", beside: Sequence[Path]) -> list[Path]:
    return [*schema.traces(), *(each for each in beside if each.exists())]


def backup(url: str, target: Path) -> None:
    """Copy a database into a new file, as of one instant, while others use it. Blocks.

    Raises `OSError` if there is no database or the file cannot be created; an existing file is never overwritten.
    """
    schema_of(url).backup(target)


def restore(url: str, file: Path, beside: Sequence[Path] = ()) -> Restored:
    """Put a copy of a database into its place, upgraded and checked; what was there is renamed, with `beside`. Blocks.

    Raises `OSError` if the copy is none, is damaged, or anything uses the database; then nothing has changed.
    `SchemaOutOfDate` if the copy is newer than this program.
    """
    schema = schema_of(url)
    if not isinstance(schema, SqliteSchema):
        raise OSError(schema.how_to_restore(file))
    source = SqliteSchema(f"{URL_PREFIX}{file}")
    if source.revision() is None:
        raise FileNotFoundError(errno.ENOENT, "is not a database of Semáforo", str(file))
    now = SystemClock().now()
    draft = schema.path.with_name(f".{schema.path.name}.{secrets.token_hex(4)}")
    with restoring.unused(schema.path):
        try:
            draft.touch(mode=OWNER_ONLY, exist_ok=False)
            source.copy_to(draft)  # it is verified below, when it is what will be in place
            drafted = f"{URL_PREFIX}{draft}"
            upgrade(drafted)
            restored = restoring.prepare(draft, schema.path, now)
            if problems := check(drafted):
                raise OSError(f"{file}: {'; '.join(problems)}; nothing was restored")
            return replace(restored, kept=restoring.put_in_place(draft, schema.path, beside, now))
        except driver.Error as error:
            raise OSError(f"{file}: {error}; nothing was restored") from error
        finally:
            discard(draft)


def rehearse_restore(url: str, file: Path) -> int:
    """Restore a copy into a place where there is nothing, as `restore` does, and return its number of rows. Blocks.

    Raises what `restore` raises, and `OSError` if a row is missing then that the copy has.
    """
    restore(url, file)
    copied, restored = SqliteSchema(f"{URL_PREFIX}{file}").count_rows(), SqliteSchema(url).count_rows()
    kept = copied.keys() - restoring.ENDED_BY_RESTORE
    if missing := sorted(table for table in kept if restored[table] < copied[table]):
        raise OSError(f"{file}: rows of {', '.join(missing)} are missing once it is restored")
    return sum(copied.values())


def check(url: str, beside: Sequence[Path] = (), *, thorough: bool = True) -> list[str]:
    """The problems of a database, as sentences for its operator. Blocks.

    Unless `thorough`, and where another version has made it, what it has is not compared with what it should have.
    """
    schema = schema_of(url)
    try:
        found, wanted = schema.revision(), head()
        if found is None:
            return [missing(schema, traces_of(schema, beside))]
        if found != wanted:  # all else that differs is that version's
            return [str(SchemaOutOfDate(schema.name, found, wanted)), *schema.damage()]
        return schema.problems() if thorough else schema.damage()
    except OSError as error:
        return [str(error)]


def configuration(connection: "Connection") -> "Config":
    from alembic.config import Config  # noqa: PLC0415  see the module's docstring

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
