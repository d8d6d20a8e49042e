"""What repositories of rows by id have in common."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from tests.fakes.state import State, next_id


class Rows:
    """A table of the state; a deleted row leaves None in its place."""

    table: ClassVar[str]
    kind: ClassVar[Any]
    born: ClassVar[Mapping[str, Any]] = {}
    """Fields that a new row does not have."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rows = getattr(state, self.table)

    async def get(self, row_id: int) -> Any:
        return self.rows.get(row_id)

    async def add(self, new: Any) -> Any:
        added = self.kind(id=next_id(self.rows), **self.born, **msgspec.structs.asdict(new))
        return self.put(added) if not self.taken(added) else None

    async def update(self, row: Any) -> bool:
        return bool(self.rows.get(row.id) and not self.taken(row) and self.put(row))

    async def delete(self, row_id: int, at: object = None) -> None:
        if row_id in self.rows:
            self.rows[row_id] = None

    def put(self, row: Any) -> Any:
        """Write a row."""
        self.rows[row.id] = row
        return row

    def live(self, after_id: int = 0) -> list[Any]:
        """Those that are not deleted, by id."""
        return [row for row in self.rows.values() if row and row.id > after_id]

    def taken(self, row: Any) -> bool:
        """Whether another one has what only one may have."""
        return any(self.clash(row, other) for other in self.live() if other.id != row.id)

    def clash(self, row: Any, other: Any) -> bool:
        """Whether two rows cannot both be."""
        return False
