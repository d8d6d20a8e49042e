"""The real app over the in-memory store on a real socket, with the whole cast to call it."""

from datetime import timedelta

import pytest

from api import Authenticator, Keyring, create_app, open_issuers, serve
from core.application.use_case import Pipeline
from core.base.settings import Settings
from tests.api.local_issuer import NAME, LocalIssuer
from tests.api.world import SECRET, World
from tests.cast import introduce
from tests.clock import FakeClock
from tests.fakes import MemoryStore


@pytest.fixture
async def world():
    store, clock = MemoryStore(), FakeClock()
    pipeline = Pipeline(store, clock, Settings())
    await introduce(pipeline)
    keyring = Keyring(SECRET)
    authenticator = Authenticator(pipeline, keyring, cache=timedelta(seconds=1))
    server = await serve(create_app(pipeline, authenticator), "127.0.0.1", 0)
    async with World(server, pipeline, clock, keyring) as world:
        await world.people()
        yield world
    await server.stop(grace=1)


@pytest.fixture
async def issuer(world):
    """An issuer of RS256 that the world trusts."""
    now = world.clock.now().timestamp()
    async with LocalIssuer("RS256") as issuer, open_issuers([issuer.configured], now) as trusted:
        world.server.app.authenticator.issuers = trusted
        await trusted.trusted[NAME].keys.fetching
        yield issuer
