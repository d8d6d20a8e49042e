"""Units of work on PostgreSQL in trouble: sessions dropped or frozen, a server that is away, silent or too slow."""

import asyncio
import os
import signal
import time
from contextlib import contextmanager, suppress
from datetime import timedelta

import asyncpg
import pytest

import storage
from core.base.errors import Unavailable
from core.delivery.leases import LEASE_TERM
from storage import maintenance
from storage.postgres import engine, sessions
from storage.schema.revision import marker_of
from tests.storage.raw import on, rows_of
from tests.storage.rows import new_user
from tests.storage.units import adding, count, usernames, warm
from tests.waiting import until


@pytest.fixture
async def store(postgresql_store):
    return await warm(postgresql_store)


async def cut(url):
    """Have the server drop every session of the store."""
    connection = await asyncpg.connect(**sessions.arguments_of(sessions.url_of(url)))
    await connection.execute("""SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'semaforo'""")
    await connection.close()


async def test_sessions_that_were_dropped_are_made_anew(store, postgresql_url):
    await cut(postgresql_url)
    await store.write(adding("ana"))
    await cut(postgresql_url)
    assert await usernames(store) == ["ana"]


async def test_a_unit_in_a_session_that_is_dropped_is_begun_anew(store, postgresql_url):
    async def work(uow):
        tries.append(await uow.users.add(new_user("ana")))
        if len(tries) == 1:
            cutting = asyncio.create_task(cut(postgresql_url))
            while not cutting.done():
                await uow.idempotency_keys.get("scope", "key")

    tries = []
    await store.write(work)
    assert len(tries) == 2
    assert await usernames(store) == ["ana"]


async def test_who_is_frozen_in_a_write_holds_up_the_others_no_longer_than_a_lease_lasts(
    store, postgresql_url, monkeypatch
):
    assert timedelta(seconds=sessions.IDLE_SECONDS) <= LEASE_TERM
    monkeypatch.setitem(sessions.SETTINGS, "idle_in_transaction_session_timeout", "100ms")
    frozen = await sessions.sessions_of(postgresql_url, 5).begin()
    await frozen.execute(engine.WRITE_ALONE.format(marker_of(maintenance.head())))
    async with asyncio.timeout(5):
        await store.write(adding("ana"))
        while not frozen.is_closed():
            await asyncio.sleep(0.01)


async def test_where_a_commit_is_lost_nobody_is_told_that_it_was_not(store, postgresql_url, monkeypatch):
    async def work(uow):
        tries.append(await uow.users.add(new_user("ana")))

    async def lost(connection):
        connection.terminate()
        await committing(connection)

    tries, committing = [], engine.commit
    monkeypatch.setattr(engine, "commit", lost)
    with pytest.raises(Unavailable):
        await store.write(work)
    assert len(tries) == 1


@pytest.mark.parametrize(
    ("error", "told"), [(ConnectionRefusedError("nobody listens"), "nobody listens"), (TimeoutError(), "TimeoutError")]
)
async def test_no_server_or_a_silent_one_is_unavailable_until_there_is_one_again(
    store, postgresql_url, monkeypatch, caplog, error, told
):
    async def refused(**_):
        raise error

    await cut(postgresql_url)
    monkeypatch.setattr(asyncpg, "connect", refused)
    for run in (store.read, store.write):
        with pytest.raises(Unavailable):
            await run(count)
    assert f"the database, reading: {told}" in caplog.text
    with pytest.raises(OSError, match=f"cannot reach the database .*: {told}$"):
        await asyncio.to_thread(storage.upgrade, postgresql_url)
    monkeypatch.undo()
    assert await store.read(count) == await store.write(count) == 0


async def test_what_takes_too_long_is_ended_by_the_server_too(postgresql_url):
    async with storage.open_store(postgresql_url, timeout_seconds=0.1) as store:
        with pytest.raises(Unavailable):
            await rows_of(store, "SELECT pg_sleep(10)")
    async with storage.open_store(postgresql_url) as store:
        sleeping = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"
        async with asyncio.timeout(5):
            while await rows_of(store, sleeping):
                await asyncio.sleep(0.02)


@contextmanager
def frozen_server(url):
    """Freeze a server: its sessions hear nothing from it, and no new one begins."""
    pids = [pid for (pid,) in on(url, "SELECT pid FROM pg_stat_activity WHERE application_name = 'semaforo'")]
    ((postmaster,),) = on(url, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int")
    everybody = [*pids, postmaster]
    try:
        signalled(everybody, signal.SIGSTOP)
        yield
    finally:
        signalled(everybody, signal.SIGCONT)


def signalled(pids, number):
    """Signal processes, of which a session may have ended meanwhile."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


async def test_a_silent_server_is_unavailable_in_time_and_told_once(new_postgresql_url, caplog):
    async with storage.open_store(new_postgresql_url, timeout_seconds=1) as store:
        await warm(store)
        with frozen_server(new_postgresql_url):
            for _ in range(2):
                began = time.monotonic()
                asked = [*(store.read(count) for _ in range(15)), *(store.write(adding("ana")) for _ in range(15))]
                answers = await asyncio.gather(*asked, return_exceptions=True)
                assert {type(answer) for answer in answers} == {Unavailable}
                assert time.monotonic() - began < 1
        async with asyncio.timeout(20):
            await until_it_answers(store)
    said = [line for line in caplog.messages if line.startswith("the database, ")]
    assert len(said) <= 4, said
    assert any("does not answer in time" in line for line in said)


async def until_it_answers(store):
    while True:
        with suppress(Unavailable):
            await store.write(count)
            return await store.read(count)


async def test_a_server_that_only_reads_is_told_once_and_writes_again_by_itself(new_postgresql_url, caplog):
    caplog.set_level("INFO")
    async with storage.open_store(new_postgresql_url) as store:
        on(new_postgresql_url, READ_ONLY.format("on"))
        for _ in range(3):
            with pytest.raises(Unavailable):
                await store.write(adding("ana"))
        on(new_postgresql_url, "SET transaction_read_only = off", READ_ONLY.format("off"))
        await cut(new_postgresql_url)
        await store.write(adding("ana"))
        await until(lambda: "works again" in caplog.text)
    said = [line for line in caplog.messages if line.startswith("the database, writing: ")]
    assert len(said) == 2
    assert "read-only" in said[0]
    assert "works again" in said[1]


READ_ONLY = """DO $$ BEGIN
EXECUTE 'ALTER DATABASE ' || quote_ident(current_database()) || ' SET default_transaction_read_only = {}'; END $$"""
