"""Reminders whose time has come, with whom they are for: one statement, however many there are."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from core.records.calendar import DueReminder
from storage.schema.calendar import UNSENT, event_participants, event_reminders, events
from storage.schema.people import users
from storage.sql.dialect import Dialect
from storage.sql.executor import DatabaseConnection


class DueReminderStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        whole = event_reminders.c.id, event_reminders.c.event_id, event_reminders.c.remind_at
        recipients = sql.gathered(recipient_ids()).label("recipient_ids")
        found = sa.select(*whole, recipients).join(events, events.c.id == event_reminders.c.event_id)
        calls = (~events.c.is_deleted, events.c.is_active, ~sql.among(events.c.status_id, "but_of"))
        due = found.where(UNSENT, event_reminders.c.remind_at <= sa.bindparam("until"), *calls)
        self.due = sql.query(due.order_by(event_reminders.c.remind_at, event_reminders.c.id), DueReminder)
        sent = sa.update(event_reminders).where(sql.among(event_reminders.c.id, "ids"))
        self.mark_sent = sql.change(sent.values(sent=sa.true()), ["updated_at"])


class DueReminders:
    """`core.ports.jobs.DueReminderRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: DueReminderStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def due(self, until: datetime, *, but_of: Collection[int]) -> Sequence[DueReminder]:
        """Live, unsent ones with remindAt ≤ until of active events whose status is none of those given, by time."""
        return await self._connection.all(self._sql.due, until=until, but_of=but_of)

    async def mark_sent(self, reminder_ids: Collection[int], at: datetime) -> None:
        """Write sent and updatedAt."""
        await self._connection.run(self._sql.mark_sent, ids=reminder_ids, updated_at=at)


def recipient_ids() -> sa.Select[Any]:
    """The active people among an event's creator and its participants, each once, by id."""
    of_event = sa.and_(event_participants.c.event_id == events.c.id, ~event_participants.c.is_deleted)
    named = sa.union_all(
        sa.select(events.c.created_by_user_id).correlate(events),
        sa.select(event_participants.c.user_id).where(of_event).correlate(events),
    )
    return sa.select(users.c.id).where(users.c.id.in_(named), users.c.is_active).order_by(users.c.id).correlate(events)
