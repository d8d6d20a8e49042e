"""The promises of every store about units of work, and what it keeps of causes."""

import asyncio
from datetime import timedelta

import pytest

from core.base.errors import Code, NotFound, Unavailable
from core.records.jobs import Round
from tests.storage.rows import NOW, add_users, new_user
from tests.storage.units import usernames


@pytest.fixture
def store(served_store):
    return served_store


async def test_a_failed_unit_leaves_nothing_and_raises_what_it_raised(store):
    async def work(uow):
        await uow.users.add(new_user("ana"))
        raise NotFound(Code.TASK_NOT_FOUND, id=7)

    with pytest.raises(NotFound):
        await store.write(work)
    assert await usernames(store) == []
    await add_users(store, "leo")
    assert await usernames(store) == ["leo"]


async def test_a_unit_that_awaits_anything_else_is_refused_and_leaves_nothing(store):
    async def work(uow):
        await uow.users.add(new_user("ana"))
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="await"):
        await store.write(work)
    assert await usernames(store) == []


async def test_a_unit_may_not_be_used_after_its_end(store):
    async def leak(uow):
        return uow

    leaked = await store.read(leak)
    with pytest.raises(Exception, match=r"thread|bad yield"):
        await leaked.users.get(1)


async def test_a_read_must_not_write(store):
    with pytest.raises(Exception, match=r"readonly|wrote"):
        await store.read(lambda uow: uow.users.add(new_user("ana")))
    assert await usernames(store) == []


async def test_writes_at_once_are_each_alone(store):
    """Read, decide, write: fifty at once, and nobody is added twice."""

    async def work(uow):
        number = len(await uow.users.list())
        return await uow.users.add(new_user(f"u{number}"))

    added = await asyncio.gather(*(store.write(work) for _ in range(50)))
    assert {user.username for user in added} == {f"u{number}" for number in range(50)}
    assert len({user.id for user in added}) == 50


async def test_a_closed_store_is_unavailable(store):
    await store.close()
    for run in (store.read, store.write):
        with pytest.raises(Unavailable):
            await run(lambda uow: uow.users.list())


async def test_a_cause_is_found_by_scope_and_key(store):
    async def work(uow):
        await uow.idempotency_keys.add("api 7", "k", b"digest", b'{"a":1}')
        keys = (("api 7", "k"), ("api 8", "k"), ("api 7", "other"))
        return [await uow.idempotency_keys.get(*key) for key in keys]

    assert await store.write(work) == [(b"digest", b'{"a":1}'), None, None]


async def test_a_cause_is_not_recorded_twice(store):
    record = ("scope", "key", b"", b"null")
    await store.write(lambda uow: uow.idempotency_keys.add(*record))
    with pytest.raises(Exception, match=r"(?i)unique|before"):
        await store.write(lambda uow: uow.idempotency_keys.add(*record))


async def test_causes_since_which_more_rounds_have_begun_are_pruned(store):
    async def work(uow):
        for number in (0, 1, 2):
            await uow.idempotency_keys.add("scope", str(number), b"", b"null")
            await uow.housekeeping.put(Round(number + 1, NOW))
        pruned = await uow.idempotency_keys.prune(2)
        return pruned, [await uow.idempotency_keys.get("scope", str(number)) is not None for number in (0, 1, 2)]

    assert await store.write(work) == (1, [False, True, True])


async def test_there_is_one_present_round(store):
    async def work(uow):
        found = [await uow.housekeeping.get()]
        for begun in (Round(1, NOW), Round(2, NOW + timedelta(hours=1))):
            await uow.housekeeping.put(begun)
            found.append(await uow.housekeeping.get())
        return found

    assert await store.write(work) == [None, Round(1, NOW), Round(2, NOW + timedelta(hours=1))]
