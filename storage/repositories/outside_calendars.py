"""Outside calendars, and when they make their people busy."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from core.base.calendar_time import Interval
from core.ports.outside_calendars import OutsideCalendarRepository
from core.records.outside_calendars import CalendarFault, OutsideCalendar, OutsideCalendarRow, UnreadableEvent
from storage.schema.outside_calendars import outside_busy, outside_calendars
from storage.schema.people import users
from storage.sql.executor import Repository, changes, every, one
from storage.sql.expressions import fields
from storage.sql.statements import Change, Query

TOLD = fields(OutsideCalendar, "host")
PRIVATE = fields(OutsideCalendarRow, "calendar")
CHANGING = [
    *fields(OutsideCalendar, "id", "user_id", "host", "created_at"),
    *fields(OutsideCalendarRow, "calendar", "url"),
]
UNREADABLE = msgspec.json.Decoder(tuple[UnreadableEvent, ...])
THIS = outside_calendars.c.id == sa.bindparam("calendar_id")
WHOLE = sa.select(*(outside_calendars.c[name] for name in [*TOLD, *PRIVATE]))


def row(*values: Any) -> OutsideCalendarRow:
    named = dict(zip([*TOLD, *PRIVATE], values, strict=True))
    told = {name: named.pop(name) for name in TOLD}
    told["fault"] = told["fault"] and CalendarFault(told["fault"])
    told["unreadable"] = UNREADABLE.decode(told["unreadable"])
    return OutsideCalendarRow(OutsideCalendar(**told, host=urlsplit(named["url"]).hostname or ""), **named)


class OutsideCalendars(Repository, OutsideCalendarRepository):
    of_person = every(
        WHOLE.where(outside_calendars.c.user_id == sa.bindparam("user_id")).order_by(outside_calendars.c.id), row
    )
    get = one(WHOLE.where(THIS), row)

    ADD = Query(
        sa.insert(outside_calendars).returning(outside_calendars.c.id), int, ["user_id", "url", "created_at", "due_at"]
    )

    async def add(self, user_id: int, url: str, created_at: datetime) -> int:
        return await self._db.only(self.ADD, user_id=user_id, url=url, created_at=created_at, due_at=created_at)

    SAVE = Change(sa.update(outside_calendars).where(THIS), CHANGING)

    async def save(self, row: OutsideCalendarRow) -> None:
        values = msgspec.structs.asdict(row.calendar) | msgspec.structs.asdict(row)
        await self._db.run(self.SAVE, calendar_id=row.calendar.id, **values)

    CLEAR = Change(sa.delete(outside_busy).where(outside_busy.c.calendar_id == sa.bindparam("calendar_id")))
    PUT = Change(sa.insert(outside_busy), ["user_id", "starts_at", "calendar_id", "ends_at", "is_known"])

    async def replace_times(
        self, row: OutsideCalendarRow, busy: Sequence[Interval], unknown: Sequence[Interval]
    ) -> None:
        calendar = row.calendar
        await self._db.run(self.CLEAR, calendar_id=calendar.id)
        await self._db.run_many(
            self.PUT,
            [
                {
                    "user_id": calendar.user_id,
                    "calendar_id": calendar.id,
                    "starts_at": start,
                    "ends_at": end,
                    "is_known": is_known,
                }
                for is_known, times in ((True, busy), (False, unknown))
                for start, end in times
            ],
        )

    delete = changes(CLEAR, Change(sa.delete(outside_calendars).where(THIS)))
    due = every(
        WHOLE.join(users, users.c.id == outside_calendars.c.user_id)
        .where(outside_calendars.c.due_at <= sa.bindparam("until"), users.c.is_active)
        .order_by(outside_calendars.c.due_at, outside_calendars.c.id)
        .limit(sa.bindparam("most", type_=sa.Integer)),
        row,
    )
