"""News of a new time or place and of a cancellation, with how it was before, and who gets them."""

import pytest

from core.base.model import ParticipationStatus
from core.records.messages import MessageKind, Reason
from tests.cast import ANA, LUCIA, LUIS, ROOT
from tests.core.world import NOW

CHANGED, CANCELLED, INVITED = MessageKind.EVENT_CHANGED, MessageKind.EVENT_CANCELLED, MessageKind.EVENT_INVITED
RESTORED = MessageKind.EVENT_RESTORED
NEEDS_ACTION, ACCEPTED, DECLINED, _ = ParticipationStatus
NEW_TIME = {"startDatetime": "2026-11-24T12:00", "endDatetime": "2026-11-24T13:30"}
PAST = {"startDatetime": "2026-11-19T10:00", "endDatetime": "2026-11-19T11:00"}


async def answers(world, event):
    return [response for _, response in await world.answers(event)]


def since_then(event):
    """Return when an event was, as a message has it."""
    return {"starts": int(event.start_datetime.timestamp()), "ends": int(event.end_datetime.timestamp())}


@pytest.fixture
async def event(world):
    """Lucía's, with her own part in it, Ana and Luis."""
    made = await world.event(LUCIA, location="Sala 1")
    for who in (LUCIA, ANA, LUIS):
        await world.invite(made, who)
    return made


class TestChanged:
    async def test_a_new_time_is_told_to_all_but_who_moves_it_as_it_was(self, world, event):
        await world.edit_event(LUCIA, event, **NEW_TIME)
        about = {"event_id": event.id, "count": 1, **since_then(event), "by_user_id": LUCIA}
        assert world.told(CHANGED) == [(ANA, about), (LUIS, about)]

    async def test_the_creator_is_told_too_where_somebody_else_moves_it(self, world, event):
        await world.put_event(ROOT, event, **NEW_TIME, location="Sala 1")
        assert [who for who, _ in world.told(CHANGED)] == [LUCIA, ANA, LUIS]

    async def test_a_new_place_is_told_as_it_was_and_asks_nobody_again(self, world, event):
        await world.respond(ANA, event)
        for place in ({"location": None}, {"isVirtual": True}):
            await world.edit_event(LUCIA, event, **place)
            world.clock.advance(minutes=1)
        about = {"event_id": event.id, "count": 1, "is_virtual": 0, "by_user_id": LUCIA}
        assert [about for who, about in world.told(CHANGED) if who == ANA] == [
            about | {"location": "Sala 1"},
            about | {"location": ""},
        ]
        assert await answers(world, event) == [ACCEPTED, ACCEPTED, NEEDS_ACTION]

    async def test_a_new_time_sets_answers_back_but_that_of_who_moves_it(self, world, event):
        await world.respond(ANA, event)
        await world.respond(LUIS, event, DECLINED)
        await world.edit_event(LUCIA, event, **NEW_TIME)
        assert await answers(world, event) == [ACCEPTED, NEEDS_ACTION, NEEDS_ACTION]

    @pytest.mark.parametrize("fields", [{"title": "Other"}, {"description": "x"}, {"isPublic": True}, PAST])
    async def test_nothing_else_is_told_nor_what_is_over(self, world, event, fields):
        await world.edit_event(LUCIA, event, **fields)
        assert world.told(CHANGED) == []

    async def test_what_was_over_and_is_to_come_again_is_told(self, world, event):
        world.clock.set(event.end_datetime)
        await world.edit_event(LUCIA, event, **NEW_TIME)
        assert [who for who, _ in world.told(CHANGED)] == [ANA, LUIS]

    async def test_what_is_held_back_already_is_not_told_twice_but_what_is_new_is(self, world, event):
        await world.edit_event(LUCIA, event, **NEW_TIME)
        hold(world, CHANGED, ANA)
        hold(world, INVITED, LUIS)
        world.clock.advance(minutes=1)
        await world.edit_event(LUCIA, event, startDatetime="2026-11-24T12:15")
        assert [who for who, _ in world.told(CHANGED)] == [ANA, LUIS]
        await world.edit_event(LUCIA, event, location="Sala 2")
        assert [who for who, _ in world.told(CHANGED)] == [ANA, LUIS, ANA]


def hold(world, kind, who):
    """Put off what waits for somebody, as quiet hours do."""
    later = world.clock.now() + (NOW - NOW.replace(hour=1))
    for each in world.store.put(lambda uow: uow.outbox.waiting(who)):
        if each.kind is kind:
            world.store.set("outbox", each.id, due_at=later, reason=Reason.QUIET_HOURS)


class TestCancelled:
    @pytest.mark.parametrize("how", ["deleted", "status", "inactive"])
    async def test_it_is_told_to_all_but_who_cancels_it_with_what_it_was(self, world, event, how):
        if how == "deleted":
            await world.delete_event(LUCIA, event)
        else:
            await world.edit_event(LUCIA, event, **({"statusId": 3} if how == "status" else {"isActive": False}))
        about = {"event_id": event.id, "count": 1, "title": "Junta", **since_then(event), "by_user_id": LUCIA}
        assert world.told(CANCELLED) == [(ANA, about), (LUIS, about)]

    async def test_what_was_cancelled_or_over_before_is_not_told(self, world, event):
        await world.edit_event(LUCIA, event, statusId=3)
        await world.edit_event(LUCIA, event, title="Other")
        await world.delete_event(LUCIA, event)
        assert len(world.told(CANCELLED)) == 2
        other = await world.event(ANA, **PAST)
        world.joins(LUIS, other)
        await world.delete_event(ANA, other)
        assert len(world.told(CANCELLED)) == 2

    async def test_who_has_not_heard_of_it_yet_is_not_told_that_it_is_cancelled(self, world, event):
        hold(world, INVITED, ANA)
        await world.delete_event(LUCIA, event)
        assert [who for who, _ in world.told(CANCELLED)] == [LUIS]

    async def test_taken_back_it_is_told_to_all_and_answers_are_asked_for_again(self, world, event):
        await world.respond(ANA, event)
        await world.edit_event(LUCIA, event, statusId=3)
        before = len(world.told(INVITED))
        world.clock.advance(minutes=1)
        await world.edit_event(LUCIA, event, statusId=1, location="Sala 2")
        assert [who for who, _ in world.told(RESTORED)] == [ANA, LUIS]
        assert len(world.told(INVITED)) == before
        assert await answers(world, event) == [ACCEPTED, NEEDS_ACTION, NEEDS_ACTION]
        assert world.told(CHANGED) == []

    async def test_who_has_not_heard_that_it_was_cancelled_or_is_to_be_is_not_told_that_it_is_not(self, world, event):
        hold(world, INVITED, LUIS)
        await world.edit_event(LUCIA, event, statusId=3)
        hold(world, CANCELLED, ANA)
        world.clock.advance(minutes=1)
        await world.edit_event(LUCIA, event, statusId=1, location="Sala 2")
        assert world.told(RESTORED) == []

    async def test_its_creator_hears_that_somebody_else_has_it_take_place_again(self, world, event):
        await world.edit_event(ROOT, event, statusId=3)
        world.clock.advance(minutes=1)
        await world.edit_event(ROOT, event, statusId=1)
        assert [who for who, _ in world.told(RESTORED)] == [LUCIA, ANA, LUIS]

    async def test_a_series_is_one_message_a_person(self, world):
        made = await world.series(LUCIA, participantUserIds=[int(ANA), int(LUIS)])
        first, second, _ = await world.of_series(made.series_id)
        world.clock.set(first.end_datetime)
        await world.delete_series(LUCIA, made.series_id)
        about = {"event_id": second.id, "count": 2, "title": "Junta", **since_then(second), "by_user_id": LUCIA}
        assert world.told(CANCELLED) == [(ANA, about), (LUIS, about)]
