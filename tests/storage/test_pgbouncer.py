"""Behind pgbouncer in transaction mode, where each transaction may be another session's: what holds elsewhere holds."""

import asyncio
import re
from pathlib import Path

import pytest

import storage
from core.base.errors import Unavailable
from storage.postgres.sessions import SETTINGS
from storage.store import TIMEOUT_SECONDS
from tests.storage.raw import rows_of
from tests.storage.rows import new_user


@pytest.fixture
async def store(pgbouncer_url):
    async with storage.open_store(pgbouncer_url) as store:
        yield store


def test_the_settings_that_a_role_must_be_given_are_those_of_a_session_of_ones_own():
    document = Path(__file__).parents[2].joinpath("docs", "operations.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^ALTER ROLE semaforo SET (\w+) = '?([^';]+)'?;$", document, re.MULTILINE))
    ours = SETTINGS | {"statement_timeout": f"{TIMEOUT_SECONDS:g}s"}
    assert told == {name: value for name, value in ours.items() if name not in {"TimeZone", "tcp_keepalives_idle"}}


async def test_whose_url_does_not_say_so_is_told_what_it_needs(pgbouncer_url, caplog):
    async with storage.open_store(pgbouncer_url.replace("&statement_cache=0", "")) as store:
        with pytest.raises(Unavailable):
            await store.read(lambda uow: uow.users.list())
    assert "the database, reading: " in caplog.text
    assert "its URL needs statement_cache=0" in caplog.text


async def test_many_clients_ask_at_once_and_each_gets_its_own_answers(store, pgbouncer_url):
    async def one(store, number):
        added = await store.write(lambda uow: uow.users.add(new_user(f"u{number}")))
        assert (await store.read(lambda uow: uow.users.get(added.id))).username == f"u{number}"
        known = await store.read(lambda uow: uow.users.by_ids([added.id]))
        assert [user.username for user in known] == [f"u{number}"]

    async with storage.open_store(pgbouncer_url) as other, storage.open_store(pgbouncer_url) as third:
        await asyncio.gather(*(one((store, other, third)[number % 3], number) for number in range(150)))
        assert len(await other.read(lambda uow: uow.users.list())) == 150


async def test_what_is_upgraded_checked_and_copied_through_it_leaves_no_statement_that_another_would_meet(
    pgbouncer_url, bare_postgresql_url, url, tmp_path
):
    bare = bare_postgresql_url.partition("?")[0].rpartition("/")[2]
    through = pgbouncer_url.replace(pgbouncer_url.partition("?")[0].rpartition("/")[2], bare)
    await storage.copy(url, through)
    assert await asyncio.to_thread(storage.check, through) == []
    assert await storage.copy(through, f"sqlite+aiosqlite:///{tmp_path / 'back.db'}")
    async with storage.open_store(through) as store:
        assert await rows_of(store, "SELECT name FROM pg_prepared_statements") == []
