"""Runs statements on SQLite's driver: at once, on the thread that owns the connection.

The rows of a list come as one value, a JSON array that msgspec decodes: half the time of fetching row by row
(docs/decisions/0010).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import starmap
from types import GenericAlias
from typing import Any, TypeVar

import msgspec
from sqlalchemy import LargeBinary, SelectBase
from sqlalchemy.engine import Dialect

from core.base.paging import PieceRows, PieceTooLong
from core.base.rows import RowForm, Rows
from storage.sql.column_types import Ids, python_type
from storage.sql.executor import PIECE_ROWS, DatabaseConnection, IndexBehind
from storage.sql.statements import Change, CompiledQuery, CompiledStatements, Query, bytes_of_texts, named
from storage.sqlite.connecting import driver, means_read_only
from storage.sqlite.dialect import sqlite_dialect
from storage.sqlite.indexing import index_pending

T = TypeVar("T")


class GatheredQuery(CompiledQuery[T]):
    """A query that returns all rows as one value, if it can."""

    def __init__(self, query: Query[T], dialect: Dialect) -> None:
        super().__init__(query, dialect)
        selectable = isinstance(query.statement, SelectBase)
        gatherable = selectable and not any(isinstance(each.type, LargeBinary) for each in self.selected)
        lines = query.passed_on
        self.gathered = gathered(self.text, self.selected, lines=lines) if gatherable else None
        self.bounded = bounded(self.text, self.selected, lines=lines) if gatherable else None
        """Selects the rows whose texts are not too long, and how many there are in all."""
        decoded = struct_reader(self._into) or reader_into(self._into, row_reader(self.selected))
        self.gathered_rows: Callable[[Any], Sequence[T]] = undecoded(RowForm(decoded)) if lines else decoded
        """All rows, from the one value that `gathered` selects."""


BYTES_OF = "octet_length({})" if driver.sqlite_version_info >= (3, 43) else "length(CAST({} AS BLOB))"
"""The newer function looks at no more than the head of a row."""

COMPILED = CompiledStatements(sqlite_dialect(), GatheredQuery)
"""The compiled statements, which every connection of this process shares."""


class SqliteConnection(DatabaseConnection):
    """Runs statements on a driver connection, on the thread that owns it, without ever suspending."""

    def __init__(self, driver_connection: Any) -> None:
        self._execute = driver_connection.execute
        self._execute_many = driver_connection.executemany

    async def index_written(self) -> None:
        try:
            index_pending(self._execute)
        except driver.OperationalError as error:
            raise IndexBehind if means_read_only(error) else error from None

    async def all(self, query: Query[T], **values: Any) -> Sequence[T]:
        compiled: GatheredQuery[T] = COMPILED[query]
        parameters = compiled.parameters(values)
        if compiled.gathered is None:
            return list(map(compiled.row, self._execute(compiled.text, parameters).fetchall()))
        limit = values.get("limit")
        if compiled.bounded and isinstance(limit, PieceRows):
            ((array, count),) = self._execute(compiled.bounded, (*parameters, limit.text_bytes)).fetchall()
            rows = compiled.gathered_rows(array)
            if len(rows) < count:
                raise PieceTooLong
            return rows
        ((array,),) = self._execute(compiled.gathered, parameters).fetchall()
        return compiled.gathered_rows(array)

    async def each_piece(self, query: Query[T], take: Callable[[Sequence[T]], None], **values: Any) -> None:
        compiled: GatheredQuery[T] = COMPILED[query]
        cursor = self._execute(compiled.text, compiled.parameters(values))
        while found := cursor.fetchmany(PIECE_ROWS):
            take(compiled.rows(found))

    async def one(self, query: Query[T], **values: Any) -> T | None:
        compiled: GatheredQuery[T] = COMPILED[query]
        rows = self._execute(compiled.text, compiled.parameters(values)).fetchall()
        return compiled.row(rows[0]) if rows else None

    async def all_of_each(self, query: Query[T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        compiled: GatheredQuery[T] = COMPILED[query]
        found = (self._execute(compiled.text, compiled.parameters(values)).fetchall() for values in rows)
        return [compiled.row(row) for rows in found for row in rows]

    async def run(self, change: Change, **values: Any) -> int:
        compiled = COMPILED[change]
        changed: int = self._execute(compiled.text, compiled.parameters(values)).rowcount
        return changed

    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None:
        compiled = COMPILED[change]
        self._execute_many(compiled.text, [compiled.parameters(values) for values in rows])


def gathered(text: str, columns: Iterable[Any], *, lines: bool = False) -> str:
    """A select as one that returns a single value: a JSON array of its rows, each an array; or these, a line each."""
    return f"{listed(text, columns)} SELECT {array_of(columns, lines=lines)} FROM listed"  # noqa: S608 names of our own


def bounded(text: str, columns: Iterable[Any], *, lines: bool = False) -> str | None:
    """Write `gathered` without rows whose texts have more bytes than a last parameter, with the number of all rows.

    None where no column has texts of any length.
    """
    size = bytes_of_texts(columns, BYTES_OF)
    if not size:
        return None
    short = array_of(columns, f" FILTER (WHERE {size} <= ?)", lines=lines)
    return f"{listed(text, columns)} SELECT {short}, count(*) FROM listed"  # noqa: S608 as above


def listed(text: str, columns: Iterable[Any]) -> str:
    return f"WITH listed ({', '.join(name for name, _ in named(columns))}) AS ({text})"


def array_of(columns: Iterable[Any], which: str = "", *, lines: bool = False) -> str:
    values = (f"json({name})" if isinstance(column.type, Ids) else name for name, column in named(columns))
    row = f"json_array({', '.join(values)})"
    rows = f"group_concat({row}, char(10))" if lines else f"json_group_array({row})"
    return f"CAST({rows}{which} AS BLOB)"


def struct_reader(into: Callable[..., T]) -> Callable[[bytes], list[T]] | None:
    """Decodes Structs directly, if they are declared `array_like`."""
    if not (isinstance(into, type) and issubclass(into, msgspec.Struct) and into.__struct_config__.array_like):
        return None
    return msgspec.json.Decoder(GenericAlias(list, (into,)), strict=False).decode


def undecoded(form: RowForm[T]) -> Callable[[bytes | None], Rows[T]]:
    """Rows of the lines that `gathered` selects, null where there are none. JSON has no line's end within a row."""
    return lambda lines: Rows(form, lines.split(b"\n") if lines else [])


def reader_into(into: Callable[..., T], read: Callable[[bytes], list[tuple[Any, ...]]]) -> Callable[[bytes], list[T]]:
    return lambda array: list(starmap(into, read(array)))


def row_reader(columns: Iterable[Any]) -> Callable[[bytes], list[tuple[Any, ...]]]:
    """Decodes rows as tuples by column type; 0 and 1 are booleans in boolean columns."""
    row = GenericAlias(tuple, tuple(map(python_type, columns)))
    return msgspec.json.Decoder(GenericAlias(list, (row,)), strict=False).decode
