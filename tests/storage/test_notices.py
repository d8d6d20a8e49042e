"""People's choices for their notices, one row each."""

from datetime import time

import pytest

from core.records.people import ChosenNotices, NoticeKind
from tests.storage.rows import add_users
from tests.storage.units import calls_of

read, write = calls_of("notices")

ANA, LUIS = 1, 2


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis")


EVERYTHING = ChosenNotices(15, [NoticeKind.COMMENTS], time(8, 30), time(12), time(17), time(22), time(6))


async def test_they_are_kept_by_person_and_replaced(store):
    for chosen in (EVERYTHING, ChosenNotices(0, []), ChosenNotices(None, [])):
        await write(store, "set", ANA, chosen)
        assert await read(store, "of_people", [ANA, LUIS]) == {ANA: chosen}
    await write(store, "set", LUIS, EVERYTHING)
    assert await read(store, "of_people", [LUIS]) == {LUIS: EVERYTHING}
