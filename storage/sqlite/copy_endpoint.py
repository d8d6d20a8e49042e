"""Reads and writes the tables of a SQLite file for a copy."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Table
from sqlalchemy.dialects import sqlite as sqlite_dialect

from storage.sql.column_types import Instant, decoder
from storage.sql.copy_endpoint import CHUNK_ROWS, Rows, chosen, id_of, stored
from storage.sqlite.connecting import connect, driver, path_of
from storage.sqlite.indexing import index_pending

Convert = Callable[[Any], Any]

DIALECT = sqlite_dialect.dialect()


@asynccontextmanager
async def sqlite_endpoint(url: str, *, writes: bool) -> AsyncIterator["SqliteEndpoint"]:
    """A file in a transaction, committed at the end unless something was raised; references are checked then."""
    path = path_of(url)
    with closing(connect(path, foreign_keys=False)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            yield SqliteEndpoint(connection)
            if writes:
                index_pending(connection.execute)
            if writes and connection.execute("PRAGMA foreign_key_check").fetchall():
                raise OSError("the source has rows that refer to nothing")
            connection.execute("COMMIT")
        except driver.Error as error:
            raise OSError(f"{path}: {error}") from error


class SqliteEndpoint:
    """A SQLite file for a copy. It blocks the event loop, on which nothing else waits."""

    def __init__(self, connection: Any) -> None:
        self._execute = connection.execute
        self._execute_many = connection.executemany
        self._suspended: list[str] = []

    async def count(self, table: Table) -> int:
        return self._number(f"SELECT count(*) FROM {table.name}")  # noqa: S608  a name of our own

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        statement = sa.select(table).order_by(*table.primary_key.columns)
        cursor = self._execute(str(statement.compile(dialect=DIALECT)))
        decoders = [None if isinstance(column.type, sa.Enum) else decoder(column.type, DIALECT) for column in table.c]
        while found := cursor.fetchmany(CHUNK_ROWS):
            yield converted(found, decoders)

    async def suspend_journal(self) -> None:
        found = self._execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'journal_%'")
        for name, text in found.fetchall():
            self._execute(f"DROP TRIGGER {name}")
            self._suspended.append(text)

    async def resume_journal(self) -> None:
        while self._suspended:
            self._execute(self._suspended.pop())

    async def clear(self, table: Table) -> None:
        self._execute(f"DELETE FROM {table.name}")  # noqa: S608  a name of our own

    async def write(self, table: Table, chunks: AsyncIterator[Rows]) -> None:
        columns = stored(table)
        statement = str(sa.insert(table).compile(dialect=DIALECT, column_keys=[each.name for each in columns.values()]))
        encoders = [encoder(column.type) for column in columns.values()]
        async for rows in chunks:
            self._execute_many(statement, converted(chosen(rows, [*columns]), encoders))

    async def last_id(self, table: Table) -> int:
        given = self._number(f"SELECT max(seq) FROM sqlite_sequence WHERE name = '{table.name}'")  # noqa: S608 as above
        return max(given, self._number(f"SELECT max({id_of(table)}) FROM {table.name}"))  # noqa: S608  as above

    async def continue_after(self, table: Table, last_id: int) -> None:
        """Set the last id of a table with AUTOINCREMENT; the others follow their last row."""
        if table.dialect_options["sqlite"]["autoincrement"] and last_id:
            self._execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
            self._execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, last_id))

    def _number(self, statement: str) -> int:
        ((number,),) = self._execute(statement).fetchall()
        return number or 0


def encoder(kind: sa.types.TypeEngine[Any]) -> Convert | None:
    """Converts a Python value to the text that is stored; None for types that are not stored as formatted text."""
    if not isinstance(kind, Instant | sa.Date | sa.Time):
        return None
    convert: Convert | None = kind.dialect_impl(DIALECT).bind_processor(DIALECT)
    return convert


def converted(rows: Sequence[Sequence[Any]], converters: Sequence[Convert | None]) -> Rows:
    columns = [
        values if convert is None else [None if value is None else convert(value) for value in values]
        for values, convert in zip(zip(*rows, strict=True), converters, strict=True)
    ]
    return list(zip(*columns, strict=True))
