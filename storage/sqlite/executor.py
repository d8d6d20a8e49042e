"""How statements are run on SQLite's driver: at once, on the thread that owns the connection.

Many rows come as one value, an array in JSON, that msgspec reads: half the time of fetching row by row
(docs/decisions/0010).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import starmap
from types import GenericAlias
from typing import Any, TypeVar

import msgspec
from sqlalchemy import LargeBinary, SelectBase
from sqlalchemy.engine import Dialect

from storage.sql.column_types import Ids, python_type
from storage.sql.executor import Change, DatabaseConnection, Query

T = TypeVar("T")


class GatheredQuery(Query[T]):
    """A query that knows how to come as one value, where it may."""

    def __init__(self, statement: Any, into: Callable[..., T], dialect: Dialect, columns: Collection[str] = ()) -> None:
        super().__init__(statement, into, dialect, columns)
        selected = statement.exported_columns
        gatherable = isinstance(statement, SelectBase) and not any(isinstance(c.type, LargeBinary) for c in selected)
        self.gathered = gathered(self.text, selected) if gatherable else None
        self._read = struct_reader(self._into) or through(self._into, row_reader(selected))

    def gathered_rows(self, array: bytes) -> list[T]:
        """All rows, from the one value that `gathered` selects."""
        return self._read(array)


class SqliteConnection(DatabaseConnection):
    """Runs statements on a driver's connection; only from the thread that owns it, and never suspended."""

    def __init__(self, driver_connection: Any) -> None:
        self._execute = driver_connection.execute
        self._execute_many = driver_connection.executemany

    async def all(self, query: Query[T], **values: Any) -> list[T]:
        """Every row."""
        parameters = query.parameters(values)
        if not isinstance(query, GatheredQuery) or query.gathered is None:
            return list(map(query.row, self._execute(query.text, parameters).fetchall()))
        ((array,),) = self._execute(query.gathered, parameters).fetchall()
        return query.gathered_rows(array)

    async def one(self, query: Query[T], **values: Any) -> T | None:
        """The first row, or None."""
        rows = self._execute(query.text, query.parameters(values)).fetchall()
        return query.row(rows[0]) if rows else None

    async def all_of_each(self, query: Query[T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        """Every row that the same query gives for each of these values."""
        found = (self._execute(query.text, query.parameters(values)).fetchall() for values in rows)
        return [query.row(row) for rows in found for row in rows]

    async def run(self, change: Change, **values: Any) -> int:
        """How many rows it changed."""
        changed: int = self._execute(change.text, change.parameters(values)).rowcount
        return changed

    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None:
        """The same change for each of these values."""
        self._execute_many(change.text, [change.parameters(values) for values in rows])


def gathered(text: str, columns: Iterable[Any]) -> str:
    """A select as one that gives a single value: a JSON array of its rows, in their order, each an array."""
    types = {f"c{place}": column.type for place, column in enumerate(columns)}
    values = ", ".join(f"json({name})" if isinstance(kind, Ids) else name for name, kind in types.items())
    array = f"CAST(json_group_array(json_array({values})) AS BLOB)"
    return f"WITH listed ({', '.join(types)}) AS ({text}) SELECT {array} FROM listed"  # noqa: S608 names of our own


def struct_reader(into: Callable[..., T]) -> Callable[[bytes], list[T]] | None:
    """What reads it as Structs at once, where these are arrays by themselves: those of which there are thousands."""
    if not (isinstance(into, type) and issubclass(into, msgspec.Struct) and into.__struct_config__.array_like):
        return None
    return msgspec.json.Decoder(GenericAlias(list, (into,)), strict=False).decode


def through(into: Callable[..., T], read: Callable[[bytes], list[tuple[Any, ...]]]) -> Callable[[bytes], list[T]]:
    """What reads it and makes of each row what it stands for."""
    return lambda array: list(starmap(into, read(array)))


def row_reader(columns: Iterable[Any]) -> Callable[[bytes], list[tuple[Any, ...]]]:
    """What reads such an array, by the columns' types; 0 and 1 are booleans where one is kept."""
    row = GenericAlias(tuple, tuple(map(python_type, columns)))
    return msgspec.json.Decoder(GenericAlias(list, (row,)), strict=False).decode
