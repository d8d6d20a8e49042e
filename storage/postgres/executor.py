"""How a unit's statements reach PostgreSQL: it yields them, and the engine that drives it runs them on a connection.

So one set of repositories serves all units, no unit holds a connection, and the engine knows of each statement before
it runs whether it writes and whether it is the first.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import asyncpg

from storage.postgres.dialect import postgres_dialect
from storage.sql.executor import PIECE_ROWS, DatabaseConnection
from storage.sql.statements import Change, CompiledChange, CompiledQuery, CompiledStatements, Query

T = TypeVar("T")


class OfCursor(NamedTuple):
    """A statement about a cursor."""

    text: str
    writes: bool = False


class Ask:
    """A statement that a unit waits for, and the driver's method that runs it; perhaps one that needs a transaction."""

    __slots__ = ("_method", "_parameters", "in_transaction", "statement")

    def __init__(
        self,
        method: Callable[..., Awaitable[Any]],
        statement: CompiledChange | OfCursor,
        *parameters: Any,
        in_transaction: bool = False,
    ) -> None:
        self._method = method
        self._parameters = parameters
        self.statement = statement
        self.in_transaction = in_transaction

    def __await__(self) -> Generator["Ask", Any, Any]:
        """Yield the request itself; what is sent back is what the driver's method returned."""
        return (yield self)

    def of(self, connection: Any) -> Awaitable[Any]:
        return self._method(connection, self.statement.text, *self._parameters)


class AskingConnection(DatabaseConnection):
    """Yields the statements of units of work to the engine."""

    async def all(self, query: Query[T], **values: Any) -> list[T]:
        compiled: CompiledQuery[T] = COMPILED[query]
        return compiled.rows(await Ask(FETCH, compiled, *compiled.parameters(values)))

    async def each_piece(self, query: Query[T], take: Callable[[Sequence[T]], None], **values: Any) -> None:
        """By a cursor of SQL's: the driver's leaves its statement in a pooler's session.

        Its name is the query's own, for the driver keeps what it knows of the rows by the text that fetches them.
        """
        compiled: CompiledQuery[T] = COMPILED[query]
        name = f"pieces_{id(compiled)}"
        declared = OfCursor(f"DECLARE {name} NO SCROLL CURSOR FOR {compiled.text}")
        await Ask(EXECUTE, declared, *compiled.parameters(values), in_transaction=True)
        while found := await Ask(FETCH, OfCursor(f"FETCH {PIECE_ROWS} FROM {name}")):
            take(compiled.rows(found))
        await Ask(EXECUTE, OfCursor(f"CLOSE {name}"))

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
COMPILED = CompiledStatements(postgres_dialect())
"""Shared by every connection of this process."""
