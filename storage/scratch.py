"""A copy of a database for somebody to try something on, thrown away with what they tried.

It is a SQLite file whatever the database is: a server's rows are copied into one, table by table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import sqlalchemy as sa

from storage import schema
from storage.column_types import Json
from storage.sqlite import URL_PREFIX
from storage.sqlite_schema import SqliteSchema
from storage.tables import metadata

ROWS_AT_ONCE = 1000


@contextmanager
def scratch_copy(url: str) -> Iterator[str]:
    """The URL of a copy as of one instant, whoever uses the database meanwhile; gone with the context. Blocks.

    Raises `ValueError` on a URL that is none, `OSError` where there is no database, or no room for another,
    `SchemaOutOfDate` on a server's database that is of another version than this program.
    """
    with TemporaryDirectory(prefix="semaforo-") as folder:
        file = Path(folder) / "scratch.db"
        copy = f"{URL_PREFIX}{file}"
        if url.startswith("postgresql"):
            copy_rows(url, copy)
        else:
            schema.backup(url, file)
        yield copy


def copy_rows(url: str, copy: str) -> None:
    """Make a SQLite file that holds what a server's database does."""
    schema.require_head(url)
    schema.upgrade(copy)
    target = SqliteSchema(copy)
    schema.schema_of(url).transaction(lambda source: target.transaction(lambda made: copied(source, made)))


def copied(source: sa.Connection, made: sa.Connection) -> None:
    """Every row of every table, as of one instant, in place of what a new database has."""
    source.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    for table in metadata.sorted_tables:
        made.execute(sa.delete(table))
        columns = [column for column in table.columns if column.computed is None]
        for rows in source.execute(sa.select(*columns)).mappings().partitions(ROWS_AT_ONCE):
            made.execute(sa.insert(table), [as_written(table, row) for row in rows])


def as_written(table: sa.Table, row: sa.RowMapping) -> dict[str, Any]:
    """A row as it is inserted: a document comes as text and goes as what it says."""
    documents = [column.key for column in table.columns if isinstance(column.type, Json)]
    return {**row, **{key: msgspec.json.decode(row[key]) for key in documents if row[key] is not None}}
