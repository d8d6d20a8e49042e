"""Working weeks that differ from the office's: a row for each person and weekday."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.people import ScheduleRepository
from core.records.people import DayHours
from storage.schema.people import work_days
from storage.sql.executor import Repository
from storage.sql.expressions import among
from storage.sql.statements import Change, Query


def owned_day(user_id: int, *day: Any) -> tuple[int, DayHours]:
    return user_id, DayHours(*day)


class Schedules(Repository, ScheduleRepository):
    OF = Query(
        sa.select(work_days)
        .where(among(work_days.c.user_id, "user_ids"))
        .order_by(work_days.c.user_id, work_days.c.weekday),
        owned_day,
    )

    async def of(self, user_ids: Collection[int]) -> Mapping[int, Sequence[DayHours]]:
        weeks: dict[int, list[DayHours]] = {}
        for user_id, day in await self._db.all(self.OF, user_ids=user_ids):
            weeks.setdefault(user_id, []).append(day)
        return weeks

    CLEAR = Change(sa.delete(work_days).where(work_days.c.user_id == sa.bindparam("user_id")))
    ADD = Change(sa.insert(work_days))

    async def set(self, user_id: int, days: Sequence[DayHours]) -> None:
        await self._db.run(self.CLEAR, user_id=user_id)
        await self._db.run_many(self.ADD, [{"user_id": user_id} | asdict(day) for day in days])
