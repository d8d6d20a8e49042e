"""Rows attached to an event: what the repositories of the three kinds share. A deleted row stays, marked as deleted."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
import sqlalchemy as sa

from core.application.access import Operation, Relation, may
from core.base.paging import Page
from core.records.people import Actor
from storage.repositories.event_filter import BY_RELATION, Source, attached_list, attached_near
from storage.repositories.viewers import sufficient
from storage.sql.executor import Repository, parameters_of
from storage.sql.expressions import (
    among,
    columns_for,
    fields,
    insert,
    parameter_of,
    unless_taken,
    update_unless_taken,
    variants,
)
from storage.sql.statements import Change, Query

T = TypeVar("T", bound=msgspec.Struct)
N = TypeVar("N", bound=msgspec.Struct)


class EventChildRepository(Repository, Generic[T, N]):
    """Reads and writes the rows of one kind. A subclass names an alias of their table (`rows`), and their Structs.

    An event has each value of a `unique` column in at most one live row. A list is of all rows that the viewer may
    read (`READ`, `BY_RELATION`), or of those for which the conditions `chosen` hold too; `few`: these are few.
    """

    LISTS: ClassVar[Mapping[tuple[bool, bool], Query[Any]]]
    NEAR: ClassVar[Query[Any] | None]
    READ: ClassVar = Operation.EVENT_READ
    BY_RELATION: ClassVar[Mapping[Relation, Sequence[Source]]] = BY_RELATION
    GET: ClassVar[Query[Any]]
    ADD: ClassVar[Query[Any]]
    WRITE: ClassVar[Change]
    DELETE: ClassVar[Change]
    RESTORE: ClassVar[Query[int]]

    def __init_subclass__(
        cls,
        *,
        rows: Any,
        row: type[T],
        new: type[N],
        chosen: Sequence[sa.ColumnElement[bool]],
        few: bool = False,
        unique: Collection[str] = (),
    ) -> None:
        def listed(everything: bool, narrowed: bool) -> Query[T]:
            readable = None if everything else sufficient(cls.READ, cls.BY_RELATION)
            return attached_list(rows, row, *(chosen if narrowed else []), among=readable, few=few and narrowed)

        table = rows.element
        whole = columns_for(table, row)
        this = sa.and_(table.c.id == sa.bindparam("record_id"), ~table.c.is_deleted)
        cls.LISTS = variants(listed)
        cls.NEAR = attached_near(rows, row) if cls.READ is Operation.EVENT_READ else None
        cls.GET = Query(sa.select(*whole).where(this), row)
        cls.ADD = Query(insert(table).on_conflict_do_nothing().returning(*whole), row, fields(new))
        cls.WRITE = Change(update_unless_taken(table, unique, among=["event_id"]), fields(new, "created_at"))
        gone = {"is_deleted": sa.true(), "deleted_at": parameter_of(table.c.deleted_at)}
        cls.DELETE = Change(sa.update(table).where(this).values(**gone))
        cls.RESTORE = Query(restored(table, unique).returning(table.c.event_id), int)

    async def page(self, viewer: Actor, page: Page, *, narrowed: bool, **asked: Any) -> Sequence[T]:
        everything = may(viewer, self.READ)
        form = self.LISTS[everything, narrowed]
        if everything or narrowed or self.NEAR is None:
            return await self._db.all(form, viewer=viewer.id, **parameters_of(page), **asked)
        return await self.page_of_near(self.NEAR, form, page, viewer=viewer.id)

    async def get(self, record_id: int) -> T | None:
        return await self._db.one(self.GET, record_id=record_id)

    async def add(self, row: N) -> T | None:
        """Add a row; None if a live row has one of the unique values."""
        return await self._db.one(self.ADD, **msgspec.structs.asdict(row))

    async def update(self, row: T) -> bool:
        """Write every field of a live row; False if another has one of the unique values."""
        return await self._db.run(self.WRITE, **unless_taken(msgspec.structs.asdict(row))) > 0

    async def delete(self, record_id: int, at: datetime) -> None:
        await self._db.run(self.DELETE, record_id=record_id, deleted_at=at)

    async def restore(self, record_ids: Collection[int], at: datetime) -> bool:
        return len(await self.events_restored(record_ids, at)) == len(record_ids)

    async def events_restored(self, record_ids: Collection[int], at: datetime) -> Sequence[int]:
        """Return the events of the rows that are live again, one for each."""
        return await self._db.all(self.RESTORE, record_ids=record_ids, updated_at=at)


def restored(table: sa.Table, unique: Collection[str]) -> sa.Update:
    """Make deleted rows live again, each unless a live one of its event has one of its unique values."""
    there = {"is_deleted": sa.false(), "deleted_at": sa.null(), "updated_at": parameter_of(table.c.updated_at)}
    this = sa.update(table).where(among(table.c.id, "record_ids"), table.c.is_deleted).values(**there)
    if not unique:
        return this
    other = table.alias("other")
    same = sa.or_(*(other.c[name] == table.c[name] for name in unique))
    return this.where(~sa.exists().where(other.c.event_id == table.c.event_id, same, ~other.c.is_deleted))
