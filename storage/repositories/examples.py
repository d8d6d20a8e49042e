"""Examples. A deleted one stays as a row, so that its id is never given again."""

from collections.abc import Sequence

import sqlalchemy as sa

from core.base.model import INT32_MAX
from core.records.examples import Example
from storage.schema.service import examples
from storage.sql.dialect import Dialect, columns_for
from storage.sql.executor import DatabaseConnection


class ExampleStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        live = sa.select(*columns_for(examples, Example)).where(~examples.c.is_deleted)
        this = examples.c.id == sa.bindparam("example_id")
        self.get = sql.query(live.where(this), Example)
        following = live.where(examples.c.id > sa.bindparam("after_id")).order_by(examples.c.id)
        self.list = sql.query(following.limit(sa.bindparam("limit", type_=sa.Integer)), Example)
        self.add = sql.query(sql.insert(examples).returning(*columns_for(examples, Example)), Example, ["name"])
        self.rename = sql.change(sa.update(examples).where(this), ["name"])
        self.delete = sql.change(sa.update(examples).where(this).values(is_deleted=sa.true()))


class Examples:
    """`core.ports.ExampleRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: ExampleStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def get(self, example_id: int) -> Example | None:
        """One example."""
        return await self._connection.one(self._sql.get, example_id=example_id)

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[Example]:
        """All of them, by id."""
        rows = INT32_MAX if limit is None else limit
        return await self._connection.all(self._sql.list, after_id=after_id, limit=rows)

    async def add(self, name: str) -> Example:
        """The new, active example with its id."""
        return await self._connection.only(self._sql.add, name=name)

    async def rename(self, example_id: int, name: str) -> None:
        """Write the name."""
        await self._connection.run(self._sql.rename, example_id=example_id, name=name)

    async def delete(self, example_id: int) -> None:
        """Hide it for good; its id is not given again."""
        await self._connection.run(self._sql.delete, example_id=example_id)
