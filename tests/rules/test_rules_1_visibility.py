"""Chapter 1: who sees which event. Each case says what is true of Ana's event, and whether Pablo sees it."""

import pytest

from tests.rules.world import REPLACED, UNKNOWN, done, refused

# isPublic, Pablo's participation, the record about Pablo, whether he sees it
CASES = [
    (False, None, None, False),
    (True, None, None, True),
    (False, None, True, True),
    (False, None, False, False),
    (True, None, False, False),
    (True, None, True, True),
    (False, "live", None, True),
    (False, "live", False, True),
    (True, "live", False, True),
    (False, "deleted", None, False),
    (True, "deleted", False, False),
    (False, None, "deleted", False),
    (True, None, "deleted", True),
    (False, "customer", None, False),
]


async def seen_by(world, who, event):
    """Whether somebody sees an event; the list and the single read agree."""
    reply = await world.get(f"/events/{event['id']}", who)
    listed = event["id"] in await world.ids("/events", who)
    if reply.status == 200:
        assert done(reply)["id"] == event["id"]
        assert listed
        return True
    refused(reply, 404)
    assert not listed
    return False


@pytest.mark.parametrize(("public", "participation", "record", "visible"), CASES)
async def test_1_4_the_first_match_decides(world, public, participation, record, visible):
    event = await world.event("ana", isPublic=public)
    pablo = world.id("pablo")
    if participation == "customer":  # a customer's number is no user's
        await world.participant(event, customerId=pablo)
    elif participation:
        participant = await world.participant(event, userId=pablo)
        if participation == "deleted":
            done(await world.delete(f"/participants/{participant['id']}", "root"))
    if record is not None:
        made = await world.visibility(event, "pablo", visible=record is True or (record == "deleted" and not public))
        if record == "deleted":
            done(await world.delete(f"/visibility/{made['id']}", "root"))
    assert await seen_by(world, "pablo", event) is visible


async def test_1_4_creator_and_admin_see_it_whatever_a_record_says(world):
    event = await world.event("ana")
    for who in ("ana", "root", "robot"):
        await world.visibility(event, who, visible=False)
        assert await seen_by(world, who, event)


async def test_1_4_to_lead_the_creator_shows_nothing(world):
    assert not await seen_by(world, "lucia", await world.event("ana"))


async def test_1_4_a_record_is_about_one_person_and_one_event(world):
    one, two = await world.event("ana"), await world.event("ana")
    await world.visibility(one, "pablo")
    assert await seen_by(world, "pablo", one)
    assert not await seen_by(world, "pablo", two)
    assert not await seen_by(world, "luis", one)


async def test_1_4_a_changed_record_decides_anew(world):
    event = await world.event("ana")
    record = await world.visibility(event, "pablo")
    body = {"eventId": event["id"], "userId": world.id("pablo"), "isVisible": False}
    done(await world.put(f"/visibility/{record['id']}", body))
    assert not await seen_by(world, "pablo", event)
    done(await world.put(f"/visibility/{record['id']}", {**body, "userId": world.id("luis"), "isVisible": True}))
    assert await seen_by(world, "luis", event)


async def test_1_4_what_one_may_not_see_is_404_for_every_operation(world):
    event = await world.event("ana")
    path = f"/events/{event['id']}"
    record = await world.visibility(event, "luis")
    participant = await world.participant(event, userId=world.id("pedro"))
    reminder = await world.reminder(event)
    here = {"eventId": event["id"], "userId": world.id("pablo")}
    refused(await world.get(path, "pablo"), 404)
    refused(await world.patch(path, {"title": "X"}, "pablo"), 404)
    refused(await world.put(path, {**REPLACED, "eventTypeId": await world.type_id()}, "pablo"), 404)
    refused(await world.delete(path, "pablo"), 404)
    refused(await world.get(f"/visibility/{event['id']}", "pablo"), 404)
    refused(await world.put(f"/visibility/{record['id']}", {**here, "isVisible": True}, "pablo"), 404)
    refused(await world.delete(f"/visibility/{record['id']}", "pablo"), 404)
    refused(await world.put(f"/participants/{participant['id']}", here, "pablo"), 404)
    refused(await world.delete(f"/participants/{participant['id']}", "pablo"), 404)
    remind = {"eventId": event["id"], "remindAt": "2026-11-30T16:00:00Z"}
    refused(await world.put(f"/reminders/{reminder['id']}", remind, "pablo"), 404)
    refused(await world.delete(f"/reminders/{reminder['id']}", "pablo"), 404)


async def test_1_4_a_hidden_event_and_an_unknown_one_answer_alike(world):
    event = await world.event("ana")
    answers = set()
    for number in (event["id"], UNKNOWN):
        reply = await world.get(f"/events/{number}", "pablo")
        data = refused(reply, 404)
        answers.add((data["code"], reply.envelope["message"].replace(str(number), "…"), *data))
    assert len(answers) == 1


async def test_1_4_a_hidden_id_in_a_body_is_as_unknown(world):
    private = await world.event("luis")
    for event_id in (private["id"], UNKNOWN):
        body = {"eventId": event_id, "userId": world.id("ana")}
        replies = [
            await world.post("/participants", body),
            await world.post("/visibility", {**body, "isVisible": True}),
            await world.post("/reminders", {"eventId": event_id, "remindAt": "2026-11-30T16:00:00Z"}),
        ]
        for reply in replies:
            refused(reply, 400, "eventId")


async def test_1_4_a_hidden_series_is_404(world):
    series, _ = await world.series("ana")
    refused(await world.patch(f"/events/series/{series}", {"title": "X"}, "pablo"), 404)
    refused(await world.delete(f"/events/series/{series}", "pablo"), 404)


async def test_1_4_visibility_of_an_unknown_event_is_404_participants_of_an_unknown_user_are_none(world):
    refused(await world.get(f"/visibility/{UNKNOWN}", "root"), 404)
    assert await world.read(f"/participants/{UNKNOWN}", "root") == []
