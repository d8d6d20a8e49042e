"""What a copy wants of the databases that it is between."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

from sqlalchemy import Column, Table

Rows = Sequence[tuple[Any, ...]]

CHUNK_ROWS = 2_000


class CopyEndpoint(Protocol):
    """A database in a transaction of its own, for one copy. Rows hold Python's values, enums and JSON as text."""

    async def count(self, table: Table) -> int:
        """How many rows there are."""

    def rows(self, table: Table) -> AsyncIterator[Rows]:
        """All rows in the order of their keys, every column, in chunks."""

    async def clear(self, table: Table) -> None:
        """Delete every row."""

    async def write(self, table: Table, chunks: AsyncIterator[Rows]) -> None:
        """Add rows as `rows` gave them, but for what is computed."""

    async def last_id(self, table: Table) -> int:
        """The last id that was given to a row of a table that counts its rows, or 0."""

    async def continue_after(self, table: Table, last_id: int) -> None:
        """Give ids from the next one on."""


def stored(table: Table) -> dict[int, Column[Any]]:
    """The columns that are not computed, by their places."""
    return {place: column for place, column in enumerate(table.c) if column.computed is None}


def chosen(rows: Rows, places: Sequence[int]) -> Rows:
    """Some columns of rows."""
    return [tuple([row[place] for place in places]) for row in rows]
