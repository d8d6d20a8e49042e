"""Availability over REST: how it is asked for, and what it tells to whom."""

from urllib.parse import quote

import pytest

MEETING = {
    "eventTypeId": 2,
    "title": "Junta",
    "startDatetime": "2026-11-23T10:00",
    "endDatetime": "2026-11-23T11:30",
    "statusId": 1,
}
SPAN = "startDatetime=2026-11-23T10:00&endDatetime=2026-11-23T11:00"


@pytest.fixture
async def event(world):
    """Ana's private meeting with Luis."""
    made = (await world.post("/events", MEETING)).data
    await world.post("/participants", {"eventId": made["id"], "userId": world.id("luis")})
    return made


async def ask(world, people, who="ana", span=SPAN):
    return await world.get(f"/events/availability?{span}&{people}", who)


async def busy(world, people, who="ana", span=SPAN):
    reply = await ask(world, people, who, span)
    assert reply.status == 200, reply.body
    return [(row["userId"], row["conflictingEventId"]) for row in reply.data]


async def test_a_row_has_every_key_of_the_model(world, event):
    reply = await ask(world, f"userIds={world.id('luis')}")
    row = {
        "userId": world.id("luis"),
        "username": "luis",
        "conflictingEventId": event["id"],
        "conflictingEventTitle": "Junta",
        "startDatetime": "2026-11-23T16:00:00Z",
        "endDatetime": "2026-11-23T17:30:00Z",
    }
    assert reply.envelope == {"status": 200, "message": "Correcto.", "data": [row]}


async def test_anybody_may_ask_but_a_title_is_for_those_who_see_the_event(world, event):
    titles = {}
    for who in ("ana", "luis", "lucia", "pablo", "root", "robot"):
        (row,) = (await ask(world, f"userIds={world.id('luis')}", who)).data
        titles[who] = row["conflictingEventTitle"]
    hidden = dict.fromkeys(("lucia", "pablo"), "Ocupado")
    assert titles == dict.fromkeys(("ana", "luis", "root", "robot"), "Junta") | hidden
    english = {"headers": {"Accept-Language": "en"}}
    (row,) = (await world.get(f"/events/availability?{SPAN}&userIds={world.id('luis')}", "pablo", **english)).data
    assert row["conflictingEventTitle"] == "Ocupado"


@pytest.mark.parametrize(
    "form", ["userIds={0}&userIds={1}", "userIds={0},{1}", "userIds={0}%2C{1}", "userIds={0},{1}&userIds={1},{0}"]
)
async def test_people_are_repeated_separated_by_commas_or_both(world, event, form):
    await world.post("/participants", {"eventId": event["id"], "userId": world.id("pablo")})
    people = (world.id("pablo"), world.id("luis"))
    assert await busy(world, form.format(*people)) == [(each, event["id"]) for each in sorted(people)]


@pytest.mark.parametrize("value", ["", "1,,2", ",1", "1,", "1.0", "1e1", "x", "1;2", "1, 2", "+1", "٥", "true", "null"])
@pytest.mark.parametrize("form", ["userIds={}", "userIds=1&userIds={}"])
async def test_what_is_no_list_of_integers_is_400_at_user_ids(world, value, form):
    reply = await ask(world, form.format(quote(value, safe=",;+")))
    assert (reply.status, reply.faults) == (400, {"userIds": "wrong_type"})


@pytest.mark.parametrize("value", ["2147483648", "1,-2147483649", "9" * 30])
async def test_beyond_int32_is_400(world, value):
    reply = await ask(world, f"userIds={value}")
    assert (reply.status, reply.faults) == (400, {"userIds": "out_of_range"})


@pytest.mark.parametrize("value", ["99", "0", "-1", "1,99"])
async def test_who_is_unknown_is_400_and_never_free(world, value):
    reply = await ask(world, f"userIds={value}")
    assert (reply.status, reply.faults) == (400, {"userIds": "unknown_id"})


async def test_at_most_a_hundred_people_each_counted_once(world, event):
    luis = world.id("luis")
    assert await busy(world, "userIds=" + ",".join([str(luis)] * 200)) == [(luis, event["id"])]
    too_many = ",".join(map(str, range(1, 102)))
    assert (await ask(world, f"userIds={too_many}")).faults == {"userIds": "too_long"}


@pytest.mark.parametrize(
    ("span", "faults"),
    [
        ("", {"startDatetime": "required"}),
        ("startDatetime=2026-11-23T10:00", {"endDatetime": "required"}),
        ("startDatetime=2026-11-23&endDatetime=2026-11-24", {"startDatetime": "invalid_datetime"}),
        ("startDatetime=2026-11-23T10:00&endDatetime=2026-11-23t11:00", {"endDatetime": "invalid_datetime"}),
        ("startDatetime=2026-11-23T10:00&endDatetime=2026-11-23T10:00", {"endDatetime": "not_after"}),
        ("startDatetime=2026-11-23T10:00&endDatetime=2026-11-23T09:00", {"endDatetime": "not_after"}),
        ("startDatetime=1899-12-31T10:00&endDatetime=2026-11-23T09:00", {"startDatetime": "out_of_range"}),
        (f"{SPAN}&startDatetime=2026-11-23T10:00", {"startDatetime": "repeated"}),
        (f"{SPAN}&excludeEventId=1&excludeEventId=1", {"excludeEventId": "repeated"}),
        (f"{SPAN}&excludeEventId=", {"excludeEventId": "wrong_type"}),
        (f"{SPAN}&excludeEventId=1,2", {"excludeEventId": "wrong_type"}),
        (f"{SPAN}&excludeEventId=2147483648", {"excludeEventId": "out_of_range"}),
    ],
)
async def test_a_bad_value_is_refused_by_name(world, span, faults):
    reply = await ask(world, "userIds=1", span=span)
    assert (reply.status, reply.faults) == (400, faults)


async def test_people_are_required(world):
    assert (await world.get(f"/events/availability?{SPAN}")).faults == {"userIds": "required"}


@pytest.mark.parametrize("plus", ["+", "%20", "%2B"])
async def test_a_plus_may_have_arrived_as_a_space(world, event, plus):
    span = f"startDatetime=2026-11-23T18:29:59{plus}01:00&endDatetime=2026-11-23T18:30:00{plus}01:00"
    assert await busy(world, f"userIds={world.id('luis')}", span=span) == [(world.id("luis"), event["id"])]
    after = f"startDatetime=2026-11-23T18:30:00{plus}01:00&endDatetime=2026-11-23T19:00:00{plus}01:00"
    assert await busy(world, f"userIds={world.id('luis')}", span=after) == []


async def test_an_event_can_be_left_out(world, event):
    people = f"userIds={world.id('luis')}&excludeEventId="
    assert await busy(world, f"{people}{event['id']}") == []
    for other in (99, 0, -1):
        assert await busy(world, f"{people}{other}") == [(world.id("luis"), event["id"])]


async def test_a_post_is_405(world):
    reply = await world.post("/events/availability", {})
    assert (reply.status, reply.headers["Allow"]) == (405, "GET, HEAD")
