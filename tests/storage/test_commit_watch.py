"""Whoever watches is told of each commit, by whichever process; without anybody who watches nothing is done."""

import asyncio
import subprocess
import sys

import asyncpg
import pytest

import storage
from storage.postgres.connecting import arguments_of, url_of
from tests.storage.test_postgres_faults import cut
from tests.storage.units import adding
from tests.waiting import until

QUIET_SECONDS = 0.3
"""Several looks of who looks."""

WRITER = """
import asyncio, sys
import storage
from tests.storage.units import adding

async def main():
    async with storage.open_store(sys.argv[1]) as store:
        await store.write(adding("ana"))

asyncio.run(main())
"""


@pytest.fixture(params=["url", "postgresql_url"])
def any_url(request):
    return request.getfixturevalue(request.param)


async def is_told(watch):
    async with asyncio.timeout(10):
        await watch.committed()


async def hears(watch):
    """Return whether a watch is told anything within a while."""
    try:
        async with asyncio.timeout(QUIET_SECONDS):
            await watch.committed()
    except TimeoutError:
        return False
    return True


async def is_quiet(watch):
    """Wait until the watch has told of what was before it began, and of what comes of that."""
    await is_told(watch)
    await until(lambda: not_heard(watch))


async def not_heard(watch):
    return not await hears(watch)


async def test_who_watches_is_told_of_a_commit_of_this_process_and_of_no_other_time(any_url):
    async with storage.open_store(any_url) as store, store.watch_commits() as one, store.watch_commits() as other:
        await is_quiet(one)
        await is_quiet(other)
        await store.write(adding("ana"))
        await is_told(one)
        await is_told(other)
        await until(lambda: not_heard(one))


@pytest.mark.long
async def test_who_watches_is_told_of_a_commit_of_another_process(any_url):
    async with storage.open_store(any_url) as store, store.watch_commits() as watch:
        await is_quiet(watch)
        command = [sys.executable, "-c", WRITER, any_url]
        writing = asyncio.create_task(asyncio.to_thread(subprocess.run, command, check=True))
        await is_told(watch)
        await writing


async def test_one_that_ends_at_once_has_told(any_url):
    async with storage.open_store(any_url) as store, store.watch_commits() as watch:
        await is_quiet(watch)
        async with storage.open_store(any_url) as other:
            await other.write(adding("ana"))
        await is_told(watch)


async def test_behind_a_pooler_who_watches_is_told_of_commits_of_the_whole_server(pgbouncer_url):
    open_store = storage.open_store
    async with open_store(pgbouncer_url) as store, open_store(pgbouncer_url) as other, store.watch_commits() as watch:
        await is_told(watch)
        await other.write(adding("ana"))
        await is_told(watch)


async def test_what_failed_is_not_told(any_url):
    async def work(uow):
        raise ValueError("changed its mind")

    open_store = storage.open_store
    async with open_store(any_url) as store, open_store(any_url) as other, store.watch_commits() as watch:
        await is_quiet(watch)
        with pytest.raises(ValueError, match="its mind"):
            await other.write(work)
        assert not await hears(watch)


LISTENING = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"


async def listeners(url):
    connection = await asyncpg.connect(**arguments_of(url_of(url)))
    try:
        return await connection.fetchval(LISTENING)
    finally:
        await connection.close()


async def test_one_connection_listens_while_somebody_watches(postgresql_url):
    async with storage.open_store(postgresql_url) as store:
        await store.write(adding("ana"))
        assert await listeners(postgresql_url) == 0
        async with store.watch_commits() as one, store.watch_commits():
            await is_told(one)
            assert await listeners(postgresql_url) == 1
        await until(lambda: nobody_listens(postgresql_url))


async def nobody_listens(url):
    return await listeners(url) == 0


async def test_a_connection_that_is_lost_listens_again_and_what_it_missed_is_told(postgresql_url):
    async with storage.open_store(postgresql_url) as store, store.watch_commits() as watch:
        await is_quiet(watch)
        await cut(postgresql_url)
        await is_told(watch)
        assert not await hears(watch)
        async with storage.open_store(postgresql_url) as other:
            await other.write(adding("ana"))
        await is_told(watch)


async def test_a_file_is_looked_at_while_somebody_watches(url):
    async with storage.open_store(url) as store:
        async with store.watch_commits() as watch:
            await is_told(watch)
            looking = store._commits._watching
            assert not looking.done()
        assert looking.cancelled()
        assert store._commits._watching is None
