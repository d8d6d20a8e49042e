"""Stores to judge, on each engine, new for every test, or as if they were."""

import asyncio
import shutil
from contextlib import closing

import pytest

import storage
from storage.postgres import executor as postgres
from storage.sqlite import executor as sqlite
from storage.sqlite.connecting import connect
from storage.sqlite.executor import SqliteConnection
from storage.sqlite.journal import PresentOrigin
from storage.store import SqlStore
from storage.unit_of_work import SqlUnitOfWork
from tests.memory_store import MemoryStore
from tests.storage.compiled import statements
from tests.storage.filled import fill


@pytest.fixture(scope="session", autouse=True)
def _compiled():
    """Every statement, as in a process that has served for a while: no test waits for one to be compiled."""
    for compiled in (sqlite.COMPILED, postgres.COMPILED):
        assert all(statement.text for _, statement in statements(compiled))


@pytest.fixture
def path(empty_database, tmp_path):
    return shutil.copy(empty_database, tmp_path / "semaforo.db")


@pytest.fixture
def url(path):
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture(scope="session")
def filled(empty_database, tmp_path_factory):
    """A SQLite file with some rows in every table."""
    path = shutil.copy(empty_database, tmp_path_factory.mktemp("filled") / "full.db")
    fill(f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def copy_filled(filled):
    """Fill a database on PostgreSQL with those rows."""
    return lambda url: asyncio.run(storage.copy(f"sqlite+aiosqlite:///{filled}", url))


@pytest.fixture(params=["sqlite", "postgresql"])
def filled_url(request, filled, copy_filled, path, url):
    """A database with those rows, on each engine."""
    if request.param == "sqlite":
        shutil.copy(filled, path)
        return url
    postgresql = request.getfixturevalue("postgresql")
    return postgresql.server.url(postgresql.emptied(copy_filled))


@pytest.fixture(params=["url", "new_postgresql_url"], ids=["sqlite", "postgresql"])
def migrated_url(request):
    """A database at head to do anything with, on each engine."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def connection(path):
    """A connection of this thread's own to a SQLite file."""
    with closing(connect(path)) as connection:
        PresentOrigin().tell(connection)
        yield connection


@pytest.fixture
def uow(connection):
    """The repositories over that."""
    return SqlUnitOfWork(SqliteConnection(connection))


@pytest.fixture
async def sqlite_store(url):
    async with storage.open_store(url) as store:
        yield store


@pytest.fixture
async def postgresql_store(postgresql_url):
    async with storage.open_store(postgresql_url) as store:
        yield store


PATIENT_SECONDS = 60
"""Many writers of one row on a busy machine wait for each other longer than a request may."""


@pytest.fixture(scope="session")
async def kept_open():
    """The stores on PostgreSQL that were opened, of which the last stays open: connecting costs as much as a test."""
    stores = []
    yield stores
    for store in stores:
        await store.close()


@pytest.fixture
async def kept_store(kept_open, postgresql_url):
    if not kept_open or kept_open[-1]._writer._closed:
        kept_open.append(await SqlStore.open(postgresql_url, timeout_seconds=PATIENT_SECONDS))
    return kept_open[-1]


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request):
    """The repositories on each engine: what holds for one holds for both. SQLite's are in memory, without threads."""
    if request.param == "sqlite":
        request.getfixturevalue("memory")
        return MemoryStore()
    return request.getfixturevalue("kept_store")


@pytest.fixture(params=["sqlite_store", "kept_store"], ids=["sqlite", "postgresql"])
def served_store(request):
    """A store on each engine as a service has it, in which units meet."""
    return request.getfixturevalue(request.param)
