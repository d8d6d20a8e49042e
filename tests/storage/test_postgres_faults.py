"""Units of work on PostgreSQL in trouble: sessions dropped or frozen, a server that is away, silent or too slow."""

import asyncio
from datetime import timedelta

import asyncpg
import pytest
import pytest_asyncio

import storage
from core.base.errors import Unavailable
from core.delivery.leases import LEASE_TERM
from storage.postgres import engine, pool, sessions
from tests.storage.raw import rows_of
from tests.storage.rows import new_user
from tests.storage.units import adding, count, usernames, warm


@pytest_asyncio.fixture(loop_scope="session")
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
    frozen = await sessions.sessions_of(postgresql_url).begin()
    await frozen.execute(engine.WRITE_ALONE)
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


async def test_no_server_is_unavailable_until_there_is_one_again(store, postgresql_url, monkeypatch, caplog):
    async def refused(**_):
        raise ConnectionRefusedError("nobody listens")

    await cut(postgresql_url)
    monkeypatch.setattr(asyncpg, "connect", refused)
    for run in (store.read, store.write):
        with pytest.raises(Unavailable):
            await run(count)
    assert "nobody listens" in caplog.text
    monkeypatch.undo()
    assert await store.read(count) == await store.write(count) == 0


async def test_a_server_that_says_nothing_is_told_as_one(store, postgresql_url, monkeypatch, caplog):
    async def silent(**_):
        raise TimeoutError

    await cut(postgresql_url)
    monkeypatch.setattr(asyncpg, "connect", silent)
    with pytest.raises(Unavailable):
        await store.read(count)
    assert "no connection to the database: TimeoutError" in caplog.text
    with pytest.raises(OSError, match=r"cannot reach the database .*: TimeoutError$"):
        await asyncio.to_thread(storage.upgrade, postgresql_url)


async def test_what_takes_too_long_is_unavailable(postgresql_url, monkeypatch):
    monkeypatch.setitem(sessions.SETTINGS, "statement_timeout", "50ms")
    async with storage.open_store(postgresql_url) as store:
        with pytest.raises(Unavailable):
            await rows_of(store, "SELECT pg_sleep(10)")
        assert await store.write(count) == 0


async def test_a_server_from_which_nothing_comes_is_given_up(postgresql_url, monkeypatch):
    monkeypatch.setattr(engine, "LONGEST_SECONDS", 0.1)
    monkeypatch.setattr(engine, "LOOK_SECONDS", 0.02)
    async with storage.open_store(postgresql_url) as store:
        async with asyncio.timeout(5):
            with pytest.raises(Unavailable):
                await rows_of(store, "SELECT pg_sleep(10)")
        assert await store.write(count) == 0


async def test_who_waits_too_long_for_a_connection_gets_none(postgresql_url, monkeypatch):
    monkeypatch.setattr(pool, "WAIT_SECONDS", 0.05)
    async with storage.open_store(f"{postgresql_url}&connections=1") as store:
        holding = asyncio.create_task(rows_of(store, "SELECT pg_sleep(0.3)"))
        await asyncio.sleep(0.05)
        with pytest.raises(Unavailable):
            await store.write(count)
        await holding
        assert await store.write(count) == 0
