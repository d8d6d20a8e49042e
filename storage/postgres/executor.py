"""How a unit of work's statements reach PostgreSQL: it hands them up, and who drives it runs them on a connection.

So one set of repositories serves every unit that runs, none holds a connection of its own, and who drives a unit knows
of each statement before it is run: whether it writes, and whether it is the first.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from typing import Any, TypeVar

import asyncpg

from storage.sql.executor import Change, DatabaseConnection, Query

T = TypeVar("T")


class Ask:
    """A statement that a unit waits for, and the driver's method that runs it."""

    __slots__ = ("_method", "_parameters", "statement")

    def __init__(self, method: Callable[..., Awaitable[Any]], statement: Change, *parameters: Any) -> None:
        self._method = method
        self._parameters = parameters
        self.statement = statement

    def __await__(self) -> Generator["Ask", Any, Any]:
        """Hand it up; what comes back is what the driver's method returned."""
        return (yield self)

    def of(self, connection: Any) -> Awaitable[Any]:
        """Run it."""
        return self._method(connection, self.statement.text, *self._parameters)


class AskingConnection(DatabaseConnection):
    """The statements of every unit of work."""

    async def all(self, query: Query[T], **values: Any) -> list[T]:
        """Every row."""
        return query.rows(await Ask(FETCH, query, *query.parameters(values)))

    async def one(self, query: Query[T], **values: Any) -> T | None:
        """The first row, or None."""
        rows = await Ask(FETCH, query, *query.parameters(values))
        return query.row(rows[0]) if rows else None

    async def all_of_each(self, query: Query[T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        """Every row that the same query gives for each of these values."""
        if not rows:
            return []
        found = await Ask(asyncpg.Connection.fetchmany, query, [query.parameters(values) for values in rows])
        return query.rows(found)

    async def run(self, change: Change, **values: Any) -> int:
        """How many rows it changed."""
        told: str = await Ask(asyncpg.Connection.execute, change, *change.parameters(values))
        return int(told.rpartition(" ")[2])

    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None:
        """The same change for each of these values."""
        if rows:
            await Ask(asyncpg.Connection.executemany, change, [change.parameters(values) for values in rows])


FETCH = asyncpg.Connection.fetch
