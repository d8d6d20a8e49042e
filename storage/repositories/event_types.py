"""Event types. A deleted one stays as a row, so that its id is never given again; its code is free."""

import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.calendar import EventTypeRepository
from core.records.calendar import EventType, NewEventType
from storage.schema.calendar import event_types, events
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import columns_for, fields, insert, page, unless_taken, update_unless_taken
from storage.sql.statements import Change, Query

WRITTEN = [*fields(NewEventType), "code_key"]
WHOLE = columns_for(event_types, EventType)
LIVE = sa.select(*WHOLE).where(~event_types.c.is_deleted)
THIS = event_types.c.id == sa.bindparam("event_type_id")


def written(event_type: NewEventType | EventType) -> dict[str, object]:
    """A type's columns, with the casefolded code by which codes are compared."""
    return asdict(event_type) | {"code_key": event_type.code.casefold()}


class EventTypes(Repository, EventTypeRepository):
    get = one(LIVE.where(THIS), EventType)

    BY_CODE = Query(LIVE.where(event_types.c.code_key == sa.bindparam("code_key")), EventType)

    async def by_code(self, code: str) -> EventType | None:
        return await self._db.one(self.BY_CODE, code_key=code.casefold())

    list = every(page(LIVE, event_types.c.id), EventType)

    ADD = Query(insert(event_types).on_conflict_do_nothing().returning(*WHOLE), EventType, WRITTEN)

    async def add(self, event_type: NewEventType) -> EventType | None:
        return await self._db.one(self.ADD, **written(event_type))

    UPDATE = Change(update_unless_taken(event_types, ["code_key"]), WRITTEN)

    async def update(self, event_type: EventType) -> bool:
        return await self._db.run(self.UPDATE, **unless_taken(written(event_type))) > 0

    in_use = only(
        sa.select(sa.exists().where(events.c.event_type_id == sa.bindparam("event_type_id"), ~events.c.is_deleted)),
        bool,
    )
    delete = change(sa.update(event_types).where(THIS).values(is_deleted=sa.true()))
