"""Stores to judge: the in-memory one and the real ones, each new for every test, or as if it were."""

import shutil
from contextlib import asynccontextmanager, closing, nullcontext

import pytest
import pytest_asyncio

import storage
from storage.postgres import executor as postgres
from storage.sqlite import executor as sqlite
from storage.sqlite.connecting import connect
from storage.sqlite.executor import SqliteConnection
from storage.store import SqlStore
from storage.unit_of_work import SqlUnitOfWork
from tests.fakes import MemoryStore
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


def opening(request, engine):
    if engine == "memory":
        return nullcontext(MemoryStore())
    if engine == "sqlite":
        return storage.open_store(request.getfixturevalue("url"), synchronous="NORMAL", readers=1)
    url = request.getfixturevalue("postgresql_url")
    return request.getfixturevalue("kept_open")(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def opening_real(request):
    """Every store that outlives its process, to be entered."""
    return opening(request, request.param)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def opening_any(request):
    """Every store that the core may stand on, to be entered."""
    return opening(request, request.param)


@pytest_asyncio.fixture(loop_scope="session")
async def real_store(opening_real):
    """Every store that outlives its process."""
    async with opening_real as store:
        yield store


@pytest_asyncio.fixture(loop_scope="session")
async def store(opening_any):
    """Every store that the core may stand on: what holds for one holds for all."""
    async with opening_any as store:
        yield store
