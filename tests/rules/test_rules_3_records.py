"""Chapter 3: what hangs on an event: its reminders, its participants and its visibility records."""

from tests.rules.world import UNKNOWN, done, refused

AT, LATER, EARLIER = "2026-11-30T16:00:00Z", "2026-11-30T17:00:00Z", "2026-11-30T15:00:00Z"


async def test_3_4_a_past_reminder_is_accepted(world):
    reminder = await world.reminder(await world.event(), "2020-01-01T00:00:00Z")
    assert (reminder["remindAt"], reminder["sent"]) == ("2020-01-01T00:00:00Z", False)


async def test_3_4_put_without_sent_keeps_it_and_a_later_time_arms_it_again(world):
    event = await world.event()
    for was, at, given, then in [
        (True, AT, {}, True), (True, EARLIER, {}, True), (True, LATER, {}, False), (True, LATER, {"sent": True}, True),
        (True, AT, {"sent": False}, False), (False, LATER, {}, False), (False, EARLIER, {"sent": True}, True),
    ]:  # fmt: skip
        reminder = await world.reminder(event, AT, sent=was)
        assert reminder["sent"] is was
        body = {"eventId": event["id"], "remindAt": at, **given}
        changed = done(await world.put(f"/reminders/{reminder['id']}", body))
        assert (changed["remindAt"], changed["sent"]) == (at, then)


async def test_3_4_a_participant_is_there_once(world):
    event, other = await world.event(), await world.event()
    for field, value in (("userId", world.id("pedro")), ("customerId", world.id("pedro"))):
        first = await world.participant(event, **{field: value})
        body = {"eventId": event["id"], field: value}
        refused(await world.post("/participants", body), 409)
        third = await world.participant(event, **{field: world.id("pablo")})
        refused(await world.put(f"/participants/{third['id']}", body), 409)
        done(await world.put(f"/participants/{first['id']}", body))
        moved = await world.participant(other, **{field: value})
        refused(await world.put(f"/participants/{moved['id']}", body), 409)
        done(await world.delete(f"/participants/{first['id']}"))
        done(await world.post("/participants", body))


async def test_3_4_a_visibility_record_about_somebody_is_there_once(world):
    event, other = await world.event(), await world.event()
    first = await world.visibility(event, "pedro")
    body = {"eventId": event["id"], "userId": world.id("pedro"), "isVisible": False}
    refused(await world.post("/visibility", body), 409)
    for record in (await world.visibility(event, "pablo"), await world.visibility(other, "pedro")):
        refused(await world.put(f"/visibility/{record['id']}", body), 409)
    assert done(await world.put(f"/visibility/{first['id']}", body))["isVisible"] is False
    done(await world.delete(f"/visibility/{first['id']}"))
    done(await world.post("/visibility", body))


async def test_3_8_an_event_that_is_moved_takes_its_reminders_along(world):
    event = await world.event(startDatetime="2026-11-23T17:00:00Z", endDatetime="2026-11-23T18:00:00Z")
    waiting = await world.reminder(event, "2026-11-23T16:55:00Z")
    sent = await world.reminder(event, "2026-11-23T14:00:00Z", sent=True)
    later = {"startDatetime": "2026-11-23T18:00:00Z", "endDatetime": "2026-11-23T19:00:00Z"}
    done(await world.patch(f"/events/{event['id']}", later))
    assert await due(world) == [
        (sent["id"], "2026-11-23T15:00:00Z", True),
        (waiting["id"], "2026-11-23T17:55:00Z", False),
    ]
    tomorrow = {"startDatetime": "2026-11-24T18:00:00Z", "endDatetime": "2026-11-24T19:00:00Z"}
    body = {**await world.event_body(**tomorrow), "isVirtual": False, "isPublic": False, "isActive": True}
    done(await world.put(f"/events/{event['id']}", body))
    assert await due(world) == [
        (sent["id"], "2026-11-24T15:00:00Z", False),
        (waiting["id"], "2026-11-24T17:55:00Z", False),
    ]


async def due(world):
    rows = await world.read("/reminders", "root")
    return sorted((row["id"], row["remindAt"], row["sent"]) for row in rows)[::-1]


async def test_3_5_reminders_due_on_a_day_of_the_business_zone(world):
    event = await world.event()
    at = {
        "2026-11-30T05:59:59Z": "2026-11-29",
        "2026-11-30T06:00:00Z": "2026-11-30",
        "2026-12-01T05:59:59.999999Z": "2026-11-30",
        "2026-12-01T06:00:00Z": "2026-12-01",
    }
    ids = {moment: (await world.reminder(event, moment))["id"] for moment in at}
    for day in set(at.values()):
        assert await world.ids(f"/reminders/{day}") == [ids[moment] for moment in at if at[moment] == day]


async def test_3_5_a_participant_needs_a_user_or_a_customer(world):
    event = await world.event()
    for nobody in ({}, {"userId": None}, {"userId": None, "customerId": None}):
        refused(await world.post("/participants", {"eventId": event["id"], **nobody}), 400)
    participant = await world.participant(event, userId=world.id("ana"))
    refused(await world.put(f"/participants/{participant['id']}", {"eventId": event["id"]}), 400)
    both = await world.participant(event, userId=world.id("pedro"), customerId=7)
    assert (both["userId"], both["customerId"]) == (world.id("pedro"), 7)


async def test_3_5_the_user_of_a_record_must_exist(world):
    event = await world.event()
    participant, record = await world.participant(event, userId=world.id("ana")), await world.visibility(event, "ana")
    for number in (UNKNOWN, 0, -1):
        body = {"eventId": event["id"], "userId": number}
        refused(await world.post("/participants", body), 400, "userId")
        refused(await world.put(f"/participants/{participant['id']}", body), 400, "userId")
        refused(await world.post("/visibility", {**body, "isVisible": True}), 400, "userId")
        refused(await world.put(f"/visibility/{record['id']}", {**body, "isVisible": True}), 400, "userId")


async def test_3_5_the_event_of_a_record_must_exist(world):
    event = await world.event()
    reminder = await world.reminder(event)
    for number in (UNKNOWN, 0, -1):
        body = {"eventId": number, "userId": world.id("ana")}
        refused(await world.post("/participants", body, "root"), 400, "eventId")
        refused(await world.post("/visibility", {**body, "isVisible": True}, "root"), 400, "eventId")
        refused(await world.post("/reminders", {**body, "remindAt": AT}, "root"), 400, "eventId")
        refused(await world.put(f"/reminders/{reminder['id']}", {**body, "remindAt": AT}, "root"), 400, "eventId")
