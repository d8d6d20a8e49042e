"""A thousand clients that wait for changes: memory, CPU while nothing happens, and how soon a commit reaches them all.

The service is a process of its own on one core; the clients wait from another, which also writes: once as a client of
the service, once as another process on its database. What is written is a public event, so everybody may read it. The
milliseconds are from when the writer knows that it is committed to when a client has its answer. On PostgreSQL the
server shares both cores.
"""

import asyncio
import gc
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import uvloop
from msgspec import Struct

import api
import storage
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import SystemClock
from core.base.settings import Settings
from core.calendar import events
from core.calendar.events import EventCreate
from core.people import users
from core.people.users import OPERATOR, UserCreate
from core.records.people import User
from tests.benchmarks import postgresql
from tests.benchmarks.contenders import seconds_of
from tests.benchmarks.rest import cells, header
from tests.benchmarks.servers import SECRET, SERVER_CORE, pin, until_told
from tests.benchmarks.startup import resident_mib
from tests.postgresql.server import running
from tests.tokens import issue

CLIENTS = 1000
QUIET_SECONDS = 5.0
MOST_MS, MOST_MIB = 250, 100
EVENT = {"title": "Junta", "startDatetime": "2030-01-07T10:00", "endDatetime": "2030-01-07T11:00", "statusId": 1}
PUBLIC = EVENT | {"eventTypeId": 2, "isPublic": True}
WAIT = "/api/v1/changes?wait=30&after="


class Client(asyncio.Protocol):
    """Waits over a connection of its own, again after each answer."""

    def __init__(self, token: str, position: str) -> None:
        self.token = token
        self.position = position
        self.answered = asyncio.Event()
        self.at = 0.0
        self.rows = 0
        self.received = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.wait()

    def wait(self) -> None:
        head = f"GET {WAIT}{self.position} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        self.transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        at = time.perf_counter()
        self.received += data
        head, _, body = self.received.partition(b"\r\n\r\n")
        if len(body) < int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0] or 1):
            return
        self.received = b""
        rows = body.count(b'"seq":')
        self.position = body.rpartition(b'"next":"')[2].partition(b'"')[0].decode()
        if rows:
            self.at = at
            self.rows += rows
            self.answered.set()
        self.wait()


class Measured(Struct, frozen=True):
    """MiB more than without clients, the share of a core while nothing happens, ms from commits by who made them."""

    mib: float
    idle_share: float
    own: Sequence[float]
    other: Sequence[float]


def section(_seconds: float, rounds: int, clients: int = CLIENTS) -> str:
    """A row an engine, and one for ten clients of each person; `rounds` commits by each of the two writers."""
    columns = ["clients that wait", "MiB more", f"at most {MOST_MIB}", "CPU idle", "own commit, p50 ms", "p99"]
    columns += ["another's, p50", "p99", f"at most {MOST_MS}"]
    lines = header(columns)
    with (
        tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder,
        running(Path(folder), kind=["durable"]) as server,
    ):
        for engine, url in (("SQLite", f"sqlite+aiosqlite:///{folder}/"), ("PostgreSQL", "")):
            for people in (clients, max(clients // 10, 1)):
                made = f"{url}waiting{people}.db" if url else server.url(f"waiting{people}")
                if not url:
                    uvloop.run(postgresql.create(server.url, f"waiting{people}"))
                found = uvloop.run(measured(made, people, clients, rounds))
                lines.append(row(f"{engine}: {clients:,} of {people:,} people", found))
    return "\n".join(lines)


def row(name: str, found: Measured) -> str:
    own, other = sorted(found.own), sorted(found.other)
    figures = [f"{found.mib:.0f}", "yes" if found.mib <= MOST_MIB else "no", f"{found.idle_share:.2%}"]
    figures += [f"{each:.0f}" for ms in (own, other) for each in (at(ms, 0.5), at(ms, 0.99))]
    return cells([name, *figures, "yes" if max(at(own, 0.99), at(other, 0.99)) <= MOST_MS else "no"])


def at(ms: Sequence[float], share: float) -> float:
    return ms[min(int(len(ms) * share), len(ms) - 1)]


async def measured(url: str, people: int, clients: int, commits: int, quiet: float = QUIET_SECONDS) -> Measured:
    """Measure one service, all its clients, and both kinds of writers; twice nothing happens for `quiet` seconds."""
    await asyncio.to_thread(storage.upgrade, url)
    async with AsyncExitStack() as stack:
        pipeline = Pipeline(await stack.enter_async_context(storage.open_store(url)), SystemClock(), Settings())
        tokens = await tokens_of(pipeline, people)
        author = Caller(await pipeline.run(Caller(OPERATOR), users.actor, 1))
        serving, port = await served(url)
        stack.push_async_callback(ended, serving)
        authorization = {"Authorization": f"Bearer {tokens[0]}"}
        session = await stack.enter_async_context(
            aiohttp.ClientSession(f"http://127.0.0.1:{port}", headers=authorization, raise_for_status=True)
        )

        async def own() -> None:
            await session.post("/api/v1/events", json=PUBLIC)

        async def other() -> None:
            await pipeline.run(author, events.create_event, build(EventCreate, PUBLIC))

        await own()
        async with session.get("/api/v1/changes?after=now") as answer:
            position = (await answer.json())["data"]["next"]
        before = resident_mib(serving.pid)
        waiting = await connected(port, [Client(tokens[number % people], position) for number in range(clients)])
        await asyncio.sleep(quiet)
        used = seconds_of(serving.pid)
        await asyncio.sleep(quiet)
        idle_share = (seconds_of(serving.pid) - used) / quiet
        found = [await reached(waiting, write, commits) for write in (own, other)]
        mib = resident_mib(serving.pid) - before
        for each in waiting:
            each.transport.close()
    return Measured(mib, idle_share, *found)


async def served(url: str) -> tuple[asyncio.subprocess.Process, int]:
    """The process and its port."""
    command = sys.executable, "-m", "tests.benchmarks.waiting", url
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdout
    return process, msgspec.json.decode(await process.stdout.readline())["port"]


async def connected(port: int, clients: Sequence[Client]) -> Sequence[Client]:
    for each in clients:
        await asyncio.get_running_loop().create_connection(lambda each=each: each, "127.0.0.1", port)
    return clients


async def ended(process: asyncio.subprocess.Process) -> None:
    """Waited for: uvloop cannot close while it watches a process."""
    if process.returncode is None:
        process.kill()
    await process.wait()


async def reached(waiting: Sequence[Client], write: Callable[[], Awaitable[None]], commits: int) -> list[float]:
    """The milliseconds from each commit to each client. All must be reached by all, once."""
    found = []
    for _ in range(commits):
        await asyncio.sleep(1)
        before = [each.rows for each in waiting]
        for each in waiting:
            each.answered.clear()
        await write()
        committed = time.perf_counter()
        async with asyncio.timeout(20):
            for each in waiting:
                await each.answered.wait()
        assert [each.rows for each in waiting] == [rows + 1 for rows in before]
        found += [(each.at - committed) * 1000 for each in waiting]
    return found


async def tokens_of(pipeline: Pipeline, people: int) -> list[str]:
    keyring, now = api.Keyring(SECRET), pipeline.clock.now()
    made: list[User] = [
        await pipeline.run(Caller(OPERATOR), users.add_user, UserCreate(username=f"p{number}", name=f"P {number}"))
        for number in range(people)
    ]
    return [issue(keyring, user, timedelta(hours=1), now) for user in made]


async def serve(url: str) -> None:
    async with storage.open_store(url) as store:
        pipeline = Pipeline(store, SystemClock(), Settings())
        app = api.create_app(pipeline, api.Authenticator(pipeline, api.Keyring(SECRET)), requests_per_minute=6000)
        server = await api.serve(app, "127.0.0.1", 0)
        gc.freeze()
        await until_told({"port": server.port})
        await server.stop()


if __name__ == "__main__":
    pin(SERVER_CORE)
    uvloop.run(serve(sys.argv[1]))
