"""Rows attached to an event: what is kept of each kind in the same way. A deleted one stays as a row."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
import sqlalchemy as sa

from storage.sql.executor import Repository
from storage.sql.expressions import columns_for, fields, insert, parameter_of
from storage.sql.statements import Change, Query

T = TypeVar("T", bound=msgspec.Struct)
N = TypeVar("N", bound=msgspec.Struct)


class EventChildRepository(Repository, Generic[T, N]):
    """What these repositories share. A subclass names its table and Structs.

    An event has each value of a `unique` column in at most one live row.
    """

    GET: ClassVar[Query[Any]]
    ADD: ClassVar[Query[Any]]
    WRITE: ClassVar[Change]
    DELETE: ClassVar[Change]

    def __init_subclass__(cls, *, table: sa.Table, row: type[T], new: type[N], unique: Collection[str] = ()) -> None:
        whole = columns_for(table, row)
        this = sa.and_(table.c.id == sa.bindparam("record_id"), ~table.c.is_deleted)
        cls.GET = Query(sa.select(*whole).where(this), row)
        cls.ADD = Query(insert(table).on_conflict_do_nothing().returning(*whole), row, fields(new))
        cls.WRITE = Change(update_unless_taken(table, unique), fields(new, "created_at"))
        gone = {"is_deleted": sa.true(), "deleted_at": parameter_of(table.c.deleted_at)}
        cls.DELETE = Change(sa.update(table).where(this).values(**gone))

    async def get(self, record_id: int) -> T | None:
        return await self._db.one(self.GET, record_id=record_id)

    async def add(self, row: N) -> T | None:
        """None if a live row has one of the unique values."""
        return await self._db.one(self.ADD, **msgspec.structs.asdict(row))

    async def write(self, row: T) -> bool:
        """Write every field of a live row; False if another has one of the unique values."""
        values = msgspec.structs.asdict(row)
        same = {f"same_{name}": value for name, value in values.items()}
        return await self._db.run(self.WRITE, record_id=values["id"], **same, **values) > 0

    async def delete(self, record_id: int, at: datetime) -> None:
        await self._db.run(self.DELETE, record_id=record_id, deleted_at=at)


def update_unless_taken(table: sa.Table, unique: Collection[str]) -> sa.Update:
    """Changes no row if another live one of the event has one of the unique values."""
    this = sa.and_(table.c.id == sa.bindparam("record_id"), ~table.c.is_deleted)
    written = sa.update(table).where(this)
    if not unique:
        return written
    other = table.alias("other")
    taken = sa.exists().where(
        other.c.event_id == sa.bindparam("same_event_id"),
        sa.or_(*(other.c[name] == sa.bindparam(f"same_{name}") for name in unique)),
        ~other.c.is_deleted,
        other.c.id != sa.bindparam("record_id"),
    )
    return written.where(~taken)
