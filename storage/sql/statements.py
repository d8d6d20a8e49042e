"""Statements: declared as SQLAlchemy's, compiled for an engine when they are first run, and then kept.

Building a statement anew costs more than running it, and the ORM's or even Core's result handling several times that.
So at run time only a tuple of parameters is made, and rows go straight into Structs.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from inspect import signature
from itertools import starmap
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy import SelectBase
from sqlalchemy.engine import Dialect

from storage.sql.column_types import Decoder, decoder

T = TypeVar("T")

AS_INTEGER: Callable[[Any], Any] = {True: 1, False: 0, None: None}.__getitem__
"""A boolean as SQLite keeps it: the driver would look for an adapter of it."""


class Change:
    """A statement whose rows, if any, are not read. `columns`: what an insert or update takes by name."""

    def __init__(self, statement: Any, columns: Collection[str] = ()) -> None:
        self.statement = statement
        self.columns = columns

    def for_engine(self, _dialect: Dialect) -> Any:
        return self.statement


class Query(Change, Generic[T]):
    """A statement whose rows each become `into(*columns)`; a Struct's fields must be the columns' names.

    `postgresql`: another form of the statement, if PostgreSQL's planner needs one. `passed_on`: its rows are mostly
    answered as they are, so an engine may leave them undecoded until they are read (`core.base.rows`).
    """

    def __init__(
        self,
        statement: Any,
        into: Callable[..., T],
        columns: Collection[str] = (),
        *,
        postgresql: Any = None,
        passed_on: bool = False,
    ) -> None:
        super().__init__(statement, columns)
        self.passed_on = passed_on
        self.into = into
        self._postgresql = statement if postgresql is None else postgresql

    def for_engine(self, dialect: Dialect) -> Any:
        return self._postgresql if dialect.name == "postgresql" else self.statement


class CompiledChange:
    def __init__(self, change: Change, dialect: Dialect) -> None:
        statement = change.for_engine(dialect)
        compiled = statement.compile(dialect=dialect, column_keys=list(change.columns) or None)
        self.text = str(compiled)
        self.writes = not isinstance(statement, SelectBase)
        self._binds = [(name, binder(compiled.binds[name].type, dialect)) for name in compiled.positiontup]
        self._constants = {name: bind.value for name, bind in compiled.binds.items() if bind.unique}

    def parameters(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The driver's parameters for values by name. Raises `KeyError` on a missing one."""
        if self._constants:
            values = {**self._constants, **values}
        return tuple([values[name] if bind is None else bind(values[name]) for name, bind in self._binds])


class CompiledQuery(CompiledChange, Generic[T]):
    def __init__(self, query: Query[T], dialect: Dialect) -> None:
        super().__init__(query, dialect)
        self.selected = query.for_engine(dialect).exported_columns
        self._into = constructor(query.into, self.selected.keys())
        decoders = [reader(column, dialect) for column in self.selected]
        self._decoders = [(place, decode) for place, decode in enumerate(decoders) if decode]

    def row(self, row: Sequence[Any]) -> T:
        values = list(row)
        for place, decode in self._decoders:
            values[place] = decode(values[place])
        return self._into(*values)

    def rows(self, rows: Sequence[Sequence[Any]]) -> list[T]:
        """Decodes by column, each in one pass."""
        if not rows or not self._decoders:
            return list(starmap(self._into, rows))
        columns: list[Iterable[Any]] = list(zip(*rows, strict=True))
        for place, decode in self._decoders:
            columns[place] = map(decode, columns[place])
        return list(map(self._into, *columns))


class CompiledStatements(dict[Change, Any]):
    """An engine's statements by declaration, each compiled when first used."""

    def __init__(self, dialect: Dialect, query: type[CompiledQuery[Any]] = CompiledQuery) -> None:
        super().__init__()
        self._dialect = dialect
        self._query = query

    def __missing__(self, declared: Change) -> Any:
        kind: Any = self._query if isinstance(declared, Query) else CompiledChange
        return self.setdefault(declared, kind(declared, self._dialect))


def named(columns: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Name the columns of a select, for where it is part of another."""
    return ((f"c{place}", column) for place, column in enumerate(columns))


def long_texts(columns: Iterable[Any]) -> Mapping[str, Any]:
    """Return the columns whose texts may have any length, by the names that `named` gives them."""
    return {name: column for name, column in named(columns) if type(column.type) is sa.Text}


def bytes_of_texts(columns: Iterable[Any], bytes_of: str) -> str:
    """Return the SQL for the bytes of a row's long texts, "" without any. `bytes_of`: the engine's function."""
    sizes = ((bytes_of.format(name), column) for name, column in long_texts(columns).items())
    return " + ".join(f"coalesce({size}, 0)" if getattr(column, "nullable", True) else size for size, column in sizes)


def binder(kind: Any, dialect: Dialect) -> Callable[[Any], Any] | None:
    """Converts a Python value to a parameter; None if the driver takes it as it is."""
    if isinstance(kind, sa.Boolean):
        return AS_INTEGER if dialect.name == "sqlite" else None
    processor: Callable[[Any], Any] | None = kind.dialect_impl(dialect).bind_processor(dialect)
    return processor


def reader(column: Any, dialect: Dialect) -> Decoder | None:
    """Converts a column's stored value; null becomes None."""
    decode = decoder(column.type, dialect)
    return optional(decode) if decode and getattr(column, "nullable", True) else decode


def optional(decode: Decoder) -> Decoder:
    return lambda value: None if value is None else decode(value)


def as_tuple(*row: Any) -> tuple[Any, ...]:
    """A row as a plain tuple, where no record is made of it."""
    return row


def constructor(into: Callable[..., T], names: Sequence[str]) -> Callable[..., T]:
    """Return `into` as a function of positions. Raises `TypeError` if a Struct's fields are not the columns."""
    if not hasattr(into, "__struct_fields__"):
        return into
    fields = signature(into).parameters
    if set(fields) != set(names):
        raise TypeError(f"{into}: fields {tuple(fields)} from columns {tuple(names)}")
    if list(fields) == list(names) and all(field.kind is not field.KEYWORD_ONLY for field in fields.values()):
        return into
    return lambda *values: into(**dict(zip(names, values, strict=True)))
