"""Messages to systemd: ready, alive as long as the event loop is, stopping; of one process, and of several.

The log is in JSON meanwhile, so that what it holds then is seen of a whole service too.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import which

import msgspec
import pytest

from bot.app.config import LogConfig
from bot.process.service_manager import ServiceManager
from tests.architecture.source import ROOT
from tests.system.imported import TO_SERVE
from tests.system.process import Process, status_of

PATIENCE = 60
WATCHDOG_SECONDS = 1.5
UNIT = ROOT / "docs" / "deploy" / "semaforo@.service"


class Manager:
    """The service manager's end of a socket, with what a process says over it, in order."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.socket.bind(address.replace("@", "\0", 1))
        self.environment = {
            "NOTIFY_SOCKET": address,
            "WATCHDOG_USEC": str(int(WATCHDOG_SECONDS * 1_000_000)),
        }

    async def told(self) -> str:
        return (await asyncio.get_running_loop().sock_recv(self.socket, 100)).decode()

    async def until_told(self, state: str) -> list[str]:
        """Wait until a state is told, and return what was told before."""
        before = []
        while (said := await self.told()) != state:
            before.append(said)
        return before

    async def is_silent(self) -> bool:
        """Return whether nothing comes for as long as the watchdog waits, once what was under way has come."""
        while True:
            try:
                async with asyncio.timeout(WATCHDOG_SECONDS):
                    await self.told()
            except TimeoutError:
                return True


@pytest.fixture
def manager(tmp_path) -> Iterator[Manager]:
    manager = Manager(f"@{tmp_path}")
    yield manager
    manager.socket.close()


@asynccontextmanager
async def managed(manager: Manager, settings, log: Path, workers: int) -> AsyncIterator[Process]:
    in_json = msgspec.structs.replace(settings, log=LogConfig(format="json", slow_seconds=1e-9))
    service = Process(in_json, log, "api", workers=workers, module="tests.system.imported")
    service.environment |= manager.environment
    async with asyncio.timeout(PATIENCE), service:
        yield service


def every_line_is_an_object(log: Path) -> None:
    """Check that each line of the log is a JSON object, as configured; the request that was made is logged as slow."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {"time", "level", "logger", "message", "process"} <= set.intersection(*map(set, lines))
    (slow,) = [line for line in lines if line["message"].startswith("slow ")]
    assert slow["request_id"] in slow["message"]
    assert slow["duration"] > 0


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.long)])
async def test_it_is_told_when_it_is_ready_and_stops_and_that_it_is_alive_only_while_it_is(
    manager, settings, slow_ones, tmp_path, workers
):
    async with managed(manager, settings, tmp_path / "log", workers) as service:
        assert await manager.until_told("READY=1") == []
        assert "ready" in (tmp_path / "log").read_text(encoding="utf-8")
        ready = json.loads(await service.until_logged("API ready on" if workers == 1 else "workers ready: api on"))
        assert await status_of(f"{ready['message'].rpartition(' ')[2]}/api/v1/tasks/7") == 401
        for _ in range(3):
            assert await manager.told() == "WATCHDOG=1"
        service.process.send_signal(signal.SIGSTOP)
        assert await manager.is_silent()
        service.process.send_signal(signal.SIGCONT)
        assert await manager.told() == "WATCHDOG=1"
        service.process.terminate()
        assert set(await manager.until_told("STOPPING=1")) <= {"WATCHDOG=1"}
        assert await service.process.wait() == 0
    every_line_is_an_object(tmp_path / "log")
    assert slow_ones(service.process.pid) == (TO_SERVE if workers == 1 else {"bot.app"}), "and nothing of the chat"


async def test_a_watchdog_that_is_another_processes_is_not_fed(tmp_path):
    manager = Manager(str(tmp_path / "notify"))
    for pid, fed in ((os.getpid(), True), (os.getpid() + 1, False)):
        ServiceManager(manager.environment | {"WATCHDOG_PID": str(pid)}).tell_ready()
        assert await manager.told() == "READY=1"
        assert not fed or await manager.told() == "WATCHDOG=1"
    with pytest.raises(BlockingIOError):
        manager.socket.recv(100)
    manager.socket.close()


def test_a_manager_that_is_gone_or_was_never_there_holds_up_nothing(tmp_path):
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell_stopping()
    ServiceManager({}).tell_stopping()


def test_the_unit_is_one_that_systemd_takes(tmp_path):
    """With a program that is there, and this machine's user: where the service will run, both are."""
    verify = which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is not installed: Debian's systemd brings it")
    there = UNIT.read_text(encoding="utf-8").replace("/opt/semaforo/bin/semaforo", "/bin/true")
    (tmp_path / UNIT.name).write_text(there, encoding="utf-8")
    told = subprocess.run(
        [verify, "verify", "--man=no", tmp_path / UNIT.name], capture_output=True, text=True, check=False
    )
    about_the_unit = [line for line in told.stderr.splitlines() if "semaforo@" in line]
    assert (told.returncode, about_the_unit) == (0, [])
