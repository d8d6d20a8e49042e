"""Two services over one database: one leads; where it stops or freezes the other does, and nothing comes twice."""

import asyncio
import signal
from collections import Counter
from contextlib import AsyncExitStack, closing, suppress

import pytest

from core.delivery.leases import LEASE_TERM
from storage.sqlite.connecting import connect, driver
from tests.reliability.flood import PATIENCE_SECONDS, Flood
from tests.system.process import Process

pytestmark = pytest.mark.long

READY, LEADS = "jobs ready", "leads the jobs now"
HASTY = "tests.reliability.hasty"
HASTY_LEASE = 4.0
PEOPLE, MESSAGES = 20, 40
WATCHED_SECONDS = 1.0
TAKEN_OVER_WITHIN = 2.0
"""Seconds after the lease has run out: until the next tick, on a busy machine."""


class Pair:
    """The service that leads, and the one that would."""

    def __init__(self, flood: Flood, first: Process, second: Process) -> None:
        self.flood = flood
        self.first = first
        self.second = second

    def leader(self) -> tuple[str, int]:
        """The leader, and its term."""
        with closing(connect(self.flood.file)) as connection:
            return connection.execute("SELECT holder, term FROM leads WHERE name = 'jobs'").fetchone()

    def turns(self) -> list[tuple[str, str]]:
        """Every turn of a job that was taken."""
        with closing(connect(self.flood.file)) as connection:
            return connection.execute("SELECT job, nominal FROM job_runs").fetchall()

    def everything(self, but_of: str) -> dict[str, list[tuple]]:
        """Return all rows of the database, by table, except those of one table."""
        with closing(connect(self.flood.file)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return {
                name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in tables if name != but_of
            }

    async def freeze(self, process: Process) -> None:
        """Stop it where it stands, but not while it holds the database: then SQLite has everybody wait for it."""
        for _ in range(100):
            process.process.send_signal(signal.SIGSTOP)
            with closing(connect(self.flood.file)) as connection, suppress(driver.OperationalError):
                connection.execute("PRAGMA busy_timeout = 50")
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
                return
            self.thaw(process)
            await asyncio.sleep(0.01)
        raise AssertionError("it holds the database all the time")

    def thaw(self, process: Process) -> None:
        """Let it go on, if it is still there."""
        with suppress(ProcessLookupError):
            process.process.send_signal(signal.SIGCONT)


async def pair(stack: AsyncExitStack, folder, module: str, patience: float = PATIENCE_SECONDS) -> Pair:
    """Two services at work on a flood."""
    flood = Flood(folder, PEOPLE, patience)
    await stack.enter_async_context(flood.sandbox)
    await flood.prepare(MESSAGES)
    services = [Process(flood.settings, folder / f"{name}.log", "jobs", module=module) for name in ("first", "second")]
    for service in services:
        service.environment["HASTY_LEASE"] = str(HASTY_LEASE)
        await stack.enter_async_context(service)
        await service.until_logged(LEADS if service is services[0] else READY)
    flood.tally.frozen = True
    made = Pair(flood, *services)
    for service in services:
        stack.callback(made.thaw, service)
    return made


async def replaced(two: Pair, lease: float) -> float:
    """Freeze who leads and have more to send; the other takes over and sends it all: after how many seconds?"""
    (holder, term), loop = two.leader(), asyncio.get_running_loop()
    await two.freeze(two.first)
    frozen = loop.time()
    await two.flood.silence()
    two.flood.tally.note_end()
    async with two.flood.crowd() as crowd:
        await crowd.assign(range(MESSAGES, MESSAGES + 5))
    async with asyncio.timeout_at(frozen + lease + TAKEN_OVER_WITHIN):
        await two.second.until_logged(LEADS)
    taken_over = loop.time() - frozen
    assert two.leader()[0] != holder
    assert two.leader()[1] == term + 1
    await two.flood.over()
    return taken_over


async def after_thaw(two: Pair, *, but_of: str = "") -> int:
    """Thaw the frozen service while messages wait and the leader cannot send; return how many it sends."""
    async with two.flood.crowd() as crowd:
        await two.freeze(two.second)
        await crowd.assign(range(MESSAGES + 5, MESSAGES + 10))
    before, calls = two.everything(but_of), len(two.flood.sandbox.calls)
    two.thaw(two.first)
    await asyncio.sleep(WATCHED_SECONDS)
    assert two.everything(but_of) == before
    assert two.first.process.returncode is None
    sent = len(two.flood.sandbox.calls) - calls
    two.thaw(two.second)
    await two.flood.over()
    return sent


def repeated(two: Pair) -> Counter:
    """Count repetitions by their reason; nothing was lost, no run of a job taken twice."""
    assert two.flood.tally.lost(set()) == []
    assert len(two.turns()) == len(set(two.turns()))
    return Counter(reason for _, reason in two.flood.tally.repeats())


async def test_who_leads_and_stops_hands_over_at_once_and_nothing_comes_twice(tmp_path):
    async with AsyncExitStack() as stack:
        two = await pair(stack, tmp_path, HASTY)
        await two.flood.told(MESSAGES // 2)
        assert await two.first.stop() == 0
        async with asyncio.timeout(HASTY_LEASE / 2):
            await two.second.until_logged(LEADS)
        await two.flood.over()
        assert repeated(two) == {}


async def test_a_frozen_leader_is_replaced_within_the_lease_and_writes_nothing_once_it_is_thawed(tmp_path):
    async with AsyncExitStack() as stack:
        two = await pair(stack, tmp_path, HASTY)
        await two.flood.over()
        await replaced(two, HASTY_LEASE)
        assert await after_thaw(two) == 0
        assert repeated(two) == {}


@pytest.mark.soak
async def test_a_leader_frozen_while_it_sends_is_replaced_and_repeats_no_more_than_the_one_in_hand(tmp_path, measured):
    async with AsyncExitStack() as stack:
        two = await pair(stack, tmp_path, "bot", 300)
        await two.flood.told(MESSAGES // 2)
        taken_over = await replaced(two, LEASE_TERM.total_seconds())
        assert await after_thaw(two, but_of="message_subjects") <= 1
        repeats = repeated(two)
        assert repeats[""] == 0
        assert repeats.total() <= 1
        measured(f"taken over after {taken_over:.1f} s", f"{repeats.total()} repeated")
