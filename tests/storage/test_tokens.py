"""Tokens are kept, listed and ended as the port says."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from core.records.tokens import Scope, Token
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("tokens")
ANA, LUIS = 1, 2
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis")


def token(name, user_id=ANA, hours=24, scopes=None, created=NOW):
    return Token(f"t_{name}", user_id, f"{name} 'ñ🔑", scopes, created, created + hours * HOUR)


async def add(store, *tokens):
    async def work(uow):
        for each in tokens:
            await uow.tokens.add(each)

    await store.write(work)


async def test_a_token_comes_back_as_it_was(store):
    full = token("a", scopes=[Scope.TASKS_READ, Scope.ADMIN])
    await add(store, full, other := token("b"))
    assert [await read(store, "get", each) for each in ("t_a", "t_b", "t_c")] == [full, other, None]


async def test_lists_are_by_when_they_were_created(store):
    late, early, same = token("a", created=NOW + HOUR), token("c"), token("b")
    await add(store, late, early, same, theirs := token("d", LUIS))
    assert await read(store, "of_person", ANA) == [same, early, late]
    assert await read(store, "list") == [same, early, theirs, late]


async def test_what_stands_has_neither_ended_nor_expired(store):
    await add(store, token("a", hours=1), ended := token("b"), stands := token("c"), token("d", LUIS))
    await write(store, "end", "t_b", NOW + HOUR)
    await write(store, "end", "t_b", NOW + 2 * HOUR)
    assert await read(store, "get", "t_b") == replace(ended, ended_at=NOW + HOUR)
    assert await read(store, "valid", [ANA], NOW + HOUR) == [stands]
    await write(store, "end_all", ANA, NOW + 3 * HOUR)
    assert await read(store, "valid", [ANA], NOW) == []
    assert (await read(store, "get", "t_b")).ended_at == NOW + HOUR
    assert (await read(store, "get", "t_d")).ended_at is None


@pytest.mark.parametrize(("after", "until", "found"), [(0, 1, "a"), (1, 2, "b"), (2, 9, ""), (0, 2, "ab")])
async def test_what_expires_between_two_instants(store, after, until, found):
    await add(store, token("a", hours=1), token("b", LUIS, hours=2), token("c", hours=2))
    await write(store, "end", "t_c", NOW)
    expiring = await read(store, "expiring", NOW + after * HOUR, NOW + until * HOUR)
    assert [each.id for each in expiring] == [f"t_{name}" for name in found]


async def test_the_latest_use_is_noted_and_never_an_earlier_one(store):
    await add(store, token("a"), token("b"), token("c"))
    await write(store, "note_use", {"t_a", "t_b"}, date(2026, 11, 24))
    await write(store, "note_use", {"t_a", "t_unknown"}, date(2026, 11, 23))
    await write(store, "note_use", ["t_b"], date(2026, 11, 25))
    assert [each.last_used_on for each in await read(store, "list")] == [date(2026, 11, 24), date(2026, 11, 25), None]


async def test_what_expired_long_ago_is_pruned_a_few_at_a_time(store):
    await add(store, *(token(name, hours=1) for name in "abc"), token("d", hours=3))
    assert [await write(store, "prune", NOW + 2 * HOUR, 2) for _ in range(3)] == [2, 1, 0]
    assert [each.id for each in await read(store, "list")] == ["t_d"]
