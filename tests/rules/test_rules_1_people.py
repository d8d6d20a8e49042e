"""Chapter 1: the directory, its roles and relations, and what a token is worth."""

import jwt
import pytest

from api import open_issuers
from core.base.errors import Conflict, Invalid
from core.people import users
from core.people.users import UserCreate, UserUpdate
from tests.api.local_issuer import LocalIssuer
from tests.api.world import SECRET
from tests.rules.world import TASK, TODAY, TOMORROW, UNKNOWN, done, refused


def forged(world, username, **claims):
    """Somebody's token with other claims, signed as well as any."""
    token = world.tokens[username]
    body = jwt.decode(token, options={"verify_signature": False})
    return jwt.encode({**body, **claims}, SECRET, "HS256", headers=jwt.get_unverified_header(token))


async def as_bearer(world, token):
    return await world.get("/tasks", None, headers={"Authorization": f"Bearer {token}"})


async def test_1_1_the_directory_is_only_read_over_rest(world):
    refused(await world.get("/users", "root"), 404)
    for method, path in (("POST", "/people"), ("PUT", f"/people/{world.id('ana')}"), ("DELETE", "/people/1")):
        refused(await world.call(method, path, "root", {"username": "ana"}), 405)


async def test_1_1_the_subject_of_a_token_is_the_user_id(world):
    task = await world.task("pablo")
    assert jwt.decode(world.tokens["pablo"], options={"verify_signature": False})["sub"] == str(world.id("pablo"))
    done(await as_bearer(world, forged(world, "pablo")))
    as_ana = await as_bearer(world, forged(world, "pablo", sub=str(world.id("ana"))))
    assert task["createdByUserId"] == world.id("pablo")
    assert done(as_ana) == []


async def test_1_1_an_unknown_or_inactive_subject_and_a_revoked_or_expired_token_are_401(world):
    refused(await as_bearer(world, forged(world, "ana", sub=str(UNKNOWN))), 401)
    refused(await as_bearer(world, world.tokens["ines"]), 401)
    await world.operate(users.revoke_tokens, "ana")
    world.clock.advance(seconds=2)
    refused(await world.get("/tasks", "ana"), 401)
    world.clock.advance(days=30)
    refused(await world.get("/tasks", "luis"), 401)


async def test_1_1_the_role_comes_from_the_directory_never_from_the_token(world):
    claimed = forged(world, "ana", role="admin", roles=["admin"])
    assert done(await as_bearer(world, claimed)) == []
    body = {"name": "Uno"}
    refused(await world.post("/examples", body, None, headers={"Authorization": f"Bearer {claimed}"}), 403)
    await world.person("ana", role="admin")
    done(await world.post("/examples", body, "ana"))
    await world.person("ana", role="member")
    refused(await world.post("/examples", body, "ana"), 403)


async def test_1_2_leadership_follows_the_directory(world):
    await world.person("pedro", leader="lucia")
    done(await world.post("/tasks", {**TASK, "responsibleUserIds": [world.id("pedro")]}, "lucia"))
    refused(await world.post("/tasks", {**TASK, "responsibleUserIds": [world.id("pedro")]}, "marta"), 403)


async def test_1_2_the_leader_of_a_task_leads_it_too(world):
    task = await world.task("root", responsibleUserIds=[world.id("ana")], leaderUserId=world.id("marta"))
    assert done(await world.team_edit(task, "marta", prioridad="ALTA"))["prioridad"] == "ALTA"
    assert done(await world.team_edit(task, "lucia", prioridad="BAJA"))["prioridad"] == "BAJA"


async def test_1_9_another_issuers_token_is_the_person_whom_its_claim_names(world):
    async with LocalIssuer("ES256") as issuer:
        issuer.naming = {"user_claim": "email", "match": "external_id"}
        async with open_issuers([issuer.configured], world.clock.now().timestamp()) as trusted:
            world.server.app.authenticator.issuers = trusted
            await world.person("luis", external_id="luis@example.com")
            claimed = {"email": "luis@example.com", "sub": "auth0|5f7c"}

            async def asks(**claims):
                token = issuer.token(world, **{**claimed, **claims})
                return await world.get("/me", None, headers={"Authorization": f"Bearer {token}"})

            assert done(await asks())["id"] == world.id("luis")
            for claims in ({"email": "nobody@example.com"}, {"email": None}, {"email": 3}, {"email_verified": False}):
                refused(await asks(**claims), 401)
            await world.person("luis", is_active=False)
            refused(await asks(), 401)


async def test_1_5_responsibles_added_by_patch_obey_the_bounds_of_post(world):
    own = await world.task("ana")
    ana, luis, pedro = (world.id(name) for name in ("ana", "luis", "pedro"))
    refused(await world.edit(own, "ana", responsibleUserIds=[ana, luis]), 403)
    refused(await world.edit(own, "ana", responsibleUserIds=[luis]), 403)
    leaders = await world.task("lucia")
    refused(await world.edit(leaders, "lucia", responsibleUserIds=[ana, pedro]), 403)
    assert done(await world.edit(leaders, "lucia", responsibleUserIds=[ana, luis]))["responsibleUserIds"] == [ana, luis]
    assert done(await world.edit(own, "root", responsibleUserIds=[pedro, ana]))["responsibleUserIds"] == [pedro, ana]


async def test_1_5_responsibles_added_by_team_edit_are_of_the_team_or_oneself(world):
    task = await world.task("ana")
    ana, luis, lucia, pedro = (world.id(name) for name in ("ana", "luis", "lucia", "pedro"))
    everybody = done(await world.team_edit(task, "lucia", responsibleUserIds=[ana, luis, lucia]))
    assert everybody["responsibleUserIds"] == [ana, luis, lucia]
    refused(await world.team_edit(task, "lucia", responsibleUserIds=[ana, pedro]), 403)
    done(await world.team_edit(task, "root", responsibleUserIds=[ana, pedro]))
    assert done(await world.team_edit(task, "lucia", responsibleUserIds=[pedro]))["responsibleUserIds"] == [pedro]


async def test_1_5_newly_named_users_must_be_active_and_known(world):
    ines = world.id("ines")
    for ids in ([ines], [UNKNOWN], [0], [-1]):
        refused(await world.post("/tasks", {**TASK, "responsibleUserIds": ids}, "root"), 400, "responsibleUserIds")
    task = await world.task("root")
    refused(await world.edit(task, "root", responsibleUserIds=[ines]), 400, "responsibleUserIds")
    refused(await world.team_edit(task, "root", responsibleUserIds=[ines]), 400, "responsibleUserIds")
    for leader in (ines, UNKNOWN):
        refused(await world.post("/tasks", {**TASK, "leaderUserId": leader}, "root"), 400, "leaderUserId")
        refused(await world.edit(task, "root", leaderUserId=leader), 400, "leaderUserId")


async def test_1_6_today_is_the_day_of_the_business_zone(world):
    world.clock.advance(hours=14, minutes=59)  # 23:59 in Mexico City, and tomorrow in UTC
    assert (await world.task())["fechaSolicitud"] == TODAY
    assert (await world.task(estatus="CERRADA"))["fechaCierre"] == TODAY
    refused(await world.post("/daily-logs/open", {"fecha": "2026-11-25"}), 400, "fecha")
    world.clock.advance(minutes=1)
    assert (await world.task())["fechaSolicitud"] == TOMORROW
    assert (await world.task(estatus="CERRADA"))["fechaCierre"] == TOMORROW
    assert (await world.log(fecha="2026-11-25"))["fecha"] == "2026-11-25"


async def test_1_6_a_personal_zone_changes_neither_today_nor_what_a_time_means(world):
    await world.person("ana", timezone="Asia/Tokyo")  # where it is already tomorrow
    world.clock.advance(hours=1)
    assert (await world.task())["fechaSolicitud"] == TODAY
    refused(await world.post("/daily-logs/open", {"fecha": "2026-11-25"}), 400, "fecha")
    event = await world.event(startDatetime="2026-12-01T10:00", endDatetime="2026-12-01T11:00")
    assert event["startDatetime"] == "2026-12-01T16:00:00Z"


async def test_1_7_nobody_leads_themselves(world):
    with pytest.raises((Conflict, Invalid)):
        await world.operate(users.set_user, "ana", UserUpdate(leader="ana"))
    with pytest.raises((Conflict, Invalid)):
        await world.operate(users.add_user, UserCreate(username="nuevo", name="Nuevo", leader="nuevo"))
