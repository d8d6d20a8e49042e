"""The interface by which a copy reads and writes a database of either engine."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

from sqlalchemy import Column, Table

Rows = Sequence[tuple[Any, ...]]

CHUNK_ROWS = 2_000


class CopyEndpoint(Protocol):
    """A database in a transaction of its own, for one copy. Rows hold Python values, enums and JSON as text."""

    async def count(self, table: Table) -> int: ...

    def rows(self, table: Table) -> AsyncIterator[Rows]:
        """Yield all rows by primary key, every column, in chunks."""

    async def suspend_journal(self) -> None:
        """Journal nothing of what is written until `resume_journal`: the rows of the source's journal come along."""

    async def resume_journal(self) -> None: ...

    async def clear(self, table: Table) -> None:
        """Delete every row."""

    async def write(self, table: Table, chunks: AsyncIterator[Rows]) -> None:
        """Add rows as `rows` returned them, without computed columns."""

    async def last_id(self, table: Table) -> int:
        """The last id given to a row of a table with generated ids, or 0."""

    async def continue_after(self, table: Table, last_id: int) -> None:
        """Generate ids from the next one on."""


def stored(table: Table) -> dict[int, Column[Any]]:
    """The columns that are not computed, by position."""
    return {place: column for place, column in enumerate(table.c) if column.computed is None}


def id_of(table: Table) -> str:
    """The name of the column whose values are generated."""
    return "id" if table.autoincrement_column is None else table.autoincrement_column.name


def chosen(rows: Rows, places: Sequence[int]) -> Rows:
    return [tuple([row[place] for place in places]) for row in rows]
