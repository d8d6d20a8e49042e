"""Absences. A cancelled one stays as a row, so that its id is never given again."""

from collections.abc import Collection, Sequence
from datetime import date, datetime

import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.people import AbsenceRepository
from core.records.people import Absence, NewAbsence
from storage.schema.people import LIVE, absences
from storage.sql.executor import Repository
from storage.sql.expressions import among, columns_for, fields
from storage.sql.statements import Change, Query

WHOLE = columns_for(absences, Absence)
THIS = sa.and_(absences.c.id == sa.bindparam("absence_id"), LIVE)
TOUCHING = absences.c.first_day <= sa.bindparam("last"), absences.c.last_day >= sa.bindparam("first")


class Absences(Repository, AbsenceRepository):
    GET = Query(sa.select(*WHOLE).where(THIS), Absence)

    async def get(self, absence_id: int) -> Absence | None:
        return await self._db.one(self.GET, absence_id=absence_id)

    WITHIN = Query(
        sa.select(*WHOLE)
        .where(LIVE, among(absences.c.user_id, "user_ids"), *TOUCHING)
        .order_by(absences.c.first_day, absences.c.id),
        Absence,
    )

    async def within(self, user_ids: Collection[int], first: date, last: date) -> Sequence[Absence]:
        return await self._db.all(self.WITHIN, user_ids=user_ids, first=first, last=last)

    ADD = Query(sa.insert(absences).returning(*WHOLE), Absence, fields(NewAbsence))

    async def add(self, absence: NewAbsence) -> Absence:
        return await self._db.only(self.ADD, **asdict(absence))

    UPDATE = Change(sa.update(absences).where(THIS), ["first_day", "last_day", "reason"])

    async def update(self, absence: Absence) -> None:
        await self._db.run(self.UPDATE, absence_id=absence.id, **asdict(absence))

    CANCEL = Change(sa.update(absences).where(among(absences.c.id, "absence_ids"), LIVE), ["cancelled_at"])

    async def cancel(self, absence_ids: Collection[int], at: datetime) -> None:
        await self._db.run(self.CANCEL, absence_ids=absence_ids, cancelled_at=at)
