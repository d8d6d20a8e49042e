"""The real app over a database of each engine and a real socket, at one instant, for a cast that every test knows.

SQLite's database is in memory. Whatever a test does over it, the journal says all of it afterwards.
"""

import asyncio

import pytest

import storage
from core.application.use_case import Pipeline
from core.base.settings import Settings
from tests.api.world import serving
from tests.cast import introduce
from tests.clock import FakeClock
from tests.journaled import assert_says_all
from tests.memory_store import AsyncMemoryStore
from tests.rules.world import RuleWorld


def fill(url):
    """Put the cast into a database's directory."""

    async def filling():
        async with storage.open_store(url, synchronous="NORMAL") as store:
            await introduce(Pipeline(store, FakeClock(), Settings()))

    asyncio.run(filling())


@pytest.fixture
def memory_store(memory):
    """A store on SQLite with the cast in it."""
    store = AsyncMemoryStore(cast=True)
    yield store
    store.end()


@pytest.fixture(scope="session")
def cast_url(postgresql):
    """The database on PostgreSQL that is emptied to the cast."""
    return postgresql.server.url(postgresql.emptied(fill))


@pytest.fixture(scope="session")
async def postgresql_store(cast_url):
    """A store on it that stays open: to connect anew costs as much as a test."""
    async with storage.open_store(cast_url) as store:
        yield store


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def opening(request):
    """A store of each engine, with the cast in it; what the engines do differently is tested in tests/storage."""
    if request.param == "sqlite":
        return request.getfixturevalue("memory_store")
    store = request.getfixturevalue("postgresql_store")
    request.getfixturevalue("postgresql").emptied(fill)
    return store


@pytest.fixture
async def world(opening):
    """A world on Monday, 23 November 2026, 09:00 in Mexico City, with an empty calendar, no tasks and no logs."""
    async with serving(opening, RuleWorld) as world:
        world.store = opening
        yield world
        await assert_says_all(opening)
