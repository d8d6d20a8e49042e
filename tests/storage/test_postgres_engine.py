"""Units of work on PostgreSQL: what round trips they cost, when they are begun anew, whose callers go away."""

import asyncio

import asyncpg
import pytest

import storage
from core.application.use_case import Caller, Context, Pipeline, query
from core.base.errors import Code, Conflict, Unavailable
from core.base.metrics import STORE_BATCH_UNITS, STORE_COMMIT_SECONDS
from core.base.settings import Settings
from core.people.users import OPERATOR
from storage.postgres import engine, sessions
from tests.clock import FakeClock
from tests.storage.raw import rows_of
from tests.storage.rows import NOW, add_users, new_user
from tests.storage.units import adding, count, usernames, warm
from tests.storage.watching import queried
from tests.waiting import until


@pytest.fixture
async def store(postgresql_store):
    return await warm(postgresql_store)


async def twice(uow):
    return await count(uow), await count(uow)


async def cost(store, work):
    """Count the round trips of a unit that reads, with the end of its transaction, for which nobody waits."""
    with queried(store) as texts:
        await store.read(work)
        while store._readers._running:
            await asyncio.wait(store._readers._running)
    return len(texts)


async def all_idle(store):
    """Return whether the store's sessions, but the one that asks, are idle and in no transaction."""
    text = """SELECT state, xact_start IS NOT NULL FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'semaforo' AND pid <> pg_backend_pid()"""
    return all(state == ("idle", False) for state in await rows_of(store, text))


class TestReading:
    async def test_one_statement_is_one_round_trip(self, store):
        assert await cost(store, count) == 1

    async def test_no_statement_is_none(self, store):
        async def work(_uow):
            return 7

        assert await store.read(work) == 7
        assert await cost(store, work) == 0

    async def test_more_statements_see_one_state(self, store):
        async def work(uow):
            before = await count(uow)
            if len(writes) < 2:
                writes.append(asyncio.create_task(store.write(adding(f"u{len(writes)}"))))
            while not all(write.done() for write in writes):
                await uow.idempotency_keys.get("scope", "key")
            return before, await count(uow)

        writes = []
        before, after = await store.read(work)
        assert before == after
        assert await store.read(count) == 2

    async def test_what_asked_twice_begins_with_a_transaction_the_next_time_and_one_that_asks_once_without(self, store):
        def asking(times):
            async def work(uow):
                return [await count(uow) for _ in range(times)]

            return work

        assert [await cost(store, asking(times)) for times in (2, 2, 1, 1)] == [1 + 4, 4, 3, 1]

    async def test_use_cases_are_told_apart(self, store):
        async def asked(use_case):
            with queried(store) as texts:
                await Pipeline(store, FakeClock(NOW), Settings()).run(Caller(OPERATOR), use_case)
            return len(texts)

        @query
        async def once(ctx: Context) -> int:
            return await count(ctx.uow)

        @query
        async def often(ctx: Context) -> int:
            return max(await twice(ctx.uow))

        assert [await asked(each) for each in (often, once, often, once)] == [4, 1, 3, 1]

    async def test_nothing_is_written(self, store):
        async def late(uow):
            await count(uow)
            await uow.users.add(new_user("ana"))

        for work in (adding("ana"), late):
            with pytest.raises(RuntimeError, match="wrote"):
                await store.read(work)
        assert await usernames(store) == []

    async def test_it_is_answered_before_its_transaction_is_ended(self, store):
        await store.read(twice)
        with queried(store) as texts:
            await store.read(twice)
            assert len(texts) == 3
            await store.read(count)


class TestWriting:
    async def test_it_is_begun_anew_where_it_met_another(self, store):
        met = asyncio.Barrier(2)

        def work(username):
            tries = []

            async def add(uow):
                number = await count(uow)
                tries.append(number)
                if len(tries) == 1:
                    waits.append(asyncio.create_task(met.wait()))
                    while not waits[-1].done():
                        await uow.idempotency_keys.get("scope", "key")
                await uow.users.add(new_user(username, display_name=str(number)))
                return tries

            return add

        waits = []
        tries = await asyncio.gather(*(store.write(work(name)) for name in ("ana", "leo")))
        assert sorted(map(len, tries)) == [1, 2]
        names = await store.read(lambda uow: uow.users.list())
        assert sorted(user.display_name for user in names) == ["0", "1"]

    async def test_who_has_met_others_too_often_is_run_alone(self, store, monkeypatch):
        tries = []

        async def unlucky(uow):
            tries.append(await count(uow))
            if len(tries) <= engine.TOGETHER:
                other = asyncio.create_task(store.write(also))
                while not other.done():
                    await uow.idempotency_keys.get("scope", "key")
            else:
                asyncio.get_running_loop().call_soon(lambda: waiting.append(asyncio.create_task(store.write(also))))
                for _ in range(20):
                    await uow.idempotency_keys.get("scope", "key")
                assert waiting
                assert not waiting[0].done()
            return await uow.users.add(new_user("ana", display_name=str(tries[-1])))

        async def also(uow):
            number = await count(uow)
            return await uow.users.add(new_user(f"other{number}"))

        waiting = []
        added = await store.write(unlucky)
        await asyncio.gather(*waiting)
        assert len(tries) == engine.TOGETHER + 1
        assert added.display_name == str(engine.TOGETHER)
        assert await store.read(count) == engine.TOGETHER + 2

    async def test_a_mistake_is_told_after_one_try_alone(self, store):
        tries = []

        async def work(uow):
            tries.append(1)
            await uow.users.add(new_user("orphan", leader_user_id=999))

        with pytest.raises(asyncpg.ForeignKeyViolationError):
            await store.write(work)
        assert len(tries) == 2
        assert await usernames(store) == []

    async def test_what_a_unit_raises_is_never_taken_for_the_databases(self, store):
        async def work(uow):
            tries.append(await uow.users.add(new_user("ana")))
            raise error

        for error in (OSError("disk"), Conflict(Code.USERNAME_TAKEN), asyncpg.SerializationError("no")):
            tries = []
            with pytest.raises(type(error)) as caught:
                await store.write(work)
            assert caught.value is error
            assert len(tries) == 1
        assert await usernames(store) == []

    async def test_it_is_unavailable_in_the_end(self, store, monkeypatch):
        async def work(uow):
            tries.append(await count(uow))
            await uow.users.add(new_user("ana"))

        async def refused(connection):
            await connection.execute("ROLLBACK")
            raise asyncpg.SerializationError("could not serialize")

        tries = []
        monkeypatch.setattr(engine, "commit", refused)
        with pytest.raises(Unavailable):
            await store.write(work)
        assert len(tries) == engine.TRIES
        assert await usernames(store) == []


class TestGoingAway:
    async def test_a_unit_whose_caller_went_away_is_finished_once_begun(self, store):
        begun = asyncio.Event()

        async def work(uow):
            await count(uow)
            begun.set()
            return await uow.users.add(new_user("ana"))

        caller = asyncio.create_task(store.write(work))
        await begun.wait()
        caller.cancel()
        await asyncio.wait([caller])
        assert caller.cancelled()
        await asyncio.wait(store._writer._running)
        assert await usernames(store) == ["ana"]
        await until(lambda: all_idle(store))  # what was committed is told a moment later

    async def test_a_unit_whose_caller_went_away_before_it_began_never_happens(self, store):
        caller = asyncio.create_task(store.write(adding("ana")))
        await asyncio.sleep(0)
        caller.cancel()
        await store.write(adding("leo"))
        assert await usernames(store) == ["leo"]

    async def test_closing_finishes_what_was_asked_for(self, store, postgresql_url):
        writes = [asyncio.create_task(store.write(adding(f"u{number}"))) for number in range(30)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        for refused in (store.read, store.write):
            with pytest.raises(Unavailable):
                await refused(count)
        await asyncio.gather(closing, store.close(), *writes)
        async with storage.open_store(postgresql_url) as again:
            assert len(await usernames(again)) == 30


async def test_a_quiet_connection_is_kept_alive(postgresql, postgresql_url):
    name = postgresql_url.partition("?")[0].rpartition("/")[2]
    async with storage.open_store(postgresql.server.loopback_url(name)) as store:
        assert await rows_of(store, "SELECT current_setting('tcp_keepalives_idle')") == [("60",)]


async def test_behind_a_pooler_nothing_is_kept_in_a_session(postgresql_url):
    async with storage.open_store(f"{postgresql_url}&statement_cache=0") as store:
        assert await add_users(store, "ana", "leo") == [1, 2]
        assert await store.read(twice) == (2, 2)
        kept = "SELECT (SELECT count(*) FROM pg_prepared_statements), current_setting('statement_timeout')"
        assert await rows_of(store, kept) == [(0, "0")]
    async with storage.open_store(postgresql_url) as store:
        assert await store.read(twice) == (2, 2)
        ((kept, timeout),) = await rows_of(store, kept)
        assert kept > 0
        assert timeout == "5s"


@pytest.mark.parametrize("given", ["connections=0", "connections=many", "statement_cache=2"])
async def test_parameters_that_are_none_are_refused(postgresql_url, given):
    with pytest.raises(ValueError, match="database URL"):
        await storage.SqlStore.open(f"{postgresql_url}&{given}")


async def test_a_server_that_is_too_old_is_refused(postgresql_url, monkeypatch):
    monkeypatch.setattr(sessions, "OLDEST", 99)
    with pytest.raises(ValueError, match="too old"):
        await sessions.sessions_of(postgresql_url, 5).begin()


async def test_each_commit_is_counted(store, monkeypatch):
    for metric in (STORE_BATCH_UNITS, STORE_COMMIT_SECONDS):
        monkeypatch.setattr(metric, "cells", {})
    await store.write(adding("ana"))
    await store.read(count)
    (units,), (seconds,) = STORE_BATCH_UNITS.cells.values(), STORE_COMMIT_SECONDS.cells.values()
    assert sum(units[:-1]) == units[-1] == sum(seconds[:-1]) == 1
