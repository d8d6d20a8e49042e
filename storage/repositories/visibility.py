"""Records of visibility. Of a person an event has one at most; a deleted one's place is free."""

from collections.abc import Sequence

import sqlalchemy as sa

from core.application.access import Operation, Relation, may
from core.base.model import INT32_MAX
from core.records.calendar import NewVisibilityRecord, VisibilityRecord
from core.records.people import Actor
from storage.repositories.event_children import EventChildRepository, EventChildStatements
from storage.repositories.event_filter import BY_RELATION, VIEWER, Source, attached_list, sources
from storage.schema.calendar import event_visibility, events
from storage.sql.dialect import Dialect
from storage.sql.executor import DatabaseConnection


class VisibilityStatements(EventChildStatements[VisibilityRecord, NewVisibilityRecord]):
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        super().__init__(sql, event_visibility, VisibilityRecord, NewVisibilityRecord, unique=("user_id",))
        rows = event_visibility.alias("rows")
        about_them = [Source(events.c.id, rows.c.user_id == VIEWER)]
        readable = sources(Operation.VISIBILITY_READ, {**BY_RELATION, Relation.SUBJECT: about_them})
        of_event = rows.c.event_id == sa.bindparam("event_id")
        self.lists = {
            (everything, one_event): attached_list(
                sql,
                rows,
                VisibilityRecord,
                *([of_event] if one_event else []),
                among=None if everything else readable,
            )
            for everything in (False, True)
            for one_event in (False, True)
        }


class Visibility(EventChildRepository[VisibilityRecord, NewVisibilityRecord]):
    """`core.ports.VisibilityRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: VisibilityStatements) -> None:
        super().__init__(connection, statements)
        self._sql = statements

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        """Those that the viewer may read, of one event or all, by id."""
        return await self._connection.all(
            self._sql.lists[may(viewer, Operation.VISIBILITY_READ), event_id is not None],
            viewer=viewer.id,
            after_id=after_id,
            limit=INT32_MAX if limit is None else limit,
            event_id=event_id,
        )

    async def update(self, record: VisibilityRecord) -> bool:
        """Write every field; False where the person has another in that event."""
        return await self.write(record)
