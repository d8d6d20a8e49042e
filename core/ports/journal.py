"""The repository of the journal. What it tells is written by the store itself, with every change."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from core.records.journal import Entity, JournalRow, JournalState
from core.records.people import Actor


class JournalRepository(Protocol):
    async def settled(self) -> int:
        """A number up to which no row will be added any more. Asked in a unit of its own, before the one that reads."""

    async def last_number(self) -> int:
        """The last number that was given, perhaps to a row that is not committed, or never will be."""

    async def state(self) -> JournalState: ...

    async def rows(self, after: int, until: int, most: int) -> Sequence[JournalRow]:
        """The rows with numbers in (after, until], by number, at most `most`."""

    async def of_thing(self, root: Entity, root_id: int, before: int, most: int) -> Sequence[JournalRow]:
        """The rows of a thing and what belongs to it, numbered below `before`, the last first, at most `most`."""

    async def of_task(self, task_id: int, before: int, most: int) -> Sequence[JournalRow]:
        """A task's rows as by `of_thing`, with what its items in daily logs have become since they were made."""

    async def readable(self, viewer: Actor | None, entity: Entity, ids: Collection[int]) -> Collection[int]:
        """Find the things among these that the viewer may read by a relation; without a viewer, those that exist.

        A deleted thing is readable for those who could read it when it was deleted. The things are those that govern
        rows, and visibility records.
        """

    async def readable_by_each(
        self, viewers: Collection[int], entity: Entity, ids: Collection[int]
    ) -> Sequence[tuple[int, int]]:
        """(viewer, thing) for each of several people and each thing that they may read by a relation to it."""

    async def get(self, seq: int) -> JournalRow | None: ...

    async def of_unit(self, unit: int) -> Sequence[JournalRow]:
        """Return the rows that a unit has written, by number."""

    async def units_of(self, actor_id: int, first: int, most: int) -> Sequence[int]:
        """The last units from `first` on by which a person has changed something, the last first; at most `most`."""

    async def undoing(self, unit: int, root: Entity, root_ids: Collection[int]) -> Sequence[JournalRow]:
        """The rows about these things, and what belongs to them, that take back what the unit has written."""

    async def values(self, entity: Entity, ids: Collection[int]) -> Mapping[int, Mapping[str, Any]]:
        """Return the present values of these things, deleted ones too, by id and field, as the journal writes them."""

    async def forget_field(self, entity: Entity, entity_id: int, root: Entity, root_id: int, field: str) -> None:
        """Leave a field of a thing out of all its rows."""

    async def note_undo(self, seq: int) -> None:
        """Mark the rows that this transaction writes from now on as taking back the row `seq`."""

    async def prune(self, before: datetime, most: int) -> int:
        """Forget rows from before `before`, the oldest first, at most `most`. Returns how many."""
