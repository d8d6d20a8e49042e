"""Working weeks: a row a person and weekday, of those who do not work as the office does."""

from collections.abc import Collection, Mapping, Sequence
from datetime import time

import msgspec
import sqlalchemy as sa

from core.records.people import DayHours
from storage.schema.people import work_days
from storage.sql.dialect import Dialect
from storage.sql.executor import DatabaseConnection


class ScheduleStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        found = sa.select(work_days).where(sql.among(work_days.c.user_id, "user_ids"))
        self.of = sql.query(found.order_by(work_days.c.user_id, work_days.c.weekday), owned_day)
        self.clear = sql.change(sa.delete(work_days).where(work_days.c.user_id == sa.bindparam("user_id")))
        self.add = sql.change(sql.insert(work_days))


class Schedules:
    """`core.ports.ScheduleRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: ScheduleStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def of(self, user_ids: Collection[int]) -> Mapping[int, Sequence[DayHours]]:
        """The week, by weekday, of each of these people who has one."""
        weeks: dict[int, list[DayHours]] = {}
        for user_id, day in await self._connection.all(self._sql.of, user_ids=user_ids):
            weeks.setdefault(user_id, []).append(day)
        return weeks

    async def set(self, user_id: int, days: Sequence[DayHours]) -> None:
        """Write a person's whole week; none, and they have no own one from now on."""
        await self._connection.run(self._sql.clear, user_id=user_id)
        await self._connection.run_many(
            self._sql.add, [{"user_id": user_id} | msgspec.structs.asdict(day) for day in days]
        )


def owned_day(user_id: int, weekday: int, starts: time, ends: time) -> tuple[int, DayHours]:
    """A row: whose day it is, and the day."""
    return user_id, DayHours(weekday, starts, ends)
