"""The probes: a process is alive, and ready with a database and a holder of each of its duties' leases."""

from datetime import timedelta

import pytest
from aiohttp import ClientSession

from api import ProbeApp, serve
from core.delivery.leases import LEASE_TERM, acquire_lease
from core.delivery.troubles import note_trouble
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


@pytest.fixture
async def data(world):
    """Return the status and the data that a process without duties answers."""
    server = await serve(ProbeApp(world.pipeline), "127.0.0.1", 0)
    async with ClientSession(server.url) as session:

        async def asked():
            async with session.get("/ready") as answer:
                return answer.status, (await answer.json())["data"]

        yield asked
    await server.stop(grace=1)


async def test_what_does_not_work_outside_is_shown_and_does_not_make_it_unready(world, data):
    assert await data() == (200, {"ready": True})
    began = world.clock.now()
    await world.operate(note_trouble, "telegram: webhook", "it was taken down", timedelta(minutes=10))
    world.clock.advance(minutes=5)
    await world.operate(note_trouble, "telegram: webhook", "it was taken down again", timedelta(minutes=10))
    times = {"since": f"{began:%FT%TZ}", "until": f"{began + timedelta(minutes=15):%FT%TZ}"}
    trouble = {"thing": "telegram: webhook", "fault": "it was taken down again", **times}
    assert await data() == (200, {"ready": True, "troubles": [trouble]})
    world.clock.advance(minutes=10)
    assert await data() == (200, {"ready": True})


async def test_who_is_not_ready_is_there_all_the_same(world, probed):
    assert await probed("/health") == 200
