"""What people have chosen of their notices, one row each."""

import pytest_asyncio

from core.records.people import ChosenNotices
from tests.storage.rows import add_users

ANA, LUIS = 1, 2


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def people(store):
    await add_users(store, "ana", "luis")


async def of(store, user_id):
    return await store.read(lambda uow: uow.notices.get(user_id))


async def test_they_are_kept_by_person_and_replaced(store):
    for minutes in (15, 0, None):
        chosen = ChosenNotices(minutes)
        await store.write(lambda uow, chosen=chosen: uow.notices.set(ANA, chosen))
        assert await of(store, ANA) == chosen
    assert await of(store, LUIS) is None
