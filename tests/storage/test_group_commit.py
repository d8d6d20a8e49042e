"""Many writes to a commit: each alone, each answered after it is durable, none taking the others down."""

import asyncio
import sqlite3

import pytest

from core.base.errors import Code, Conflict, Unavailable
from core.base.log_fields import ABOUT, LogFields
from core.base.metrics import STORE_BATCH_UNITS, STORE_COMMIT_SECONDS
from storage.sqlite import engine
from tests.storage.rows import new_user
from tests.storage.units import adding, usernames
from tests.storage.watching import Held, on_writer, sessions, traced


async def failing(uow):
    await uow.users.add(new_user("nobody"))
    raise Conflict(Code.USERNAME_TAKEN, username="nobody")


async def test_writes_at_once_share_commits(sqlite_store):
    async with traced(sqlite_store) as statements:
        await asyncio.gather(*(sqlite_store.write(adding(f"u{n:03}")) for n in range(200)))
    assert len(await usernames(sqlite_store)) == 200
    assert statements.count("COMMIT") <= 20


async def test_each_commit_is_counted_with_the_writes_that_it_had(sqlite_store, monkeypatch):
    for metric in (STORE_BATCH_UNITS, STORE_COMMIT_SECONDS):
        monkeypatch.setattr(metric, "cells", {})
    await asyncio.gather(*(sqlite_store.write(adding(f"u{number}")) for number in range(10)))
    await sqlite_store.write(adding("last"))
    (units,), (seconds,) = STORE_BATCH_UNITS.cells.values(), STORE_COMMIT_SECONDS.cells.values()
    assert units[-1] == 11
    assert sum(units[:-1]) == sum(seconds[:-1]) < 11
    assert seconds[-1] > 0


async def test_what_is_logged_of_a_batch_is_about_none_of_its_requests(sqlite_store, monkeypatch):
    about, run_batch = [], engine.SqliteWriter._run_batch

    async def noted(writer, session, batch):
        about.append(ABOUT.get())
        await run_batch(writer, session, batch)

    monkeypatch.setattr(engine.SqliteWriter, "_run_batch", noted)
    before = ABOUT.set(LogFields("one of several"))
    await sqlite_store.write(adding("ana"))
    ABOUT.reset(before)
    assert [each.request_id for each in about] == [None]


async def test_they_are_applied_in_the_order_in_which_they_were_asked_for(sqlite_store, monkeypatch):
    monkeypatch.setattr(engine, "MOST_UNITS", 7)
    await asyncio.gather(*(sqlite_store.write(adding(f"u{n:03}")) for n in range(50)))
    assert await usernames(sqlite_store) == [f"u{n:03}" for n in range(50)]


async def test_a_batch_that_takes_long_is_committed_before_the_rest(sqlite_store, monkeypatch):
    monkeypatch.setattr(engine, "WRITE_SECONDS", 0)
    async with traced(sqlite_store) as statements:
        await asyncio.gather(*(sqlite_store.write(adding(f"u{n}")) for n in range(3)))
    assert statements.count("COMMIT") == 3
    assert await usernames(sqlite_store) == ["u0", "u1", "u2"]


@pytest.fixture
def in_one_batch(monkeypatch):
    """However slow the machine is, what is written at once is in one batch."""
    monkeypatch.setattr(engine, "WRITE_SECONDS", 60)


async def refused(uow):
    await uow.users.list()
    raise Conflict(Code.USERNAME_TAKEN, username="nobody")


@pytest.mark.parametrize(("refusal", "savepoints"), [(refused, 0), (failing, 3)])
async def test_one_that_fails_takes_nobody_with_it_and_only_where_it_has_written_all_run_again_in_savepoints(
    sqlite_store, in_one_batch, refusal, savepoints
):
    async with traced(sqlite_store) as statements:
        works = [adding("ana"), refusal, adding("leo")]
        ana, raised, leo = await asyncio.gather(*map(sqlite_store.write, works), return_exceptions=True)
    assert (ana.username, type(raised), leo.username) == ("ana", Conflict, "leo")
    assert statements.count("SAVEPOINT unit") == savepoints
    assert await usernames(sqlite_store) == ["ana", "leo"]


async def orphan(uow):
    """A row that only the COMMIT refuses."""
    uow.users._db._execute("PRAGMA defer_foreign_keys = ON")
    await uow.users.add(new_user("orphan", leader_user_id=999))


async def rolled_back_by_sqlite(uow):
    """Roll the whole transaction back, as SQLite does on some failures of the disk."""
    await uow.users.add(new_user("nobody"))
    uow.users._db._execute("ROLLBACK")
    raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize("fatal", [orphan, rolled_back_by_sqlite])
async def test_what_ends_the_transaction_fails_every_waiter_and_the_writer_goes_on(
    sqlite_store, in_one_batch, fatal, caplog
):
    works = [adding("ana"), fatal, adding("leo")]
    results = await asyncio.gather(*map(sqlite_store.write, works), return_exceptions=True)
    assert [type(result) for result in results] == [Unavailable] * 3
    assert all(result.__cause__ for result in results)
    assert await usernames(sqlite_store) == []
    assert "a transaction of 3 units of work failed" in caplog.text
    await sqlite_store.write(adding("eva"))
    assert await usernames(sqlite_store) == ["eva"]


async def test_a_full_disk_is_unavailable_and_what_was_committed_stays(sqlite_store):
    await sqlite_store.write(adding("ana"))
    await on_writer(sqlite_store, "PRAGMA max_page_count = 1")  # means: no larger than it is
    with pytest.raises(Unavailable) as caught:
        await sqlite_store.write(lambda uow: uow.idempotency_keys.add("s", "k", b"", b"x" * 1_000_000))
    assert "full" in str(caught.value.__cause__)
    assert await usernames(sqlite_store) == ["ana"]
    await on_writer(sqlite_store, "PRAGMA max_page_count = 1000000")
    await sqlite_store.write(adding("leo"))
    assert await usernames(sqlite_store) == ["ana", "leo"]


async def test_a_unit_whose_caller_went_away_is_finished_once_begun(sqlite_store):
    held = Held(after=adding("ana"))
    caller = asyncio.create_task(sqlite_store.write(held))
    await asyncio.to_thread(held.begun.wait, 10)
    caller.cancel()
    await asyncio.wait([caller])
    held.released.set()
    await sqlite_store.write(adding("leo"))
    assert await usernames(sqlite_store) == ["ana", "leo"]
    assert not sessions(sqlite_store)[-1].driver_connection.in_transaction


async def test_a_unit_whose_caller_went_away_before_it_began_never_happens(sqlite_store):
    held = Held()
    first = asyncio.create_task(sqlite_store.write(held))
    await asyncio.to_thread(held.begun.wait, 10)
    second = asyncio.create_task(sqlite_store.write(adding("ana")))
    await asyncio.sleep(0)
    second.cancel()
    held.released.set()
    await first
    await sqlite_store.write(adding("leo"))
    assert await usernames(sqlite_store) == ["leo"]


async def test_closing_finishes_what_was_asked_for(sqlite_store):
    held = Held(after=adding("ana"))
    writes = [asyncio.create_task(sqlite_store.write(work)) for work in (held, adding("leo"), adding("eva"))]
    await asyncio.to_thread(held.begun.wait, 10)
    closing = asyncio.create_task(sqlite_store.close())
    await asyncio.sleep(0)
    for refused in (sqlite_store.read, sqlite_store.write):
        with pytest.raises(Unavailable):
            await refused(lambda uow: uow.users.list())
    held.released.set()
    await asyncio.gather(closing, sqlite_store.close())
    assert [write.done() for write in writes] == [True] * 3
    assert (await writes[1]).username == "leo"


async def test_closing_leaves_one_file(sqlite_store, path):
    await sqlite_store.write(adding("ana"))
    await sqlite_store.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
