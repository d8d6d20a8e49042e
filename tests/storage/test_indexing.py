"""On SQLite what is written is indexed for the search a while later, or when somebody searches; nothing is missed."""

import asyncio
from functools import partial

import pytest
import sqlalchemy as sa

import storage
from storage.sql.statements import Query
from storage.sqlite import connecting, engine
from tests.storage.rows import NOW, add_task, add_users, as_actor
from tests.storage.test_search import comment, found
from tests.storage.watching import on_writer
from tests.waiting import until

LATER = 3600


@pytest.fixture
def unhurried(monkeypatch):
    monkeypatch.setattr(engine, "INDEX_SECONDS", LATER)


NOTED = Query(sa.text("SELECT count(*) FROM search_pending").columns(sa.column("noted", sa.Integer)), int)


async def noted(store):
    """Return how many rows are written and not indexed."""
    return await store.read(lambda uow: uow.search._db.only(NOTED))


async def written(store, words="Revisar el camión"):
    (ana,) = await add_users(store, "ana")
    await add_task(store, ana, descripcion=words)
    return ana


@pytest.mark.usefixtures("unhurried")
async def test_who_searches_finds_what_is_not_indexed_yet(url):
    async with storage.open_store(url) as store:
        ana = await written(store)
        assert await noted(store) == 1
        assert await found(store, ana, "camion") == [("TASK", 1)]
        assert await noted(store) == 0


@pytest.mark.usefixtures("unhurried")
async def test_a_search_does_not_wait_for_those_who_go_on_writing(url):
    async with storage.open_store(url) as store:
        ana = await written(store)
        task = await add_task(store, ana, descripcion="Pagar")
        writing = asyncio.create_task(write_on(store, task))
        for _ in range(5):
            assert await found(store, ana, "camion") == [("TASK", 1)]
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def write_on(store, task):
    while True:
        await comment(store, task, "más")


@pytest.mark.usefixtures("unhurried")
async def test_a_unit_that_writes_finds_what_it_has_written(url):
    async with storage.open_store(url) as store:
        ana = await written(store)
        viewer = await as_actor(store, ana)

        async def renames(uow):
            await uow.tasks.add_comment(1, "grúa", ana, NOW)
            return await uow.search.matches(viewer, ["grua"], 1)

        assert len(await store.write(renames)) == 1


async def test_what_is_written_is_indexed_soon(url, monkeypatch):
    monkeypatch.setattr(engine, "INDEX_SECONDS", 0.01)
    async with storage.open_store(url) as store:
        await written(store)
        await until(partial(none_noted, store))


async def none_noted(store):
    return await noted(store) == 0


@pytest.mark.usefixtures("unhurried")
async def test_many_units_are_indexed_without_waiting(url, monkeypatch):
    monkeypatch.setattr(engine, "INDEX_UNITS", 3)
    async with storage.open_store(url) as store:
        ana = await written(store)
        assert await noted(store) == 1
        await add_task(store, ana, descripcion="Pagar")
        assert await noted(store) == 0


@pytest.mark.usefixtures("unhurried")
async def test_a_store_that_is_closed_leaves_nothing_to_index(url):
    async with storage.open_store(url) as store:
        await written(store)
    async with storage.open_store(url) as store:
        assert await noted(store) == 0


@pytest.mark.usefixtures("unhurried")
async def test_what_a_killed_process_has_noted_is_found_by_the_next(url, path):
    left = path.with_name("left.db")
    async with storage.open_store(url) as store:
        ana = await written(store)
        await on_writer(store, f"VACUUM INTO '{left}'")
    async with storage.open_store(url.replace(path.name, left.name)) as store:
        assert await noted(store) == 1
        assert await found(store, ana, "camion") == [("TASK", 1)]


@pytest.mark.usefixtures("unhurried")
async def test_on_a_full_disk_a_search_finds_what_is_indexed(url, monkeypatch):
    async with storage.open_store(url) as store:
        ana = await written(store)
        assert await found(store, ana, "camion") == [("TASK", 1)]
        await add_task(store, ana, descripcion="Otro camión")
        with monkeypatch.context() as full:
            full.setattr(connecting, "LEAST_FREE_BYTES", 2**62)
            assert await found(store, ana, "camion") == [("TASK", 1)]
        assert await found(store, ana, "camion") == [("TASK", 1), ("TASK", 2)]
