"""A program that has a database open while a newer one upgrades it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

import storage
from core.base.errors import Unavailable
from storage.maintenance import head, schema_of
from storage.schema.revision import marker_of
from tests.storage.raw import on
from tests.storage.units import adding, usernames

NEWER = "UPDATE alembic_version SET version_num = '9999'"


def upgraded_by_another(url):
    schema_of(url).upgrade(lambda connection: connection.exec_driver_sql(NEWER))


async def test_the_older_program_writes_nothing_any_more_and_says_so_once(migrated_url, caplog):
    async with storage.open_store(migrated_url) as store:
        await store.write(adding("ana"))
        upgraded_by_another(migrated_url)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await store.write(adding("leo"))
        assert await usernames(store) == ["ana"]
    (line,) = [record.getMessage() for record in caplog.records if record.name.startswith("storage")]
    assert line.startswith("the database, writing: the schema is at ")
    assert "restart it" in line


async def test_an_upgrade_waits_for_a_write_that_has_begun(new_postgresql_url):
    async def work(uow):
        await uow.users.list()
        began.set_result(None)
        while not upgrading:
            await uow.users.list()
        for _ in range(20):
            assert not upgrading[0].done()
            await uow.users.list()
        await adding("ana")(uow)

    began, upgrading = asyncio.get_running_loop().create_future(), []
    with ThreadPoolExecutor(1) as thread:
        async with storage.open_store(new_postgresql_url) as store:
            writing = asyncio.create_task(store.write(work))
            await began
            upgrading.append(thread.submit(upgraded_by_another, new_postgresql_url))
            await writing
            await asyncio.wrap_future(upgrading[0])
            with pytest.raises(Unavailable):
                await store.write(adding("leo"))
    assert on(new_postgresql_url, "SELECT username FROM users") == [("ana",)]


def test_an_upgrade_keeps_the_rights_on_the_marker(new_postgresql_url):
    given = "SELECT relacl::text FROM pg_class WHERE starts_with(relname, 'at_revision_')"
    on(new_postgresql_url, f"GRANT UPDATE ON {marker_of(head())} TO PUBLIC")
    before = on(new_postgresql_url, given)
    upgraded_by_another(new_postgresql_url)
    assert on(new_postgresql_url, given) == before
    assert "=w/" in before[0][0]
