"""Webhooks of a service as people run it: the receiver of the documentation, and the command line beside it."""

import asyncio
import json
import os
import secrets
import signal
import sys
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import aiohttp
import msgspec
import pytest

from bot.app import config
from bot.app.tokens import keyring
from bot.cli import main
from core.application.use_case import Caller
from core.people import users
from core.people.users import OPERATOR, UserCreate
from tests.postgresql.guardian import free_port
from tests.system.process import Process, core_of
from tests.tokens import issue
from tests.waiting import until

pytestmark = pytest.mark.long

EXAMPLE = Path(__file__).parents[2] / "docs/examples/webhook_receiver.py"
PATIENCE = 60
KILLS = 5
WEBHOOKS = config.WebhooksConfig(loopback_names=("localhost",))


@asynccontextmanager
async def example(port, secret):
    """The receiver of the documentation; the lines that it has printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, EXAMPLE, str(port), env={"WEBHOOK_SECRET": secret}, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    lines = []

    async def read():
        while line := await process.stdout.readline():
            lines.append(line.decode().strip())

    reading = asyncio.create_task(read())
    try:
        yield lines
    finally:
        process.kill()
        await process.wait()
        await reading


@asynccontextmanager
async def calling(settings, process):
    """A service with a person, and what calls its API as them, again where a worker is gone."""
    async with core_of(settings) as core:
        ana = await core.pipeline.run(Caller(OPERATOR), users.add_user, UserCreate(username="ana", name="Ana"))
        token = issue(keyring(settings), ana, timedelta(hours=1), core.pipeline.clock.now())
        async with process:
            headers = {"Authorization": f"Bearer {token}"}
            async with aiohttp.ClientSession(await process.address(), headers=headers) as session:

                async def call(method, path, **body):
                    key = {"Idempotency-Key": secrets.token_hex(8)}
                    while True:
                        try:
                            answered = session.request(method, f"/api/v1{path}", json=body or None, headers=key)
                            async with answered as answer:
                                data = (await answer.json())["data"]
                        except aiohttp.ClientError:
                            continue
                        assert answer.status == 200, data
                        return data

                yield call


@pytest.fixture
async def served(settings, tmp_path):
    """A service in one process."""
    settings = msgspec.structs.replace(settings, webhooks=WEBHOOKS)
    process = Process(settings, tmp_path / "log")
    async with asyncio.timeout(PATIENCE), calling(settings, process) as call:
        yield settings, process, call


def task(number):
    return {"descripcion": f"Número {number}", "fechaCumplir": "2030-11-30"}


async def test_the_receiver_of_the_documentation_is_told_of_each_change_also_after_it_was_away(served):
    _, process, call = served
    port = free_port()
    made = await call("POST", "/webhooks", url=f"http://localhost:{port}/")
    secret, webhook = made["secret"], f"/webhooks/{made['id']}"

    async def arrives():
        return (await call("POST", f"{webhook}/test"))["arrived"]

    async with example(port, secret) as lines:
        await until(arrives)
        first = await call("POST", "/tasks", **task(1))
        await until(lambda: any(line.startswith(f"task.created {first['id']} ") for line in lines))
    assert (await call("POST", f"{webhook}/test"))["fault"] == "unreachable"
    second = await call("POST", "/tasks", **task(2))

    async def waits():
        return (await call("GET", webhook))["waiting"]

    await until(waits)
    async with example(port, secret) as lines:
        await until(arrives)
        await call("PATCH", webhook, isActive=False)
        await call("PATCH", webhook, isActive=True)
        await until(lambda: any(line.startswith(f"task.created {second['id']} ") for line in lines))
        assert not any(line.startswith(f"task.created {first['id']} ") for line in lines)
    assert secret not in process.log.read_text(encoding="utf-8")


async def test_nothing_is_lost_where_the_worker_that_sends_is_killed(settings, tmp_path):
    settings = msgspec.structs.replace(settings, webhooks=WEBHOOKS)
    process = Process(settings, tmp_path / "log", workers=2)
    async with asyncio.timeout(PATIENCE * (1 + KILLS)), calling(settings, process) as call:
        port = free_port()
        made = await call("POST", "/webhooks", url=f"http://localhost:{port}/")
        async with example(port, made["secret"]) as lines:
            numbers = []
            for killed in range(KILLS):
                await until(lambda killed=killed: len(leaders(process)) > killed, PATIENCE)
                numbers += [(await call("POST", "/tasks", **task(each)))["id"] for each in range(3)]
                os.kill(leaders(process)[-1], signal.SIGKILL)
                numbers += [(await call("POST", "/tasks", **task(each)))["id"] for each in range(3)]
            await until(lambda: len(lines) >= len(numbers), PATIENCE)
        assert sorted(int(line.split()[1]) for line in lines) == sorted(numbers)


def leaders(process):
    """The workers that have had the lease of the jobs, one after the other."""
    lines = process.log.read_text(encoding="utf-8").splitlines()
    return [int(line.split()[2]) for line in lines if "leads the jobs now" in line]


async def test_the_command_line_lists_tests_and_replays(served, monkeypatch, capsys):
    settings, _, call = served
    for name, value in config.environment(settings).items():
        monkeypatch.setenv(name, value)

    async def semaforo(*arguments):
        code = await asyncio.to_thread(main, ["webhook", *arguments])
        said = capsys.readouterr()
        return code, [json.loads(line) for line in said.out.splitlines()], said.err

    port = free_port()
    made = await call("POST", "/webhooks", url=f"http://localhost:{port}/")
    number = str(made["id"])
    code, listed, _ = await semaforo("list")
    assert (code, listed) == (0, [{key: made[key] for key in made if key != "secret"}])
    assert (await semaforo("list", "nobody"))[0] == 1
    code, _, said = await semaforo("test", number)
    assert (code, "it did not arrive: unreachable." in said) == (1, True)
    async with example(port, made["secret"]) as lines:
        await until(lambda: reaches(semaforo, number))
        await call("POST", "/tasks", **task(1))
        await until(lambda: any(line.startswith("task.created") for line in lines))
    async with example(port, made["secret"]) as lines:
        await until(lambda: reaches(semaforo, number))
        assert (await semaforo("replay", number, "--from", "1"))[0] == 0
        await until(lambda: any(line.startswith("task.created") for line in lines))
    code, _, said = await semaforo("replay", "999", "--from", "1")
    assert (code, "I can't find that webhook" in said) == (1, True)


async def reaches(semaforo, number):
    return (await semaforo("test", number))[:2] == (0, [{"status": 204}])
