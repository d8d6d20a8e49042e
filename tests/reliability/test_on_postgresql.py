"""The same on PostgreSQL: services killed and frozen while they send, and the database itself away for a moment."""

import asyncio
import random
import signal
from collections import Counter
from contextlib import AsyncExitStack

import msgspec
import pytest

from bot.app import config
from tests.reliability.flood import Flood
from tests.reliability.test_kills import judge, live_through, plan, trouble
from tests.system.process import Process

HASTY = "tests.reliability.hasty"
PEOPLE, PATIENCE_SECONDS = 60, 60.0
LEDGER = """
    SELECT tasks.descripcion, users.telegram_user_id, outbox.outcome,
    outbox.claimed_by IS NOT NULL AND outbox.claimed_until IS NOT NULL FROM outbox
    JOIN tasks ON tasks.id = (outbox.params::json ->> 'task_id')::int JOIN users ON users.id = outbox.user_id
"""


class PostgresqlFlood(Flood):
    """A flood in a database of its own on a server."""

    def __init__(self, folder, databases) -> None:
        super().__init__(folder, PEOPLE, PATIENCE_SECONDS)
        self.databases = databases
        self.name = databases.make()
        self.tally.rows = LEDGER
        self.tally.asks = self.asks

    @property
    def settings(self) -> config.Config:
        ours = msgspec.structs.replace(
            super().settings, jwt=config.JwtConfig(secret="a secret of thirty-two bytes and more")
        )
        return msgspec.structs.replace(ours, database=config.DatabaseConfig(url=self.databases.server.url(self.name)))

    def asks(self, statement: str) -> list:
        return self.databases.run(self._asks(statement))

    async def _asks(self, statement: str) -> list:
        connection = await self.databases._connect(self.name)
        try:
            return await connection.fetch(statement)
        finally:
            await connection.close()

    async def away(self, seconds: float) -> None:
        """Have the database take nobody for a while, and throw everybody out."""
        self.databases.execute(
            f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS false",
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'",
        )
        await asyncio.sleep(seconds)
        self.databases.execute(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true")


@pytest.fixture
async def flood(tmp_path, postgresql):
    flood = PostgresqlFlood(tmp_path, postgresql)
    async with flood.sandbox:
        yield flood
    postgresql.drop(flood.name)


@pytest.mark.long
async def test_kills_lose_nothing_and_repeat_only_what_was_not_marked(flood, tmp_path):
    await flood.prepare(150)
    trouble(flood, 0)
    async with Process(flood.settings, tmp_path / "log", "jobs", module=HASTY) as process:
        await live_through(flood, process, plan(flood, process, 150, 5, random.Random(5)))
        await flood.over()
        assert await process.stop() == 0
    judge(flood)


@pytest.mark.long
async def test_a_database_that_is_away_for_a_moment_has_nothing_lost_or_repeated(flood, tmp_path):
    await flood.prepare(120)
    flood.sandbox.faults.delay(0.05, times=None)
    async with Process(flood.settings, tmp_path / "log", "jobs") as process:
        for mark in (20, 60):
            await flood.told(mark)
            await flood.away(2)
        await flood.over()
        assert await process.stop() == 0
    assert flood.tally.lost(set()) == []
    assert list(flood.tally.repeats()) == []


@pytest.mark.long
async def test_leaders_that_freeze_by_turns_lose_nothing_and_repeat_only_what_was_in_hand(flood, tmp_path):
    flood.tally.frozen = True
    await flood.prepare(300)
    flood.sandbox.faults.delay(0.02, times=None)
    async with AsyncExitStack() as stack:
        services = [Process(flood.settings, tmp_path / f"{name}.log", "jobs", module=HASTY) for name in "ab"]
        for service in services:
            service.environment["HASTY_LEASE"] = "2"
            await stack.enter_async_context(service)
        for number in range(6):
            frozen = services[number % 2].process
            frozen.send_signal(signal.SIGSTOP)
            await flood.silence()
            flood.tally.note_end()
            await asyncio.sleep(2.5)
            frozen.send_signal(signal.SIGCONT)
            await asyncio.sleep(0.3)
        await flood.over()
    assert flood.tally.lost(set()) == []
    assert Counter(reason for _, reason in flood.tally.repeats())[""] == 0
    turns = flood.asks("SELECT job, nominal FROM job_runs WHERE nominal IS NOT NULL")
    assert len(turns) == len(set(map(tuple, turns)))
