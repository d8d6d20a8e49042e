"""Statements, compiled once when the store opens, and the thin layer that runs their text on the driver.

SQLAlchemy builds and compiles; at run time only a tuple of parameters is made, and rows go straight into Structs.
Building a statement anew costs more than running it, and the ORM's or even Core's result handling several times that.
Many rows come as one value, an array in JSON, that msgspec reads: half the time of fetching row by row
(docs/decisions/0010).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from inspect import signature
from itertools import starmap
from types import GenericAlias
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import LargeBinary, SelectBase
from sqlalchemy.engine import Dialect

from storage.column_types import Decoder, Ids, decoder, python_type

T = TypeVar("T")


class Change:
    """A compiled statement whose rows, if any, nobody reads. `columns`: what an insert or update takes by name."""

    def __init__(self, statement: Any, dialect: Dialect, columns: Collection[str] = ()) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(columns) or None)
        self.text = str(compiled)
        self._binds = [(name, binder(compiled.binds[name].type, dialect)) for name in compiled.positiontup]
        self._constants = {name: bind.value for name, bind in compiled.binds.items() if bind.unique}

    def parameters(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """What the driver takes for these values by name. A name that is missing raises `KeyError`."""
        if self._constants:
            values = {**self._constants, **values}
        return tuple([values[name] if bind is None else bind(values[name]) for name, bind in self._binds])


class Query(Change, Generic[T]):
    """A compiled statement whose every row becomes `into(*columns)`; a Struct's fields must be the columns' names."""

    def __init__(self, statement: Any, into: Callable[..., T], dialect: Dialect, columns: Collection[str] = ()) -> None:
        super().__init__(statement, dialect, columns)
        selected = statement.exported_columns
        self._into = constructor(into, selected.keys())
        decoders = [reader(column, dialect) for column in selected]
        self._decoders = [(place, decode) for place, decode in enumerate(decoders) if decode]
        gatherable = isinstance(statement, SelectBase) and not any(isinstance(c.type, LargeBinary) for c in selected)
        self.gathered = gathered(self.text, selected) if gatherable else None
        self._read = row_reader(selected)

    def row(self, row: Sequence[Any]) -> T:
        """One row as what it stands for."""
        values = list(row)
        for place, decode in self._decoders:
            values[place] = decode(values[place])
        return self._into(*values)

    def rows(self, array: bytes) -> list[T]:
        """All rows, from the one value that `gathered` selects."""
        return list(starmap(self._into, self._read(array)))


class Connection:
    """Runs statements on a driver's connection; only from the thread that owns it, and never suspended."""

    def __init__(self, driver_connection: Any) -> None:
        self._execute = driver_connection.execute
        self._execute_many = driver_connection.executemany

    async def one(self, query: Query[T], **values: Any) -> T | None:
        """The first row, or None."""
        rows = self._execute(query.text, query.parameters(values)).fetchall()
        return query.row(rows[0]) if rows else None

    async def only(self, query: Query[T], **values: Any) -> T:
        """The one row. Raises `LookupError` where there is none."""
        found = await self.one(query, **values)
        if found is None:
            raise LookupError(f"no row for {values}")
        return found

    async def all(self, query: Query[T], **values: Any) -> list[T]:
        """Every row."""
        parameters = query.parameters(values)
        if query.gathered is None:
            return list(map(query.row, self._execute(query.text, parameters).fetchall()))
        ((array,),) = self._execute(query.gathered, parameters).fetchall()
        return query.rows(array)

    async def run(self, change: Change, **values: Any) -> int:
        """How many rows it changed."""
        changed: int = self._execute(change.text, change.parameters(values)).rowcount
        return changed

    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> int:
        """The same change for each of these values; how many rows were changed in all."""
        changed: int = self._execute_many(change.text, [change.parameters(values) for values in rows]).rowcount
        return changed


def binder(kind: Any, dialect: Dialect) -> Callable[[Any], Any] | None:
    """What turns a Python value into a parameter, where the driver does not take it as it is."""
    processor: Callable[[Any], Any] | None = kind.dialect_impl(dialect).bind_processor(dialect)
    return processor


def reader(column: Any, dialect: Dialect) -> Decoder | None:
    """What turns a column's stored value into Python's; null stays None."""
    decode = decoder(column.type, dialect)
    return optional(decode) if decode and getattr(column, "nullable", True) else decode


def optional(decode: Decoder) -> Decoder:
    """The same decoder with None for None."""
    return lambda value: None if value is None else decode(value)


def gathered(text: str, columns: Iterable[Any]) -> str:
    """A select as one that gives a single value: a JSON array of its rows, in their order, each an array."""
    types = {f"c{place}": column.type for place, column in enumerate(columns)}
    values = ", ".join(f"json({name})" if isinstance(kind, Ids) else name for name, kind in types.items())
    array = f"CAST(json_group_array(json_array({values})) AS BLOB)"
    return f"WITH listed ({', '.join(types)}) AS ({text}) SELECT {array} FROM listed"  # noqa: S608 names of our own


def row_reader(columns: Iterable[Any]) -> Callable[[bytes], list[tuple[Any, ...]]]:
    """What reads such an array, by the columns' types; 0 and 1 are booleans where one is kept."""
    row = GenericAlias(tuple, tuple(map(python_type, columns)))
    return msgspec.json.Decoder(GenericAlias(list, (row,)), strict=False).decode


def constructor(into: Callable[..., T], names: Sequence[str]) -> Callable[..., T]:
    """`into` as a function of positions. Raises `TypeError` where a Struct's fields are not the columns."""
    if not hasattr(into, "__struct_fields__"):
        return into
    fields = signature(into).parameters
    if set(fields) != set(names):
        raise TypeError(f"{into}: fields {tuple(fields)} from columns {tuple(names)}")
    if list(fields) == list(names) and all(field.kind is not field.KEYWORD_ONLY for field in fields.values()):
        return into
    return lambda *values: into(**dict(zip(names, values, strict=True)))
