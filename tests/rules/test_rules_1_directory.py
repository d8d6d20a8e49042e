"""Chapter 1: people over REST, as everybody may know them."""

from tests.rules.world import UNKNOWN, done, refused

ENTRY = {
    "username": "ana",
    "displayName": "Ana",
    "role": "member",
    "timezone": "America/Mexico_City",
    "holidays": "MX",
    "isActive": True,
    "worksToday": True,
}


def entry(world, who, **changes):
    return {"id": world.id(who), **ENTRY, **changes}


async def test_1_8_every_caller_reads_everybody_also_those_who_have_left(world):
    leader = world.id("lucia")
    for who in ("pablo", "lucia", "root", "robot"):
        people = await world.read("/people", who)
        assert [each["id"] for each in people] == sorted(user.id for user in world.users.values())
        assert people[world.id("ana") - 1] == entry(world, "ana", leaderUserId=leader)
        left = entry(world, "ines", username="ines", displayName="Inés", leaderUserId=leader)
        left |= {"isActive": False, "worksToday": False}
        assert await world.read(f"/people/{world.id('ines')}", who) == left


async def test_1_8_nobody_reads_them_without_a_token_and_nobody_who_is_not_there(world):
    for path in ("/people", f"/people/{world.id('ana')}", "/me"):
        refused(await world.get(path, None), 401)
    for path in (f"/people/{UNKNOWN}", "/people/0"):
        refused(await world.get(path), 404)
    refused(await world.get("/people/ana"), 400, "id")


async def test_1_8_whether_somebody_works_today_is_told_but_never_why_not(world):
    path = f"/people/{world.id('ana')}"
    before = await world.get(path, "pablo")
    await world.away("ana", reason="Cirugía")
    for who in ("pablo", "lucia", "ana", "root"):
        after = await world.get(path, who, headers={"If-None-Match": before.headers["ETag"]})
        assert done(after) == done(before) | {"worksToday": False}
        assert done(after) in await world.read("/people", who)
    assert (await world.get(path, "pablo", headers={"If-None-Match": after.headers["ETag"]})).status == 304


async def test_1_8_oneself_is_who_the_token_is_for(world):
    own = await world.get("/me", "ana")
    expected = entry(world, "ana", leaderUserId=world.id("lucia"), language=None, telegramLinked=False)
    assert done(own) == expected
    assert (await world.get("/me", "ana", headers={"If-None-Match": own.headers["ETag"]})).status == 304
    assert (await world.read("/me", "robot"))["role"] == "service"
