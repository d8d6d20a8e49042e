"""Event types. A deleted one stays as a row, so that its id is never given again; its code is free."""

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.calendar import EventTypeRepository
from core.records.calendar import EventType, NewEventType
from storage.schema.calendar import event_types, events
from storage.sql.executor import Repository
from storage.sql.expressions import columns_for, fields, insert, most, parameter_of
from storage.sql.statements import Change, Query

WRITTEN = [*fields(NewEventType), "code_key"]
WHOLE = columns_for(event_types, EventType)
LIVE = sa.select(*WHOLE).where(~event_types.c.is_deleted)
THIS = event_types.c.id == sa.bindparam("event_type_id")


def update_unless_taken() -> sa.Update:
    """Changes no row if another live type has the code."""
    other = event_types.alias("other")
    taken = sa.exists().where(
        other.c.code_key == sa.bindparam("same_code"),
        ~other.c.is_deleted,
        other.c.id != sa.bindparam("event_type_id"),
    )
    this = event_types.c.id == parameter_of(event_types.c.id, "event_type_id")
    return sa.update(event_types).where(this, ~event_types.c.is_deleted, ~taken)


def written(event_type: NewEventType | EventType) -> dict[str, object]:
    """A type's columns, with the casefolded code by which codes are compared."""
    return asdict(event_type) | {"code_key": event_type.code.casefold()}


class EventTypes(Repository, EventTypeRepository):
    GET = Query(LIVE.where(THIS), EventType)

    async def get(self, event_type_id: int) -> EventType | None:
        return await self._db.one(self.GET, event_type_id=event_type_id)

    BY_CODE = Query(LIVE.where(event_types.c.code_key == sa.bindparam("code_key")), EventType)

    async def by_code(self, code: str) -> EventType | None:
        return await self._db.one(self.BY_CODE, code_key=code.casefold())

    LIST = Query(
        LIVE.where(event_types.c.id > sa.bindparam("after_id"))
        .order_by(event_types.c.id)
        .limit(sa.bindparam("limit", type_=sa.Integer)),
        EventType,
    )

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[EventType]:
        return await self._db.all(self.LIST, after_id=after_id, limit=most(limit))

    ADD = Query(insert(event_types).on_conflict_do_nothing().returning(*WHOLE), EventType, WRITTEN)

    async def add(self, event_type: NewEventType) -> EventType | None:
        return await self._db.one(self.ADD, **written(event_type))

    UPDATE = Change(update_unless_taken(), WRITTEN)

    async def update(self, event_type: EventType) -> bool:
        values = written(event_type)
        same = {"event_type_id": event_type.id, "same_code": values["code_key"]}
        return await self._db.run(self.UPDATE, **values, **same) > 0

    IN_USE = Query(
        sa.select(
            sa.exists().where(events.c.event_type_id == sa.bindparam("event_type_id"), ~events.c.is_deleted),
        ),
        bool,
    )

    async def in_use(self, event_type_id: int) -> bool:
        return await self._db.only(self.IN_USE, event_type_id=event_type_id)

    DELETE = Change(sa.update(event_types).where(THIS).values(is_deleted=sa.true()))

    async def delete(self, event_type_id: int) -> None:
        await self._db.run(self.DELETE, event_type_id=event_type_id)
