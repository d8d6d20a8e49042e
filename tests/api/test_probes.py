"""How a process is: there, and ready: with a database, and somebody who has the leases of its duties."""

import pytest
from aiohttp import ClientSession

from api import ProbeApp, serve
from core.delivery.leases import LEASE_TERM, acquire_lease
from core.records.jobs import LeaseName


@pytest.fixture
async def probed(world):
    """The statuses of a process that is to see that jobs are led and Telegram is polled."""
    server = await serve(ProbeApp(world.pipeline, duties=[LeaseName.JOBS, LeaseName.POLLING]), "127.0.0.1", 0)

    async def status(path):
        async with ClientSession(server.url) as session, session.get(path) as answer:
            return answer.status

    yield status
    await server.stop(grace=1)


async def test_ready_is_who_has_a_database_and_whose_leases_somebody_has(world, probed):
    assert await probed("/ready") == 503
    await world.operate(acquire_lease, "one", LeaseName.JOBS)
    assert await probed("/ready") == 503
    await world.operate(acquire_lease, "another", LeaseName.POLLING)
    assert await probed("/ready") == 200
    world.clock.advance(seconds=LEASE_TERM.total_seconds())
    assert await probed("/ready") == 503


async def test_who_is_not_ready_is_there_all_the_same(world, probed):
    assert await probed("/health") == 200
