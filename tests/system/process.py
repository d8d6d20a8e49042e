"""A service of ours as a process of its own, as in production."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Self

from bot import config


class Process:
    """`semaforo run` with a configuration, started, asked to stop or killed by a test; its log goes to a file."""

    def __init__(self, settings: config.Config, log: Path, *only: str, workers: int = 1) -> None:
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(config.PREFIX)}
        for (section, name), value in (
            (("database", "url"), settings.database.url),
            (("api", "port"), settings.api.port),
            (("telegram", "token"), settings.telegram.token),
            (("telegram", "base_url"), settings.telegram.base_url),
            (("telegram", "webhook_url"), settings.telegram.webhook_url),
            (("telegram", "webhook_port"), settings.telegram.webhook_port),
            (("telegram", "webhook_secret"), settings.telegram.webhook_secret),
        ):
            self.environment[f"{config.PREFIX}{section}_{name}".upper()] = str(value)
        self.arguments = ["run", *(f"--only={part}" for part in only)]
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
                sys.executable, "-m", "bot", *self.arguments, env=self.environment, stderr=target
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

    def workers(self) -> list[int]:
        """The processes that it has started, by their numbers."""
        pid = self.process.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]

    async def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """Ask it to end, as a service manager does; its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await self.process.wait()
