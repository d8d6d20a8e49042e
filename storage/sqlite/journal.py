"""Tells the triggers that write the journal where the present unit's writes come from."""

from typing import Any

import msgspec

from core.records.journal import NOBODY, THE_SERVICE, Origin
from storage.sql.column_types import utc_text


class PresentOrigin:
    """What the triggers are told on a connection, by a function that they call: it takes no statement of its own."""

    def __init__(self) -> None:
        self.set(THE_SERVICE)

    def set(self, origin: Origin) -> None:
        """Set where the writes from now on come from."""
        at = None if origin.at is None else utc_text(origin.at)
        person = None if origin.person == NOBODY else origin.person
        self._said = [origin.unit, at, person, origin.via.value, origin.token]

    def undo(self, seq: int) -> int:
        """Mark the writes up to the next origin as taking back that row of the journal."""
        self._said = [*self._said[:5], seq]
        return seq

    def said(self) -> str:
        return msgspec.json.encode(self._said).decode()

    def tell(self, connection: Any) -> None:
        """Have the connection's statements ask here. On its thread."""
        connection.create_function("json_array", 0, self.said)
        connection.create_function("journal_undo", 1, self.undo)
