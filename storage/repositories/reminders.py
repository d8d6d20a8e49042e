"""Reminders. Whoever may see an event may see its reminders."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from msgspec.structs import asdict

from core.base.paging import WHOLE, Page
from core.ports.calendar import ReminderRepository
from core.records.calendar import NewReminder, Reminder
from core.records.people import Actor
from storage.repositories.event_children import EventChildRepository
from storage.repositories.spans import EARLIEST, LATEST
from storage.schema.calendar import event_reminders
from storage.sql.executor import every
from storage.sql.expressions import columns_for, parameter_of

ROWS = event_reminders.alias("rows")
BETWEEN = (
    ROWS.c.remind_at >= parameter_of(ROWS.c.remind_at, "start"),
    ROWS.c.remind_at < parameter_of(ROWS.c.remind_at, "end"),
)


class Reminders(
    EventChildRepository[Reminder, NewReminder],
    ReminderRepository,
    rows=ROWS,
    row=Reminder,
    new=NewReminder,
    chosen=BETWEEN,
):
    async def list(
        self, viewer: Actor, page: Page = WHOLE, *, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Reminder]:
        dated = start is not None or end is not None
        return await self.page(viewer, page, narrowed=dated, start=start or EARLIEST, end=end or LATEST)

    of_event = every(
        sa.select(*columns_for(ROWS, Reminder))
        .where(ROWS.c.event_id == sa.bindparam("event_id"), ~ROWS.c.is_deleted)
        .order_by(ROWS.c.remind_at, ROWS.c.id),
        Reminder,
    )

    async def add(self, row: NewReminder) -> Reminder:
        return await self._db.only(self.ADD, **asdict(row))
