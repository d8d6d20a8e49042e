"""Absences. A cancelled one stays as a row, so that its id is never given again."""

from collections.abc import Collection, Sequence
from datetime import date, datetime

import msgspec
import sqlalchemy as sa

from core.records.people import Absence, NewAbsence
from storage.schema.people import LIVE, absences
from storage.sql.dialect import Dialect, columns_for, fields
from storage.sql.executor import DatabaseConnection


class AbsenceStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        whole = columns_for(absences, Absence)
        this = sa.and_(absences.c.id == sa.bindparam("absence_id"), LIVE)
        self.get = sql.query(sa.select(*whole).where(this), Absence)
        of_people = sql.among(absences.c.user_id, "user_ids")
        touching = absences.c.first_day <= sa.bindparam("last"), absences.c.last_day >= sa.bindparam("first")
        found = sa.select(*whole).where(LIVE, of_people, *touching)
        self.within = sql.query(found.order_by(absences.c.first_day, absences.c.id), Absence)
        self.add = sql.query(sql.insert(absences).returning(*whole), Absence, fields(NewAbsence))
        self.update = sql.change(sa.update(absences).where(this), ["first_day", "last_day", "reason"])
        these = sql.among(absences.c.id, "absence_ids")
        self.cancel = sql.change(sa.update(absences).where(these, LIVE), ["cancelled_at"])


class Absences:
    """`core.ports.AbsenceRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: AbsenceStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, absence_id: int) -> Absence | None:
        """One absence, be it over."""
        return await self._connection.one(self._sql.get, absence_id=absence_id)

    async def within(self, user_ids: Collection[int], first: date, last: date) -> Sequence[Absence]:
        """Those of these people that touch the dates, both included, by their first day and id."""
        return await self._connection.all(self._sql.within, user_ids=user_ids, first=first, last=last)

    async def add(self, absence: NewAbsence) -> Absence:
        """The new absence with its id."""
        return await self._connection.only(self._sql.add, **msgspec.structs.asdict(absence))

    async def update(self, absence: Absence) -> None:
        """Write its days and its reason."""
        await self._connection.run(self._sql.update, absence_id=absence.id, **msgspec.structs.asdict(absence))

    async def cancel(self, absence_ids: Collection[int], at: datetime) -> None:
        """Hide them for good; their ids are not given again."""
        await self._connection.run(self._sql.cancel, absence_ids=absence_ids, cancelled_at=at)
