"""Reminders whose time has come, with whom they are for: one statement, however many there are."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from core.ports.jobs import DueReminderRepository
from core.records.calendar import DueReminder
from storage.schema.calendar import UNSENT, event_participants, event_reminders, events
from storage.schema.people import users
from storage.sql.executor import Repository
from storage.sql.expressions import among, gathered
from storage.sql.statements import Change, Query

COUNTS = sa.and_(~events.c.is_deleted, events.c.is_active, ~among(events.c.status_id, "but_of"))


def recipient_ids() -> sa.Select[Any]:
    """The active people among an event's creator and participants, each once, by id."""
    of_event = sa.and_(event_participants.c.event_id == events.c.id, ~event_participants.c.is_deleted)
    named = sa.union_all(
        sa.select(events.c.created_by_user_id).correlate(events),
        sa.select(event_participants.c.user_id).where(of_event).correlate(events),
    )
    return sa.select(users.c.id).where(users.c.id.in_(named), users.c.is_active).order_by(users.c.id).correlate(events)


class DueReminders(Repository, DueReminderRepository):
    DUE = Query(
        sa.select(
            *(event_reminders.c.id, event_reminders.c.event_id, event_reminders.c.remind_at),
            gathered(recipient_ids()).label("recipient_ids"),
        )
        .join(events, events.c.id == event_reminders.c.event_id)
        .where(UNSENT, event_reminders.c.remind_at <= sa.bindparam("until"), COUNTS)
        .order_by(event_reminders.c.remind_at, event_reminders.c.id),
        DueReminder,
    )

    async def due(self, until: datetime, *, but_of: Collection[int]) -> Sequence[DueReminder]:
        return await self._db.all(self.DUE, until=until, but_of=but_of)

    MARK_SENT = Change(
        sa.update(event_reminders).where(among(event_reminders.c.id, "ids")).values(sent=sa.true()), ["updated_at"]
    )

    async def mark_sent(self, reminder_ids: Collection[int], at: datetime) -> None:
        await self._db.run(self.MARK_SENT, ids=reminder_ids, updated_at=at)
