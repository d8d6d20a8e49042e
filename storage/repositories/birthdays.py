"""Which event is whose birthday."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from core.ports.jobs import BirthdayRepository
from core.records.calendar import Event, KeptBirthday
from storage.schema.calendar import birthdays, events
from storage.sql.executor import Repository
from storage.sql.expressions import columns_for, upsert
from storage.sql.statements import Change, Query


def kept_birthday(user_id: int, *event: Any) -> KeptBirthday:
    return KeptBirthday(user_id, Event(*event))


class Birthdays(Repository, BirthdayRepository):
    KEPT = Query(
        sa.select(birthdays.c.user_id, *columns_for(events, Event))
        .join(events, events.c.id == birthdays.c.event_id)
        .where(~events.c.is_deleted)
        .order_by(birthdays.c.user_id),
        kept_birthday,
    )

    async def kept(self) -> Sequence[KeptBirthday]:
        return await self._db.all(self.KEPT)

    KEEP = Change(upsert(birthdays, ["user_id"], ["event_id"]), ["user_id", "event_id"])

    async def keep(self, events: Mapping[int, int]) -> None:
        rows = [{"user_id": person, "event_id": event} for person, event in events.items()]
        await self._db.run_many(self.KEEP, rows)
