"""Working weeks are kept whole, by person and weekday, as the port says."""

from datetime import time

import pytest

from core.records.people import DayHours
from tests.storage.rows import add_users

ANA, LUIS, OLGA = 1, 2, 3
SATURDAY, MONDAY = DayHours(6, time(0, 0), time(23, 59)), DayHours(1, time(8, 30), time(17, 15))


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis", "olga")


async def put(store, user_id, *days):
    await store.write(lambda uow: uow.schedules.set(user_id, days))


async def of(store, *user_ids):
    return await store.read(lambda uow: uow.schedules.of(user_ids))


async def test_a_week_comes_back_by_weekday(store):
    await put(store, ANA, SATURDAY, MONDAY)
    assert await of(store, ANA) == {ANA: [MONDAY, SATURDAY]}


async def test_those_without_one_of_their_own_and_those_not_asked_about_are_left_out(store):
    await put(store, ANA, SATURDAY)
    await put(store, LUIS, MONDAY)
    assert await of(store, ANA, OLGA, 99) == {ANA: [SATURDAY]}
    assert await of(store, LUIS, ANA) == {ANA: [SATURDAY], LUIS: [MONDAY]}
    assert await of(store) == {}


async def test_a_week_is_written_as_a_whole_and_none_is_none(store):
    await put(store, ANA, SATURDAY)
    await put(store, LUIS, SATURDAY)
    await put(store, ANA, MONDAY)
    assert await of(store, ANA) == {ANA: [MONDAY]}
    await put(store, ANA)
    assert await of(store, ANA, LUIS) == {LUIS: [SATURDAY]}
