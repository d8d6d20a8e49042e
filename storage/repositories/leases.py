"""Leases."""

from datetime import datetime

import sqlalchemy as sa
from msgspec.structs import asdict

from core.ports.jobs import LeaseRepository
from core.records.jobs import Lease, LeaseName
from storage.schema.jobs import leases
from storage.sql.executor import Repository
from storage.sql.expressions import PRESENT, columns_for, fields, upsert
from storage.sql.statements import Change, Query


class Leases(Repository, LeaseRepository):
    GET = Query(
        sa.select(*columns_for(leases, Lease)).where(leases.c.name == sa.bindparam("name", type_=sa.Text)), Lease
    )

    async def get(self, name: LeaseName) -> Lease | None:
        return await self._db.one(self.GET, name=name)

    PUT = Change(upsert(leases, ["name"], fields(Lease)), ["name", *fields(Lease)])

    async def put(self, name: LeaseName, lease: Lease) -> None:
        await self._db.run(self.PUT, name=name, **asdict(lease))

    async def now(self, here: datetime) -> datetime:
        return await self._db.only(PRESENT, here=here)
