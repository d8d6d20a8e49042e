"""`semaforo run --workers 2`: one port, what comes is shared, and nothing is lost when one of them ends."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import msgspec
import pytest
from aiohttp import ClientError, ClientSession, TCPConnector

from bot.app import config
from bot.app.tokens import keyring
from bot.app.wiring import Core
from bot.process.background_tasks import cancel
from core.application.use_case import Caller
from core.people.users import OPERATOR, list_users
from storage.sqlite.connecting import connect
from tests.cast import introduce
from tests.system.process import Process, core_of
from tests.tokens import issue
from tests.waiting import until

pytestmark = pytest.mark.long

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
async def busy(place: tuple[str, int], clients: int) -> AsyncIterator[list[object]]:
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
        await cancel(asking)


def open_files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 names are enough


async def test_two_workers_share_what_comes_and_let_a_token_ask_together_as_often_as_it_may(settings, tmp_path):
    limited = msgspec.structs.replace(settings, api=config.ApiConfig(port=0, requests_per_minute=20))
    async with core_of(limited) as core:
        headers = await signed_on(core, limited)

    async def ask(url: str) -> int:
        async with ClientSession(url) as session, session.get("/api/v1/me", headers=headers) as answer:
            return answer.status

    async with asyncio.timeout(PATIENCE), Process(limited, tmp_path / "log", "api", workers=2) as service:
        url = (await service.until_logged("2 workers ready: api on ")).rpartition(" ")[2]
        await is_spread((urlsplit(url).hostname, urlsplit(url).port), service.workers())
        began = time.monotonic()
        heard = Counter([await ask(url) for _ in range(60)])
        assert heard[200] + heard[429] == 60
        assert 20 <= heard[200] <= 21 + (time.monotonic() - began) * 20 / 60  # some come back while we ask
        assert await service.stop() == 0


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
        taken = config.Config(database=settings.database, api=config.ApiConfig(port=port, requests_per_minute=0))
        async with Process(taken, tmp_path / "log", "api", workers=2) as service:
            assert await service.process.wait() == 1
    assert f"semaforo: api: port {port} of 127.0.0.1 is taken" in (tmp_path / "log").read_text(encoding="utf-8")


async def end_in_turn(service: Process) -> None:
    for number, each in enumerate(service.workers(), start=1):
        os.kill(each, signal.SIGTERM)
        await until(lambda number=number: service.log.read_text(encoding="utf-8").count("is ready again") == number)


async def ask_for_others(service: Process) -> None:
    service.process.send_signal(signal.SIGUSR1)
    await until(lambda: service.log.read_text(encoding="utf-8").count("is replaced") == 2)


async def replaced(service: Process, replace: Callable[[Process], Awaitable[None]]) -> None:
    gone = service.workers()
    await replace(service)
    assert not set(gone) & set(service.workers())
    assert len(service.workers()) == 2


async def signed_on(core: Core, settings: config.Config) -> dict[str, str]:
    """The header of a person of this team, its only one."""
    await introduce(core.pipeline, "root")
    (user,) = await core.pipeline.run(Caller(OPERATOR), list_users)
    return {"Authorization": f"Bearer {issue(keyring(settings), user, timedelta(hours=1), datetime.now(UTC))}"}


@pytest.mark.parametrize("replace", [end_in_turn, ask_for_others])
async def test_while_each_worker_is_replaced_no_write_is_lost_refused_or_made_twice(settings, tmp_path, replace):
    """200 a second from ten clients that keep their connections and repeat nothing; one more opens new ones only."""
    async with core_of(settings) as core:
        headers = await signed_on(core, settings)
    heard, log = list[object](), tmp_path / "log"

    async def write(session: ClientSession, stop: asyncio.Event, client: int) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            body = {"descripcion": f"{client}-{number}", "fechaCumplir": "2026-11-30", "responsibleUserIds": [1]}
            pause = asyncio.create_task(asyncio.sleep(0.05))
            try:
                async with session.post("/api/v1/tasks", json=body) as answer:
                    heard.append(answer.status)
            except ClientError as fault:
                heard.append(repr(fault))
            await pause

    async with asyncio.timeout(PATIENCE), Process(settings, log, "api", workers=2) as service:
        url = (await service.until_logged("2 workers ready: api on ")).rpartition(" ")[2]
        place = urlsplit(url).hostname, urlsplit(url).port
        async with (
            ClientSession(url, headers=headers, connector=TCPConnector(limit=0)) as session,
            busy(place, 1) as ready,
        ):
            stop = asyncio.Event()
            writing = [asyncio.create_task(write(session, stop, client)) for client in range(10)]
            await replaced(service, replace)
            stop.set()
            await asyncio.gather(*writing)
    assert Counter(heard) == {200: len(heard)}
    assert len(heard) > 100
    assert set(ready) == {b"HTTP/1.1 200 OK"}
    assert "Traceback" not in log.read_text(encoding="utf-8")
    with closing(connect(tmp_path / "team.db")) as connection:
        written = connection.execute("SELECT count(*), count(DISTINCT descripcion) FROM tasks").fetchall()
    assert written == [(len(heard), len(heard))]
