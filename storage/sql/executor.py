"""Statements, compiled once when the store opens, and what runs their text on a driver.

SQLAlchemy builds and compiles; at run time only a tuple of parameters is made, and rows go straight into Structs.
Building a statement anew costs more than running it, and the ORM's or even Core's result handling several times that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from inspect import signature
from itertools import starmap
from typing import Any, Generic, TypeVar

from sqlalchemy import SelectBase
from sqlalchemy.engine import Dialect

from storage.sql.column_types import Decoder, decoder

T = TypeVar("T")


class Change:
    """A compiled statement whose rows, if any, nobody reads. `columns`: what an insert or update takes by name."""

    def __init__(self, statement: Any, dialect: Dialect, columns: Collection[str] = ()) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(columns) or None)
        self.text = str(compiled)
        self.writes = not isinstance(statement, SelectBase)
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

    def row(self, row: Sequence[Any]) -> T:
        """One row as what it stands for."""
        values = list(row)
        for place, decode in self._decoders:
            values[place] = decode(values[place])
        return self._into(*values)

    def rows(self, rows: Sequence[Sequence[Any]]) -> list[T]:
        """Every row as what it stands for: columns are decoded whole, each in one go."""
        if not rows or not self._decoders:
            return list(starmap(self._into, rows))
        columns: list[Iterable[Any]] = list(zip(*rows, strict=True))
        for place, decode in self._decoders:
            columns[place] = map(decode, columns[place])
        return list(map(self._into, *columns))


class DatabaseConnection(ABC):
    """Runs statements for the repositories, each method within a unit of work."""

    @abstractmethod
    async def all(self, query: Query[T], **values: Any) -> list[T]:
        """Every row."""

    @abstractmethod
    async def one(self, query: Query[T], **values: Any) -> T | None:
        """The first row, or None."""

    async def only(self, query: Query[T], **values: Any) -> T:
        """The one row. Raises `LookupError` where there is none."""
        found = await self.one(query, **values)
        if found is None:
            raise LookupError(f"no row for {values}")
        return found

    @abstractmethod
    async def all_of_each(self, query: Query[T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        """Every row that the same query gives for each of these values."""

    @abstractmethod
    async def run(self, change: Change, **values: Any) -> int:
        """How many rows it changed."""

    @abstractmethod
    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None:
        """The same change for each of these values."""


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
