"""What a command imports: libraries that take long are for the commands and parts of the service that need them."""

import asyncio
import subprocess
import sys

import pytest

from bot.app import config
from tests.system.process import Process, over

SLOW = {
    *("PIL", "aiohttp", "aiosqlite", "alembic", "apscheduler", "asyncpg", "babel", "cryptography", "dateparser"),
    *(
        "holidays",
        "httpx",
        "importlib.metadata",
        "jwt",
        "offapi",
        "prometheus_client",
        "sqlalchemy",
        "telegram",
        "uvloop",
    ),
    *("api", "api.openapi.document", "bot.app", "bot.app.wiring", "bot.chat", "bot.sandbox"),
    *("storage", "storage.postgres"),
}
TO_SERVE = {
    *("aiohttp", "aiosqlite", "babel", "importlib.metadata", "sqlalchemy", "uvloop"),
    *("api", "bot.app", "bot.app.wiring", "storage"),
}


@pytest.fixture
def settings(empty_database):
    return over(empty_database, jwt=config.JwtConfig(secret="a secret of thirty-two bytes and more"))


@pytest.fixture
def slow_ones(tmp_path, monkeypatch):
    """Which of the slow ones a process has imported, which has ended."""
    monkeypatch.setenv("IMPORTED", str(tmp_path))

    def found(pid: int) -> set[str]:
        return SLOW.intersection((tmp_path / str(pid)).read_text(encoding="utf-8").split())

    return found


async def ran(*arguments):
    """Run a command to its end; its process's number."""
    command = sys.executable, "-m", "tests.system.imported", *arguments
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
    assert await process.wait() == 0
    return process.pid


async def test_help_imports_nothing_slow(slow_ones):
    assert slow_ones(await ran("--help")) == set()


async def test_the_api_alone_imports_nothing_of_the_chat(settings, slow_ones, tmp_path):
    async with Process(settings, tmp_path / "log", "api", module="tests.system.imported") as service:
        await service.address()
        assert await service.stop() == 0
    assert slow_ones(service.process.pid) == TO_SERVE


async def test_the_process_over_the_workers_imports_nothing_that_serves(settings, slow_ones, tmp_path):
    async with Process(settings, tmp_path / "log", "api", workers=2, module="tests.system.imported") as service:
        await service.until_logged("2 workers ready")
        assert await service.stop() == 0
    assert slow_ones(service.process.pid) == {"bot.app"}


async def test_a_command_of_people_imports_neither_the_api_nor_the_chat(settings, slow_ones, monkeypatch):
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", settings.database.url)
    pid = await ran("user", "list")
    assert slow_ones(pid) == TO_SERVE - {"aiohttp", "api"}
