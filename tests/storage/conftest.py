"""Stores to judge, on each engine, new for every test, or as if they were."""

import shutil
from contextlib import asynccontextmanager, closing

import pytest
import pytest_asyncio

import storage
from storage.postgres import executor as postgres
from storage.sqlite import executor as sqlite
from storage.sqlite.connecting import connect
from storage.sqlite.executor import SqliteConnection
from storage.sqlite.journal import PresentOrigin
from storage.store import SqlStore
from storage.unit_of_work import SqlUnitOfWork
from tests.storage.compiled import statements


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


@pytest_asyncio.fixture(loop_scope="session")
async def sqlite_store(url):
    async with storage.open_store(url) as store:
        yield store


@pytest_asyncio.fixture(loop_scope="session")
async def postgresql_store(postgresql_url):
    async with storage.open_store(postgresql_url) as store:
        yield store


PATIENT_SECONDS = 60
"""Fifty writers of one row on a busy machine wait for each other longer than a request may."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def kept_open():
    """Enters the store on PostgreSQL that stays open from test to test: to connect anew costs as much as a test."""
    stores = []

    @asynccontextmanager
    async def entered(url):
        if not stores or stores[-1]._writer._closed:
            stores.append(await SqlStore.open(url, timeout_seconds=PATIENT_SECONDS))
        yield stores[-1]

    yield entered
    for store in stores:
        await store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def opening(request):
    """A store on each engine, to be entered."""
    if request.param == "sqlite":
        return storage.open_store(request.getfixturevalue("url"), synchronous="NORMAL", readers=1)
    return request.getfixturevalue("kept_open")(request.getfixturevalue("postgresql_url"))


@pytest_asyncio.fixture(loop_scope="session")
async def store(opening):
    """A store on each engine: what holds for one holds for both."""
    async with opening as store:
        yield store
