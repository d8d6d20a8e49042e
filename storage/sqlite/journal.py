"""Tells the triggers that write the journal where the present unit's writes come from."""

from typing import Any

import msgspec

from core.records.journal import NOBODY, THE_SERVICE, Origin
from storage.sql.column_types import utc_text


def written(origin: Origin, *undone: int) -> str:
    """The JSON that the triggers read: unit, instant, person, way and token, and the row that is taken back."""
    at = None if origin.at is None else utc_text(origin.at)
    person = None if origin.person == NOBODY else origin.person
    return msgspec.json.encode([origin.unit, at, person, origin.via, origin.token, *undone]).decode()


class PresentOrigin:
    """The origin of a connection's writes, which triggers ask for by a function: that costs no statement of its own."""

    def __init__(self) -> None:
        self.set(THE_SERVICE)

    def set(self, origin: Origin) -> None:
        """Set where the writes from now on come from."""
        self._origin = origin
        self._said = ""

    def undo(self, seq: int) -> int:
        """Mark the writes up to the next origin as taking back that row of the journal."""
        self._said = written(self._origin, seq)
        return seq

    def said(self) -> str:
        self._said = self._said or written(self._origin)
        return self._said

    def tell(self, connection: Any) -> None:
        """Have the connection's statements ask here. On its thread."""
        connection.create_function("json_array", 0, self.said)
        connection.create_function("journal_undo", 1, self.undo)
