"""The SQLite that is used, and how: WAL only where it is safe, durable, references checked, URLs of one form."""

import logging
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import storage
from storage.sqlite import connecting
from tests.storage.rows import add_users
from tests.storage.watching import sessions


async def pragma(session, name):
    values = []
    await session.run(lambda each: values.append(each.execute(f"PRAGMA {name}").fetchone()[0]))
    return values[0]


async def test_every_connection_checks_references_and_only_the_writer_writes(sqlite_store):
    every = sessions(sqlite_store)
    assert [await pragma(session, "foreign_keys") for session in every] == [1] * len(every)
    assert [await pragma(session, "query_only") for session in every] == [1] * (len(every) - 1) + [0]


async def test_commits_are_synchronous_and_wal_is_on_with_a_fixed_sqlite(sqlite_store):
    assert connecting.driver.sqlite_version_info >= connecting.SAFE_WAL, "the environment should bring a fixed SQLite"
    assert await pragma(sessions(sqlite_store)[-1], "synchronous") == 2
    assert await pragma(sessions(sqlite_store)[-1], "journal_mode") == "wal"


async def test_synchronous_may_be_normal_and_nothing_less(url):
    async with storage.open_store(url, synchronous="NORMAL") as store:
        assert await pragma(sessions(store)[-1], "synchronous") == 1
    with pytest.raises(ValueError, match="FULL, NORMAL"):
        await storage.SqlStore.open(url, synchronous="OFF")


async def test_a_vulnerable_sqlite_gets_no_wal_and_a_loud_warning(url, monkeypatch, caplog):
    monkeypatch.setattr(connecting, "driver", sqlite3)
    monkeypatch.setattr(connecting, "SAFE_WAL", (99, 0, 0))
    async with storage.open_store(url) as store:
        assert await pragma(sessions(store)[-1], "journal_mode") == "truncate"
        ids = await add_users(store, "ana", "leo")
        assert [user.id for user in await store.read(lambda uow: uow.users.list())] == ids
    assert [record.levelno for record in caplog.records if "can corrupt" in record.message] == [logging.WARNING]


@pytest.mark.parametrize(
    ("url", "path"),
    [("sqlite+aiosqlite:///semaforo.db", "semaforo.db"), ("sqlite+aiosqlite:////tmp/a b.db", "/tmp/a b.db")],
)
def test_a_url_names_a_file(url, path):
    assert connecting.path_of(url) == Path(path)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "semaforo.db",
        "sqlite:///semaforo.db",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///a.db?mode=ro",
        "mysql+asyncmy://localhost/semaforo",
        "sqlite+aiosqlite:////no/such/directory/semaforo.db",
    ],
)
async def test_any_other_url_is_refused_in_words(url):
    for refuse in (storage.upgrade, storage.check, connecting.path_of):
        with pytest.raises(ValueError, match="database"):
            refuse(url)
    with pytest.raises(ValueError, match="database"):
        await storage.SqlStore.open(url)


def test_a_new_files_journal_mode_waits_for_another_process_that_sets_it(tmp_path):
    file = tmp_path / "new.db"

    def set_mode(patience):
        with closing(connecting.connect(file, patience=0)) as connection:
            connecting.set_journal_mode(connection, "WAL", patience)

    with closing(connecting.connect(file)) as other, ThreadPoolExecutor() as pool:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE t (x)")
        with pytest.raises(connecting.driver.OperationalError, match="locked"):
            set_mode(0)
        waiting = pool.submit(set_mode, 10)
        time.sleep(0.05)
        assert not waiting.done()
        other.execute("COMMIT")
        waiting.result(timeout=5)
    with closing(connecting.connect(file)) as later:
        assert later.execute("PRAGMA journal_mode").fetchone() == ("wal",)
