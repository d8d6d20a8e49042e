"""The directory: people, who leads them, and who may change it."""

from itertools import product

import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode, Invalid
from core.base.model import Language, Role
from core.people import directory, tokens, users
from core.records.people import User
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, OPERATOR, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found, unauthenticated
from tests.core.world import STRANGER_ID, fresh_world
from tests.tables import each_row


async def add(world, who=OPERATOR, **fields):
    request = build(users.UserCreate, {"username": "nora", "name": "Nora"} | fields)
    return await world.run(who, users.add_user, request)


async def test_a_person_has_defaults(world):
    nora = await add(world)
    assert nora == User(
        id=nora.id,
        username="nora",
        display_name="Nora",
        role=Role.MEMBER,
        leader_user_id=None,
        birthday=None,
        timezone=None,
        language=None,
        telegram_user_id=None,
        token_version=1,
        is_active=True,
    )
    assert await world.run(OPERATOR, users.active_user, "nora") == nora


async def test_a_person_is_as_given(world):
    given = {"role": "service", "birthday": "1990-02-28", "timezone": "Europe/Madrid", "language": "en"}
    nora = await add(world, leader="LUCIA", **given)
    assert (nora.role, nora.birthday.isoformat(), nora.timezone, nora.language) == tuple(given.values())
    assert nora.leader_user_id == LUCIA


async def test_a_username_is_one_persons(world):
    with conflict(Code.USERNAME_TAKEN, username="ana"):
        await add(world, username="ana")
    with conflict(Code.USERNAME_TAKEN):
        await add(world, username="ines")


async def test_an_external_id_is_one_persons_also_of_one_who_has_left(world):
    assert (await add(world, externalId="nora@example.com")).external_id == "nora@example.com"
    await world.directory("ines", externalId="auth0|5f7c")
    for taken, holder in (("nora@example.com", "nora"), ("auth0|5f7c", "ines")):
        with conflict(Code.EXTERNAL_ID_TAKEN, username=holder):
            await world.directory("ana", externalId=taken)
        with conflict(Code.EXTERNAL_ID_TAKEN, username=holder):
            await add(world, username="nadia", externalId=taken)
    assert (await world.directory("NORA", externalId="nora@example.com")).external_id == "nora@example.com"
    assert (await world.directory("ana", externalId="Nora@example.com")).external_id == "Nora@example.com"


@pytest.mark.parametrize("bad", ["", "x" * 256])
def test_an_external_id_has_1_to_255_characters(bad):
    with pytest.raises(Invalid):
        build(users.UserUpdate, {"externalId": bad})


async def test_who_signs_on_elsewhere_is_found_by_username_or_external_id(world):
    await world.directory("ana", externalId="auth0|5f7c")
    await world.directory("ines", externalId="auth0|ines")
    for use_case, name in ((tokens.bearer_by_username, "ANA"), (tokens.bearer_by_external_id, "auth0|5f7c")):
        assert (await world.run(OPERATOR, use_case, name)).actor.id == ANA
    for use_case, name in (
        (tokens.bearer_by_username, "ines"),
        (tokens.bearer_by_username, "auth0|5f7c"),
        (tokens.bearer_by_external_id, "auth0|ines"),
        (tokens.bearer_by_external_id, "ana"),
    ):
        with unauthenticated():
            await world.run(OPERATOR, use_case, name)


async def test_a_username_is_found_without_case(world):
    assert (await world.run(OPERATOR, users.active_user, "Ana")).id == ANA


async def test_who_is_inactive_is_not_handed_anything(world):
    with invalid(("username", FieldCode.INACTIVE_USER)):
        await world.run(OPERATOR, users.active_user, "ines")


async def test_an_unknown_username_is_not_found(world):
    for use_case, args in [
        (users.active_user, ()),
        (users.set_user, (build(users.UserUpdate, {}),)),
        (users.revoke_tokens, ()),
        (users.invite, ()),
    ]:
        with not_found(Code.USER_NOT_FOUND, username="nora"):
            await world.run(OPERATOR, use_case, "nora", *args)


@each_row([("nobody", FieldCode.UNKNOWN_ID), ("ines", FieldCode.INACTIVE_USER)], world=fresh_world)
async def test_a_leader_exists_and_is_active(world, leader, code):
    with invalid(("leader", code)):
        await add(world, leader=leader)
    with invalid(("leader", code)):
        await world.directory("ana", leader=leader)
    assert (await world.run(OPERATOR, users.active_user, "ana")).leader_user_id == LUCIA


@each_row(["ana", "Ana"], world=fresh_world)
async def test_nobody_leads_themselves(world, leader):
    with conflict(Code.LEADS_THEMSELVES, username="ana"):
        await world.directory("ana", leader=leader)


async def test_two_people_may_lead_each_other(world):
    assert (await world.directory("lucia", leader="ana")).leader_user_id == ANA


@each_row(["Mars/Olympus", "", "../etc/passwd", "UTC+1", "america/mexico_city "], world=fresh_world)
async def test_a_time_zone_is_an_iana_zone(world, name):
    for act in (add(world, timezone=name), world.directory("ana", timezone=name)):
        with invalid(("timezone", FieldCode.UNKNOWN_ZONE)):
            await act


@each_row(["XX", "", "co", "COL", "ES-", "ES-XX", "CO-ANT", "CO\n", "ES CT"], world=fresh_world)
async def test_a_calendar_of_holidays_is_of_a_country_or_of_a_known_part_of_one(world, code):
    for act in (add(world, holidays=code), world.directory("ana", holidays=code), own_holidays(world, ANA, code)):
        with invalid(("holidays", FieldCode.UNKNOWN_HOLIDAYS)):
            await act
    assert (await world.run(OPERATOR, users.active_user, "ana")).holidays is None


def own_holidays(world, who, code):
    return world.run(who, users.set_holidays, code)


async def test_one_chooses_ones_own_holidays_or_everybodys(world):
    assert (await own_holidays(world, ANA, "ES-CT")).holidays == "ES-CT"
    assert [(await entry(world, ANA, who)).holidays for who in (ANA, LUIS)] == ["ES-CT", "MX"]
    assert (await own_holidays(world, ANA, None)).holidays is None
    assert (await entry(world, LUIS, ANA)).holidays == "MX"


async def entry(world, who, user_id):
    return await world.run(who, directory.get_person, int(user_id))


async def test_what_is_not_given_stays(world):
    before = await world.directory("ana", birthday="1990-02-28", timezone="Europe/Madrid", language="en")
    assert await world.directory("ana") == before
    after = await world.directory("ANA", name="Ana María", role="admin")
    assert (after.display_name, after.role) == ("Ana María", "admin")
    assert (after.leader_user_id, after.birthday, after.timezone) == (LUCIA, before.birthday, "Europe/Madrid")


@each_row(
    [
        ("leader", "leader_user_id"),
        ("birthday", "birthday"),
        ("timezone", "timezone"),
        ("holidays", "holidays"),
        ("language", "language"),
        ("externalId", "external_id"),
    ],
    world=fresh_world,
)
async def test_null_clears_what_may_be_absent(world, field, attribute):
    given = {
        "birthday": "1990-02-28",
        "timezone": "Europe/Madrid",
        "holidays": "ES",
        "language": "en",
        "externalId": "x",
    }
    await world.directory("ana", **given)
    assert getattr(await world.directory("ana", **{field: None}), attribute) is None


async def test_a_new_leader_leads_from_then_on(world):
    task = await world.task(ANA, leaderUserId=PABLO)
    await world.directory("ana", leader="marta")
    assert await world.listed(MARTA) == [task.id]
    assert await world.listed(LUCIA) == []


@each_row([STRANGER_ID, 0, -1, INES], world=fresh_world)
async def test_nobody_unknown_or_inactive_asks(world, user_id):
    with unauthenticated():
        await world.run(OPERATOR, users.actor, user_id)


async def test_one_who_asks_does_so_with_the_active_people_they_lead(world):
    lucia = await world.run(OPERATOR, users.actor, LUCIA)
    assert (lucia.id, lucia.team) == (LUCIA, {ANA, LUIS})
    assert (await world.run(OPERATOR, users.actor, ANA)).team == set()


async def test_a_deactivated_person_asks_again_once_active(world):
    await world.directory("ana", isActive=False)
    with unauthenticated():
        await world.listed(ANA)
    ana = await world.directory("ana", isActive=True)
    assert await world.listed(ANA) == []
    assert (ana.token_version, ana.tokens_revoked_at) == (2, world.clock.now())
    assert (await world.directory("ana", isActive=True, name="Ana")).token_version == 2


async def test_revoking_ends_every_token_so_far(world):
    for version in (2, 3):
        ana = await world.run(OPERATOR, users.revoke_tokens, "ana")
        assert (ana.token_version, ana.tokens_revoked_at) == (version, world.clock.now())
        world.clock.advance(seconds=1)
    assert (await world.run(OPERATOR, users.active_user, "luis")).token_version == 1


async def test_ones_own_tokens_end_once_for_a_version(world):
    assert await world.run(ANA, users.end_own_tokens, 1)
    assert not await world.run(ANA, users.end_own_tokens, 1)
    ana = await world.run(OPERATOR, users.active_user, "ana")
    assert (ana.token_version, ana.tokens_revoked_at) == (2, world.clock.now())
    assert (await world.run(OPERATOR, users.active_user, "luis")).token_version == 1


async def test_the_operator_has_no_tokens_to_end(world):
    with not_found(Code.USER_NOT_FOUND, username="operator"):
        await world.run(OPERATOR, users.end_own_tokens, 1)


@each_row([("Zoe", "luis"), ("Zoe", "Álvaro"), ("Nuñez", "Nunoz")], world=fresh_world)
async def test_a_team_is_the_active_people_one_leads_by_name_as_spanish_sorts(world, ana, luis):
    for username, name in (("ana", ana), ("luis", luis)):
        await world.directory(username, name=name)
    assert [user.id for user in await world.run(LUCIA, users.team)] == [LUIS, ANA]
    assert await world.run(PABLO, users.team) == []


@each_row([ROOT, ROBOT], world=fresh_world)
async def test_the_team_of_those_who_see_all_is_every_active_person(world, who):
    people = {user.id for user in await world.run(who, users.team)}
    assert people == {LUCIA, ANA, LUIS, MARTA, PEDRO, PABLO, ROOT}


async def test_ids_have_names_also_of_people_who_left(world):
    assert await world.run(ANA, users.display_names, [INES, LUCIA, STRANGER_ID]) == {INES: "Inés", LUCIA: "Lucía"}


async def test_one_chooses_ones_own_language(world):
    assert (await world.run(ANA, users.set_language, Language.EN)).language is Language.EN
    assert (await world.run(OPERATOR, users.active_user, "ana")).language is Language.EN
    assert (await world.run(OPERATOR, users.active_user, "luis")).language is None


async def test_one_chooses_ones_own_time_zone_or_the_teams(world):
    assert (await world.run(ANA, users.set_timezone, "America/Tijuana")).timezone == "America/Tijuana"
    assert (await world.run(OPERATOR, users.active_user, "ana")).timezone == "America/Tijuana"
    assert (await world.run(OPERATOR, users.active_user, "luis")).timezone is None
    with invalid(("timezone", FieldCode.UNKNOWN_ZONE)):
        await world.run(ANA, users.set_timezone, "Mars/Olympus")
    assert (await world.run(ANA, users.set_timezone, None)).timezone is None


WRITES = {
    "add": add,
    "set": lambda world, who: world.run(who, users.set_user, "ana", build(users.UserUpdate, {"name": "A"})),
    "import": lambda world, who: world.run(who, users.import_users, rows({"username": "nora", "name": "Nora"})),
    "import of one who exists": lambda world, who: world.run(who, users.import_users, rows({"username": "ana"})),
    "revoke": lambda world, who: world.run(who, users.revoke_tokens, "ana"),
    "invite": lambda world, who: world.run(who, users.invite, "ana"),
}


def rows(*people):
    return build(users.UserImport, {"rows": list(people)})


@each_row(product(WRITES.values(), [ANA, LUCIA, ROBOT]), world=fresh_world)
async def test_members_leaders_and_services_do_not_write_the_directory(world, act, who):
    with forbidden():
        await act(world, who)


@each_row(product(WRITES.values(), [OPERATOR, ROOT]), world=fresh_world)
async def test_operator_and_admins_write_the_directory(world, act, who):
    assert await act(world, who)


@each_row([ANA, LUCIA], world=fresh_world)
async def test_members_do_not_read_the_whole_directory(world, who):
    with forbidden():
        await world.run(who, users.list_users)
    with forbidden():
        await world.run(who, users.active_user, "luis")


async def test_an_import_adds_and_changes(world):
    done = await world.run(
        OPERATOR,
        users.import_users,
        rows(
            {"username": "nora", "name": "Nora", "leader": "nadia", "role": "member", "language": "en"},
            {"username": "nadia", "name": "Nadia"},
            {"username": "ana", "name": "Ana María", "leader": None},
        ),
    )
    named = {user.username: user for user in await world.run(OPERATOR, users.list_users)}
    assert done == users.PeopleImported(imported=3, added=2, changed=1)
    assert (named["nora"].display_name, named["nora"].leader_user_id) == ("Nora", named["nadia"].id)
    assert named["nora"].language == "en"
    assert (named["ana"].display_name, named["ana"].leader_user_id, named["ana"].id) == ("Ana María", None, ANA)


async def test_a_second_import_of_the_same_rows_changes_nobody(world):
    people = rows({"username": "nora", "name": "Nora", "leader": "ana"}, {"username": "ana"}, {"username": "luis"})
    assert await world.run(OPERATOR, users.import_users, people) == users.PeopleImported(imported=3, added=1, changed=0)
    before = await world.run(OPERATOR, users.list_users)
    assert await world.run(OPERATOR, users.import_users, people) == users.PeopleImported(imported=3, added=0, changed=0)
    assert await world.run(OPERATOR, users.list_users) == before


async def test_an_import_leaves_alone_what_a_row_leaves_out(world):
    before = await world.directory("ana", birthday="1990-02-28", timezone="Europe/Madrid")
    await world.run(OPERATOR, users.revoke_tokens, "ana")
    await world.run(OPERATOR, users.import_users, rows({"username": "ana"}))
    after = await world.run(OPERATOR, users.active_user, "ana")
    assert (after.leader_user_id, after.birthday, after.timezone) == (LUCIA, before.birthday, before.timezone)
    assert (after.token_version, after.is_active) == (2, True)


@each_row(
    [
        ({"leader": "nobody"}, "rows[1].leader", FieldCode.UNKNOWN_ID),
        ({"leader": "ines"}, "rows[1].leader", FieldCode.INACTIVE_USER),
        ({"timezone": "Mars"}, "rows[1].timezone", FieldCode.UNKNOWN_ZONE),
    ],
    world=fresh_world,
)
async def test_an_import_is_all_or_nothing_and_names_the_row(world, bad, field, code):
    before = await world.run(OPERATOR, users.list_users)
    with invalid((field, code)):
        await world.run(
            OPERATOR,
            users.import_users,
            rows({"username": "nora", "name": "Nora"}, {"username": "luis", "name": "Changed"} | bad),
        )
    assert await world.run(OPERATOR, users.list_users) == before


async def test_in_an_import_too_nobody_leads_themselves(world):
    before = await world.run(OPERATOR, users.list_users)
    with conflict(Code.LEADS_THEMSELVES, username="ana"):
        await world.run(OPERATOR, users.import_users, rows({"username": "luis", "name": "Changed"}, own_leader("ana")))
    with conflict(Code.LEADS_THEMSELVES, username="nora"):
        await world.run(OPERATOR, users.import_users, rows(own_leader("nora") | {"name": "Nora"}))
    assert await world.run(OPERATOR, users.list_users) == before


def own_leader(username):
    return {"username": username, "leader": username}


async def test_an_import_of_somebody_new_needs_their_name(world):
    with invalid(("rows[1].name", FieldCode.REQUIRED)):
        await world.run(OPERATOR, users.import_users, rows({"username": "ana"}, {"username": "nora"}))


async def test_a_row_at_fault_in_its_shape_is_named_too(world):
    with invalid(("rows[1].username", FieldCode.INVALID_FORMAT)):
        rows({"username": "ana"}, {"username": "Nora"})
    with invalid(("rows[0].name", FieldCode.INVALID_CHARACTER)):
        rows({"username": "ana", "name": "\0"})
