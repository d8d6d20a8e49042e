"""Records of visibility: at most one for each event and person, deleted ones apart."""

from collections.abc import Sequence
from typing import ClassVar

import sqlalchemy as sa

from core.application.access import Operation, Relation
from core.base.paging import WHOLE, Page
from core.ports.calendar import VisibilityRepository
from core.records.calendar import NewVisibilityRecord, VisibilityRecord
from core.records.people import Actor
from storage.repositories.event_children import EventChildRepository
from storage.repositories.event_filter import BY_RELATION, VIEWER, Source
from storage.schema.calendar import event_visibility, events

ROWS = event_visibility.alias("rows")
ABOUT_VIEWER = [Source(events.c.id, ROWS.c.user_id == VIEWER)]


class Visibility(
    EventChildRepository[VisibilityRecord, NewVisibilityRecord],
    VisibilityRepository,
    rows=ROWS,
    row=VisibilityRecord,
    new=NewVisibilityRecord,
    chosen=[ROWS.c.event_id == sa.bindparam("event_id")],
    unique=("user_id",),
):
    READ = Operation.VISIBILITY_READ
    BY_RELATION: ClassVar = {**BY_RELATION, Relation.SUBJECT: ABOUT_VIEWER}

    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        return await self.page(viewer, page, narrowed=event_id is not None, event_id=event_id)
