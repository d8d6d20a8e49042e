"""Leases."""

from datetime import datetime

import msgspec
import sqlalchemy as sa

from core.records.jobs import Lease, LeaseName
from storage.schema.jobs import leases
from storage.sql.dialect import Dialect, columns_for, fields
from storage.sql.executor import DatabaseConnection


class LeaseStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        this = leases.c.name == sa.bindparam("name", type_=sa.Text)
        self.get = sql.query(sa.select(*columns_for(leases, Lease)).where(this), Lease)
        inserted = sql.insert(leases)
        values = {name: inserted.excluded[name] for name in fields(Lease)}
        put = inserted.on_conflict_do_update(index_elements=[leases.c.name], set_=values)
        self.put = sql.change(put, ["name", *fields(Lease)])
        self.now = sql.present


class Leases:
    """`core.ports.jobs.LeaseRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: LeaseStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, name: LeaseName) -> Lease | None:
        """As it is kept, over or not."""
        return await self._connection.one(self._sql.get, name=name)

    async def put(self, name: LeaseName, lease: Lease) -> None:
        """Keep it so."""
        await self._connection.run(self._sql.put, name=name, **msgspec.structs.asdict(lease))

    async def now(self, here: datetime) -> datetime:
        """The present instant by the one clock of all who share the store: where that is one machine's, `here`."""
        return await self._connection.only(self._sql.now, here=here)
