"""Records of visibility: at most one for each event and person, deleted ones apart."""

from collections.abc import Sequence

import sqlalchemy as sa

from core.application.access import Operation, Relation, may
from core.ports.calendar import VisibilityRepository
from core.records.calendar import NewVisibilityRecord, VisibilityRecord
from core.records.people import Actor
from storage.repositories.event_children import EventChildRepository
from storage.repositories.event_filter import BY_RELATION, VIEWER, Source, attached_list, sources
from storage.schema.calendar import event_visibility, events
from storage.sql.expressions import most, variants
from storage.sql.statements import Query

ROWS = event_visibility.alias("rows")
ABOUT_VIEWER = [Source(events.c.id, ROWS.c.user_id == VIEWER)]
READABLE = sources(Operation.VISIBILITY_READ, {**BY_RELATION, Relation.SUBJECT: ABOUT_VIEWER})


def visibility_list(everything: bool, of_event: bool) -> Query[VisibilityRecord]:
    condition = [ROWS.c.event_id == sa.bindparam("event_id")] if of_event else []
    return attached_list(ROWS, VisibilityRecord, *condition, among=None if everything else READABLE)


class Visibility(
    EventChildRepository[VisibilityRecord, NewVisibilityRecord],
    VisibilityRepository,
    table=event_visibility,
    row=VisibilityRecord,
    new=NewVisibilityRecord,
    unique=("user_id",),
):
    LISTS = variants(visibility_list)

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        return await self._db.all(
            self.LISTS[may(viewer, Operation.VISIBILITY_READ), event_id is not None],
            viewer=viewer.id,
            after_id=after_id,
            limit=most(limit),
            event_id=event_id,
        )

    async def update(self, record: VisibilityRecord) -> bool:
        return await self.write(record)
