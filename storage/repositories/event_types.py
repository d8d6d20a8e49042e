"""Event types. A deleted one stays as a row, so that its id is never given again; its code is free."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from core.base.model import INT32_MAX
from core.records.calendar import EventType, NewEventType
from storage.schema.calendar import event_types, events
from storage.sql.dialect import Dialect, columns_for, fields, parameter_of
from storage.sql.executor import DatabaseConnection

WRITTEN = [*fields(NewEventType), "code_key"]


class EventTypeStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        whole = columns_for(event_types, EventType)
        live = sa.select(*whole).where(~event_types.c.is_deleted)
        this = event_types.c.id == sa.bindparam("event_type_id")
        self.get = sql.query(live.where(this), EventType)
        self.by_code = sql.query(live.where(event_types.c.code_key == sa.bindparam("code_key")), EventType)
        following = live.where(event_types.c.id > sa.bindparam("after_id")).order_by(event_types.c.id)
        self.list = sql.query(following.limit(sa.bindparam("limit", type_=sa.Integer)), EventType)
        added = sql.insert(event_types).on_conflict_do_nothing().returning(*whole)
        self.add = sql.query(added, EventType, WRITTEN)
        self.update = sql.change(update_unless_taken(), WRITTEN)
        event_of_it = sa.and_(events.c.event_type_id == sa.bindparam("event_type_id"), ~events.c.is_deleted)
        self.in_use = sql.query(sa.select(sa.exists().where(event_of_it)), bool)
        self.delete = sql.change(sa.update(event_types).where(this).values(is_deleted=sa.true()))


class EventTypes:
    """`core.ports.EventTypeRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: EventTypeStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, event_type_id: int) -> EventType | None:
        """One type, active or not."""
        return await self._connection.one(self._sql.get, event_type_id=event_type_id)

    async def by_code(self, code: str) -> EventType | None:
        """One type, active or not."""
        return await self._connection.one(self._sql.by_code, code_key=code.casefold())

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[EventType]:
        """All of them, active or not, by id."""
        rows = INT32_MAX if limit is None else limit
        return await self._connection.all(self._sql.list, after_id=after_id, limit=rows)

    async def add(self, event_type: NewEventType) -> EventType | None:
        """The new type with its id, or None where the code is taken."""
        return await self._connection.one(self._sql.add, **written(event_type))

    async def update(self, event_type: EventType) -> bool:
        """Write every field; False where the code is another's."""
        values = written(event_type)
        same = {"event_type_id": event_type.id, "same_code": values["code_key"]}
        return await self._connection.run(self._sql.update, **values, **same) > 0

    async def in_use(self, event_type_id: int) -> bool:
        """Whether an undeleted event is of this type."""
        return await self._connection.only(self._sql.in_use, event_type_id=event_type_id)

    async def delete(self, event_type_id: int) -> None:
        """Hide it for good and free its code; its id is not given again."""
        await self._connection.run(self._sql.delete, event_type_id=event_type_id)


def update_unless_taken() -> sa.Update:
    """No row where another live type has the code."""
    other = event_types.alias("other")
    taken = sa.exists().where(
        other.c.code_key == sa.bindparam("same_code"),
        ~other.c.is_deleted,
        other.c.id != sa.bindparam("event_type_id"),
    )
    this = event_types.c.id == parameter_of(event_types.c.id, "event_type_id")
    return sa.update(event_types).where(this, ~event_types.c.is_deleted, ~taken)


def written(event_type: NewEventType | EventType) -> dict[str, object]:
    """A type's columns, the key by which codes are compared among them."""
    return msgspec.structs.asdict(event_type) | {"code_key": event_type.code.casefold()}
