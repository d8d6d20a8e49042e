"""The process over workers that are there at once: whom it starts again, whom it leaves out, how all of them end."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.process.listening import Shared, StartError
from bot.process.signals import ASKS, stop_signal
from bot.process.supervisor import FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, supervise, wait_after
from tests.system.process import children

PATIENCE = 60


class Supervised:
    """The process, and its workers' port."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port
        self.said: list[str] = []

    async def says(self, text: str) -> str:
        """Wait for a line that has the text."""
        while line := (await self.process.stderr.readline()).decode():
            self.said.append(line)
            if text in line:
                return line
        raise AssertionError(self.said)

    async def who(self) -> int:
        """The process that answers a new connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            return int(await reader.read())
        finally:
            writer.close()
            await writer.wait_closed()

    async def everybody(self) -> set[int]:
        """All who answer."""
        return set(await asyncio.gather(*(self.who() for _ in range(40))))

    async def ends_well(self, asked: signal.Signals) -> None:
        """Asked so, and its workers with it."""
        workers = await self.everybody()
        self.process.send_signal(asked)
        assert await self.process.wait() == 0
        assert not alive(workers)


async def started(folder: Path, *otherwise: str) -> asyncio.subprocess.Process:
    command = sys.executable, "-m", "tests.system.supervised", str(folder), *otherwise
    return await asyncio.create_subprocess_exec(*command, stdout=-1, stderr=-1)


@pytest.fixture
async def supervised(tmp_path) -> AsyncIterator[Supervised]:
    async with supervising(tmp_path) as supervised:
        yield supervised


@asynccontextmanager
async def supervising(folder: Path, *otherwise: str) -> AsyncIterator[Supervised]:
    process = await started(folder, *otherwise)
    async with asyncio.timeout(PATIENCE):
        yield Supervised(process, int(await process.stdout.readline()))
        if process.returncode is None:
            process.terminate()
        await process.communicate()


def alive(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}").exists()}


async def test_workers_that_end_one_or_all_are_replaced_and_what_came_for_them_meanwhile_is_answered(supervised):
    await supervised.says("2 workers ready: api on http://127.0.0.1:")
    workers = await supervised.everybody()
    assert len(workers) == 2
    for how in (signal.SIGTERM, signal.SIGKILL):
        gone = min(workers)
        os.kill(gone, how)
        answering = asyncio.create_task(supervised.everybody())
        await supervised.says("is ready again")
        await answering
        workers = await supervised.everybody()
        assert len(workers) == 2
        assert gone not in workers
    for each in workers:
        os.kill(each, signal.SIGTERM)
    answering = asyncio.create_task(supervised.everybody())
    for _ in workers:
        await supervised.says("is ready again")
    await answering
    assert not await supervised.everybody() & workers
    await supervised.ends_well(signal.SIGINT)


async def test_asked_to_replace_its_workers_it_lets_each_serve_until_its_successor_is_ready(supervised, tmp_path):
    await supervised.says("2 workers ready")
    workers = await supervised.everybody()
    for first in (3, 1):  # successors are replaced, too
        (tmp_path / "slow").touch()
        supervised.process.send_signal(signal.SIGUSR1)
        await supervised.says(f"worker {first} starts slowly")
        assert await supervised.everybody() == workers
        (tmp_path / "slow").unlink()
        answering = asyncio.create_task(supervised.everybody())
        await supervised.says("worker 1 is replaced")
        await supervised.says("worker 2 is replaced")
        assert await answering
        assert "is ready again" not in "".join(supervised.said), "none was missed"
        assert not await supervised.everybody() & workers
        workers = await supervised.everybody()
        assert len(workers) == 2
    await supervised.ends_well(signal.SIGTERM)


async def test_a_successor_that_does_not_start_replaces_nobody(supervised, tmp_path):
    await supervised.says("2 workers ready")
    workers = await supervised.everybody()
    (tmp_path / "broken").touch()
    supervised.process.send_signal(signal.SIGUSR1)
    await supervised.says("worker 1 was not ready: it ended with 3; the workers before it go on")
    assert await supervised.everybody() == workers
    assert set(children(supervised.process.pid)) == workers


async def test_a_worker_that_dies_while_its_successor_starts_is_replaced_by_it_and_a_stop_ends_both(
    supervised, tmp_path
):
    await supervised.says("2 workers ready")
    workers = set(children(supervised.process.pid))
    (tmp_path / "slow").touch()
    supervised.process.send_signal(signal.SIGUSR1)
    await supervised.says("worker 3 starts slowly")
    (successor,) = set(children(supervised.process.pid)) - workers
    for each in workers:
        os.kill(each, signal.SIGKILL)
    await supervised.says("ended with -9")
    (tmp_path / "slow").unlink()
    await supervised.says("worker 1 is replaced")
    assert successor in await supervised.everybody()
    (tmp_path / "slow").touch()
    supervised.process.send_signal(signal.SIGUSR1)
    await supervised.says("starts slowly")
    left = set(children(supervised.process.pid))
    supervised.process.terminate()
    assert await supervised.process.wait() == 0
    assert not alive(left)


@pytest.mark.parametrize("how", [pytest.param("frozen", marks=pytest.mark.long), "endless"])
async def test_a_worker_that_hangs_is_replaced_within_15_seconds_what_came_for_it_is_answered_and_it_holds_up_no_end(
    tmp_path, how
):
    async with supervising(tmp_path, "STOP_SECONDS=0.5") as supervised:
        await replaces_who_hangs(supervised, tmp_path, how)
        os.kill(min(await supervised.everybody()), signal.SIGSTOP)
        supervised.process.terminate()
        await supervised.says("does not end as asked: it is killed")
        await supervised.process.wait()


async def replaces_who_hangs(supervised, folder, how):
    await supervised.says("2 workers ready")
    workers = await supervised.everybody()
    began = time.monotonic()
    if how == "frozen":
        os.kill(min(workers), signal.SIGSTOP)
    else:
        (folder / "endless").touch()
    answering = asyncio.create_task(supervised.everybody())
    await supervised.says("hangs, it has not said for 8 s that it is alive: it is killed")
    await supervised.says("ended with -9")
    await supervised.says("is ready again")
    assert time.monotonic() - began < 15
    assert await answering
    after = await supervised.everybody()
    assert len(after) == 2
    assert len(workers & after) == 1, "the other one was not to blame"


async def test_a_worker_killed_before_it_was_ever_ready_is_replaced_and_all_end_with_the_process_over_them(tmp_path):
    (tmp_path / "slow").touch()
    async with supervising(tmp_path) as supervised:
        await supervised.says("worker 1 starts slowly")
        (tmp_path / "slow").unlink()
        for slow in children(supervised.process.pid):
            os.kill(slow, signal.SIGKILL)
        await supervised.says("was not ready: it ended with -9")
        await supervised.says("2 workers ready")
        workers = await supervised.everybody()
        assert len(workers) == 2
        supervised.process.kill()
        while alive(workers):
            await asyncio.sleep(0.01)


async def test_a_worker_that_does_not_start_is_left_out_until_it_is_well_and_holds_up_no_end(supervised, tmp_path):
    await supervised.says("2 workers ready")
    broken, program, replaced = tmp_path / "broken", tmp_path / "program", tmp_path / "being replaced"
    for breaks, mends, said in (
        (broken.touch, broken.unlink, "it ended with 3"),
        (lambda: program.rename(replaced), lambda: replaced.rename(program), "could not be started: "),
    ):
        workers = await supervised.everybody()
        assert len(workers) == 2
        breaks()
        gone = min(workers)
        os.kill(gone, signal.SIGKILL)
        await supervised.says(said)
        await asyncio.sleep(FIRST_WAIT_SECONDS / 10)
        assert await supervised.everybody() == workers - {gone}
        mends()
        await supervised.says("is ready again")
    workers = await supervised.everybody()
    assert len(workers) == 2
    broken.touch()
    os.kill(min(workers), signal.SIGKILL)
    await supervised.says("was not ready")
    supervised.process.send_signal(signal.SIGHUP)
    assert await supervised.process.wait() == 0
    assert not alive(workers)


async def test_asked_to_end_while_a_worker_is_down_it_ends_well(supervised, tmp_path):
    await supervised.says("2 workers ready")
    (tmp_path / "broken").touch()
    os.kill(min(await supervised.everybody()), signal.SIGKILL)
    await supervised.says("ended with -9")
    supervised.process.terminate()
    assert await supervised.process.wait() == 0


async def test_where_one_cannot_start_at_first_none_serves(tmp_path):
    (tmp_path / "broken").touch()
    process = await started(tmp_path)
    _, said = await process.communicate()
    assert process.returncode == 1
    assert b"was not ready" in said


async def test_asked_to_end_while_it_starts_it_ends(supervised):
    supervised.process.send_signal(signal.SIGINT)
    await supervised.process.wait()
    with pytest.raises(ConnectionError):
        await supervised.who()


async def test_a_terminal_that_closes_is_nothing_to_who_was_started_to_outlive_it():
    usual = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        stop_signal()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    finally:
        for each in ASKS:
            asyncio.get_running_loop().remove_signal_handler(each)
        signal.signal(signal.SIGHUP, usual)


async def test_interrupted_before_it_listens_for_that_it_ends_as_if_asked():
    supervising = asyncio.create_task(supervise(["sh", "-c", "read line"], {}, 2))
    await asyncio.sleep(0)
    supervising.cancel()
    async with asyncio.timeout(10):
        assert await supervising == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", ""])
def test_an_address_is_shared_by_those_who_are_given_it_and_by_nobody_else(host):
    shared = Shared("api", host, 0)
    given = [each for _ in range(2) for each in shared.sockets()]
    try:
        for each in given:
            each.listen()
        assert {each.getsockname()[1] for each in given} == {shared.port}
        with pytest.raises(StartError, match="is taken"):
            Shared("api", host, shared.port)
    finally:
        for each in given:
            each.close()


def test_without_the_systems_help_no_port_is_shared(monkeypatch):
    monkeypatch.setattr("bot.process.listening.SHARING", 0)
    with pytest.raises(StartError, match="does not let several processes share a port"):
        Shared("api", "127.0.0.1", 0)


def test_a_worker_that_ends_again_and_again_is_started_less_and_less_often():
    waits = [wait_after(failures) for failures in range(1, 100)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS)
