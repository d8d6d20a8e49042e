"""The schema of a PostgreSQL database: its revision, a transaction for Alembic, what is wrong with it.

Text is kept in the collation "C": it sorts by code points, as SQLite's does, whatever locale the database is of.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.base import PGDDLCompiler, PGTypeCompiler
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.postgres import arguments_of, connect, told, url_of

T = TypeVar("T")

OLDEST = 14
"""The first of PostgreSQL's versions that is still cared for, and the first that this program is tested with."""

UPGRADE_LOCK = 7_364_272_363
"""The advisory lock of upgrades: any number that nobody else takes."""


class PostgresSchema:
    """One database. Raises `ValueError` on a URL that is none; methods raise `OSError` where it is out of reach."""

    def __init__(self, url: str) -> None:
        self.url = url_of(url)
        self.name = told(self.url)

    def revision(self) -> str | None:
        """The revision it is at; None where it is empty."""
        return run(self._revision())

    def transaction(self, work: Callable[[sa.Connection], T]) -> T:
        """What some work with a connection returns, all of it done or nothing."""
        return run(self._transaction(work))

    def upgrade(self, work: Callable[[sa.Connection], None]) -> None:
        """Run migrations, one process at a time."""

        def alone(connection: sa.Connection) -> None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})")
            work(connection)

        self.transaction(alone)

    def backup(self, target: Path) -> None:
        """Refuse, for PostgreSQL has its own way, and say which."""
        port = f" --port={self.url.port}" if self.url.port else ""
        where = f"--host={arguments_of(self.url)['host']}{port} --username={self.url.username}"
        raise OSError(
            f"pg_dump copies this database: pg_dump {where} --format=custom --file={target} {self.url.database}"
        )

    def problems(self) -> list[str]:
        """What is wrong with the server."""
        return []

    async def _revision(self) -> str | None:
        connection = await connect(self.url)
        try:
            if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
                return None
            found: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
            return found
        finally:
            await connection.close()

    async def _transaction(self, work: Callable[[sa.Connection], T]) -> T:
        engine = engine_for(self.url)
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()


class TypeCompiler(PGTypeCompiler):
    """Text is in the collation "C"."""

    def _render_string_type(self, name: str, length: int | None, collation: str | None, *rest: Any, **kw: Any) -> str:
        return super()._render_string_type(name, length, collation or "C", *rest, **kw)


class DDLCompiler(PGDDLCompiler):
    """What SQLite computes is kept here: only such columns have indexes."""

    def visit_computed_column(self, generated: sa.Computed, **_: Any) -> str:
        """The column's definition after its type."""
        value = self.sql_compiler.process(generated.sqltext, include_table=False, literal_binds=True)
        return f"GENERATED ALWAYS AS ({value}) STORED"


def engine_for(url: sa.URL) -> AsyncEngine:
    """An engine for Alembic, also through a pooler that gives every transaction another connection."""
    unnamed = {"statement_cache_size": 0, "prepared_statement_cache_size": 0, "prepared_statement_name_func": str}
    engine = create_async_engine(url, poolclass=sa.NullPool, connect_args=arguments_of(url) | unnamed)
    engine.dialect.type_compiler_instance = TypeCompiler(engine.dialect)
    engine.dialect.ddl_compiler = DDLCompiler
    return engine


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, on a loop of its own whether or not there is one here. Blocks."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
