"""Reminders. Who sees which follows from who sees their events."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from msgspec.structs import asdict

from core.application.access import Operation, may
from core.ports.calendar import ReminderRepository
from core.records.calendar import NewReminder, Reminder
from core.records.people import Actor
from storage.repositories.event_children import EventChildRepository
from storage.repositories.event_filter import attached_list, sources
from storage.repositories.spans import EARLIEST, LATEST
from storage.schema.calendar import event_reminders
from storage.sql.expressions import columns_for, most, parameter_of, variants
from storage.sql.statements import Query

ROWS = event_reminders.alias("rows")
BETWEEN = (
    ROWS.c.remind_at >= parameter_of(ROWS.c.remind_at, "start"),
    ROWS.c.remind_at < parameter_of(ROWS.c.remind_at, "end"),
)


def reminder_list(everything: bool, dated: bool) -> Query[Reminder]:
    readable = None if everything else sources(Operation.EVENT_READ)
    return attached_list(ROWS, Reminder, *(BETWEEN if dated else []), among=readable)


class Reminders(
    EventChildRepository[Reminder, NewReminder],
    ReminderRepository,
    table=event_reminders,
    row=Reminder,
    new=NewReminder,
):
    LISTS = variants(reminder_list)

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> Sequence[Reminder]:
        dated = start is not None or end is not None
        return await self._db.all(
            self.LISTS[may(viewer, Operation.EVENT_READ), dated],
            viewer=viewer.id,
            after_id=after_id,
            limit=most(limit),
            start=start or EARLIEST,
            end=end or LATEST,
        )

    OF_EVENT = Query(
        sa.select(*columns_for(ROWS, Reminder))
        .where(ROWS.c.event_id == sa.bindparam("event_id"), ~ROWS.c.is_deleted)
        .order_by(ROWS.c.remind_at, ROWS.c.id),
        Reminder,
    )

    async def of_event(self, event_id: int) -> Sequence[Reminder]:
        return await self._db.all(self.OF_EVENT, event_id=event_id)

    async def add(self, reminder: NewReminder) -> Reminder:
        return await self._db.only(self.ADD, **asdict(reminder))

    async def update(self, reminder: Reminder) -> None:
        await self.write(reminder)
