"""Chapter 1: who sees which event. Each case says what is true of Ana's event, and whether Pablo sees it."""

from tests.rules.world import UNKNOWN, done, refused

# isPublic, Pablo's participation, the record about Pablo, whether he sees it
CASES = [
    (False, None, None, False), (True, None, None, True), (False, None, True, True), (False, None, False, False),
    (True, None, False, False), (True, None, True, True), (False, "live", None, True), (False, "live", False, True),
    (True, "live", False, True), (False, "deleted", None, False), (True, "deleted", False, False),
    (False, None, "deleted", False), (True, None, "deleted", True), (False, "customer", None, False),
]  # fmt: skip


async def seen_by(world, who, event):
    """Return whether somebody sees an event; the list and the single read agree."""
    reply = await world.get(f"/events/{event['id']}", who)
    listed = event["id"] in await world.ids("/events", who)
    assert listed is (reply.status == 200)
    if not listed:
        refused(reply, 404)
    return listed


async def test_1_4_the_first_match_decides(world):
    pablo = world.id("pablo")
    for public, participation, record, visible in CASES:
        event = await world.event("ana", isPublic=public)
        if participation == "customer":  # a customer's number is no user's
            await world.participant(event, customerId=pablo)
        elif participation:
            participant = await world.participant(event, userId=pablo)
            if participation == "deleted":
                done(await world.delete(f"/participants/{participant['id']}", "root"))
        if record is not None:
            shown = record is True or (record == "deleted" and not public)
            made = await world.visibility(event, "pablo", visible=shown)
            if record == "deleted":
                done(await world.delete(f"/visibility/{made['id']}", "root"))
        assert await seen_by(world, "pablo", event) is visible, (public, participation, record)


async def test_1_4_creator_and_admin_see_it_whatever_a_record_says(world):
    event = await world.event("ana")
    for who in ("ana", "root", "robot"):
        await world.visibility(event, who, visible=False)
        assert await seen_by(world, who, event)


async def test_1_4_a_changed_record_decides_anew(world):
    event = await world.event("ana")
    record = await world.visibility(event, "pablo")
    body = {"eventId": event["id"], "userId": world.id("pablo"), "isVisible": False}
    done(await world.put(f"/visibility/{record['id']}", body))
    assert not await seen_by(world, "pablo", event)
    done(await world.put(f"/visibility/{record['id']}", {**body, "userId": world.id("luis"), "isVisible": True}))
    assert await seen_by(world, "luis", event)


async def test_1_4_a_hidden_event_and_an_unknown_one_answer_alike(world):
    event = await world.event("ana")
    answers = set()
    for number in (event["id"], UNKNOWN):
        reply = await world.get(f"/events/{number}", "pablo")
        data = refused(reply, 404)
        answers.add((data["code"], reply.envelope["message"].replace(str(number), "…"), *data))
    assert len(answers) == 1


async def test_1_4_visibility_of_an_unknown_event_is_404_participants_of_an_unknown_user_are_none(world):
    refused(await world.get(f"/visibility/{UNKNOWN}", "root"), 404)
    assert await world.read(f"/participants/{UNKNOWN}", "root") == []
