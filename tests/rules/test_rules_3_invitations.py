"""Chapter 3: answers to invitations."""

import pytest

from tests.rules.world import UNKNOWN, done, refused

WHEN = "startDatetime=2026-12-01T10:00:00Z&endDatetime=2026-12-01T11:00:00Z"


async def busy(world):
    """The events that keep Ana from 10:00 to 11:00 UTC of that day."""
    return await world.ids(f"/events/availability?{WHEN}&userIds={world.id('ana')}", "root", "conflictingEventId")


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


async def told(world, kind, who):
    """How many messages of a kind somebody has been written."""
    found = await world.rows("SELECT kind, username FROM outbox JOIN users ON users.id = user_id")
    return found.count((kind, who))


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
    assert await busy(world) == [event["id"]]
    for response in ("ACCEPTED", "DECLINED", "DECLINED"):
        done(await respond(world, event, response))
    assert await busy(world) == []
    assert await told(world, "event_declined", "lucia") == 1
    await world.reminder(event, "2026-11-23T14:30:00Z")
    done(await world.run("reminders"))
    assert (await told(world, "reminder", "lucia"), await told(world, "reminder", "ana")) == (1, 0)


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


async def test_3_6_answers_come_a_page_at_a_time_if_asked(world):
    event = await invited(world, "ana", "luis")
    first = await world.get(f"/events/{event['id']}/responses?limit=1", "lucia")
    assert [row["userId"] for row in done(first)] == [world.id("ana")]
    assert f"afterId={done(first)[0]['id']}" in first.headers["Link"]


async def test_3_7_who_is_added_is_invited_unless_by_themselves_or_too_late(world):
    await invited(world, "lucia", "ana")
    await invited(world, "ana", statusId=3)
    await invited(world, "ana", startDatetime="2026-11-22T10:00:00Z", endDatetime="2026-11-22T11:00:00Z")
    assert (await told(world, "event_invited", "ana"), await told(world, "event_invited", "lucia")) == (1, 0)


async def test_3_7_who_takes_part_no_more_is_told_unless_by_themselves_or_too_late(world):
    for who, by, fields in (("ana", "lucia", {}), ("lucia", "lucia", {}), ("ana", "lucia", {"statusId": 3})):
        event = await invited(world, who, **fields)
        (row,) = [row for row in await world.read("/participants", by) if row["eventId"] == event["id"]]
        done(await world.delete(f"/participants/{row['id']}", by))
    assert (await told(world, "event_left", "ana"), await told(world, "event_left", "lucia")) == (1, 0)


async def test_3_7_a_participation_given_to_another_is_told_to_who_had_it(world):
    event = await invited(world, "ana")
    (row,) = await world.read("/participants", "lucia")
    done(await world.put(f"/participants/{row['id']}", {"eventId": event["id"], "userId": world.id("luis")}, "lucia"))
    assert (await told(world, "event_left", "ana"), await told(world, "event_invited", "luis")) == (1, 1)


async def test_3_7_a_series_invites_each_person_once(world):
    await world.series("lucia", participantUserIds=[world.id("ana"), world.id("lucia")])
    assert (await told(world, "series_invited", "ana"), await told(world, "series_invited", "lucia")) == (1, 0)
    assert await told(world, "event_invited", "ana") == 0


async def test_3_8_a_new_time_or_place_and_a_cancellation_are_told_to_all_but_the_caller(world):
    event = await invited(world, "ana")
    for change in ({"startDatetime": "2026-12-01T09:00:00Z"}, {"location": "Sala 2"}):
        world.clock.advance(minutes=1)
        done(await world.patch(f"/events/{event['id']}", change, "lucia"))
    done(await world.delete(f"/events/{event['id']}", "lucia"))
    for kind, times in (("event_changed", 2), ("event_cancelled", 1)):
        assert (await told(world, kind, "ana"), await told(world, kind, "lucia")) == (times, 0)


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
    assert await told(world, "event_restored", "ana") == 1
    assert await answers(world, event) == ["ACCEPTED"]


async def test_3_8_a_series_tells_each_person_once_and_what_is_over_nobody(world):
    number, _ = await world.series("lucia", participantUserIds=[world.id("ana")])
    done(await world.patch(f"/events/series/{number}", {"location": "Sala 2"}, "lucia"))
    done(await world.delete(f"/events/series/{number}", "lucia"))
    over = await invited(world, "ana", startDatetime="2026-11-22T10:00:00Z", endDatetime="2026-11-22T11:00:00Z")
    done(await world.delete(f"/events/{over['id']}", "lucia"))
    assert (await told(world, "event_changed", "ana"), await told(world, "event_cancelled", "ana")) == (1, 1)
