"""Reading on a streaming replica: who may see what was a moment ago, who never does, and what happens without it."""

import asyncio
import logging
from types import SimpleNamespace

import asyncpg
import pytest

import storage
from core.base.errors import Code, NotFound, Unavailable
from core.records.journal import Origin
from storage.postgres import replica as replicas
from tests.postgresql.server import USER, CannotStart, running
from tests.storage.rows import new_user
from tests.storage.units import adding
from tests.waiting import until

ANA, LEO = 900_001, 900_002


async def connect(server, database="postgres"):
    host, port, password = "127.0.0.1", server.port, server.password
    return await asyncpg.connect(host=host, port=port, user=USER, password=password, database=database)


async def prepare(server):
    """Make a migrated database before it is copied."""
    connection = await connect(server)
    await connection.execute("CREATE DATABASE semaforo")
    await connection.close()
    await asyncio.to_thread(storage.upgrade, server.url("semaforo"))


@pytest.fixture(scope="module")
def pair(tmp_path_factory, unstarted):
    folder = tmp_path_factory.getbasetemp()
    try:
        with running(folder, "primary", ["copied"]) as primary:
            asyncio.run(prepare(primary))
            with running(folder, "replica", ["copied", str(primary.folder)]) as replica:
                yield SimpleNamespace(primary=primary, replica=replica)
    except CannotStart as error:
        unstarted(f"no PostgreSQL with a replica here: {error}")


class Replaying:
    """A replica's end, by hand: whether it follows, and whether it can be reached."""

    def __init__(self, pair, connection):
        self.url = pair.primary.url("semaforo")
        self.replica_url = pair.replica.url("semaforo")
        self.socket = pair.replica.folder / f".s.PGSQL.{pair.replica.port}"
        self.hidden = self.socket.with_name("hidden")
        self.connection = connection

    def opened(self, **options):
        return storage.open_store(self.url, replica_url=self.replica_url, **options)

    async def pause(self):
        await self.connection.execute("SELECT pg_wal_replay_pause()")

        async def paused():
            return await self.connection.fetchval("SELECT pg_get_wal_replay_pause_state()") == "paused"

        await until(paused)

    async def go_on(self):
        await self.connection.execute("SELECT pg_wal_replay_resume()")

    async def go(self):
        self.socket.rename(self.hidden)
        await self.connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'semaforo'"
        )

    def come_back(self):
        if self.hidden.exists():
            self.hidden.rename(self.socket)


@pytest.fixture
async def replica(pair, monkeypatch):
    """The replica, which follows and can be reached, and is looked at often."""
    monkeypatch.setattr(replicas, "LOOK_SECONDS", 0.02)
    connection = await connect(pair.replica)
    replaying = Replaying(pair, connection)
    yield replaying
    replaying.come_back()
    await replaying.go_on()
    await connection.close()


@pytest.fixture
async def store(replica):
    async with replica.opened() as store:
        await used(store)
        yield store


async def used(store, *, wanted=True):
    await until(lambda: store._replica.used is wanted)


async def caught_up(store, person):
    writes = await counted(store, person)

    async def shown():
        return await store._replica._readers.submit(replicas.counting(person)) >= writes

    await until(shown)


async def names(uow):
    return {user.username for user in await uow.users.list()}


async def counted(store, person):
    return await store.read(replicas.counting(person))


class TestWhoSeesWhat:
    async def test_who_wrote_sees_it_at_once_whichever_process_they_read_from_and_others_see_the_replica(
        self, store, replica
    ):
        async with replica.opened() as other:
            await used(other)
            await replica.pause()
            await store.write(adding("w2"), origin=Origin(ANA))
            assert "w2" in await other.read(names, person=ANA, stale_ok=True)
            assert "w2" in await store.read(names, person=ANA, stale_ok=True)
            assert "w2" in await store.read(names)
            for each in (store, other):
                assert "w2" not in await each.read(names, person=LEO, stale_ok=True)

    async def test_who_wrote_is_back_on_the_replica_once_it_shows_their_writes(self, store, replica):
        await store.write(adding("w3"), origin=Origin(ANA))
        await caught_up(store, ANA)
        await replica.pause()
        await store.write(adding("w3 of another"), origin=Origin(LEO))
        seen = await store.read(names, person=ANA, stale_ok=True)
        assert "w3" in seen
        assert "w3 of another" not in seen

    async def test_fifty_writes_at_once_by_one_person_are_each_seen_by_the_next_list(self, store, replica):
        async with replica.opened() as other:
            await used(other)

            async def write_and_read(number):
                await store.write(adding(f"many{number}"), origin=Origin(ANA))
                seen = f"many{number}" in await other.read(names, person=ANA, stale_ok=True)
                read.append(number)
                if len(read) == 25:
                    await replica.go_on()
                return seen

            read = []
            before = await counted(store, ANA)
            await replica.pause()
            assert all(await asyncio.gather(*map(write_and_read, range(50))))
            assert await counted(store, ANA) == before + 50

    async def test_a_failed_write_and_those_of_nobody_are_not_counted(self, store):
        async def failing(uow):
            raise NotFound(Code.TASK_NOT_FOUND, id=7)

        before = await counted(store, ANA)
        with pytest.raises(NotFound):
            await store.write(failing, origin=Origin(ANA))
        await store.write(adding("w4"))
        assert (await counted(store, ANA), await counted(store, 0)) == (before, 0)

    async def test_what_cannot_be_counted_is_not_promised_nor_done_twice(self, store, monkeypatch):
        async def work(uow):
            runs.append(1)
            await uow.users.add(new_user("uncounted"))

        runs = []
        unknown = replicas.MARK.replace("INSERT", "SELECT 1 / ({:d} * 0); INSERT", 1)
        monkeypatch.setattr(replicas, "MARK", unknown.replace("({:d}, 1)", "(1, 1)"))
        with pytest.raises(Unavailable):
            await store.write(work, origin=Origin(ANA))
        assert len(runs) == 1
        assert "uncounted" in await store.read(names)
        await store.write(adding("after it"))

    async def test_a_list_sees_one_state_of_the_replica(self, store):
        async def twice(uow):
            before = await names(uow)
            if not writes:
                writes.append(asyncio.create_task(store.write(adding("w5"))))
            while not writes[0].done():
                await uow.idempotency_keys.get("scope", "key")
            return before == await names(uow)

        writes = []
        assert await store.read(twice, person=LEO, stale_ok=True)

    async def test_a_refusal_is_the_primary_s(self, store, replica):
        async def found(uow):
            if "w6" not in await names(uow):
                raise NotFound(Code.TASK_NOT_FOUND, id=7)
            return "found"

        await replica.pause()
        await store.write(adding("w6"), origin=Origin(ANA))
        assert await store.read(found, person=LEO, stale_ok=True) == "found"


class TestWithoutIt:
    async def test_while_it_is_away_all_are_served_it_is_told_once_and_used_again(self, store, replica, caplog):
        caplog.set_level(logging.INFO)
        await replica.go()
        await store.write(adding("away"), origin=Origin(ANA))
        assert all(["away" in await store.read(names, person=person, stale_ok=True) for person in (ANA, LEO) * 5])
        await used(store, wanted=False)
        await asyncio.sleep(0.1)
        replica.come_back()
        await used(store)
        told = [(record.levelname, record.message) for record in caplog.records if "replica" in record.message]
        assert [level for level, _ in told] == ["WARNING", "INFO"]
        assert "semaforo:" not in str(told)

    async def test_a_list_that_is_read_when_it_goes_is_read_on_the_primary(self, store, replica):
        async def work(uow):
            if not gone:
                gone.append(asyncio.create_task(replica.go()))
            while not gone[0].done():
                await uow.idempotency_keys.get("scope", "key")
            return await names(uow)

        gone = []
        assert await store.read(work, person=LEO, stale_ok=True) == await store.read(names)

    async def test_one_that_lags_is_left_out_until_it_does_not(self, replica, caplog):
        async with replica.opened(replica_lag_seconds=0.2) as store:
            await used(store)
            await replica.pause()
            await store.write(adding("late"), origin=Origin(ANA))
            assert "late" not in await store.read(names, person=LEO, stale_ok=True)
            await used(store, wanted=False)
            assert "late" in await store.read(names, person=LEO, stale_ok=True)
            assert "lags by more than 0.2 s" in caplog.text
            await replica.go_on()
            await used(store)

    async def test_one_that_is_quiet_because_nobody_writes_does_not_lag(self, replica):
        async with replica.opened(replica_lag_seconds=0.2) as store:
            await used(store)
            await replica.pause()
            await asyncio.sleep(0.4)
            assert store._replica.used

    async def test_one_that_lagged_from_the_start_is_not_used_before_it_has_caught_up(self, store, replica):
        await replica.pause()
        await store.write(adding("before"), origin=Origin(LEO))
        async with replica.opened() as late:
            await used(late, wanted=False)
            assert "before" in await late.read(names, person=ANA, stale_ok=True)

    async def test_a_server_that_is_not_a_replica_is_not_used(self, replica, caplog):
        replica.replica_url = replica.url
        async with replica.opened() as store:
            await used(store, wanted=False)
            assert "it is not a replica" in caplog.text

    async def test_a_store_opens_while_it_is_away(self, replica):
        await replica.go()
        async with replica.opened() as store:
            assert await store.read(names, person=ANA, stale_ok=True) == await store.read(names)

    async def test_why_it_does_not_answer_is_told_without_the_password(self, replica, pair, caplog):
        wrong = pair.replica.loopback_url("semaforo").replace(pair.replica.password, "hunter2")
        async with storage.open_store(replica.url, replica_url=wrong) as store:
            await used(store, wanted=False)
        assert 'it does not answer: password authentication failed for user "semaforo"' in caplog.text
        assert "hunter2" not in caplog.text

    async def test_sqlite_has_none(self, url):
        with pytest.raises(ValueError, match="only a PostgreSQL database"):
            await storage.SqlStore.open(url, replica_url="postgresql+asyncpg://semaforo@host/semaforo")
