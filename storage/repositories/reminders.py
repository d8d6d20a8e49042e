"""Reminders. Who sees which follows from who sees their events."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
import sqlalchemy as sa

from core.application.access import Operation, may
from core.base.model import INT32_MAX
from core.records.calendar import NewReminder, Reminder
from core.records.people import Actor
from storage.repositories.event_children import EventChildRepository, EventChildStatements
from storage.repositories.event_filter import attached_list, sources
from storage.repositories.spans import EARLIEST, LATEST
from storage.schema.calendar import event_reminders
from storage.sql.dialect import Dialect, columns_for
from storage.sql.executor import DatabaseConnection


class ReminderStatements(EventChildStatements[Reminder, NewReminder]):
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        super().__init__(sql, event_reminders, Reminder, NewReminder)
        rows = event_reminders.alias("rows")
        at = rows.c.remind_at
        of_event = sa.select(*columns_for(rows, Reminder)).where(rows.c.event_id == sa.bindparam("event_id"))
        self.of_event = sql.query(of_event.where(~rows.c.is_deleted).order_by(at, rows.c.id), Reminder)
        between = [at >= sa.bindparam("start", type_=at.type), at < sa.bindparam("end", type_=at.type)]
        self.lists = {
            (everything, dated): attached_list(
                sql,
                rows,
                Reminder,
                *(between if dated else []),
                among=None if everything else sources(Operation.EVENT_READ),
            )
            for everything in (False, True)
            for dated in (False, True)
        }


class Reminders(EventChildRepository[Reminder, NewReminder]):
    """`core.ports.ReminderRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: ReminderStatements) -> None:
        super().__init__(connection, statements)
        self._sql = statements

    async def list(
        self,
        viewer: Actor,
        *,
        after_id: int = 0,
        limit: int | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> Sequence[Reminder]:
        """Those of events that the viewer may see, by id; remindAt in [start, end)."""
        dated = start is not None or end is not None
        return await self._connection.all(
            self._sql.lists[may(viewer, Operation.EVENT_READ), dated],
            viewer=viewer.id,
            after_id=after_id,
            limit=INT32_MAX if limit is None else limit,
            start=start or EARLIEST,
            end=end or LATEST,
        )

    async def of_event(self, event_id: int) -> Sequence[Reminder]:
        """Those of one event, by when they are due; whether somebody may see the event is for the caller to know."""
        return await self._connection.all(self._sql.of_event, event_id=event_id)

    async def add(self, reminder: NewReminder) -> Reminder:
        """The new reminder with its id."""
        return await self._connection.only(self._sql.add, **msgspec.structs.asdict(reminder))

    async def update(self, reminder: Reminder) -> None:
        """Write every field."""
        await self.write(reminder)
