"""Carries a unit's statements to PostgreSQL: the unit yields them, and the engine that drives it runs them.

So one set of repositories serves all units, no unit holds a connection, and the engine knows of each statement before
it runs whether it writes and whether it is the first.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import asyncpg
from sqlalchemy.engine import Dialect

from core.base.paging import PieceRows, PieceTooLong
from storage.postgres.dialect import postgres_dialect
from storage.sql.executor import PIECE_ROWS, DatabaseConnection
from storage.sql.statements import (
    Change,
    CompiledChange,
    CompiledQuery,
    CompiledStatements,
    Query,
    bytes_of_texts,
    long_texts,
    named,
)

T = TypeVar("T")


class StatementText(NamedTuple):
    """A statement as text."""

    text: str
    writes: bool = False


class Ask:
    """A statement that a unit waits for, and the driver's method that runs it; perhaps one that needs a transaction."""

    __slots__ = ("_method", "_parameters", "in_transaction", "statement")

    def __init__(
        self,
        method: Callable[..., Awaitable[Any]],
        statement: CompiledChange | StatementText,
        *parameters: Any,
        in_transaction: bool = False,
    ) -> None:
        self._method = method
        self._parameters = parameters
        self.statement = statement
        self.in_transaction = in_transaction

    def __await__(self) -> Generator["Ask", Any, Any]:
        """Yield the request itself, and return what is sent back: the result of the driver's method."""
        return (yield self)

    def of(self, connection: Any) -> Awaitable[Any]:
        return self._method(connection, self.statement.text, *self._parameters)


class BoundedQuery(CompiledQuery[T]):
    """A query that can leave out long texts."""

    def __init__(self, query: Query[T], dialect: Dialect) -> None:
        super().__init__(query, dialect)
        self.bounded = bounded(self.text, self.selected, len(self._binds) + 1)
        """Selects the rows, without their texts where these are too long, and last whether a row has all of its own."""


def bounded(text: str, columns: Sequence[Any], limit: int) -> StatementText | None:
    """Write a select without texts that are too long; its parameter of this number is the most bytes of a row's texts.

    None where no column has texts of any length.
    """
    texts = long_texts(columns)
    if not texts:
        return None
    fits = f"{bytes_of_texts(columns, 'octet_length({})')} <= CAST(${limit} AS bigint)"
    names = [name for name, _ in named(columns)]
    shown = (f"CASE WHEN {fits} THEN {name} END" if name in texts else name for name in names)
    found = f"SELECT {', '.join(shown)}, {fits} FROM listed"  # noqa: S608 names of our own
    return StatementText(f"WITH listed ({', '.join(names)}) AS ({text}) {found}")


class AskingConnection(DatabaseConnection):
    """Yields the statements of units of work to the engine."""

    async def all(self, query: Query[T], **values: Any) -> list[T]:
        compiled: BoundedQuery[T] = COMPILED[query]
        parameters = compiled.parameters(values)
        limit = values.get("limit")
        if compiled.bounded and isinstance(limit, PieceRows):
            found = await Ask(FETCH, compiled.bounded, *parameters, limit.text_bytes)
            if not all(row[-1] for row in found):
                raise PieceTooLong
            return compiled.rows([row[:-1] for row in found])
        return compiled.rows(await Ask(FETCH, compiled, *parameters))

    async def each_piece(self, query: Query[T], take: Callable[[Sequence[T]], None], **values: Any) -> None:
        """Fetch the rows by a cursor of SQL's: the driver's leaves its statement in a pooler's session.

        Its name is the query's own, for the driver keeps the types of the rows by the text that fetches them.
        """
        compiled: CompiledQuery[T] = COMPILED[query]
        name = f"pieces_{id(compiled)}"
        declared = StatementText(f"DECLARE {name} NO SCROLL CURSOR FOR {compiled.text}")
        await Ask(EXECUTE, declared, *compiled.parameters(values), in_transaction=True)
        while found := await Ask(FETCH, StatementText(f"FETCH {PIECE_ROWS} FROM {name}")):
            take(compiled.rows(found))
        await Ask(EXECUTE, StatementText(f"CLOSE {name}"))

    async def one(self, query: Query[T], **values: Any) -> T | None:
        compiled: CompiledQuery[T] = COMPILED[query]
        rows = await Ask(FETCH, compiled, *compiled.parameters(values))
        return compiled.row(rows[0]) if rows else None

    async def all_of_each(self, query: Query[T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        if not rows:
            return []
        compiled: CompiledQuery[T] = COMPILED[query]
        parameters = [compiled.parameters(values) for values in rows]
        return compiled.rows(await Ask(asyncpg.Connection.fetchmany, compiled, parameters))

    async def run(self, change: Change, **values: Any) -> int:
        compiled: CompiledChange = COMPILED[change]
        status: str = await Ask(EXECUTE, compiled, *compiled.parameters(values))
        return int(status.rpartition(" ")[2])

    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            compiled: CompiledChange = COMPILED[change]
            parameters = [compiled.parameters(values) for values in rows]
            await Ask(asyncpg.Connection.executemany, compiled, parameters)


FETCH, EXECUTE = asyncpg.Connection.fetch, asyncpg.Connection.execute
COMPILED = CompiledStatements(postgres_dialect(), BoundedQuery)
"""The compiled statements, which every connection of this process shares."""
