"""The real app over the in-memory store on a real socket, with the whole cast to call it."""

import pytest

from api import open_issuers
from tests.api.local_issuer import NAME, LocalIssuer
from tests.api.world import World, serving
from tests.memory_store import MemoryStore


@pytest.fixture
async def world(memory):
    store = MemoryStore(cast=True)
    async with serving(store, World) as world:
        yield world
    store.end()


@pytest.fixture
async def issuer(world):
    """An issuer of RS256 that the world trusts."""
    now = world.clock.now().timestamp()
    async with LocalIssuer("RS256") as issuer, open_issuers([issuer.configured], now) as trusted:
        world.server.app.authenticator.issuers = trusted
        await trusted.trusted[NAME].keys.fetching
        yield issuer


@pytest.fixture
def before_each(world, monkeypatch):
    """Has something awaited before each unit that reads, or that writes; it is given the unit's name."""

    def before(way, act):
        unit = getattr(world.pipeline.store, way)

        async def after_it(work, **how):
            await act(getattr(work, "__qualname__", ""))
            return await unit(work, **how)

        monkeypatch.setattr(world.pipeline.store, way, after_it)

    return before
