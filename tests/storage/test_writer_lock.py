"""Writers of several processes take turns: one at a time, the next at once, and nobody waits for ever."""

import asyncio
import subprocess
import sys
import threading

import pytest

from storage.sqlite import writer_lock
from storage.sqlite.writer_lock import WriterLock
from tests.storage.units import adding, usernames

HOLD = "import fcntl, sys; turn = open(sys.argv[1], 'a'); fcntl.flock(turn, 2); print('mine', flush=True); input()"
"""Another process, which has the lock until it is killed."""


@pytest.fixture
def two(path):
    """The locks of two processes: two descriptors of one process exclude each other in the same way."""
    made = [WriterLock(path), WriterLock(path)]
    yield made
    for each in made:
        each.close()


class Writer(threading.Thread):
    def __init__(self, mine: WriterLock, patience: float = 10) -> None:
        super().__init__()
        self.turns, self.patience = mine, patience
        self.has, self.may_end = threading.Event(), threading.Event()
        self.start()

    def run(self) -> None:
        with self.turns.mine(self.patience):
            self.has.set()
            self.may_end.wait(10)

    def end(self) -> None:
        self.may_end.set()
        self.join()


def test_one_waits_for_the_other_and_is_woken(two):
    first = Writer(two[0])
    assert first.has.wait(5)
    second = Writer(two[1])
    assert not second.has.wait(0.05)
    first.end()
    assert second.has.wait(5)
    second.end()


def test_who_has_waited_for_long_goes_without_and_keeps_nobody_waiting_later(two):
    first = Writer(two[0])
    assert first.has.wait(5)
    second = Writer(two[1], patience=0.05)
    assert second.has.wait(5)
    first.end()
    second.end()
    for part in reversed(two):
        each = Writer(part)
        assert each.has.wait(5)
        each.end()


def test_what_a_killed_process_had_is_free(path):
    with subprocess.Popen([sys.executable, "-c", HOLD, f"{path}-turn"], stdin=-1, stdout=-1) as process:
        assert process.stdout.readline() == b"mine\n"
        waiting = Writer(mine := WriterLock(path))
        assert not waiting.has.wait(0.05)
        process.kill()
        assert waiting.has.wait(5)
        waiting.end()
        mine.close()


def test_where_there_are_no_locks_nobody_waits(two, monkeypatch):
    monkeypatch.setattr(writer_lock, "locks", None)
    writers = [Writer(each) for each in two]
    assert all(each.has.wait(5) for each in writers)
    for each in writers:
        each.end()


async def test_a_store_writes_when_it_is_its_turn(sqlite_store, two):
    with two[0].mine():
        writing = asyncio.create_task(sqlite_store.write(adding("ana")))
        await asyncio.sleep(0.05)
        assert not writing.done()
    await writing
    assert await usernames(sqlite_store) == ["ana"]
