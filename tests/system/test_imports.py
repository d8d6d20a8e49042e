"""The imports of a command: slow libraries only in the commands and parts of the service that need them.

Of the service, tests/system/test_service_manager.py and test_run.py say it beside what else they see of it.
"""

import asyncio
import subprocess
import sys

from tests.system.imported import TO_SERVE


async def ran(*arguments):
    """Run a command to its end; its process's number."""
    command = sys.executable, "-m", "tests.system.imported", *arguments
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
    assert await process.wait() == 0
    return process.pid


async def test_help_imports_nothing_slow(slow_ones):
    assert slow_ones(await ran("--help")) == set()


async def test_a_command_of_people_imports_neither_the_api_nor_the_chat(settings, slow_ones, monkeypatch):
    monkeypatch.setenv("SEMAFORO_DATABASE_URL", settings.database.url)
    pid = await ran("user", "list")
    assert slow_ones(pid) == TO_SERVE - {"aiohttp", "api", "babel"}
