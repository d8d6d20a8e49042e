"""People's reminders for themselves."""

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.calendar import OwnReminderRepository
from core.records.calendar import OwnReminder
from storage.schema.calendar import own_reminders
from storage.sql.executor import Repository, every, one
from storage.sql.expressions import columns_for, fields
from storage.sql.statements import Change, Query

WRITTEN = fields(OwnReminder, "id")
REMINDERS = sa.select(*columns_for(own_reminders, OwnReminder))
LASTS = own_reminders.c.ended_at.is_(None)
BY_TIME = own_reminders.c.remind_at, own_reminders.c.id
THIS = own_reminders.c.id == sa.bindparam("reminder_id", type_=sa.Integer)


def reminder(reminder_id: int, *rest: Any) -> OwnReminder:
    written = dict(zip(WRITTEN, rest, strict=True))
    return OwnReminder(id=reminder_id, **written | {"weekdays": msgspec.json.decode(written["weekdays"])})


class OwnReminders(Repository, OwnReminderRepository):
    get = one(REMINDERS.where(THIS), reminder)
    upcoming = every(
        REMINDERS.where(
            LASTS, own_reminders.c.user_id == sa.bindparam("user_id"), own_reminders.c.remind_at.is_not(None)
        ).order_by(*BY_TIME),
        reminder,
    )
    due = every(REMINDERS.where(LASTS, own_reminders.c.remind_at <= sa.bindparam("until")).order_by(*BY_TIME), reminder)

    ADD = Query(sa.insert(own_reminders).returning(own_reminders.c.id), int, WRITTEN)
    UPDATE = Change(sa.update(own_reminders).where(THIS), WRITTEN)

    async def add(self, reminder: OwnReminder) -> OwnReminder:
        return msgspec.structs.replace(reminder, id=await self._db.only(self.ADD, **asdict(reminder)))

    async def update(self, reminder: OwnReminder) -> None:
        await self._db.run(self.UPDATE, reminder_id=reminder.id, **asdict(reminder))
