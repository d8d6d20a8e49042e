"""What runs statements within a unit of work, and the repositories that have them run."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from storage.sql.statements import Change, Query

T = TypeVar("T")


class DatabaseConnection(ABC):
    """Runs statements for the repositories, each method within a unit of work."""

    @abstractmethod
    async def all(self, query: Query[T], **values: Any) -> list[T]: ...

    @abstractmethod
    async def one(self, query: Query[T], **values: Any) -> T | None:
        """The first row, or None."""

    async def only(self, query: Query[T], **values: Any) -> T:
        """The one row. Raises `LookupError` if there is none."""
        found = await self.one(query, **values)
        if found is None:
            raise LookupError(f"no row for {values}")
        return found

    @abstractmethod
    async def all_of_each(self, query: Query[T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        """The rows of the query for each of these values, together."""

    @abstractmethod
    async def run(self, change: Change, **values: Any) -> int:
        """Returns how many rows changed."""

    @abstractmethod
    async def run_many(self, change: Change, rows: Sequence[Mapping[str, Any]]) -> None: ...


class Repository:
    """A port of the core on a connection. Its statements are class attributes, beside the methods that run them."""

    def __init__(self, connection: DatabaseConnection) -> None:
        self._db = connection
