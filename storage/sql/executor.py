"""What runs statements within a unit of work, and the repositories that have them run."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from storage.sql.statements import Change, Query

T = TypeVar("T")


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


class Repository:
    """One of the core's ports on a connection. Its statements are attributes of its class, beside what runs them."""

    def __init__(self, connection: DatabaseConnection) -> None:
        self._db = connection
