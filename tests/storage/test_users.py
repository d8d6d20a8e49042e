"""The directory keeps people and finds them by every key."""

from datetime import date, timedelta

import msgspec
import pytest

from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.model import Language, Role
from core.base.paging import Page
from core.base.settings import Settings
from core.people.directory import list_people
from core.people.users import OPERATOR
from core.records.people import Invite
from tests.clock import FakeClock
from tests.storage.rows import NOW, add_users, new_user
from tests.storage.units import calls_of
from tests.storage.watching import traced

read, write = calls_of("users")


async def test_a_person_comes_back_with_every_field_as_it_was(store):
    (leader,) = await add_users(store, "leo")
    given = new_user(
        "ana",
        display_name="Ana Ñandú 🟢",
        role=Role.ADMIN,
        leader_user_id=leader,
        birthday=date(1990, 2, 28),
        timezone="America/Tijuana",
        holidays="ES-CT",
        language=Language.EN,
        telegram_user_id=2**52 - 1,
        token_version=3,
        is_active=False,
        tokens_revoked_at=NOW,
        external_id="auth0|Ñ5f7c",
    )
    added = await write(store, "add", given)
    assert msgspec.structs.asdict(added) == msgspec.structs.asdict(given) | {"id": added.id}
    found = await read(store, "get", added.id)
    assert found == added == await read(store, "by_telegram", 2**52 - 1)
    assert await read(store, "by_telegram", 7) is None
    assert (type(found.is_active), type(found.role), type(found.language)) == (bool, Role, Language)


async def test_a_username_is_compared_without_case_and_one_that_is_taken_adds_nobody(store):
    added = await write(store, "add", new_user("Ana"))
    assert added.username == "ana"
    for typed, found in (("ana", added), ("ANA", added), ("ane", None)):
        assert await read(store, "by_username", typed) == found
    assert await write(store, "add", new_user("ANA")) is None
    assert await read(store, "list") == [added]


async def test_a_person_is_found_by_their_external_id_letter_by_letter(store):
    added = await write(store, "add", new_user("ana", external_id="auth0|5f7c"))
    assert await read(store, "by_external_id", "auth0|5f7c") == added
    for other in ("AUTH0|5f7c", "auth0|5f7", ""):
        assert await read(store, "by_external_id", other) is None
    assert await write(store, "add", new_user("leo", external_id="auth0|5f7c")) is None


@pytest.mark.parametrize("taken", [{"username": "LEO"}, {"telegram_user_id": 42}, {"external_id": "x"}])
async def test_a_change_to_what_another_has_changes_nothing(store, taken):
    await write(store, "add", new_user("leo", telegram_user_id=42, external_id="x"))
    _, ana = await write(store, "add", new_user("eva")), await write(store, "add", new_user("ana"))
    assert await write(store, "update", ana) is True, "what one has already, or has not as others"
    assert await write(store, "update", msgspec.structs.replace(ana, **taken)) is False
    assert await read(store, "get", ana.id) == ana


async def test_every_field_can_be_changed_and_cleared(store):
    (leader,) = await add_users(store, "leo")
    ana = await write(store, "add", new_user("ana", leader_user_id=leader, telegram_user_id=42, language=Language.ES))
    changed = msgspec.structs.replace(
        ana, username="anita", display_name="Anita", role=Role.SERVICE, leader_user_id=None, telegram_user_id=None,
        language=None, birthday=date(2000, 1, 1), timezone="UTC", token_version=2, is_active=False,
    )  # fmt: skip
    assert await write(store, "update", changed) is True
    assert await read(store, "get", ana.id) == changed


async def test_a_team_is_the_active_people_of_a_leader(store):
    leader, other = await add_users(store, "leo", "luis")
    led = await add_users(store, "ana", "bea", leader_user_id=leader)
    await add_users(store, "carla", leader_user_id=leader, is_active=False)
    await add_users(store, "dora", leader_user_id=other)
    assert sorted(await read(store, "team_ids", leader)) == led


async def test_people_are_found_by_their_ids_whether_active_or_not(store):
    ids = await add_users(store, "ana", "leo") + await add_users(store, "eva", is_active=False)
    found = await read(store, "by_ids", {*ids, 99})
    assert [user.id for user in found] == ids
    assert await read(store, "by_ids", []) == []


async def test_a_page_of_people_is_by_id(store):
    ids = await add_users(store, "ana", "leo", "eva", "bea")
    listed = await read(store, "list", build(Page, {"limit": 2, "afterId": ids[0]}))
    assert [user.id for user in listed] == ids[1:3]


async def test_a_list_of_people_takes_as_many_statements_however_many_they_are(sqlite_store):
    pipeline = Pipeline(sqlite_store, FakeClock(), Settings())
    counted = []
    for more in (["ana"], [f"person{number}" for number in range(50)]):
        await add_users(sqlite_store, *more)
        async with traced(sqlite_store) as statements:
            people = await pipeline.run(Caller(OPERATOR), list_people)
        # A reader that is slow to wake has its unit taken over, and ends an empty transaction of its own.
        counted.append((len(people), sum(each not in {"BEGIN", "COMMIT"} for each in statements)))
    assert counted == [(1, 3), (51, 3)]


async def test_a_new_invitation_ends_the_earlier_ones_of_the_same_person_only(store):
    ana, leo = await add_users(store, "ana", "leo")
    first, second, other = (
        Invite(bytes([n]) * 32, user, NOW + timedelta(hours=n)) for n, user in enumerate((ana, ana, leo), start=1)
    )

    async def work(uow):
        for invite in (first, other, second):
            await uow.users.add_invite(invite)
        found = [await uow.users.invite(invite.code_hash) for invite in (first, second, other)]
        await uow.users.end_invites(leo)
        return [*found, await uow.users.invite(other.code_hash)]

    assert await store.write(work) == [None, second, other, None]
