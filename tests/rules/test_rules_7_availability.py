"""Chapter 7: who is busy when, and what may not be known of it."""

from core.people import users
from tests.rules.world import UNKNOWN, done, refused

TEN, ELEVEN = "2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z"


async def asks(world, who="ana", users="", start=TEN, end=ELEVEN, **more):
    """The answer to a question about somebody, by default about Ana, from 10:00 to 11:00 UTC."""
    query = {"startDatetime": start, "endDatetime": end, "userIds": users or str(world.id("ana")), **more}
    return await world.get("/events/availability", who, params=query)


async def busy(world, *args, **fields):
    """The events that stand in the way."""
    return [row["conflictingEventId"] for row in done(await asks(world, *args, **fields))]


async def meeting(world, *people, who="luis", **fields):
    """An event of Luis, private unless told, in which people take part."""
    event = await world.event(who, **fields)
    for name in people or ("ana",):
        await world.participant(event, userId=world.id(name))
    return event


async def test_7_overlap_is_half_open(world):
    for start, end, overlaps in [
        ("09:00", "10:00", False), ("09:00", "10:00:00.000001", True), ("10:00", "11:00", True),
        ("10:30", "10:31", True), ("09:00", "12:00", True), ("10:59:59.999999", "12:00", True),
        ("11:00", "12:00", False),
    ]:  # fmt: skip
        event = await meeting(world, startDatetime=f"2026-12-01T{start}Z", endDatetime=f"2026-12-01T{end}Z")
        assert (event["id"] in await busy(world)) is overlaps, (start, end)


async def test_7_a_row_says_who_and_what_and_when(world):
    event = await meeting(world, isPublic=True)
    (row,) = done(await asks(world))
    assert row == {
        "userId": world.id("ana"), "username": "ana", "conflictingEventId": event["id"],
        "conflictingEventTitle": event["title"], "startDatetime": event["startDatetime"],
        "endDatetime": event["endDatetime"],
    }  # fmt: skip


async def test_7_the_title_of_what_one_may_not_see_is_withheld(world):
    await meeting(world, "ana")
    for title, people in (("Ocupado", ("pablo", "lucia")), ("Revisión", ("ana", "luis", "root"))):
        for who in people:
            (row,) = done(await asks(world, who))
            assert row["conflictingEventTitle"] == title, who


async def test_7_an_events_times_state_and_end_count(world):
    event = await meeting(world)
    path, gone, back = f"/events/{event['id']}", [], [event["id"]]
    for change, expected in [
        ({"startDatetime": ELEVEN, "endDatetime": "2026-12-01T12:00:00Z"}, gone),
        ({"startDatetime": "2026-12-01T10:59:00Z"}, back),
        ({"isActive": False}, gone),
        ({"isActive": True}, back),
        ({"statusId": 3}, gone),
        ({"statusId": 4}, back),
        ({"title": "Otra"}, back),
    ]:
        done(await world.patch(path, change, "luis"))
        assert await busy(world) == expected, change
    done(await world.delete(path, "luis"))
    assert await busy(world) == gone


async def test_7_users_repeated_comma_separated_or_both(world):
    await meeting(world, "ana", "luis", "pedro")
    ana, luis, pedro = (world.id(name) for name in ("ana", "luis", "pedro"))
    when = f"startDatetime={TEN}&endDatetime={ELEVEN}"
    for words in (
        f"userIds={ana}&userIds={luis}&userIds={pedro}",
        f"userIds={pedro},{luis},{ana}",
        f"userIds={luis},{ana}&userIds={pedro}",
        f"userIds={luis},{ana}&userIds={pedro},{ana}",
    ):
        rows = await world.read(f"/events/availability?{when}&{words}")
        assert [row["userId"] for row in rows] == sorted([ana, luis, pedro]), words


async def test_7_one_to_a_hundred_distinct_users(world):
    refused(await asks(world, users=","), 400, "userIds")
    refused(await world.get(f"/events/availability?startDatetime={TEN}&endDatetime={ELEVEN}&userIds="), 400, "userIds")
    refused(await world.get(f"/events/availability?startDatetime={TEN}&endDatetime={ELEVEN}"), 400, "userIds")
    assert await busy(world, users=",".join([str(world.id("ana"))] * 101)) == []
    crowd = [users.UserRow(username=f"u{number}", name="X") for number in range(101)]
    await world.operate(users.import_users, users.UserImport(rows=crowd))
    ids = [str(user.id) for user in await world.operate(users.list_users) if user.username.startswith("u")]
    assert await busy(world, users=",".join(ids[:100])) == []
    refused(await asks(world, users=",".join(ids)), 400, "userIds")


async def test_7_an_unknown_user_is_never_free(world):
    for number in (UNKNOWN, 0, -1):
        refused(await asks(world, users=f"{world.id('ana')},{number}"), 400, "userIds")


async def test_7_an_empty_or_inverted_range_is_refused(world):
    for end in (TEN, "2026-12-01T09:00:00Z"):
        refused(await asks(world, end=end), 400)
