"""The real app over a database of each engine and a real socket, at one instant, for a cast that every test knows."""

import asyncio
import shutil
from contextlib import nullcontext

import pytest
import pytest_asyncio

import storage
from core.application.use_case import Pipeline
from core.base.settings import Settings
from tests.api.world import serving
from tests.cast import introduce
from tests.clock import FakeClock
from tests.rules.world import RuleWorld


def fill(url):
    """Put the cast into a database's directory."""

    async def filling():
        async with storage.open_store(url, synchronous="NORMAL", readers=1) as store:
            await introduce(Pipeline(store, FakeClock(), Settings()))

    asyncio.run(filling())


@pytest.fixture(scope="session")
def template(empty_database, tmp_path_factory):
    """A SQLite file with the cast in its directory; tests copy it."""
    path = shutil.copy(empty_database, tmp_path_factory.mktemp("rules") / "template.db")
    fill(f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(template, tmp_path):
    """A file with the cast in it."""
    return f"sqlite+aiosqlite:///{shutil.copy(template, tmp_path / 'rules.db')}"


@pytest.fixture(scope="session")
def cast_url(postgresql):
    """The database on PostgreSQL that is emptied to the cast."""
    return postgresql.server.url(postgresql.emptied(fill))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgresql_store(cast_url):
    """A store on it that stays open: to connect anew costs as much as a test."""
    async with storage.open_store(cast_url) as store:
        yield store


@pytest.fixture(params=["sqlite", "postgresql"])
def opening(request):
    """A store of each engine, with the cast in it, to be entered."""
    if request.param == "sqlite":
        return storage.open_store(request.getfixturevalue("sqlite_url"), synchronous="NORMAL", readers=1)
    store = request.getfixturevalue("postgresql_store")
    request.getfixturevalue("postgresql").emptied(fill)
    return nullcontext(store)


@pytest_asyncio.fixture(loop_scope="session")
async def world(opening):
    """It is Monday, 23 November 2026, 09:00 in Mexico City; the calendar, the tasks and the logs are empty."""
    async with opening as store, serving(store, RuleWorld) as world:
        world.store = store
        yield world
