"""`semaforo run` with one process and with two, in turn, over one database: answers a second and CPU time an answer.

Nothing is pinned and the load generator takes its share of the cores: on two cores two processes and the generator are
three for two, so the ratio is at most 2 × (server's µs) / (server's µs + generator's µs), shown as `bound`. `by CPU` is
what two processes would give with cores enough for all: twice the ratio of CPU times an answer.
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

from api import tokens
from bot import config, wiring
from core import users
from core.use_case import Caller, Pipeline
from core.users import OPERATOR
from tests.benchmarks import availability
from tests.benchmarks.contenders import TICKS
from tests.benchmarks.load import load
from tests.benchmarks.rest import EVENT, LISTED, cells, get, head, post, questions
from tests.benchmarks.servers import PERSON
from tests.system.process import Process

EVENTS = 100_000
LEAST = 1.5
CONNECTIONS = 64


class Run(Struct, frozen=True):
    """One run: answers a second, and µs of CPU an answer, of all the server's processes and of the generator."""

    rate: float
    server_us: float
    generator_us: float


def section(seconds: float, rounds: int, events: int = EVENTS) -> str:
    """The table."""
    with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder:
        availability.fill(Path(folder) / "bench.db", events)
        return uvloop.run(table(Path(folder), seconds, rounds))


async def table(folder: Path, seconds: float, rounds: int) -> str:
    """Every row, measured and laid out in Markdown."""
    settings = config.Config(
        database=config.Database(url=f"sqlite+aiosqlite:///{folder}/bench.db"), api=config.Api(port=0)
    )
    heads = [f"req/s over {CONNECTIONS} connections", "one", "µs", "two", "µs", "ratio", "bound", "by CPU", "least"]
    lines = [cells(heads), cells(["---", *["---:"] * (len(heads) - 1)])]
    async with contextlib.AsyncExitStack() as stack:
        core = await wiring.open_core(settings, stack)
        kinds = await requests(core.pipeline, settings)
        one = await stack.enter_async_context(Process(settings, folder / "one.log", "api"))
        two = await stack.enter_async_context(Process(settings, folder / "two.log", "api", workers=2))
        await one.until_logged("API ready on ")
        await two.until_logged("2 workers ready")
        for name, asked in kinds.items():
            runs = [[await run(each, asked, seconds) for each in (one, two)] for _ in range(rounds)]
            lines.append(cells([name, *figures(runs)]))
    return "\n".join([*lines, "", f"{os.cpu_count()} cores, of which the generator uses a part."])


async def requests(pipeline: Pipeline, settings: config.Config) -> dict[str, Sequence[bytes]]:
    """What is measured."""
    person = (await pipeline.run(Caller(OPERATOR), users.actor, PERSON)).user
    token = tokens.issue(wiring.keyring(settings), person, timedelta(hours=1), pipeline.clock.now())
    lines = head(token)
    return {
        f"GET list of {LISTED} events": [get(lines, f"/events?limit={LISTED}")],
        "availability of 10 people": [get(lines, path) for path in questions()],
        "POST event, durable": [post(lines, "/events", EVENT)],
        "GET the list's first event": [get(lines, "/events?limit=1")],
    }


async def run(server: Process, asked: Sequence[bytes], seconds: float) -> Run:
    """One run against one server. Raises on any answer but 200."""
    log = server.log.read_text(encoding="utf-8")
    port = int(log.partition("API ready on ")[2].partition("\n")[0].rpartition(":")[2])
    before = cpu_seconds(server)
    result = await load(port, asked, seconds, CONNECTIONS)
    used = cpu_seconds(server) - before
    if result.wrong or not result.total:
        raise RuntimeError(f"a wrong answer, or none: {result.wrong!r}")
    return Run(result.rate, used / result.total * 1e6, result.generator_share / result.rate * 1e6)


def cpu_seconds(server: Process) -> float:
    """All that its processes have used so far."""
    return sum(seconds_of(each) for each in [server.process.pid, *server.workers()])


def seconds_of(pid: int) -> float:
    """All that a process's threads have used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def figures(runs: Sequence[Sequence[Run]]) -> Iterator[str]:
    """A row of the table: medians over the rounds."""
    for server in zip(*runs, strict=True):
        yield f"{median(each.rate for each in server):,.0f}"
        yield f"{median(each.server_us for each in server):.0f}"
    cores = os.cpu_count() or 1
    yield f"{median(two.rate / one.rate for one, two in runs):.2f}"
    yield f"{median(min(2, cores * one.server_us / (two.server_us + two.generator_us)) for one, two in runs):.2f}"
    yield f"{median(2 * one.server_us / two.server_us for one, two in runs):.2f}"
    yield f"{LEAST:.2f}"
