"""How a unit's statements reach PostgreSQL: it yields them, and the engine that drives it runs them on a connection.

So one set of repositories serves all units, no unit holds a connection, and the engine knows of each statement before
it runs whether it writes and whether it is the first.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from typing import Any, TypeVar

import asyncpg

from storage.postgres.dialect import postgres_dialect
from storage.sql.executor import DatabaseConnection
from storage.sql.statements import Change, CompiledChange, CompiledQuery, CompiledStatements, Query

T = TypeVar("T")


class Ask:
    """A statement that a unit waits for, and the driver's method that runs it."""

    __slots__ = ("_method", "_parameters", "statement")

    def __init__(self, method: Callable[..., Awaitable[Any]], statement: CompiledChange, *parameters: Any) -> None:
        self._method = method
        self._parameters = parameters
        self.statement = statement

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
        status: str = await Ask(asyncpg.Connection.execute, compiled, *compiled.parameters(values))
        return int(status.rpartition(" ")[2])

    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            compiled: CompiledChange = COMPILED[change]
            parameters = [compiled.parameters(values) for values in rows]
            await Ask(asyncpg.Connection.executemany, compiled, parameters)


FETCH = asyncpg.Connection.fetch
COMPILED = CompiledStatements(postgres_dialect())
"""Shared by every connection of this process."""
