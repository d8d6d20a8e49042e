"""The programs measured side by side: each a process on one core, asked by the same load generator on another."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tests.benchmarks.base import HERE
from tests.benchmarks.load import load
from tests.benchmarks.servers import SECRET, SERVER_CORE, pin
from tests.benchmarks.twins import TWINS, Twin, database
from tests.postgresql.guardian import free_port

CLOCK_OF_PROCESS = 2
"""The last three bits of the id of a clock that tells the CPU time of a process, as clock_getcpuclockid(3) makes it."""
READY_SECONDS = 30
WRITER = Path(__file__).with_name("alone.py")


class Running(Struct, frozen=True):
    """A server's process, where it listens, and what else it said of itself."""

    name: str
    process: subprocess.Popen[bytes]
    port: int
    said: dict[str, Any]

    def cpu_seconds(self) -> float:
        return seconds_of(self.process.pid)


def seconds_of(pid: int) -> float:
    """Return the CPU time of all threads of a process so far, to the nanosecond: /proc has it in ticks of 10 ms."""
    return time.clock_gettime(~pid << 3 | CLOCK_OF_PROCESS)


class Measured(Struct, frozen=True):
    """One run: answers a second, CPU time an answer, and how busy the load generator was."""

    rate: float
    cpu_us: float
    generator_share: float


@contextlib.contextmanager
def running(*arguments: str, tree: Path = HERE) -> Iterator[Running]:
    """A server of a checkout, ready."""
    with talking(["-m", "tests.benchmarks.servers", *arguments], tree) as process:
        said = msgspec.json.decode(process.stdout.readline())
        yield Running(arguments[0], process, said["port"], said)


@contextlib.contextmanager
def talking(arguments: Sequence[str], tree: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of our interpreter over a checkout's code; it ends when its standard input is closed."""
    command = [sys.executable, *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tree) as process:
        yield process
        process.stdin.close()


@contextlib.contextmanager
def writing(url: str, tree: Path) -> Iterator[Callable[[float], Measured]]:
    """A process that writes one event after the other by a checkout's use case, for as many seconds as it is told."""
    with talking(["-c", WRITER.read_text(encoding="utf-8"), url], tree) as process:

        def written(seconds: float) -> Measured:
            process.stdin.write(f"{seconds}\n".encode())
            process.stdin.flush()
            return msgspec.json.decode(process.stdout.readline(), type=Measured)

        yield written


@contextlib.contextmanager
def twins(source: Path) -> Iterator[list[Running]]:
    """The twins that are installed, each over its own copy of a database."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(twin_running(twin, source)) for twin in TWINS if not twin.absent]


@contextlib.contextmanager
def twin_running(twin: Twin, source: Path) -> Iterator[Running]:
    path = source.with_name(f"{twin.name}.db")
    database.copy(source, path, twin.instants)
    port = free_port()
    command = [*twin.command, str(port), str(path), SECRET, *twin.options]
    with subprocess.Popen(command, preexec_fn=lambda: pin(SERVER_CORE)) as process:  # noqa: PLW1509 no threads here
        try:
            wait_until_listening(process, port)
            yield Running(twin.name, process, port, {})
        finally:
            process.terminate()


def wait_until_listening(process: subprocess.Popen[bytes], port: int) -> None:
    """Return when somebody answers there. Raises `RuntimeError` where nobody does."""
    deadline = time.monotonic() + READY_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args} does not listen")


async def run(server: Running, requests: Sequence[bytes], seconds: float) -> Measured:
    """One run against one server."""
    before = server.cpu_seconds()
    result = await load(server.port, requests, seconds)
    used = server.cpu_seconds() - before
    return Measured(result.rate, used / result.total * 1e6, result.generator_share)
