"""Acknowledged writes are there after kill -9, and other processes may write meanwhile."""

import asyncio
import signal
import subprocess
import sys
import textwrap

import pytest

import storage
from core.base.errors import Unavailable
from storage.sqlite import connecting
from tests.storage.rows import new_user
from tests.storage.watching import on_writer
from tests.waiting import until

WRITER = textwrap.dedent(
    """
    import asyncio, itertools, sys
    import storage
    from core.people.users import NewUser

    async def write(store, numbers, most):
        for number in itertools.islice(numbers, most):
            user = NewUser(username=f"{sys.argv[2]}{number}", display_name="")
            added = await store.write(lambda uow: uow.users.add(user))
            print(added.username, flush=True)

    async def main():
        async with storage.open_store(sys.argv[1]) as store:
            numbers = itertools.count()
            await asyncio.gather(*(write(store, numbers, int(sys.argv[3])) for _ in range(8)))

    asyncio.run(main())
    """
)


def writer(url, name, most):
    """A process that adds people, eight at once, and names each that was answered."""
    command = [sys.executable, "-c", WRITER, url, name, str(most)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


async def usernames(url):
    async with storage.open_store(url) as store:
        return {user.username for user in await store.read(lambda uow: uow.users.list())}


async def test_every_answered_write_survives_a_kill(url):
    with writer(url, "u", 1_000_000) as process:
        answered = [process.stdout.readline().strip() for _ in range(300)]
        process.send_signal(signal.SIGKILL)
        answered += process.stdout.read().split()
    assert set(answered) <= await usernames(url)
    assert storage.check(url) == []


@pytest.mark.long
async def test_two_processes_write_at_once_and_each_sees_the_other(url):
    with writer(url, "theirs", 25) as process:
        async with storage.open_store(url) as store:
            ours = (store.write(lambda uow, n=n: uow.users.add(new_user(f"ours{n}"))) for n in range(200))
            added = [await one for one in ours]
            assert len({user.id for user in added}) == 200
            assert await asyncio.to_thread(process.wait, 30) == 0
            everybody = await store.read(lambda uow: uow.users.list())
    names = [user.username for user in everybody]
    assert sum(name.startswith("ours") for name in names) == sum(name.startswith("theirs") for name in names) == 200


def hold(path):
    other = connecting.connect(path)
    other.execute("BEGIN IMMEDIATE")
    return other


async def test_a_write_waits_for_another_process(sqlite_store, path):
    other = hold(path)
    writing = asyncio.create_task(sqlite_store.write(lambda uow: uow.users.add(new_user("ana"))))
    await asyncio.sleep(0.1)
    assert not writing.done()
    assert await sqlite_store.read(lambda uow: uow.users.list()) == []
    other.execute("COMMIT")
    other.close()
    assert (await writing).username == "ana"


async def test_a_write_that_waited_too_long_is_unavailable_and_the_next_one_is_not(url, path, monkeypatch):
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.05)
    async with storage.open_store(url) as store:
        other = hold(path)
        with pytest.raises(Unavailable):
            await store.write(lambda uow: uow.users.add(new_user("ana")))
        other.execute("ROLLBACK")
        other.close()
        assert (await store.write(lambda uow: uow.users.add(new_user("ana")))).username == "ana"


def remove(path):
    path.unlink()


def replace(path):
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def truncate(path):
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [remove, replace, truncate])
async def test_nothing_is_acknowledged_once_the_file_is_gone_and_the_log_says_so_once(url, path, harm, caplog):
    async with storage.open_store(url) as store:
        await store.write(lambda uow: uow.users.add(new_user("ana")))
        harm(path)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await store.write(lambda uow: uow.users.add(new_user("leo")))
            with pytest.raises(Unavailable):
                await store.read(lambda uow: uow.users.list())
    lines = [record.getMessage() for record in caplog.records]
    assert [line.partition(": the database /")[0] for line in lines] == [
        "the database, writing",
        "the database, reading",
    ]


async def test_what_is_committed_while_the_file_goes_is_not_acknowledged(url, path):
    async def losing(uow):
        path.unlink()
        return await uow.users.add(new_user("ana"))

    async with storage.open_store(url) as store:
        with pytest.raises(Unavailable):
            await store.write(losing)


FULL, ROOM = "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"
READABLE_ONLY, WRITABLE = "PRAGMA query_only = ON", "PRAGMA query_only = OFF"


@pytest.mark.parametrize(("harm", "mend"), [(FULL, ROOM), (READABLE_ONLY, WRITABLE)], ids=["full", "readable only"])
async def test_a_file_that_takes_no_write_is_a_line_in_the_log_until_it_takes_one_again(url, caplog, harm, mend):
    caplog.set_level("INFO")
    large = "x" * 100_000
    async with storage.open_store(url) as store:
        await on_writer(store, harm)
        for number in range(5):
            with pytest.raises(Unavailable):
                await store.write(lambda uow, number=number: uow.users.add(new_user(f"a{number}", display_name=large)))
            assert await store.read(lambda uow: uow.users.list()) == []
        await on_writer(store, mend)
        await store.write(lambda uow: uow.users.add(new_user("ana", display_name=large)))
        await until(lambda: "works again" in caplog.text)
    said = [line for line in caplog.messages if line.startswith("the database, ")]
    assert len(said) == 2, said
    assert said[1] == "the database, writing: works again after 5 failures"


async def test_a_full_disk_is_a_line_and_takes_no_write_however_small_until_it_has_room(url, caplog, monkeypatch):
    """SQLite would find room now and then: its write-ahead log keeps what it had."""
    caplog.set_level("INFO")
    async with storage.open_store(url) as store:
        for outage in range(2):
            with monkeypatch.context() as full:
                full.setattr(connecting, "LEAST_FREE_BYTES", 2**62)
                for _ in range(3):
                    with pytest.raises(Unavailable):
                        await store.write(lambda uow: uow.users.add(new_user("leo")))
                assert len(await store.read(lambda uow: uow.users.list())) == outage
            await store.write(lambda uow, outage=outage: uow.users.add(new_user(f"a{outage}")))
            await until(lambda outage=outage: caplog.text.count("works again") > outage)
    said = [line for line in caplog.messages if line.startswith("the database, writing: ")]
    assert [line.partition(" KiB")[0].rstrip("0123456789") for line in said] == [
        "the database, writing: database or disk is full: ",
        "the database, writing: works again after 3 failures",
    ] * 2


async def test_a_unit_that_changes_nothing_does_not_show_that_the_database_takes_writes(url, caplog):
    caplog.set_level("INFO")
    async with storage.open_store(url) as store:
        await on_writer(store, FULL)
        with pytest.raises(Unavailable):
            await store.write(lambda uow: uow.users.add(new_user("ana", display_name="x" * 100_000)))
        await store.write(lambda uow: uow.users.list())
        await asyncio.sleep(0.05)
        assert "works again" not in caplog.text
