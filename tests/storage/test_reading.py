"""Reads: each on one snapshot, of all that was committed when it was asked for, none waiting long for another."""

import asyncio
import time
from contextlib import closing

from storage.sqlite.connecting import connect
from storage.sqlite.engine import RELIEF_SECONDS
from storage.sqlite.store import READERS
from tests.storage.units import adding, count
from tests.storage.watching import Held, traced


async def test_a_unit_reads_one_state_however_long_it_takes(sqlite_store):
    held = Held(before=count, after=count)
    reading = asyncio.create_task(sqlite_store.read(held))
    await asyncio.to_thread(held.begun.wait, 10)
    await sqlite_store.write(adding("ana"))
    held.released.set()
    assert await reading == (0, 0)
    assert await sqlite_store.read(count) == 1


async def test_a_read_sees_every_write_that_was_answered_before_it(sqlite_store):
    async def write_then_read(number):
        added = await sqlite_store.write(adding(f"u{number}"))
        return await sqlite_store.read(lambda uow: uow.users.get(added.id)) == added

    assert all(await asyncio.gather(*(write_then_read(number) for number in range(100))))


async def test_a_read_sees_what_another_process_committed(sqlite_store, path):
    assert await sqlite_store.read(count) == 0
    with closing(connect(path)) as other:
        other.execute("INSERT INTO users (username, display_name, role) VALUES ('ana', 'Ana', 'member')")
    assert await sqlite_store.read(count) == 1


async def test_reads_at_once_share_snapshots(sqlite_store):
    async with traced(sqlite_store) as statements:
        await asyncio.gather(*(sqlite_store.read(count) for _ in range(100)))
    assert statements.count("BEGIN") <= 10


async def test_reads_behind_a_slow_one_go_to_another_reader(sqlite_store):
    held = Held()
    slow = asyncio.create_task(sqlite_store.read(held))
    quick = [asyncio.create_task(sqlite_store.read(count)) for _ in range(20)]
    async with asyncio.timeout(5):
        assert await asyncio.gather(*quick) == [0] * 20
    assert not slow.done()
    held.released.set()
    await slow


async def test_reads_before_a_slow_one_are_answered_without_it(sqlite_store):
    held = Held()
    quick = asyncio.create_task(sqlite_store.read(count))
    slow = asyncio.create_task(sqlite_store.read(held))
    async with asyncio.timeout(5):
        assert await quick == 0
    assert not slow.done()
    held.released.set()
    await slow


async def test_what_reads_little_waits_for_no_list(sqlite_store):
    lists = [Held() for _ in range(2 * READERS)]
    listing = [asyncio.create_task(sqlite_store.read(each, stale_ok=True)) for each in lists]
    for each in lists[: READERS - 1]:
        await asyncio.to_thread(each.begun.wait, 10)
    await asyncio.sleep(5 * RELIEF_SECONDS)
    async with asyncio.timeout(10):
        assert [await sqlite_store.read(count) for _ in range(5)] == [0] * 5
    assert [each.begun.is_set() for each in lists] == [True] * (READERS - 1) + [False] * (READERS + 1)
    for each in lists:
        each.released.set()
    await asyncio.gather(*listing)


async def test_more_slow_reads_than_readers_are_all_answered(sqlite_store):
    async def slow(_uow):
        time.sleep(0.006)  # noqa: ASYNC251  it is to hold its thread
        return 1

    assert sum(await asyncio.gather(*(sqlite_store.read(slow) for _ in range(40)))) == 40


async def test_a_failing_read_fails_alone(sqlite_store):
    async def failing(_uow):
        raise LookupError

    good, bad = await asyncio.gather(*map(sqlite_store.read, (count, failing)), return_exceptions=True)
    assert (good, type(bad)) == (0, LookupError)
