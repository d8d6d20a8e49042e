"""Two processes with jobs over one database: the one that leads is frozen, and thawed after the other took over."""

import asyncio
import json
import signal
import sqlite3
from contextlib import AsyncExitStack, closing

import pytest

from bot import config
from core.jobs.leading import LEASE
from tests.system.process import Process

LEADS = "leads the jobs now"


def leader(file):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT holder, term FROM leads").fetchone()


def runs(file):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT job, nominal, counts FROM job_runs").fetchall()


@pytest.mark.long
async def test_a_frozen_leader_is_replaced_within_the_lease_and_writes_nothing_once_thawed(tmp_path):
    file = tmp_path / "semaforo.db"
    settings = config.Config(database=config.Database(url=f"sqlite+aiosqlite:///{file}"))
    first = Process(settings, tmp_path / "first.log", "jobs")
    second = Process(settings, tmp_path / "second.log", "jobs")
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(first)
        await first.until_logged(LEADS)
        await stack.enter_async_context(second)
        holder, term = leader(file)
        first.process.send_signal(signal.SIGSTOP)
        stack.callback(first.process.send_signal, signal.SIGCONT)
        async with asyncio.timeout(LEASE.total_seconds() + 5):
            await second.until_logged(LEADS)
        assert leader(file)[1] == term + 1
        assert leader(file)[0] != holder
        first.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(3)
        assert leader(file)[1] == term + 1
        taken = [(job, nominal) for job, nominal, _ in runs(file)]
        assert len(taken) == len(set(taken))
        assert all(json.loads(counts) is not None for _, _, counts in runs(file))
        assert first.process.returncode is None
