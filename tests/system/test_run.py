"""`semaforo run` as a process: which parts it serves, what it says, and how it ends."""

import asyncio
import signal
import sys

import pytest
from aiohttp import ClientSession

from bot.app import config
from bot.app.demo_data import PEOPLE
from bot.sandbox import Sandbox
from tests.system.process import Process

TOKEN = "7000000001:test"
PATIENCE = 60


@pytest.fixture
def settings(tmp_path) -> config.Config:
    return config.Config(
        database=config.DatabaseConfig(url=f"sqlite+aiosqlite:///{tmp_path / 'team.db'}"), api=config.ApiConfig(port=0)
    )


async def status_of(address: str) -> int:
    async with ClientSession() as session, session.get(address) as answer:
        return answer.status


async def test_without_a_token_it_serves_the_rest_and_says_so(settings, tmp_path):
    async with asyncio.timeout(PATIENCE), Process(settings, tmp_path / "log") as service:
        address = (await service.until_logged("API ready on ")).rpartition(" ")[2]
        await service.until_logged("serving without the bot")
        assert await status_of(f"{address}/ready") == 200
        assert await status_of(f"{address}/api/v1/tasks") == 401
        assert await service.stop() == 0
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")


async def test_a_token_that_telegram_refuses_is_named_in_the_log(settings, tmp_path):
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE) as sandbox:
        wrong = config.Config(
            database=settings.database, telegram=config.TelegramConfig(token="7000000001:old", base_url=sandbox.url)
        )
        async with asyncio.timeout(PATIENCE), Process(wrong, tmp_path / "log", "bot") as service:
            await service.until_logged("Telegram does not accept telegram.token")
            assert await service.stop() == 0


async def test_telegram_away_keeps_nothing_else_from_being_ready(settings, tmp_path):
    away = config.Config(
        database=settings.database,
        api=settings.api,
        telegram=config.TelegramConfig(token=TOKEN, base_url="http://127.0.0.1:9"),
    )
    async with asyncio.timeout(PATIENCE), Process(away, tmp_path / "log") as service:
        address = (await service.until_logged("API ready on ")).rpartition(" ")[2]
        assert await status_of(f"{address}/ready") == 200
        service.process.send_signal(signal.SIGHUP)  # its terminal closes: it ends as if asked to
        assert await service.process.wait() == 0
    assert "stopping" in (tmp_path / "log").read_text(encoding="utf-8")


INTERRUPTED_AT_IMPORT = """
import os, signal, sys
from bot import cli
class Interrupting:
    def find_spec(self, name, *_):
        if name == "bot.app.wiring": os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
cli.main(["user", "list"])
"""


async def test_interrupted_while_it_is_loaded_it_ends_without_a_word():
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", INTERRUPTED_AT_IMPORT, stdout=-1, stderr=-1)
    assert await process.communicate() == (b"", b"")
    assert process.returncode == -signal.SIGINT
