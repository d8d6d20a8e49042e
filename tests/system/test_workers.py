"""`semaforo run --workers 2`: one port, what comes is shared, and nothing is lost when one of them ends."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from aiohttp import ClientSession

from bot.app import config
from tests.system.process import Process

PATIENCE = 60


async def asked(place: tuple[str, int]) -> bytes:
    """The status line of `/ready`, over a connection of its own."""
    reader, writer = await asyncio.open_connection(*place)
    try:
        writer.write(b"GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return (await reader.read()).partition(b"\r\n")[0]
    finally:
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def busy(place: tuple[str, int], clients: int = 4) -> AsyncIterator[list[object]]:
    """Clients that ask all the time, each time over a new connection; what they were answered, or why they were not."""
    heard: list[object] = []

    async def ask() -> None:
        while True:
            try:
                heard.append(await asked(place))
            except OSError as fault:
                heard.append(fault)

    asking = [asyncio.create_task(ask()) for _ in range(clients)]
    try:
        yield heard
    finally:
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


def open_files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 names are enough


async def test_two_workers_share_what_comes_and_lose_nothing_when_one_ends(settings, tmp_path):
    async with asyncio.timeout(PATIENCE), Process(settings, tmp_path / "log", "api", workers=2) as service:
        url = (await service.until_logged("2 workers ready: api on ")).rpartition(" ")[2]
        place = urlsplit(url).hostname, urlsplit(url).port
        workers = service.workers()
        await is_spread(place, workers)
        async with ClientSession(url) as session, busy(place) as heard:
            assert (await session.get("/ready")).status == 200
            await asyncio.sleep(0.2)
            os.kill(workers[0], signal.SIGTERM)
            for _ in range(50):
                assert (await session.get("/ready")).status == 200
            await service.until_logged("is ready again")
        assert set(heard) == {b"HTTP/1.1 200 OK"}
        assert workers[0] not in service.workers()
        assert len(service.workers()) == 2
        assert await service.stop() == 0
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert log.count("workers ready") == 1
    assert "Traceback" not in log


async def is_spread(place: tuple[str, int], workers: list[int]) -> None:
    """Each worker takes some of forty connections."""
    before = [open_files(pid) for pid in workers]
    opened = [await asyncio.open_connection(*place) for _ in range(40)]
    while sum(map(open_files, workers)) < sum(before) + len(opened):
        await asyncio.sleep(0.01)
    assert all(open_files(pid) > files for pid, files in zip(workers, before, strict=True))
    for _, writer in opened:
        writer.close()


async def test_a_port_that_others_share_already_is_taken(settings, tmp_path):
    async with await asyncio.start_server(print, "127.0.0.1", 0, reuse_port=True) as other:
        port = other.sockets[0].getsockname()[1]
        taken = config.Config(database=settings.database, api=config.ApiConfig(port=port))
        async with Process(taken, tmp_path / "log", "api", workers=2) as service:
            assert await service.process.wait() == 1
    assert f"semaforo: api: port {port} of 127.0.0.1 is taken" in (tmp_path / "log").read_text(encoding="utf-8")
