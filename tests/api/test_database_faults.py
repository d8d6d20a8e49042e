"""Faults of the database as clients see them: the rows of the table in docs/reliability.md.

Each is planted under a service that has acknowledged writes. What a read, a write and `/ready` are answered with is
compared with the table; then the fault is mended, and what was acknowledged has to be there.
"""

import asyncio
import re
import shutil
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import storage
from core.application.use_case import Pipeline
from core.base.settings import Settings
from storage.maintenance import schema_of
from storage.sqlite import connecting
from tests.api.world import World, serving
from tests.cast import introduce
from tests.clock import FakeClock
from tests.postgresql.server import CannotStart, running
from tests.storage.raw import on, rows_of
from tests.storage.test_replica import connect, prepare
from tests.storage.watching import on_writer
from tests.waiting import until

DOCUMENT = Path(__file__).parents[2] / "docs" / "reliability.md"
ROW = re.compile(
    r"\| (?P<fault>[^|]+) \| (?P<get>\d+) \| (?P<post>\d+) \| (?P<ready>\d+) \| `(?P<line>[^`]+)` \| (?P<then>[^|]+) \|"
)
DOCUMENTED = {row["fault"]: row for row in ROW.finditer(DOCUMENT.read_text())}
AUTOMATIC, FROM_A_BACKUP = "automatic", "restore a backup"
TASK = {"descripcion": "Revisar", "fechaCumplir": "2026-11-30"}
NEWER, OURS = (
    f"UPDATE alembic_version SET version_num = '{revision}'" for revision in ("9999", storage.maintenance.head())
)


class SqliteTrouble:
    """Ways to harm an SQLite file under a service, each of which gives what mends it."""

    def __init__(self, path, store):
        self.path = path
        self.store = store

    def beside(self, name):
        return self.path.with_name(name)

    async def moved(self):
        self.path.rename(self.beside("aside.db"))
        return lambda: self.beside("aside.db").rename(self.path)

    async def replaced(self):
        shutil.copy(self.path, self.beside("copy.db"))
        back = await self.moved()
        self.beside("copy.db").rename(self.path)
        return back

    async def truncated(self):
        self.path.write_bytes(b"")

    async def without_log(self):
        self.beside(f"{self.path.name}-wal").unlink()

    async def damaged(self):
        """All but the first page."""
        await on_writer(self.store, "PRAGMA wal_checkpoint(TRUNCATE)")
        await on_writer(self.store, "PRAGMA shrink_memory")
        whole = self.path.read_bytes()
        size = int.from_bytes(whole[16:18])
        with self.path.open("r+b") as file:
            file.seek(size)
            file.write(b"\xff" * (len(whole) - size))

        def mend():
            with self.path.open("r+b") as file:
                file.write(whole)

        return mend

    async def full(self):
        await on_writer(self.store, "PRAGMA max_page_count = 1")
        return lambda: on_writer(self.store, "PRAGMA max_page_count = 1000000")

    async def readable_only(self):
        await on_writer(self.store, "PRAGMA query_only = ON")
        return lambda: on_writer(self.store, "PRAGMA query_only = OFF")

    async def locked(self):
        other = connecting.connect(self.path)
        other.execute("BEGIN IMMEDIATE")
        return other.close

    async def upgraded(self):
        url = f"{connecting.URL_PREFIX}{self.path}"
        schema_of(url).upgrade(lambda connection: connection.exec_driver_sql(NEWER))
        return lambda: schema_of(url).upgrade(lambda connection: connection.exec_driver_sql(OURS))  # an older one again


FAULTS = {
    "The file is moved away": SqliteTrouble.moved,
    "It is replaced by another file": SqliteTrouble.replaced,
    "It is truncated": SqliteTrouble.truncated,
    "Its write-ahead log (`-wal`) is removed": SqliteTrouble.without_log,
    "Its pages are damaged": SqliteTrouble.damaged,
    "The disk is full": SqliteTrouble.full,
    "The file system is read-only": SqliteTrouble.readable_only,
    "Another program holds its lock": SqliteTrouble.locked,
    "A newer version has upgraded it": SqliteTrouble.upgraded,
}


@pytest.fixture
def server_of_our_own(tmp_path, unstarted):
    """One that can have a standby, with a database at head."""
    try:
        with running(tmp_path, "primary", ["copied"]) as server:
            asyncio.run(prepare(server))
            yield server
    except CannotStart as error:
        unstarted(f"no PostgreSQL of our own here: {error}")


@asynccontextmanager
async def serving_cast(store):
    await introduce(Pipeline(store, FakeClock(), Settings()))
    async with serving(store, World) as world:
        yield world


async def acknowledged(world, number=3):
    return [(await world.task(descripcion=f"{'x' * 5000} {each}"))["id"] for each in range(number)]


async def answers(world):
    """Return the answers to a read, a write of some size and `/ready`."""
    get = await world.get("/tasks")
    post = await world.post("/tasks", TASK | {"descripcion": "y" * 5_000})
    ready = await world.call("GET", "//ready", None)
    assert all(each.headers["Retry-After"] == "5" for each in (get, post, ready) if each.status == 503)
    return [str(each.status) for each in (get, post, ready)]


async def ids(store):
    return {number for (number,) in await rows_of(store, "SELECT id FROM tasks")}


async def mended(mend):
    result = mend()
    if asyncio.iscoroutine(result):
        await result


def test_the_table_has_each_fault():
    assert {*FAULTS, *ON_POSTGRESQL} == set(DOCUMENTED)


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_of_sqlite_is_seen_as_documented_and_loses_nothing(
    fault, empty_database, tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.2)
    row, path = DOCUMENTED[fault], tmp_path / "semaforo.db"
    url = f"{connecting.URL_PREFIX}{shutil.copy(empty_database, path)}"
    async with storage.open_store(url) as store, serving_cast(store) as world:
        written = await acknowledged(world)
        saved = tmp_path / "backup.db"
        storage.backup(url, saved)
        mend = await FAULTS[fault](SqliteTrouble(path, store))
        assert await answers(world) == [row["get"], row["post"], row["ready"]]
        assert any(row["line"] in line for line in caplog.messages), caplog.messages
        if mend:
            await mended(mend)
        if row["then"] == AUTOMATIC:
            assert await answers(world) == ["200"] * 3
    if row["then"] == FROM_A_BACKUP:
        shutil.copy(saved, path)
    async with storage.open_store(url) as store:
        assert set(written) <= await ids(store)


RESTART, FAILOVER = "The server is restarted", "It fails over to its standby"
ON_POSTGRESQL = (RESTART, FAILOVER)
DROPPED = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'semaforo' AND datname = $1
"""


@asynccontextmanager
async def out_of_reach(server, database):
    """Nobody reaches the server by its socket, and who uses the database is dropped."""
    connection = await connect(server)
    socket = server.folder / f".s.PGSQL.{server.port}"
    hidden = socket.rename(socket.with_name("hidden"))
    await connection.execute(DROPPED, database)
    await connection.close()
    yield socket
    socket.unlink(missing_ok=True)
    hidden.rename(socket)


@pytest.fixture
def another_way(postgresql):
    """The server of all tests, by a socket that no other test knows."""
    with TemporaryDirectory(prefix="semaforo-") as folder:
        server = postgresql.server
        socket = f".s.PGSQL.{server.port}"
        Path(folder, socket).symlink_to(server.folder / socket)
        yield server._replace(folder=Path(folder))


async def test_while_postgresql_restarts_it_is_as_documented_and_loses_nothing(another_way, postgresql, caplog):
    row, name = DOCUMENTED[RESTART], postgresql.emptied()
    async with storage.open_store(another_way.url(name)) as store, serving_cast(store) as world:
        written = await acknowledged(world)
        async with out_of_reach(another_way, name):
            assert await answers(world) == [row["get"], row["post"], row["ready"]]
        assert any(row["line"] in line for line in caplog.messages), caplog.messages
        await until(lambda: answers_all(world))
        assert set(written) <= await ids(store)


@pytest.mark.long
async def test_while_postgresql_fails_over_it_is_as_documented_and_loses_nothing(server_of_our_own, tmp_path, caplog):
    """The address leads to the standby then, which had all that was acknowledged."""
    row, primary = DOCUMENTED[FAILOVER], server_of_our_own
    with running(tmp_path, "standby", ["copied", str(primary.folder)]) as standby:
        async with storage.open_store(primary.url("semaforo")) as store, serving_cast(store) as world:
            written = await acknowledged(world)
            await until(lambda: on(standby.url("semaforo"), "SELECT count(*) FROM tasks") == [(len(written),)])
            async with out_of_reach(primary, "semaforo") as socket:
                assert await answers(world) == [row["get"], row["post"], row["ready"]]
                assert any(row["line"] in line for line in caplog.messages), caplog.messages
                on(standby.url("postgres"), "SELECT pg_promote()")
                socket.symlink_to(standby.folder / f".s.PGSQL.{standby.port}")
                await until(lambda: answers_all(world))
                assert set(written) <= await ids(store)


async def answers_all(world):
    return await answers(world) == ["200"] * 3
