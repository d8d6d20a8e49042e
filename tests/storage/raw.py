"""The rows of a real store, read past its repositories."""

from types import SimpleNamespace

from storage.maintenance import schema_of
from storage.postgres.executor import FETCH, Ask
from storage.sql.statements import Query, as_tuple
from storage.sqlite.executor import SqliteConnection


async def execute(store, statement, **values):
    """The rows of a statement of SQLAlchemy's, as tuples."""

    async def work(uow):
        return await uow.outbox._db.all(Query(statement, as_tuple, list(values)), **values)

    return await store.write(work)


async def rows_of(store, text):
    """The rows of a text, as the driver gives them."""

    async def work(uow):
        connection = uow.outbox._db
        if isinstance(connection, SqliteConnection):
            return connection._execute(text).fetchall()
        return [tuple(row) for row in await Ask(FETCH, SimpleNamespace(text=text, writes=True))]

    return await store.write(work)


def on(url, *statements):
    """Run statements on a database in one transaction; the last one's rows, where it has any."""
    return schema_of(url).transaction(lambda connection: ran(connection, *statements))


def ran(connection, *statements):
    """The same in a transaction that has begun."""
    results = [connection.exec_driver_sql(statement) for statement in statements]
    return [tuple(row) for row in results[-1]] if results[-1].returns_rows else []
