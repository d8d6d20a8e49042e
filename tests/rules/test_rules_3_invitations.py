"""Chapter 3: answers to invitations."""

import pytest

from tests.rules.world import UNKNOWN, done, refused


async def invited(world, *people, **fields):
    """An event of Lucía's, with these people in it."""
    event = await world.event("lucia", **fields)
    for who in people:
        done(await world.post("/participants", {"eventId": event["id"], "userId": world.id(who)}, "lucia"))
    return event


async def respond(world, event, response="ACCEPTED", who="ana", **options):
    return await world.put(f"/events/{event['id']}/response", {"response": response}, who, **options)


async def answers(world, event, who="root"):
    return [row["response"] for row in await world.read(f"/events/{event['id']}/responses", who)]


async def test_3_6_an_answer_is_one_of_four_and_ones_own(world):
    event = await invited(world, "lucia", "ana", "luis")
    assert await answers(world, event) == ["ACCEPTED", "NEEDS-ACTION", "NEEDS-ACTION"]
    for response in ("ACCEPTED", "DECLINED", "TENTATIVE", "NEEDS-ACTION"):
        answer = done(await respond(world, event, response))
        assert set(answer) == {"id", "eventId", "userId", "response"}
        assert (answer["eventId"], answer["userId"], answer["response"]) == (event["id"], world.id("ana"), response)
        assert await answers(world, event, "luis") == ["ACCEPTED", response, "NEEDS-ACTION"]
    refused(await respond(world, event, "accepted"), 400, "response")
    refused(await world.put(f"/events/{event['id']}/response", {}), 400, "response")


async def test_3_6_who_does_not_take_part_has_no_answer_and_who_sees_nothing_reads_none(world):
    event = await invited(world, "ana")
    refused(await respond(world, event, who="lucia"), 403)
    refused(await respond(world, event, who="root"), 403)
    refused(await respond(world, event, who="pablo"), 404)
    refused(await world.get(f"/events/{event['id']}/responses", "pablo"), 404)
    refused(await world.get(f"/events/{UNKNOWN}/responses", "root"), 404)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"statusId": 3}, "event_called_off"),
        ({"startDatetime": "2026-11-22T10:00:00Z", "endDatetime": "2026-11-22T11:00:00Z"}, "event_over"),
    ],
)
async def test_3_6_what_is_over_or_cancelled_takes_no_answer(world, fields, code):
    event = await invited(world, "ana", **fields)
    assert refused(await respond(world, event), 409)["code"] == code


async def test_3_6_who_declines_is_free_and_not_reminded_and_the_creator_is_told(world):
    event = await invited(world, "ana")
    assert await world.busy() == [event["id"]]
    for response in ("ACCEPTED", "DECLINED", "DECLINED"):
        done(await respond(world, event, response))
    assert await world.busy() == []
    assert await world.told("event_declined") == ["lucia"]
    await world.reminder(event, "2026-11-23T14:30:00Z")
    done(await world.run("reminders"))
    assert await world.told("reminder") == ["lucia"]


async def test_3_6_a_no_may_propose_another_start_and_no_other_answer_may(world):
    event = await invited(world, "ana")
    path, later = f"/events/{event['id']}/response", "2026-11-24T12:30:00Z"
    for answer in ("ACCEPTED", "TENTATIVE"):
        body = {"response": answer, "proposedStart": later}
        assert refused(await world.put(path, body, "ana"), 400, "proposedStart")["code"] == "invalid_request"
    refused(await world.put(path, {"response": "DECLINED", "proposedStart": "2020-01-01T10:00:00Z"}, "ana"), 400)
    done(await world.put(path, {"response": "DECLINED", "proposedStart": later}, "ana"))
    assert await world.told("event_declined") == ["lucia"]
    assert (await world.read(f"/events/{event['id']}"))["startDatetime"] == event["startDatetime"]


async def test_3_6_a_participation_given_to_another_is_a_new_invitation(world):
    event = await invited(world, "ana")
    done(await respond(world, event, "DECLINED"))
    (row,) = await world.read("/participants", "lucia")
    done(await world.put(f"/participants/{row['id']}", {"eventId": event["id"], "userId": world.id("luis")}, "lucia"))
    assert await answers(world, event) == ["NEEDS-ACTION"]


async def test_3_6_an_answer_has_a_tag_and_takes_a_condition(world):
    event = await invited(world, "ana")
    tag = (await respond(world, event, "TENTATIVE")).headers["ETag"]
    done(await respond(world, event, "ACCEPTED", headers={"If-Match": tag}))
    refused(await respond(world, event, "DECLINED", headers={"If-Match": tag}), 412)
    assert await answers(world, event) == ["ACCEPTED"]


async def test_3_7_who_is_added_is_invited_unless_by_themselves_or_too_late(world):
    await invited(world, "lucia", "ana")
    await invited(world, "ana", statusId=3)
    await invited(world, "ana", startDatetime="2026-11-22T10:00:00Z", endDatetime="2026-11-22T11:00:00Z")
    assert await world.told("event_invited") == ["ana"]


async def test_3_7_who_no_longer_takes_part_is_told_unless_by_themselves_or_too_late(world):
    for who, by, fields in (("ana", "lucia", {}), ("lucia", "lucia", {}), ("ana", "lucia", {"statusId": 3})):
        event = await invited(world, who, **fields)
        (row,) = [row for row in await world.read("/participants", by) if row["eventId"] == event["id"]]
        done(await world.delete(f"/participants/{row['id']}", by))
    assert await world.told("event_left") == ["ana"]


async def test_3_7_a_participation_given_to_another_is_told_to_who_had_it(world):
    event = await invited(world, "ana")
    (row,) = await world.read("/participants", "lucia")
    done(await world.put(f"/participants/{row['id']}", {"eventId": event["id"], "userId": world.id("luis")}, "lucia"))
    assert await world.told("event_left") == ["ana"]
    assert await world.told("event_invited") == ["ana", "luis"]


async def test_3_7_a_series_invites_each_person_once(world):
    await world.series("lucia", participantUserIds=[world.id("ana"), world.id("lucia")])
    assert (await world.told("series_invited"), await world.told("event_invited")) == (["ana"], [])


async def test_3_8_a_new_time_or_place_and_a_cancellation_are_told_to_all_but_the_caller(world):
    event = await invited(world, "ana")
    for change in ({"startDatetime": "2026-12-01T09:00:00Z"}, {"location": "Sala 2"}):
        world.clock.advance(minutes=1)
        done(await world.patch(f"/events/{event['id']}", change, "lucia"))
    done(await world.delete(f"/events/{event['id']}", "lucia"))
    assert (await world.told("event_changed"), await world.told("event_cancelled")) == (["ana", "ana"], ["ana"])


async def test_3_8_a_new_time_asks_everybody_again(world):
    event = await invited(world, "lucia", "ana")
    done(await respond(world, event))
    done(await world.patch(f"/events/{event['id']}", {"startDatetime": "2026-12-01T09:00:00Z"}, "lucia"))
    assert await answers(world, event) == ["ACCEPTED", "NEEDS-ACTION"]


async def test_3_8_what_takes_place_after_all_is_told_to_who_had_accepted_too(world):
    event = await invited(world, "ana")
    done(await respond(world, event))
    done(await world.delete(f"/events/{event['id']}", "lucia"))
    rows = (await world.read(f"/events/{event['id']}/history", "lucia"))["rows"]
    world.clock.advance(minutes=1)
    done(await world.post(f"/changes/{rows[0]['seq']}/undo", {}, "lucia"))
    assert await world.told("event_restored") == ["ana"]
    assert await answers(world, event) == ["ACCEPTED"]


async def test_3_8_a_series_tells_each_person_once_and_what_is_over_nobody(world):
    number, _ = await world.series("lucia", participantUserIds=[world.id("ana")])
    done(await world.patch(f"/events/series/{number}", {"location": "Sala 2"}, "lucia"))
    done(await world.delete(f"/events/series/{number}", "lucia"))
    over = await invited(world, "ana", startDatetime="2026-11-22T10:00:00Z", endDatetime="2026-11-22T11:00:00Z")
    done(await world.delete(f"/events/{over['id']}", "lucia"))
    assert (await world.told("event_changed"), await world.told("event_cancelled")) == (["ana"], ["ana"])
