"""A service of ours as a process of its own, as in production."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Self

from aiohttp import ClientSession

from bot.app import config, wiring
from bot.app.demo import demo_clock
from core.base.calendar_time import SystemClock

TOKEN = "7000000001:test"
"""Of the bot at a stand-in of Telegram."""


def over(file: Path, **more: object) -> config.Config:
    """Settings of a service over a SQLite file, its API on any port."""
    database = config.DatabaseConfig(url=f"sqlite+aiosqlite:///{file}")
    return config.Config(**{"database": database, "api": config.ApiConfig(port=0, requests_per_minute=0), **more})


def until_a_working_day() -> int:
    """By how many seconds a clock is to be ahead to show the morning of a working day: today, if it is one."""
    return int(demo_clock(SystemClock().now(), Path("no configuration")).total_seconds())


@asynccontextmanager
async def core_of(settings: config.Config) -> AsyncIterator[wiring.Core]:
    """A core over the services' database, beside them."""
    async with AsyncExitStack() as stack:
        yield await wiring.open_core(settings, stack)


async def status_of(address: str) -> int:
    async with ClientSession() as session, session.get(address) as answer:
        return answer.status


PORTS = {"SEMAFORO_HEALTH_BOT_PORT": "0", "SEMAFORO_HEALTH_JOBS_PORT": "0"}
"""Of several services at once, each has its own."""


def children(pid: int) -> list[int]:
    """The processes that one has started, by their numbers."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


class Process:
    """`semaforo run` with a configuration, started, asked to stop or killed by a test; its log goes to a file.

    `module`: what is run instead of `semaforo`.
    """

    def __init__(self, settings: config.Config, log: Path, *only: str, workers: int = 1, module: str = "bot") -> None:
        self.environment = config.environment(settings) | PORTS
        self.arguments = ["-m", module, "run", *(f"--only={part}" for part in only)]
        if workers > 1:
            self.arguments.append(f"--workers={workers}")
        self.log = log
        self.process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        with self.log.open("ab") as target:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *self.arguments, env=self.environment, stderr=target
            )

    async def until_logged(self, text: str) -> str:
        """The first line of the log that has the text."""
        while True:
            lines = self.log.read_text(encoding="utf-8").splitlines()
            for line in lines:
                if text in line:
                    return line
            if self.process.returncode is not None:
                raise AssertionError("\n".join([f"ended without saying {text!r}:", *lines[-20:]]))
            await asyncio.sleep(0.02)

    async def address(self) -> str:
        """Return the address of the API, once it is ready."""
        return (await self.until_logged("API ready on ")).rpartition(" ")[2]

    def workers(self) -> list[int]:
        """The processes that it has started, by their numbers."""
        return children(self.process.pid)

    async def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """Ask it to end, as a service manager does; its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await self.process.wait()
