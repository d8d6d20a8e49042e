"""Links of group chats are kept, found by chat and by leader, and ended, as the port says."""

from datetime import timedelta

import msgspec
import pytest

from core.base.model import Language
from core.records.people import Group
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("groups")

LUCIA, MARTA = 1, 2
NORTH, SOUTH = -4_000_000_001, -1_001_000_000_002


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "lucia", "marta")


async def put(store, chat_id=NORTH, **fields):
    defaults = {"title": "Norte", "leader_user_id": LUCIA, "language": Language.ES, "linked_at": NOW}
    group = Group(chat_id=chat_id, **defaults | fields)
    await write(store, "put", group)
    return group


@pytest.mark.parametrize("chat_id", [NORTH, -(2**63)])
async def test_a_link_comes_back_with_every_field_as_it_was(store, chat_id):
    group = await put(store, chat_id, title="<b>'; --\n🚦", language=Language.EN)
    assert await read(store, "get", chat_id) == group


async def test_a_link_is_found_by_the_id_its_chat_had_and_ends_by_the_one_it_has(store):
    group, other = await put(store, SOUTH, former_chat_id=NORTH), await put(store, -7)
    await write(store, "remove", NORTH)
    assert await read(store, "get", NORTH) == await read(store, "get", SOUTH) == group
    await write(store, "remove", SOUTH)
    assert await read(store, "get", NORTH) is None
    assert await read(store, "get", -7) == other


async def test_a_chat_has_one_link_and_the_last_one_counts(store):
    first = await put(store)
    second = msgspec.structs.replace(
        first, title="Sur", leader_user_id=MARTA, language=Language.EN, linked_at=NOW + timedelta(days=1)
    )
    await write(store, "put", second)
    assert await read(store, "get", NORTH) == second
    assert await read(store, "of_leaders", [LUCIA]) == []


async def test_a_leader_has_several_the_newest_first(store):
    older = await put(store)
    newer = await put(store, SOUTH, linked_at=NOW + timedelta(seconds=1))
    await put(store, -7, leader_user_id=MARTA)
    assert await read(store, "of_leaders", [LUCIA]) == [newer, older]
