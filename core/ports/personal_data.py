"""Everything that the database has of one person, to be handed out or erased."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from core.records.people import Traces


class PersonalDataRepository(Protocol):
    def sections(self) -> Sequence[str]:
        """Return the names of all sections."""

    async def traces(self, user_id: int) -> Traces:
        """Return what the person is and was called, and their Telegram accounts, as far as the journal goes back."""

    async def each_piece(
        self, section: str, traces: Traces, take: Callable[[Sequence[Mapping[str, Any]]], None]
    ) -> None:
        """Give their rows of a section to `take`, some at a time, by its key, without secrets.

        They are by the names that the wire has for the columns.
        """

    async def erase(self, traces: Traces, erased: str, without: Callable[[str], str]) -> None:
        """Delete what is theirs alone, and have `erased` in place of their own words, the journal's too.

        `without` is a text without their names; all that has one of them is passed through it.
        """

    async def mark_erased(self, user_id: int) -> None:
        """Have the last row of the journal about the person say that they were erased."""

    async def note(self, kind: str, user_id: int) -> None:
        """Add a row to the journal about what was done with a person's data; the data do not change."""
