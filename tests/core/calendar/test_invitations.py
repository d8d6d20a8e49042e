"""Invitations: who is told of being added, to what they are shown to be invited, and answers to a whole series."""

from contextlib import nullcontext
from datetime import timedelta

from core.application.requests import build
from core.base.errors import Code
from core.base.model import ParticipationStatus
from core.calendar import invitations, meetings, participants, responses
from core.calendar.meetings import MeetingCreate
from core.calendar.participants import ParticipantRequest
from core.calendar.responses import ResponseRequest
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROOT
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import MEETING, day, fresh_world
from tests.tables import each_row

INVITED, SERIES_INVITED, DECLINED_KIND = (
    MessageKind.EVENT_INVITED,
    MessageKind.SERIES_INVITED,
    MessageKind.EVENT_DECLINED,
)
NEEDS_ACTION, ACCEPTED, DECLINED, TENTATIVE = ParticipationStatus
LONG_AGO = {"startDatetime": "2026-11-20T07:00", "endDatetime": "2026-11-20T08:59"}
UNDER_WAY = {"startDatetime": "2026-11-20T07:00", "endDatetime": "2026-11-20T09:01"}


def invited(who, event, by=LUCIA):
    return who, {"event_id": event.id, "by_user_id": by}


class TestWhoIsTold:
    async def test_who_is_added_and_not_who_adds_themselves(self, world):
        event = await world.event(LUCIA)
        for who, by in ((LUCIA, LUCIA), (ANA, LUCIA), (LUIS, ROOT)):
            await world.invite(event, who, by)
        assert world.told(INVITED) == [invited(ANA, event), invited(LUIS, event, ROOT)]

    async def test_customers_are_told_nothing(self, world):
        event = await world.event(LUCIA)
        request = build(ParticipantRequest, {"eventId": event.id, "customerId": 7})
        await world.run(LUCIA, participants.create_participant, request)
        assert world.told(INVITED) == []

    @each_row([LONG_AGO, {"statusId": 3}], world=fresh_world)
    async def test_nobody_is_told_of_what_is_over_or_cancelled(self, world, fields):
        await world.invite(await world.event(LUCIA, **fields), ANA)
        assert world.told(INVITED) == []

    async def test_what_is_under_way_is_told(self, world):
        event = await world.event(LUCIA, **UNDER_WAY)
        await world.invite(event, ANA)
        assert world.told(INVITED) == [invited(ANA, event)]

    async def test_whoever_takes_anothers_place_is_told_and_nobody_by_another_change(self, world):
        event = await world.event(LUCIA)
        row = await world.invite(event, ANA)
        for fields in ({"userId": int(LUIS)}, {"userId": int(LUIS), "customerId": 7}):
            request = build(ParticipantRequest, {"eventId": event.id, **fields})
            await world.run(LUCIA, participants.replace_participant, row.id, request)
        assert world.told(INVITED) == [invited(ANA, event), invited(LUIS, event)]

    async def test_all_of_a_meeting_but_who_makes_it(self, world):
        fields = {name: value for name, value in MEETING.items() if name != "statusId"}
        request = build(MeetingCreate, fields | {"participantUserIds": [int(LUCIA), int(ANA), int(LUIS)]})
        event = (await world.run(LUCIA, meetings.schedule_meeting, request)).event
        assert world.told(INVITED) == [invited(ANA, event), invited(LUIS, event)]

    async def test_of_a_series_each_once(self, world):
        made = await world.series(LUCIA, participantUserIds=[int(ANA), int(LUCIA), int(LUIS), int(ANA)])
        about = {"series_id": made.series_id, "by_user_id": LUCIA}
        assert world.told(SERIES_INVITED) == [(ANA, about), (LUIS, about)]
        assert world.told(INVITED) == []

    async def test_of_a_series_that_is_over_nobody(self, world):
        when = {"startDatetime": "2026-10-05T10:00", "endDatetime": "2026-10-05T11:00"}
        await world.series(LUCIA, participantUserIds=[int(ANA)], **when)
        assert world.told(SERIES_INVITED) == []


class TestShown:
    async def test_an_event_with_what_it_collides_with_for_oneself_alone(self, world):
        event, other = await world.event(LUCIA), await world.event(ANA, title="Other")
        for each, who in ((event, ANA), (event, LUIS), (other, ANA), (other, LUIS)):
            await world.invite(each, who, ROOT)
        found = await world.run(ANA, invitations.event_invitation, event.id)
        assert (found.details.event, list(found.left), found.answer, found.open) == (event, [event], NEEDS_ACTION, True)
        assert [(row.user_id, row.conflicting_event_id) for row in found.obstacles.taken] == [(ANA, other.id)]
        await world.away(ANA, day(3), day(3))
        found = await world.run(ANA, invitations.event_invitation, event.id)
        assert [absent.user_id for absent in found.obstacles.not_at_work] == [ANA]

    async def test_what_is_over_or_cancelled_is_not_open(self, world):
        event = await world.event(LUCIA)
        await world.invite(event, ANA)
        await world.edit_event(LUCIA, event, statusId=3)
        assert not (await world.run(ANA, invitations.event_invitation, event.id)).open
        await world.edit_event(LUCIA, event, statusId=1)
        world.clock.set(event.end_datetime)
        assert not (await world.run(ANA, invitations.event_invitation, event.id)).open

    async def test_who_takes_no_part_is_not_invited(self, world):
        event = await world.event(LUCIA, isPublic=True)
        with forbidden(Code.NOT_TAKING_PART):
            await world.run(ANA, invitations.event_invitation, event.id)

    async def test_of_a_series_the_events_that_are_left(self, world):
        made = await world.series(LUCIA, participantUserIds=[int(ANA)])
        first, second, third = await world.of_series(made.series_id)
        other = await world.event(ANA, startDatetime=third.start_datetime.isoformat(), endDatetime="2026-12-07T20:00")
        await world.invite(other, ANA, ANA)
        world.clock.set(first.end_datetime)
        found = await world.run(ANA, invitations.series_invitation, made.series_id)
        assert (list(found.left), found.details.event, found.answer) == ([second, third], second, NEEDS_ACTION)
        assert [row.conflicting_event_id for row in found.obstacles.taken] == [other.id]
        with not_found(Code.SERIES_NOT_FOUND):
            await world.run(PABLO, invitations.series_invitation, made.series_id)
        with conflict(Code.SERIES_OVER):
            await world.run(LUCIA, invitations.series_invitation, made.series_id)


class TestAnswerToASeries:
    async def answer(self, world, series_id, response, who=ANA):
        request = build(ResponseRequest, {"response": response})
        return await world.run(who, invitations.answer_series, series_id, request)

    async def said(self, world, series_id):
        events = await world.of_series(series_id)
        answers = [answer for event in events for answer in await world.answers(event)]
        return [response for who, response in answers if who == ANA]

    async def test_it_is_for_all_that_are_left_and_the_creator_is_told_of_a_no_once(self, world):
        made = await world.series(LUCIA, participantUserIds=[int(ANA), int(LUIS)])
        first, second, _ = await world.of_series(made.series_id)
        world.clock.set(first.end_datetime)
        for _ in range(2):
            assert await self.answer(world, made.series_id, DECLINED) == 2
        assert await self.said(world, made.series_id) == [NEEDS_ACTION, DECLINED, DECLINED]
        about = {"event_id": second.id, "whole_series": 1, "by_user_id": ANA}
        assert world.told(DECLINED_KIND) == [(LUCIA, about)]
        found = await world.run(ANA, invitations.series_invitation, made.series_id)
        assert found.answer is DECLINED

    async def test_answers_that_differ_are_none(self, world):
        made = await world.series(LUCIA, participantUserIds=[int(ANA)])
        _, second, _ = await world.of_series(made.series_id)
        await self.answer(world, made.series_id, ACCEPTED)
        await world.respond(ANA, second, TENTATIVE)
        assert (await world.run(ANA, invitations.series_invitation, made.series_id)).answer is None


async def test_an_answer_counts_only_for_the_time_that_was_shown(world):
    event = await world.event(LUCIA)
    await world.invite(event, ANA)
    request = build(ResponseRequest, {"response": ACCEPTED})
    for shown, refused in ((event.start_datetime - timedelta(hours=1), True), (event.start_datetime, False)):
        with conflict(Code.INVITATION_MOVED) if refused else nullcontext():
            await world.run(ANA, invitations.answer_as_shown, event.id, request, shown)
        answer = (await world.run(ANA, responses.own_response, event.id)).response
        assert answer is (NEEDS_ACTION if refused else ACCEPTED)
