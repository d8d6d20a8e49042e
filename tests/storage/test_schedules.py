"""Working weeks are kept whole, by person and weekday, as the port says."""

from datetime import time

import pytest

from core.records.people import DayHours
from tests.storage.rows import add_users
from tests.storage.units import calls_of

read, write = calls_of("schedules")

ANA, LUIS, OLGA = 1, 2, 3
SATURDAY, MONDAY = DayHours(6, time(0, 0), time(23, 59)), DayHours(1, time(8, 30), time(17, 15))


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis", "olga")


async def test_a_week_comes_back_by_weekday(store):
    await write(store, "set", ANA, [SATURDAY, MONDAY])
    assert await read(store, "of_people", [ANA]) == {ANA: [MONDAY, SATURDAY]}


async def test_those_without_one_of_their_own_and_those_not_asked_about_are_left_out(store):
    await write(store, "set", ANA, [SATURDAY])
    await write(store, "set", LUIS, [MONDAY])
    assert await read(store, "of_people", [ANA, OLGA, 99]) == {ANA: [SATURDAY]}
    assert await read(store, "of_people", [LUIS, ANA]) == {ANA: [SATURDAY], LUIS: [MONDAY]}
    assert await read(store, "of_people", []) == {}


async def test_a_week_is_written_as_a_whole_and_none_is_none(store):
    await write(store, "set", ANA, [SATURDAY])
    await write(store, "set", LUIS, [SATURDAY])
    await write(store, "set", ANA, [MONDAY])
    assert await read(store, "of_people", [ANA]) == {ANA: [MONDAY]}
    await write(store, "set", ANA, [])
    assert await read(store, "of_people", [ANA, LUIS]) == {LUIS: [SATURDAY]}
