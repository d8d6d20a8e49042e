"""`semaforo run` as a process: which parts it serves, what it says, and how it ends."""

import asyncio
import logging
import os
import signal
import socket
import sys
from contextlib import AsyncExitStack

import msgspec
import pytest

from bot.app import config, wiring
from bot.app.serving import start
from bot.cli import UNREAD
from tests.system.process import Process, over, status_of

PATIENCE = 60


async def test_without_a_token_it_makes_its_database_serves_the_rest_but_no_metrics_and_says_so(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    settings, roles = over(tmp_path / "new.db"), frozenset(config.ROLES)
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        address = await start(settings, roles, await wiring.open_core(settings, stack), stack)
        assert await status_of(f"{address}/ready") == 200
        assert await status_of(f"{address}/api/v1/tasks") == 401
        assert await status_of(f"{address}/metrics") == 404
    assert "serving without the bot" in caplog.text
    assert "metrics on" not in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.long
async def test_a_token_that_telegram_refuses_is_named_and_keeps_nothing_else_from_being_ready(sandbox, tmp_path):
    refused = over(tmp_path / "team.db", telegram=config.TelegramConfig(token="7000000001:old", base_url=sandbox.url))
    async with asyncio.timeout(PATIENCE), Process(refused, tmp_path / "log") as service:
        assert await status_of(f"{await service.address()}/ready") == 200
        await service.until_logged("Telegram does not accept telegram.token")
        service.process.send_signal(signal.SIGUSR1)
        await service.until_logged("asked to replace workers: there are none here")
        service.process.send_signal(signal.SIGHUP)  # its terminal closes: it ends as if asked to
        assert await service.process.wait() == 0
    assert "stopping" in (tmp_path / "log").read_text(encoding="utf-8")


async def test_the_process_over_several_is_there_before_what_serves_is_imported(settings, slow_ones, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        place = msgspec.structs.replace(settings, api=config.ApiConfig(port=port))
        service = Process(place, tmp_path / "log", "api", workers=2, module="tests.system.imported")
        async with asyncio.timeout(PATIENCE), service:
            assert await service.process.wait() == 1
    assert f"port {port} of 127.0.0.1 is taken" in (tmp_path / "log").read_text(encoding="utf-8")
    assert slow_ones(service.process.pid) == {"bot.app"}


def test_each_process_without_the_api_has_its_key(settings):
    places = [config.probe_place(settings, roles) for roles in ({"bot"}, {"jobs"}, {"bot", "jobs"}, {"api"})]
    assert [place and (place.key, place.port) for place in places] == [
        ("health.bot_port", 8083),
        ("health.jobs_port", 8084),
        ("health.bot_port", 8083),
        None,
    ]


INTERRUPTED_AT_IMPORT = """
import os, signal, sys
from bot import cli
class Interrupting:
    def find_spec(self, name, *_):
        if name == "bot.app.wiring": os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it runs in the background ignore it
cli.main(["user", "list"])
"""


async def test_interrupted_while_it_is_loaded_it_ends_without_a_word():
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", INTERRUPTED_AT_IMPORT, stdout=-1, stderr=-1)
    assert await process.communicate() == (b"", b"")
    assert process.returncode == -signal.SIGINT


@pytest.mark.parametrize("typed", ["openapi", "--version"])
async def test_output_that_nobody_reads_on_ends_a_command_without_a_word(typed):
    reader, writer = os.pipe()
    os.close(reader)
    command = sys.executable, "-m", "bot", typed
    process = await asyncio.create_subprocess_exec(*command, stdout=writer, stderr=asyncio.subprocess.PIPE)
    os.close(writer)
    _, said = await process.communicate()
    assert (process.returncode, said) == (UNREAD, b"")
