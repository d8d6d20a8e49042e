"""Databases on the server of the run: each process has one that it empties between tests, and others on demand.

The schema is migrated once a run, into a template. To empty a database costs a twentieth of another copy.
"""

import asyncio
import itertools
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

import storage
from tests.postgresql.server import USER, Server, alone

T = TypeVar("T")

TEMPLATE = "semaforo_template"

REMEMBER = """
DROP SCHEMA IF EXISTS pristine CASCADE;
CREATE SCHEMA pristine;
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('CREATE TABLE pristine.%I AS SELECT * FROM public.%I', name, name);
  END LOOP;
END $$;
CREATE TABLE pristine."sequences of all tables" AS
  SELECT format('public.%I', sequencename)::regclass AS sequence, last_value FROM pg_sequences;
CREATE FUNCTION pristine.restore() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $$
DECLARE
  name text;
  given text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    IF pg_relation_size(format('public.%I', name)) > 1000000 THEN
      EXECUTE format('TRUNCATE public.%I CASCADE', name);
    ELSIF pg_relation_size(format('public.%I', name)) > 0 THEN
      EXECUTE format('DELETE FROM public.%I', name);
    END IF;
  END LOOP;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'pristine' LOOP
    IF pg_relation_size(format('pristine.%I', name)) > 0 AND name <> 'sequences of all tables' THEN
      SELECT string_agg(quote_ident(attname), ', ') INTO given FROM pg_attribute
        WHERE attrelid = format('public.%I', name)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
      EXECUTE format('INSERT INTO public.%1$I (%2$s) SELECT %2$s FROM pristine.%1$I', name, given);
    END IF;
  END LOOP;
  PERFORM setval(sequence, coalesce(last_value, 1), last_value IS NOT NULL)
    FROM pristine."sequences of all tables";
END $$;
"""
"""Keeps a copy of a database's contents in another schema, with a function to restore it. Truncates large tables."""


def as_migrated(url: str) -> None:
    """Fill a database with nothing: it stays as it was migrated."""


class Databases:
    """The databases of one process, used from a thread with its own event loop: tests have other loops."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="databases", daemon=True)
        self._thread.start()
        self._names = (f"semaforo_{os.getpid()}_{number}" for number in itertools.count())
        self._admin = self.run(self._connect("postgres"))
        self._kept: dict[Callable[[str], None], tuple[str, Any]] = {}

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the thread's loop, and wait for its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def execute(self, *statements: str) -> None:
        """Execute statements on the server, outside of any transaction."""
        for statement in statements:
            self.run(self._admin.execute(statement))

    def make_template(self) -> None:
        """Create the migrated database that all others are copies of, unless it exists."""
        if self.run(self._admin.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", TEMPLATE)):
            return
        self.execute(f"CREATE DATABASE {TEMPLATE}_new")
        storage.upgrade(self.server.url(f"{TEMPLATE}_new"))
        self.run(self._remember(f"{TEMPLATE}_new"))
        self.execute(f"ALTER DATABASE {TEMPLATE}_new RENAME TO {TEMPLATE}")

    def make(self, template: str = TEMPLATE) -> str:
        """Create a database, and return its name."""
        name = next(self._names)
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return name

    def drop(self, name: str) -> None:
        """Drop a database, and the connections to it."""
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def emptied(self, fill: Callable[[str], None] = as_migrated) -> str:
        """Restore this process's database to its state after `fill`, which gets its URL, and return its name."""
        if fill not in self._kept:
            name = self.make()
            if fill is not as_migrated:
                fill(self.server.url(name))
                self.run(self._remember(name))
            self._kept[fill] = name, self.run(self._connect(name))
        name, connection = self._kept[fill]
        self.run(connection.execute("SET lock_timeout = '10s'; SELECT pristine.restore()"))
        return name

    def close(self) -> None:
        """Close all connections to the server, and end the thread."""
        for connection in (self._admin, *(connection for _, connection in self._kept.values())):
            self.run(connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _connect(self, database: str) -> Any:
        host, port = str(self.server.folder), self.server.port
        return await asyncpg.connect(host=host, port=port, user=USER, database=database)

    async def _remember(self, name: str) -> None:
        connection = await self._connect(name)
        await connection.execute(REMEMBER)
        await connection.close()


@contextmanager
def databases_of(run: Path, server: Server) -> Iterator[Databases]:
    """This process's databases, on the server of its run."""
    databases = Databases(server)
    try:
        with alone(run, "template"):
            databases.make_template()
        yield databases
    finally:
        databases.close()
