"""The schema of a PostgreSQL database: its revision, a transaction for Alembic, what is wrong with it.

Text is kept in the collation "C": it sorts by code points, as SQLite's does, whatever locale the database is of.
"""

import asyncio
import re
import shlex
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.base import PGDDLCompiler, PGTypeCompiler
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.derived import differing
from storage.postgres.connecting import arguments_of, connect, places_of, redacted, url_of
from storage.postgres.sessions import OLDEST, means_race
from storage.schema.comparing import Definitions, differences
from storage.schema.journal import JOURNALED
from storage.schema.metadata import metadata
from storage.schema.migrations import journal, search_index
from storage.schema.revision import MARKER, marker_of

T = TypeVar("T")

UPGRADE_LOCK = 7_364_272_363
"""The advisory lock of upgrades: an arbitrary number."""

UPGRADE_TRIES = 10
"""An upgrade and a user of the database may wait for each other; then the server ends one of the two."""

PATIENT = (
    "SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)"
)
"""Ends timeouts: those of the service's role are too short for a migration of many rows, and for waiting for one."""

LIST, NARROW = re.compile(r"\[([^]]*)\]::text\[\]"), "::character varying"


class RaceLost(OSError):
    """Another transaction ended this one, which may be run again."""


class PostgresSchema:
    """The schema of one database. Raises `ValueError` on an invalid URL, `OSError` if it cannot be reached."""

    def __init__(self, url: str) -> None:
        self.url = url_of(url)
        self.name = redacted(self.url)

    def traces(self) -> list[Path]:
        """Return no files: a server keeps its own itself."""
        return []

    def revision(self) -> str | None:
        """The revision of the schema; None if the database is empty."""
        return run(self._revision())

    def transaction(self, work: Callable[[sa.Connection], T]) -> T:
        """Run in one transaction. Raises `OSError` for errors of the server."""
        return run(self._transaction(work))

    def upgrade(self, work: Callable[[sa.Connection], None]) -> None:
        """Run migrations, one process at a time. Raises `OSError` if the database is unfit."""

        def alone(connection: sa.Connection) -> None:
            connection.exec_driver_sql(PATIENT)
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})")
            if faults := unfit(connection):
                raise OSError(f"{self.name}: {'; '.join(faults)}")
            hide_marker(connection)
            work(connection)
            show_marker(connection)

        for _ in range(UPGRADE_TRIES - 1):
            with suppress(RaceLost):
                return self.transaction(alone)
        return self.transaction(alone)

    def backup(self, target: Path) -> None:
        """Raise `OSError` that names the pg_dump command to run instead, which also saves roles and rights."""
        command = ["pg_dump", *self._place(), "--format=custom", f"--file={target}", f"--dbname={self.url.database}"]
        raise OSError(f"PostgreSQL brings what copies its databases: {shlex.join(command)}")

    def how_to_restore(self, file: Path) -> str:
        """The pg_restore command, as a sentence."""
        command = ["pg_restore", *self._place(), "--exit-on-error", "--dbname=AN_EMPTY_DATABASE", str(file)]
        return f"PostgreSQL brings what restores its databases: {shlex.join(command)}"

    def _place(self) -> list[str]:
        hosts, ports = zip(*places_of(self.url), strict=True)
        user = [f"--username={self.url.username}"] if self.url.username else []
        return [f"--host={','.join(hosts)}", f"--port={','.join(map(str, ports))}", *user]

    def damage(self) -> list[str]:
        """Do nothing: the server looks after its own files."""
        return []

    def problems(self) -> list[str]:
        return self.transaction(found_problems)

    async def _revision(self) -> str | None:
        connection = await connect(self.url)
        try:
            there = await connection.fetchval("SELECT to_regclass('alembic_version')") is not None
            return await connection.fetchval("SELECT version_num FROM alembic_version") if there else None
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise OSError(f"{self.name}: {error}") from error
        finally:
            await connection.close()

    async def _transaction(self, work: Callable[[sa.Connection], T]) -> T:
        engine = engine_for(self.url)
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        except sa.exc.DBAPIError as error:
            cause = (error.orig and error.orig.__cause__) or error
            raise (RaceLost if means_race(cause) else OSError)(f"{self.name}: {cause}") from error
        finally:
            await engine.dispose()


def unfit(connection: sa.Connection) -> list[str]:
    """Return the reasons why the server cannot be used."""
    version, encoding = connection.exec_driver_sql(
        "SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding')"
    ).one()
    faults = [] if version >= OLDEST else [f"PostgreSQL {version} is older than {OLDEST}"]
    return faults if encoding == "UTF8" else [*faults, f"the database keeps text in {encoding}, it must be in UTF8"]


def found_problems(connection: sa.Connection) -> list[str]:
    connection.exec_driver_sql(PATIENT)
    return [*unfit(connection), *misshapen(connection)] or differing(connection)


def hide_marker(connection: sa.Connection) -> None:
    """Rename the marker of the revision, which waits for those who write and ends the writing of other programs."""
    for (name,) in connection.exec_driver_sql(MARKERS).all():
        connection.exec_driver_sql(f"ALTER TABLE {name} RENAME TO {MARKER}none")


def show_marker(connection: sa.Connection) -> None:
    """Name the marker after the revision. Renamed, it keeps the rights that its operator has given."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return
    revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
    if not connection.exec_driver_sql(MARKERS).all():
        connection.exec_driver_sql(f"CREATE TABLE {MARKER}none ()")
    connection.exec_driver_sql(f"ALTER TABLE {MARKER}none RENAME TO {marker_of(revision)}")


def misshapen(connection: sa.Connection) -> list[str]:
    """Return the differences of the schema from this program's tables, as sentences."""
    found = definitions(connection, "to_regnamespace(quote_ident(current_schema()))")
    version = connection.exec_driver_sql("SELECT version()").scalar_one()
    wanted = WANTED[version] = WANTED.get(version) or wanted_definitions(connection)
    follows = {name for (name,) in connection.exec_driver_sql(FOLLOWS)}
    should = {*search_index.triggers(), *(name for each in JOURNALED for name in journal.postgresql_triggers(each))}
    missing = [f"missing: trigger {name}" for name in sorted(should - follows)]
    return [f"schema: {difference}" for difference in [*differences(found, wanted), *missing]]


WANTED: dict[str, Definitions] = {}
"""The definitions of this program's tables, by the version of the server, which words them."""


def wanted_definitions(connection: sa.Connection) -> Definitions:
    """The definitions of this program's tables, which are created in a temporary schema for a moment."""
    with connection.begin_nested() as making:
        connection.exec_driver_sql("SET LOCAL search_path = pg_temp")
        metadata.create_all(connection, checkfirst=False)
        for statement in (*search_index.POSTGRESQL_TABLES, *search_index.POSTGRESQL_INDEXES):
            connection.exec_driver_sql(statement)
        wanted = definitions(connection, "pg_my_temp_schema()")
        making.rollback()
    return wanted


def definitions(connection: sa.Connection, schema: str) -> Definitions:
    """Every column, constraint and index of a schema, given as an SQL expression."""
    rows = connection.exec_driver_sql(DEFINITIONS.format(schema=schema))
    return {(table, name): as_restored(text) for table, name, text in rows}


def as_restored(definition: str) -> str:
    """A definition as it reads after dump and restore, which moves the casts of lists inside."""
    return LIST.sub(lambda found: f"[{found[1].replace(NARROW, f'{NARROW}::text')}]", definition)


MARKERS = f"""
SELECT relname FROM pg_class WHERE relkind = 'r' AND starts_with(relname, '{MARKER}')
AND relnamespace = to_regnamespace(quote_ident(current_schema()))
"""  # noqa: S608  a name of our own

FOLLOWS = """
SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND tgenabled = 'O' AND relnamespace = to_regnamespace(quote_ident(current_schema()))
"""
"""The triggers that work."""

DEFINITIONS = """
WITH kept AS (
  SELECT oid, relname FROM pg_class
  WHERE relkind IN ('r', 'p') AND relname <> 'alembic_version'
  AND NOT starts_with(relname, 'at_revision_') AND relnamespace = {schema}
)
SELECT relname, 'column ' || relname || '.' || attname,
    concat_ws(' ', format_type(atttypid, atttypmod), 'COLLATE ' || quote_ident(collname),
      CASE WHEN attnotnull THEN 'NOT NULL' END,
      CASE WHEN attgenerated::text <> '' THEN 'GENERATED' ELSE 'DEFAULT' END
        || ' ' || coalesce(nullif(attidentity::text, ''), pg_get_expr(adbin, adrelid, true)))
  FROM kept JOIN pg_attribute ON attrelid = kept.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef ON adrelid = kept.oid AND adnum = attnum
  LEFT JOIN pg_collation ON pg_collation.oid = attcollation
UNION ALL SELECT relname, 'constraint ' || conname || ' on ' || relname, pg_get_constraintdef(pg_constraint.oid, true)
  FROM kept JOIN pg_constraint ON conrelid = kept.oid WHERE contype <> 'n'
UNION ALL SELECT relname, 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid, 0, true)
  FROM kept JOIN pg_index ON indrelid = kept.oid WHERE indisvalid
"""
"""Columns, constraints and indexes of a schema. NOT NULL stands with its column; names are without the schema's."""


class TypeCompiler(PGTypeCompiler):
    """Text has the collation "C"."""

    def _render_string_type(self, name: str, length: int | None, collation: str | None, *rest: Any, **kw: Any) -> str:
        return super()._render_string_type(name, length, collation or "C", *rest, **kw)


class DDLCompiler(PGDDLCompiler):
    """Stores computed columns, since only those can be indexed. Takes the condition of an index from SQLite's."""

    def visit_create_index(self, create: Any, *rest: Any, **kw: Any) -> str:
        options = create.element.dialect_options
        if options["postgresql"]["where"] is None:
            options["postgresql"]["where"] = options["sqlite"]["where"]
        created: str = super().visit_create_index(create, *rest, **kw)  # type: ignore[no-untyped-call]  # SQLAlchemy's
        return created

    def visit_computed_column(self, generated: sa.Computed, **_: Any) -> str:
        value = self.sql_compiler.process(generated.sqltext, include_table=False, literal_binds=True)
        return f"GENERATED ALWAYS AS ({value}) STORED"


def engine_for(url: sa.URL) -> AsyncEngine:
    """An engine for Alembic, which also works through a transaction pooler."""
    unnamed = {"statement_cache_size": 0, "prepared_statement_cache_size": 0, "prepared_statement_name_func": str}
    engine = create_async_engine(url.set(query={}), poolclass=sa.NullPool, connect_args=arguments_of(url) | unnamed)
    engine.dialect.type_compiler = engine.dialect.type_compiler_instance = TypeCompiler(engine.dialect)
    engine.dialect.ddl_compiler = DDLCompiler
    return engine


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on an event loop of its own, whether or not one runs here. Blocks."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
