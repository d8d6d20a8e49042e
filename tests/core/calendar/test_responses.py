"""Answers to invitations: whose, until when, who reads them, and what a no does."""

from datetime import timedelta

import pytest

from core.application.requests import build
from core.application.use_case import IdempotencyKey
from core.base.errors import Code, FieldCode
from core.base.model import ParticipationStatus
from core.calendar import availability, events, meetings, participants, responses
from core.calendar.availability import AvailabilityRequest
from core.calendar.meetings import MeetingCreate
from core.calendar.participants import ParticipantRequest
from core.calendar.responses import ResponseRequest
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import MEETING

NEEDS_ACTION, ACCEPTED, DECLINED, TENTATIVE = ParticipationStatus


async def busy(world, who):
    when = {name: MEETING[name] for name in ("startDatetime", "endDatetime")}
    request = build(AvailabilityRequest, when | {"userIds": [int(who)]})
    return [row.conflicting_event_id for row in await world.run(ROOT, availability.find_conflicts, request)]


@pytest.fixture
async def event(world):
    """Lucía's, with her own part in it, Ana and Luis."""
    made = await world.event(LUCIA)
    for who in (LUCIA, ANA, LUIS):
        await world.invite(made, who)
    return made


async def test_who_adds_themselves_has_accepted_and_nobody_else_has_answered(world, event):
    assert await world.answers(event) == [(LUCIA, ACCEPTED), (ANA, NEEDS_ACTION), (LUIS, NEEDS_ACTION)]


async def test_so_it_is_for_meetings_and_series(world):
    fields = {name: value for name, value in MEETING.items() if name != "statusId"}
    request = build(MeetingCreate, fields | {"participantUserIds": [int(LUCIA), int(ANA)]})
    made = (await world.run(LUCIA, meetings.schedule_meeting, request)).event
    assert await world.answers(made) == [(LUCIA, ACCEPTED), (ANA, NEEDS_ACTION)]
    series = await world.series(LUCIA, participantUserIds=[int(ANA), int(LUCIA)])
    for each in await world.of_series(series.series_id):
        assert await world.answers(each) == [(ANA, NEEDS_ACTION), (LUCIA, ACCEPTED)]


async def test_who_sees_the_event_reads_the_answers_a_page_at_a_time(world, event):
    assert len(await world.answers(event, LUIS)) == 3
    assert await world.answers(event, limit=1, after_id=1) == [(ANA, NEEDS_ACTION)]
    with not_found(Code.EVENT_NOT_FOUND):
        await world.answers(event, PABLO)


async def test_customers_answer_nothing(world, event):
    world.joins(None, event, customer_id=7)
    assert len(await world.answers(event)) == 3


@pytest.mark.parametrize("who", [ROOT, ROBOT])
async def test_who_does_not_take_part_has_nothing_to_answer(world, event, who):
    with forbidden(Code.NOT_TAKING_PART):
        await world.respond(who, event)
    with not_found(Code.EVENT_NOT_FOUND):
        await world.respond(PABLO, event)


async def test_an_answer_is_one_of_four(world, event):
    with invalid(("response", FieldCode.NOT_ONE_OF)):
        await world.respond(ANA, event, "accepted")


async def test_nobody_answers_once_the_event_is_over_or_cancelled(world, event):
    await world.edit_event(LUCIA, event, statusId=3)
    with conflict(Code.EVENT_CALLED_OFF):
        await world.respond(ANA, event)
    await world.edit_event(LUCIA, event, statusId=1)
    world.clock.set(event.end_datetime)
    with conflict(Code.EVENT_OVER):
        await world.respond(ANA, event)
    world.clock.advance(seconds=-1)
    await world.respond(ANA, event)


async def test_a_no_makes_nobody_busy_and_any_other_answer_does(world, event):
    for response in (TENTATIVE, ACCEPTED, NEEDS_ACTION):
        await world.respond(ANA, event, response)
        assert await busy(world, ANA) == [event.id]
    await world.respond(ANA, event, DECLINED)
    assert (await busy(world, ANA), await busy(world, LUIS)) == ([], [event.id])


class TestDeclined:
    async def test_the_creator_is_told_of_each_no_at_once_and_of_no_other_answer(self, world, event):
        for response in (TENTATIVE, ACCEPTED, DECLINED, DECLINED):
            await world.respond(ANA, event, response)
        about = {"event_id": event.id, "whole_series": 0, "by_user_id": ANA}
        assert world.told(MessageKind.EVENT_DECLINED) == [(LUCIA, about)]
        world.clock.advance(minutes=1)
        await world.respond(ANA, event, TENTATIVE)
        await world.respond(ANA, event, DECLINED)
        assert world.told(MessageKind.EVENT_DECLINED) == [(LUCIA, about)] * 2

    async def test_nobody_is_told_of_their_own_no_nor_is_anybody_without_a_creator(self, world, event):
        await world.respond(LUCIA, event, DECLINED)
        birthday = await world.event(ROOT)
        world.store.set("events", birthday.id, created_by_user_id=None)
        world.joins(ANA, birthday)
        await world.respond(ANA, birthday, DECLINED)
        assert world.told(MessageKind.EVENT_DECLINED) == []

    async def test_a_repeated_request_tells_once(self, world, event):
        for _ in range(2):
            await world.respond(ANA, event, DECLINED, idempotency_key=IdempotencyKey("test", "1"))
        assert len(world.told(MessageKind.EVENT_DECLINED)) == 1


class TestProposedTime:
    async def propose(self, world, event, start, who=ANA, response=DECLINED):
        request = build(ResponseRequest, {"response": response, "proposedStart": start})
        return await world.run(who, responses.set_response, event.id, request)

    async def move(self, world, event, hours):
        starts, ends = (each + timedelta(hours=hours) for each in event.times)
        await world.edit_event(LUCIA, event, startDatetime=starts.isoformat(), endDatetime=ends.isoformat())

    async def test_its_creator_is_told_of_a_no_with_the_time_and_nothing_moves(self, world, event):
        proposed = event.start_datetime + timedelta(hours=2)
        answer = await self.propose(world, event, proposed.isoformat())
        told = {"event_id": event.id, "whole_series": 0, "by_user_id": ANA, "proposed": int(proposed.timestamp())}
        assert answer.response is DECLINED
        assert world.told(MessageKind.EVENT_DECLINED) == [(LUCIA, told)]
        assert (await world.run(ROOT, events.get_event, event.id)).times == event.times

    async def test_who_proposed_the_time_to_which_it_is_moved_has_accepted(self, world, event):
        proposed = event.start_datetime + timedelta(hours=2)
        await self.propose(world, event, proposed.isoformat())
        await world.respond(LUIS, event, DECLINED)
        await self.move(world, event, hours=2)
        assert await world.answers(event) == [(LUCIA, ACCEPTED), (ANA, ACCEPTED), (LUIS, NEEDS_ACTION)]
        about = {person: "as_proposed" in told for person, told in world.told(MessageKind.EVENT_CHANGED)}
        assert about == {ANA: True, LUIS: False}

    async def test_who_proposed_another_time_or_has_answered_since_is_asked_again(self, world, event):
        await self.propose(world, event, (event.start_datetime + timedelta(hours=2)).isoformat())
        await self.move(world, event, hours=1)
        assert (ANA, NEEDS_ACTION) in await world.answers(event)
        await world.respond(LUIS, event, DECLINED)
        await self.move(world, event, hours=2)
        assert (ANA, NEEDS_ACTION) in await world.answers(event)

    async def test_a_time_proposed_for_another_event_is_none_for_this_one(self, world, event):
        other = await world.event(LUCIA)
        await world.invite(other, ANA)
        await self.propose(world, other, (event.start_datetime + timedelta(hours=2)).isoformat())
        await world.respond(ANA, event, DECLINED)
        await self.move(world, event, hours=2)
        assert (ANA, NEEDS_ACTION) in await world.answers(event)

    async def test_one_may_propose_after_a_no(self, world, event):
        await world.respond(ANA, event, DECLINED)
        world.clock.advance(minutes=1)
        await self.propose(world, event, (event.start_datetime + timedelta(hours=2)).isoformat())
        assert len(world.told(MessageKind.EVENT_DECLINED)) == 2

    async def test_it_goes_with_a_no_to_somebody_else_and_is_another_time_to_come(self, world, event):
        later = (event.start_datetime + timedelta(hours=2)).isoformat()
        for response in (ACCEPTED, TENTATIVE, NEEDS_ACTION):
            with invalid(("proposedStart", FieldCode.NO_PROPOSAL)):
                await self.propose(world, event, later, response=response)
        with invalid(("proposedStart", FieldCode.NO_PROPOSAL)):
            await self.propose(world, event, later, who=LUCIA)
        with invalid(("proposedStart", FieldCode.NO_PROPOSAL)):
            await self.propose(world, event, event.start_datetime.isoformat())
        with invalid(("proposedStart", FieldCode.PAST)):
            await self.propose(world, event, world.clock.now().isoformat())
        assert world.told(MessageKind.EVENT_DECLINED) == []
        assert await world.answers(event) == [(LUCIA, ACCEPTED), (ANA, NEEDS_ACTION), (LUIS, NEEDS_ACTION)]


async def test_a_participation_given_to_another_or_moved_is_a_new_invitation(world, event):
    await world.respond(ANA, event, DECLINED)
    row = next(row for row in await world.run(ROOT, participants.list_participants) if row.user_id == ANA)

    async def replace(**fields):
        body = {"eventId": event.id, "userId": int(ANA), **fields}
        await world.run(LUCIA, participants.replace_participant, row.id, build(ParticipantRequest, body))

    await replace(customerId=7)
    assert (ANA, DECLINED) in await world.answers(event)
    await replace(userId=int(PABLO))
    assert (PABLO, NEEDS_ACTION) in await world.answers(event)
    other = await world.event(LUCIA)
    await world.respond(PABLO, event)
    await replace(userId=int(PABLO), eventId=other.id)
    assert await world.answers(other) == [(PABLO, NEEDS_ACTION)]


async def test_a_participant_as_the_contract_has_it_does_not_change_with_the_answer(world, event):
    before = await world.run(ROOT, participants.list_participants)
    world.clock.advance(minutes=1)
    await world.respond(ANA, event, DECLINED)
    assert await world.run(ROOT, participants.list_participants) == before
