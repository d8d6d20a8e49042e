"""Examples. A deleted one stays as a row, so that its id is never given again."""

from collections.abc import Sequence

import sqlalchemy as sa

from core.ports.service import ExampleRepository
from core.records.examples import Example
from storage.schema.service import examples
from storage.sql.executor import Repository
from storage.sql.expressions import columns_for, most
from storage.sql.statements import Change, Query

WHOLE = columns_for(examples, Example)
LIVE = sa.select(*WHOLE).where(~examples.c.is_deleted)
THIS = examples.c.id == sa.bindparam("example_id")


class Examples(Repository, ExampleRepository):
    GET = Query(LIVE.where(THIS), Example)

    async def get(self, example_id: int) -> Example | None:
        return await self._db.one(self.GET, example_id=example_id)

    LIST = Query(
        LIVE.where(examples.c.id > sa.bindparam("after_id"))
        .order_by(examples.c.id)
        .limit(sa.bindparam("limit", type_=sa.Integer)),
        Example,
    )

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[Example]:
        return await self._db.all(self.LIST, after_id=after_id, limit=most(limit))

    ADD = Query(sa.insert(examples).returning(*WHOLE), Example, ["name"])

    async def add(self, name: str) -> Example:
        return await self._db.only(self.ADD, name=name)

    RENAME = Change(sa.update(examples).where(THIS), ["name"])

    async def rename(self, example_id: int, name: str) -> None:
        await self._db.run(self.RENAME, example_id=example_id, name=name)

    DELETE = Change(sa.update(examples).where(THIS).values(is_deleted=sa.true()))

    async def delete(self, example_id: int) -> None:
        await self._db.run(self.DELETE, example_id=example_id)
