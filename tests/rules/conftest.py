"""The real app over a database of each engine and a real socket, at one instant, for a cast that every test knows."""

import asyncio
import shutil
from datetime import timedelta

import pytest

import storage
from api import Authenticator, Keyring, create_app, serve
from core.settings import Settings
from core.use_case import Pipeline
from tests.api.world import SECRET
from tests.fakes import FakeClock
from tests.rules.world import RuleWorld, directory


def fill(url):
    """Put the cast into a database's directory."""

    async def filling():
        async with storage.open_store(url, synchronous="NORMAL", readers=1) as store:
            await directory(Pipeline(store, FakeClock(), Settings()))

    asyncio.run(filling())


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A SQLite file brought up to date, with the cast in its directory; tests copy it."""
    path = tmp_path_factory.mktemp("rules") / "template.db"
    url = f"sqlite+aiosqlite:///{path}"
    storage.upgrade(url)
    fill(url)
    return path


@pytest.fixture
def sqlite_url(template, tmp_path):
    """A file with the cast in it."""
    return f"sqlite+aiosqlite:///{shutil.copy(template, tmp_path / 'rules.db')}"


@pytest.fixture
def postgresql_url(postgresql):
    """A database with the cast in it."""
    return postgresql.server.url(postgresql.emptied(fill))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request):
    """A database of each engine."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def world(url):
    """It is Monday, 23 November 2026, 09:00 in Mexico City; the calendar, the tasks and the logs are empty."""
    clock, keyring = FakeClock(), Keyring(SECRET)
    async with storage.open_store(url, synchronous="NORMAL", readers=1) as store:
        pipeline = Pipeline(store, clock, Settings())
        authenticator = Authenticator(pipeline, keyring, cache=timedelta(seconds=1))
        server = await serve(create_app(pipeline, authenticator), "127.0.0.1", 0)
        async with RuleWorld(server, pipeline, clock, keyring) as world:
            world.store = store
            await world.people()
            yield world
        await server.stop(grace=1)
