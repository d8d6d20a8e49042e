"""Stores to judge: the in-memory one and the real one, each new for every test."""

import shutil

import pytest

import storage
from tests.fakes import MemoryStore


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """A database brought up to date once; tests copy it."""
    path = tmp_path_factory.mktemp("schema") / "empty.db"
    storage.upgrade(f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture
def path(empty_database, tmp_path):
    """An empty database's file."""
    return shutil.copy(empty_database, tmp_path / "semaforo.db")


@pytest.fixture
def url(path):
    """Its URL."""
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
async def sqlite_store(url):
    """The store on SQLite."""
    async with storage.open_store(url) as store:
        yield store


@pytest.fixture
async def postgresql_store(postgresql_url):
    """The store on PostgreSQL."""
    async with storage.open_store(postgresql_url) as store:
        yield store


@pytest.fixture(params=["sqlite", "postgresql"])
async def real_store(request):
    """Every store that outlives its process."""
    name = "url" if request.param == "sqlite" else "postgresql_url"
    async with storage.open_store(request.getfixturevalue(name), synchronous="NORMAL", readers=1) as store:
        yield store


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request):
    """Every store that the core may stand on: what holds for one holds for all."""
    if request.param == "memory":
        yield MemoryStore()
        return
    name = "url" if request.param == "sqlite" else "postgresql_url"
    async with storage.open_store(request.getfixturevalue(name), synchronous="NORMAL", readers=1) as store:
        yield store
