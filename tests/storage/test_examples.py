"""Examples are kept, renamed and hidden as the port says."""

from core.base.paging import Page
from core.records.examples import Example
from tests.storage.units import calls_of

read, write = calls_of("examples")


async def add(store, *names):
    async def work(uow):
        return [await uow.examples.add(name) for name in names]

    return await store.write(work)


async def listed(store, **page):
    return await read(store, "list", Page(**page))


async def test_an_example_comes_back_as_it_was_active(store):
    (added,) = await add(store, "Ñ 🟢\n'; --")
    assert added == Example(added.id, "Ñ 🟢\n'; --", active=True)
    found = await read(store, "get", added.id)
    assert found == added
    assert type(found.active) is bool


async def test_a_list_is_by_id_and_can_be_had_in_pages(store):
    made = await add(store, "c", "a", "b")
    assert await listed(store) == made
    assert await listed(store, limit=2) == made[:2]
    assert await listed(store, after_id=made[1].id) == made[2:]


async def test_a_new_name_is_one_examples_only_and_a_deleted_one_is_nowhere_its_id_not_given_again(store):
    first, last = await add(store, "a", "b")
    await write(store, "rename", last.id, "")
    assert await listed(store) == [first, Example(last.id, "", active=True)]
    await write(store, "delete", last.id)
    assert await read(store, "get", last.id) is None
    assert await listed(store) == [first]
    (following,) = await add(store, "c")
    assert following.id > last.id
