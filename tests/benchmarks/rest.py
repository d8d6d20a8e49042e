"""REST throughput beside a bare aiohttp + uvloop handler whose answers are as long, run by run in turn.

Both servers have one core, the generator another. Runs are short and many, so that other work on the machine falls on
both sides alike; a ratio is the median over the rounds of (service / bare) within a round. `µs` is the server's own CPU
time an answer; `by CPU` is the ratio of those: other work disturbs it least, waiting for the disk is not in it.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import uvloop
from msgspec import Struct

from tests.benchmarks.load import END_OF_HEAD, Result, load
from tests.benchmarks.servers import LOAD_CORE, pin

TICKS = os.sysconf("SC_CLK_TCK")
BUSY = 0.9


class Row(Struct, frozen=True):
    """A kind of request, and the least ratio that is asked of it, if any."""

    name: str
    requests: Sequence[bytes]
    bare: bytes
    least: float | None


class Running(Struct, frozen=True):
    """A server's process and what it said of itself."""

    process: subprocess.Popen[bytes]
    said: dict[str, Any]

    @property
    def port(self) -> int:
        return self.said["port"]

    def cpu_seconds(self) -> float:
        """All that its threads have used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


class Measured(Struct, frozen=True):
    """One run."""

    result: Result
    cpu_us: float


def section(seconds: float, rounds: int) -> str:
    """The table, after about `rounds` × 6 × (`seconds` + 0.25) seconds."""
    before = os.sched_getaffinity(0)
    pin(LOAD_CORE)
    try:
        with tempfile.TemporaryDirectory(prefix="semaforo-bench-") as folder, contextlib.ExitStack() as stack:
            bare = stack.enter_context(running("bare"))
            service = stack.enter_context(running("service", f"sqlite+aiosqlite:///{folder}/bench.db"))
            return uvloop.run(table(bare, service, seconds, rounds))
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def running(*arguments: str) -> Iterator[Running]:
    """A server process, ready; it ends when its standard input is closed."""
    command = [sys.executable, "-m", "tests.benchmarks.servers", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        yield Running(process, msgspec.json.decode(process.stdout.readline()))
        process.stdin.close()


async def table(bare: Running, service: Running, seconds: float, rounds: int) -> str:
    """Every row, measured and laid out."""
    lines = [f"{'':26}{'bare':>9}{'µs':>8}{'service':>10}{'µs':>8}{'ratio':>8}{'by CPU':>8}{'least':>7}"]
    shares = []
    for row in await rows(service):
        runs = [
            (await run(bare, [row.bare], seconds), await run(service, row.requests, seconds)) for _ in range(rounds)
        ]
        lines.append(line(row, runs))
        shares += [one.result.generator_share for pair in runs for one in pair]
    busiest = max(shares)
    limit = "the load generator, at its limit in some run: ratios are too good" if busiest > BUSY else "the server"
    lines.append(
        f"req/s over 32 connections, CPU µs a request. What limits: {limit} (generator at {busiest:.0%} of its core)."
    )
    return "\n".join(lines)


async def rows(service: Running) -> list[Row]:
    """What is measured; a bare request asks for an answer as long as the service's."""
    head = f"Host: localhost\r\nAuthorization: Bearer {service.said['token']}\r\n"
    tasks = service.said["tasks"]
    comment = msgspec.json.encode({"comentario": "Llamé al proveedor: confirma la entrega para el viernes."})
    posted = f"{head}Content-Type: application/json\r\nContent-Length: {len(comment)}\r\n\r\n".encode() + comment
    asked = f"{head}\r\n".encode()
    one = [f"GET /api/v1/tasks/{task} HTTP/1.1\r\n".encode() + asked for task in tasks]
    all_of_them = [b"GET /api/v1/tasks HTTP/1.1\r\n" + asked]
    post = [f"POST /api/v1/tasks/{task}/comments HTTP/1.1\r\n".encode() + posted for task in tasks]
    return [
        await row(service, "GET one task", one, asked, 0.5),
        await row(service, f"GET list of {len(tasks)}", all_of_them, asked, None),
        await row(service, "POST comment, durable", post, posted, 0.25),
    ]


async def row(service: Running, name: str, requests: Sequence[bytes], rest: bytes, least: float | None) -> Row:
    """A row whose bare answer is as long as the service's to the first request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    writer.write(requests[0])
    head = await reader.readuntil(END_OF_HEAD)
    writer.close()
    length = int(head.partition(b"Content-Length: ")[2].partition(b"\r")[0])
    method = requests[0].partition(b" ")[0]
    return Row(name, requests, b"%b /%d HTTP/1.1\r\n" % (method, length) + rest, least)


async def run(server: Running, requests: Sequence[bytes], seconds: float) -> Measured:
    """One run against one server. Raises on any answer but 200."""
    before = server.cpu_seconds()
    result = await load(server.port, requests, seconds)
    used = server.cpu_seconds() - before
    if result.wrong or not result.total:
        raise RuntimeError(f"a wrong answer, or none: {result.wrong!r}")
    return Measured(result, used / result.total * 1e6)


def line(row: Row, runs: Sequence[tuple[Measured, Measured]]) -> str:
    """A row of the table: medians over the rounds."""
    bare, service = ([pair[side] for pair in runs] for side in (0, 1))
    ratio = median(ours.result.rate / theirs.result.rate for theirs, ours in runs)
    by_cpu = median(theirs.cpu_us / ours.cpu_us for theirs, ours in runs)
    least = "" if row.least is None else f"{row.least:.2f}"
    return (
        f"{row.name:26}{median(one.result.rate for one in bare):9,.0f}{median(one.cpu_us for one in bare):8.1f}"
        f"{median(one.result.rate for one in service):10,.0f}{median(one.cpu_us for one in service):8.1f}"
        f"{ratio:8.2f}{by_cpu:8.2f}{least:>7}"
    )
