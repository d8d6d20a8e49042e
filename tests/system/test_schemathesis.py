"""The running service held against its own document by Schemathesis: all phases, all checks."""

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.app import config, wiring
from bot.app.tokens import keyring
from core.application.use_case import Caller
from core.base.calendar_time import SystemClock, local_date
from core.people import users
from tests.system.process import Process
from tests.tokens import issue

ROOT = Path(__file__).parents[2]
SETTINGS = ROOT / "tests/openapi/schemathesis.toml"
ADMIN = users.UserCreate(username="root", name="Root", role="admin")


async def token_of_an_admin(settings: config.Config) -> str:
    async with wiring.open_pipeline(settings, begins=True) as pipeline:
        admin = await pipeline.run(Caller(users.OPERATOR), users.add_user, ADMIN)
        return issue(keyring(settings), admin, timedelta(hours=1), pipeline.clock.now())


async def make_a_day(address: str, token: str, settings: config.Config) -> None:
    """A task and an opened log with its item, each the first of its kind."""
    today = local_date(SystemClock().now(), settings.zone).isoformat()
    async with ClientSession(f"{address}/api/v1/", headers={"Authorization": f"Bearer {token}"}) as session:
        await session.post("tasks", json={"descripcion": "Revisar", "fechaCumplir": today}, raise_for_status=True)
        await session.post("daily-logs/open", json={"fecha": today}, raise_for_status=True)


async def schemathesis(address: str, token: str, folder: Path, *options: str) -> tuple[int, str]:
    """(exit code, report) of a run over every operation."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(SETTINGS)),
        *("run", f"{address}/openapi.json", "--no-color", *options),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SEMAFORO_TOKEN": token},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    return process.returncode, printed.decode()


@pytest.mark.long
async def test_every_answer_is_as_documented(settings, tmp_path):
    token = await token_of_an_admin(settings)
    async with Process(settings, tmp_path / "log", "api") as service:
        address = await service.address()
        await make_a_day(address, token, settings)
        code, report = await schemathesis(address, token, tmp_path, "--max-time", "240", "--max-examples", "60")
        assert await service.stop() == 0
    assert code == 0, report
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
