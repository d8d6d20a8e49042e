"""Reads and writes the tables of a PostgreSQL database for a copy."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy import Table
from sqlalchemy.dialects import postgresql

from storage.postgres.connecting import connect, redacted, url_of
from storage.schema.journal import JOURNALED
from storage.schema.metadata import metadata
from storage.schema.migrations.journal import postgresql_triggers
from storage.sql.copy_endpoint import CHUNK_ROWS, Rows, chosen, id_of, stored

DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]  # its makers left it untyped


@asynccontextmanager
async def postgres_endpoint(url: str, *, writes: bool) -> AsyncIterator["PostgresEndpoint"]:
    """A database in one transaction on a snapshot, committed unless this raises. Writers of the target wait."""
    address = url_of(url)
    connection = await connect(address)
    try:
        transaction = connection.transaction(isolation="repeatable_read", readonly=not writes)
        await transaction.start()
        await connection.execute("SET LOCAL statement_timeout = 0")
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        await connection.execute("SET LOCAL cursor_tuple_fraction = 1")
        if writes:
            await connection.execute(f"LOCK TABLE {', '.join(metadata.tables)} IN EXCLUSIVE MODE")
        yield PostgresEndpoint(connection)
        if writes:
            await connection.execute(f"ANALYZE {', '.join(metadata.tables)}")  # or plans are poor until the server does
        await transaction.commit()
        await connection.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise OSError(f"{redacted(address)}: {error}") from error
    finally:
        connection.terminate()  # whatever was begun is undone; a COPY that was cut short would wait for its rest


class PostgresEndpoint:
    def __init__(self, connection: "asyncpg.Connection[Any]") -> None:
        self._connection = connection

    async def count(self, table: Table) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {table.name}"))  # noqa: S608  a name of our own

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        statement = sa.select(table).order_by(*table.primary_key.columns).compile(dialect=DIALECT)
        cursor = f"all_of_{table.name}"  # one of SQL's: the driver's leaves its statement in a pooler's session
        await self._connection.execute(f"DECLARE {cursor} NO SCROLL CURSOR FOR {statement}")
        while found := await self._connection.fetch(f"FETCH {CHUNK_ROWS} FROM {cursor}"):
            yield [tuple(record) for record in found]
        await self._connection.execute(f"CLOSE {cursor}")

    async def suspend_journal(self) -> None:
        await self._all_journaled("DISABLE")

    async def resume_journal(self) -> None:
        await self._all_journaled("ENABLE")

    async def _all_journaled(self, what: str) -> None:
        for journaled in JOURNALED:
            for name in postgresql_triggers(journaled):
                await self._connection.execute(f"ALTER TABLE {journaled.table} {what} TRIGGER {name}")

    async def clear(self, table: Table) -> None:
        await self._connection.execute(f"DELETE FROM {table.name}")  # noqa: S608  a name of our own

    async def write(self, table: Table, chunks: AsyncIterator[Rows]) -> None:
        """Add all rows by one statement, since some refer to later ones."""
        columns = stored(table)
        records = each_row(chunks, [*columns])
        names = [column.name for column in columns.values()]
        await self._connection.copy_records_to_table(table.name, records=records, columns=names)

    async def last_id(self, table: Table) -> int:
        given = "SELECT coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = current_schema() AND"
        name = id_of(table)
        sequence = f"format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence('{table.name}', '{name}')"
        greatest = await self._connection.fetchval(f"SELECT max({name}) FROM {table.name}")  # noqa: S608  names of our own
        return max(greatest or 0, await self._connection.fetchval(f"{given} {sequence}") or 0)

    async def continue_after(self, table: Table, last_id: int) -> None:
        sequence = f"pg_get_serial_sequence('{table.name}', '{id_of(table)}')"
        await self._connection.execute(f"SELECT setval({sequence}, {last_id or 1}, {bool(last_id)})")


async def each_row(chunks: AsyncIterator[Rows], places: Sequence[int]) -> AsyncIterator[tuple[Any, ...]]:
    async for rows in chunks:
        for row in chosen(rows, places):
            yield row
