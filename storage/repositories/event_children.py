"""Rows attached to an event: what is kept of each kind in the same way. A deleted one stays as a row."""

from collections.abc import Collection
from datetime import datetime
from typing import Generic, TypeVar

import msgspec
import sqlalchemy as sa

from storage.sql.dialect import Dialect, columns_for, fields, parameter_of
from storage.sql.executor import DatabaseConnection

T = TypeVar("T", bound=msgspec.Struct)
N = TypeVar("N", bound=msgspec.Struct)


class EventChildStatements(Generic[T, N]):
    """Compiled once an engine. Of what is `unique` an event has each value in one live row at most."""

    def __init__(self, sql: Dialect, table: sa.Table, row: type[T], new: type[N], unique: Collection[str] = ()) -> None:
        whole = columns_for(table, row)
        this = sa.and_(table.c.id == sa.bindparam("record_id"), ~table.c.is_deleted)
        self.get = sql.query(sa.select(*whole).where(this), row)
        self.add = sql.query(sql.insert(table).on_conflict_do_nothing().returning(*whole), row, fields(new))
        self.update = sql.change(update_unless_taken(table, unique), fields(new, "created_at"))
        gone = {"is_deleted": sa.true(), "deleted_at": parameter_of(table.c.deleted_at)}
        self.delete = sql.change(sa.update(table).where(this).values(**gone))


class EventChildRepository(Generic[T, N]):
    """What their repositories have in common."""

    def __init__(self, connection: DatabaseConnection, statements: EventChildStatements[T, N]) -> None:
        self._connection = connection
        self._common = statements

    async def get(self, record_id: int) -> T | None:
        """One live row."""
        return await self._connection.one(self._common.get, record_id=record_id)

    async def add(self, row: N) -> T | None:
        """The new row with its id, or None where a live one stands in its way."""
        return await self._connection.one(self._common.add, **msgspec.structs.asdict(row))

    async def write(self, row: T) -> bool:
        """Write every field of a live row; False where another stands in its way."""
        values = msgspec.structs.asdict(row)
        same = {f"same_{name}": value for name, value in values.items()}
        return await self._connection.run(self._common.update, record_id=values["id"], **same, **values) > 0

    async def delete(self, record_id: int, at: datetime) -> None:
        """Hide it for good; its id is not given again."""
        await self._connection.run(self._common.delete, record_id=record_id, deleted_at=at)


def update_unless_taken(table: sa.Table, unique: Collection[str]) -> sa.Update:
    """No row where another live one of the event has one of the unique values."""
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
