"""A PostgreSQL database opened: the statements compiled, a pool of connections for each kind of unit."""

import asyncio
from functools import cache

from storage import schema
from storage.postgres_dialect import PostgresDialect
from storage.postgres_engine import Readers, Writer
from storage.postgres_executor import AskingConnection
from storage.postgres_pool import Pool
from storage.postgres_sessions import sessions_of
from storage.unit_of_work import SqlUnitOfWork, Statements


async def open_postgres(url: str) -> tuple[Readers, Writer]:
    """What reads and what writes an existing database.

    Raises `SchemaOutOfDate`, `ValueError` on a URL that is none, `OSError` where the server is not to be had.
    """
    sessions = sessions_of(url)
    await asyncio.to_thread(schema.require_head, url)
    uow = SqlUnitOfWork(AskingConnection(), postgres_statements())
    reading, writing = (Pool(sessions.begin, sessions.most) for _ in range(2))
    return Readers(reading, uow), Writer(writing, uow)


@cache
def postgres_statements() -> Statements:
    """Every statement for PostgreSQL, compiled once a process."""
    return Statements(PostgresDialect())
