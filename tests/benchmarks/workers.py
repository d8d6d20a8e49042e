"""`semaforo run` with one process and with two, in turn, on SQLite and on PostgreSQL: answers a second and CPU time an
answer.

Nothing is pinned and the load generator takes its share of the cores, as PostgreSQL does: on two cores two processes
and the others are more than the cores, so the ratio is at most 2 × (one server's µs) / (all that an answer takes),
shown as `bound`. `by CPU` is what two processes would give with cores enough for all: twice the ratio of CPU times an
answer.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from statistics import median

import uvloop
from msgspec import Struct

from bot.app import config, wiring
from bot.app.tokens import keyring
from core.application.use_case import Caller, Pipeline
from core.calendar import events
from core.calendar.event_filter import EventQuery
from core.people import users
from core.people.users import OPERATOR
from core.records.people import Actor
from tests.benchmarks import availability, postgresql
from tests.benchmarks.contenders import seconds_of
from tests.benchmarks.load import load
from tests.benchmarks.rest import EVENT, LISTED, authorized, cells, get, header, post, questions
from tests.benchmarks.servers import PERSON, SECRET
from tests.benchmarks.startup import resident_mib
from tests.postgresql.server import Server, running
from tests.system.process import Process, children
from tests.tokens import issue

EVENTS = 100_000
LEAST = 1.5
CONNECTIONS = 64


class Run(Struct, frozen=True):
    """One run: answers a second, and µs of CPU an answer: all the server's processes, PostgreSQL's, the generator."""

    rate: float
    server_us: float
    database_us: float
    generator_us: float


def section(seconds: float, rounds: int, size: int = EVENTS) -> str:
    """A table an engine."""
    with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder:
        tables = [engine(Path(folder), seconds, rounds, size) for engine in (on_sqlite, on_postgresql)]
    return "\n\n".join([*tables, f"{os.cpu_count()} cores for all of it."])


def on_sqlite(folder: Path, seconds: float, rounds: int, size: int) -> str:
    availability.fill(folder / "bench.db", size)
    return uvloop.run(table(f"sqlite+aiosqlite:///{folder}/bench.db", None, folder, seconds, rounds))


def on_postgresql(folder: Path, seconds: float, rounds: int, size: int) -> str:
    """The table of PostgreSQL, on a durable server."""
    with running(folder, kind=["durable"]) as server:
        uvloop.run(postgresql.make(server.url, size, postgresql.PERSONS))
        return uvloop.run(table(server.url(postgresql.DATABASE), server, folder, seconds, rounds))


async def table(url: str, database: Server | None, folder: Path, seconds: float, rounds: int) -> str:
    """Every row on one engine, measured and laid out in Markdown; what a process takes of memory after that."""
    settings = config.Config(
        database=config.DatabaseConfig(url=url),
        api=config.ApiConfig(port=0, requests_per_minute=1_000_000),
        jwt=config.JwtConfig(secret=SECRET),
    )
    engine = "PostgreSQL" if database else "SQLite"
    heads = [f"{engine}, req/s over {CONNECTIONS} connections", "one", "µs", "two", "µs", "PostgreSQL's µs"]
    heads += ["ratio", "bound", "by CPU", "least"]
    lines, short = header(heads), []
    async with contextlib.AsyncExitStack() as stack:
        core = await wiring.open_core(settings, stack)
        kinds = await requests(core.pipeline, settings)
        one = await stack.enter_async_context(Process(settings, folder / f"one on {engine}", "api"))
        two = await stack.enter_async_context(Process(settings, folder / f"two on {engine}", "api", workers=2))
        await one.until_logged("API ready on ")
        await two.until_logged("2 workers ready")
        for name, asked in kinds.items():
            runs = [[await run(each, database, asked, seconds) for each in (one, two)] for _ in range(rounds)]
            lines.append(cells([name, *figures(runs)]))
            if (ratio := rate_ratio(runs)) < LEAST:
                short.append(f"{name} {ratio:.2f}")
        taken = max(map(resident_mib, [one.process.pid, *two.workers()]))
    verdict = f"not met by {', '.join(short)}" if short else "met by every row"
    asked_for = f"{engine}: {LEAST} times as many requests a second with two processes: {verdict}."
    return "\n".join([*lines, "", asked_for, f"{taken:.0f} MiB a process at most, after that."])


async def requests(pipeline: Pipeline, settings: config.Config) -> dict[str, Sequence[bytes]]:
    person = (await pipeline.run(Caller(OPERATOR), users.actor, PERSON)).user
    seen = await pipeline.run(Caller(Actor(person)), events.list_events, EventQuery(limit=LISTED))
    token = issue(keyring(settings), person, timedelta(hours=1), pipeline.clock.now())
    lines = authorized(token)
    return {
        "GET one event": [get(lines, f"/events/{event.id}") for event in seen],
        f"GET list of {LISTED} events": [get(lines, f"/events?limit={LISTED}")],
        "availability of 10 people": [get(lines, path) for path in questions()],
        "POST event, durable": [post(lines, "/events", EVENT)],
    }


async def run(server: Process, database: Server | None, asked: Sequence[bytes], seconds: float) -> Run:
    """One run against one server."""
    log = server.log.read_text(encoding="utf-8")
    port = int(log.partition("API ready on ")[2].partition("\n")[0].rpartition(":")[2])
    before = cpu_seconds(server), database_seconds(database)
    result = await load(port, asked, seconds, CONNECTIONS)
    used = cpu_seconds(server) - before[0], database_seconds(database) - before[1]
    server_us, database_us = (each / result.total * 1e6 for each in used)
    return Run(result.rate, server_us, database_us, result.generator_share / result.rate * 1e6)


def cpu_seconds(server: Process) -> float:
    """The CPU seconds that a server's processes have used so far."""
    return sum(seconds_of(each) for each in [server.process.pid, *server.workers()])


def database_seconds(database: Server | None) -> float:
    """The CPU seconds that PostgreSQL's processes have used so far."""
    if database is None:
        return 0
    first = int((database.folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
    return sum(map(seconds_of, [first, *children(first)]))


def figures(runs: Sequence[Sequence[Run]]) -> Iterator[str]:
    """A row of the table: medians over the rounds."""
    for server in zip(*runs, strict=True):
        yield f"{median(each.rate for each in server):,.0f}"
        yield f"{median(each.server_us for each in server):.0f}"
    cores = os.cpu_count() or 1
    yield f"{median(two.database_us for _, two in runs):.0f}"
    yield f"{rate_ratio(runs):.2f}"
    yield f"{median(min(2, cores * one.server_us / whole(two)) for one, two in runs):.2f}"
    yield f"{median(2 * one.server_us / two.server_us for one, two in runs):.2f}"
    yield f"{LEAST:.2f}"


def rate_ratio(runs: Sequence[Sequence[Run]]) -> float:
    """Return how many times as many requests a second two processes answer: the median over the rounds."""
    return median(two.rate / one.rate for one, two in runs)


def whole(run: Run) -> float:
    """µs of CPU that an answer takes of all."""
    return run.server_us + run.database_us + run.generator_us
