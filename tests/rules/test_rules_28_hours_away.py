"""Chapter 28: absences of some hours."""

from tests.rules.test_rules_20_tokens import lacks
from tests.rules.world import done, refused, with_scopes

BODY = {"startsAt": "2026-11-24T20:00:00Z", "endsAt": "2026-11-24T22:00:00Z", "reason": "Médico"}


async def declared(world, who="luis", **fields):
    return done(await world.post("/absences/hours", BODY | fields, who))


async def listed(world, who="luis", of="luis"):
    return await world.read(f"/people/{world.id(of)}/absences", who)


async def taken(world, who="ana"):
    query = "startDatetime=2026-11-24T12:00:00Z&endDatetime=2026-11-25T05:00:00Z"
    rows = await world.read(f"/events/availability?{query}&userIds={world.id('luis')}", who)
    return [(row["conflictingEventTitle"], row["startDatetime"], row["endDatetime"]) for row in rows]


async def test_28_1_who_may_note_a_days_absence_may_note_hours(world):
    made = await declared(world)
    assert (made["firstDay"], made["lastDay"]) == ("2026-11-24", "2026-11-24")
    assert await listed(world) == await listed(world, "lucia") == [made]
    for who in ("ana", "pablo"):
        refused(await world.post("/absences/hours", BODY | {"userId": world.id("luis")}, who), 403)
        refused(await world.get(f"/people/{world.id('luis')}/absences", who), 403)
        refused(await world.delete(f"/absences/{made['id']}", who), 404)
    wednesday = {"startsAt": "2026-11-25T20:00:00Z", "endsAt": "2026-11-25T21:00:00Z"}
    await declared(world, "lucia", userId=world.id("luis"), **wednesday)
    done(await world.delete(f"/absences/{made['id']}", "luis"))
    assert [each["firstDay"] for each in await listed(world)] == ["2026-11-25"]


async def test_28_2_they_are_ahead_in_order_and_at_most_a_day(world):
    for change, field in (
        ({"endsAt": BODY["startsAt"]}, "endsAt"),
        ({"startsAt": "2026-11-01T20:00:00Z", "endsAt": "2026-11-01T22:00:00Z"}, "endsAt"),
        ({"endsAt": "2026-11-26T20:00:00Z"}, "endsAt"),
    ):
        refused(await world.post("/absences/hours", BODY | change, "luis"), 400, field)
    assert await listed(world) == []


async def test_28_3_one_is_busy_then_and_nobody_reads_why(world):
    made = await declared(world)
    assert await taken(world) == [("Ocupado", BODY["startsAt"], BODY["endsAt"])]
    done(await world.delete(f"/absences/{made['id']}", "luis"))
    assert await taken(world) == []


async def test_28_4_those_that_overlap_are_one(world):
    await declared(world)
    later = {"startsAt": "2026-11-24T21:00:00Z", "endsAt": "2026-11-24T23:00:00Z"}
    joined = await declared(world, **later, reason=None)
    assert await listed(world) == [joined]
    assert (joined["startsAt"], joined["endsAt"], joined["reason"]) == (BODY["startsAt"], later["endsAt"], "Médico")


async def test_28_5_a_leader_is_told_and_nobody_else(world):
    await declared(world)
    assert await world.told("hours_away") == ["lucia"]


async def test_28_6_they_are_written_with_the_scope_of_people(world):
    lacks(await world.post("/absences/hours", BODY, with_scopes(world, "ana", {"people:read"})), {"people:write"})
    done(await world.post("/absences/hours", BODY, with_scopes(world, "ana", {"people:write"})))
