"""Participants: who keeps them, who reads them, and what keeps two from one place."""

from datetime import timedelta

import msgspec
import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.paging import Page
from core.calendar import participants
from core.calendar.participants import ParticipantRequest
from core.records.calendar import Participant
from tests.cast import ANA, LUIS, PABLO, PEDRO, ROBOT, ROOT
from tests.core.calendar.attached import PARTICIPANTS
from tests.core.refusals import conflict, invalid, not_found
from tests.core.world import NOW, STRANGER_ID
from tests.tables import each_row

create, replace, delete, get, listed = (
    PARTICIPANTS.create,
    PARTICIPANTS.replace,
    PARTICIPANTS.delete,
    PARTICIPANTS.get,
    PARTICIPANTS.listed,
)


@pytest.fixture
async def luis(world, event):
    """Luis's participation in Ana's event."""
    return await create(world, ANA, event, userId=int(LUIS))


async def of_person(world, who, user, **page):
    return await world.run(who, participants.list_of_person, int(user), build(Page, page))


@pytest.mark.parametrize(("user", "customer"), [(int(LUIS), None), (None, 7), (int(LUIS), 7)])
async def test_a_new_participant_is_a_person_a_customer_or_both(world, event, user, customer):
    made = await create(world, ANA, event, userId=user, customerId=customer)
    assert made == Participant(made.id, event.id, user, customer, False, None, NOW, NOW)
    assert await listed(world, ANA) == [made]


async def test_a_participant_is_somebody(world, event, luis):
    with invalid(("userId", FieldCode.REQUIRED_WITHOUT)):
        await create(world, ANA, event)
    with invalid(("userId", FieldCode.REQUIRED_WITHOUT)):
        await replace(world, ANA, luis, userId=None)
    with invalid(("userId", FieldCode.REQUIRED_WITHOUT)):
        await replace(world, ANA, STRANGER_ID, userId=None)


@each_row([0, -1, 2**31])
def test_a_customer_is_a_positive_int32_and_nothing_more_is_asked_of_it(customer):
    with invalid(("customerId", FieldCode.OUT_OF_RANGE)):
        build(ParticipantRequest, {"eventId": 1, "customerId": customer})
    assert build(ParticipantRequest, {"eventId": 1, "customerId": 2**31 - 1}).customer_id == 2**31 - 1


@pytest.mark.parametrize("same", [{"userId": int(LUIS)}, {"customerId": 7}])
async def test_a_person_and_a_customer_take_part_in_an_event_once(world, event, same):
    taken = await create(world, ANA, event, userId=int(LUIS), customerId=7)
    with conflict(Code.PARTICIPANT_TAKEN, id=event.id):
        await create(world, ANA, event, **same)
    other = await create(world, ANA, event, userId=int(PABLO), customerId=8)
    with conflict(Code.PARTICIPANT_TAKEN, id=event.id):
        await replace(world, ANA, other, **same)
    assert await listed(world, ANA) == [taken, other]
    assert await create(world, ANA, await world.event(ANA), **same)
    await delete(world, ANA, taken)
    assert (await replace(world, ANA, other, **same)).id == other.id
    assert await create(world, ANA, event, userId=int(PEDRO))


async def test_a_replacement_clears_what_it_leaves_out(world, event):
    both = await create(world, ANA, event, userId=int(LUIS), customerId=7)
    world.clock.advance(hours=1)
    request = build(ParticipantRequest, {"eventId": event.id, "customerId": 7})
    changed = await world.run(ANA, participants.replace_participant, both.id, request)
    assert changed == msgspec.structs.replace(both, user_id=None, updated_at=NOW + timedelta(hours=1))
    assert await get(world, ANA, both) == changed


async def test_who_is_moved_to_another_event_takes_part_in_that_unless_they_do_already(world, luis):
    mine = await world.event(ANA)
    taken = await create(world, ANA, mine, userId=int(LUIS))
    with conflict(Code.PARTICIPANT_TAKEN, id=mine.id):
        await replace(world, ANA, luis, eventId=mine.id)
    assert await get(world, ANA, luis) == luis
    await delete(world, ANA, taken)
    moved = await replace(world, ANA, luis, eventId=mine.id)
    assert (moved.id, moved.event_id) == (luis.id, mine.id)
    assert await world.events(LUIS) == [mine.id]


async def test_lists_are_of_the_events_that_one_may_see_in_pages(world, event, luis):
    public = await world.event(PEDRO, isPublic=True)
    shown = await create(world, PEDRO, public, userId=int(LUIS))
    customer = await create(world, ANA, event, customerId=7)
    assert await listed(world, ANA) == await listed(world, LUIS) == await listed(world, ROOT) == [luis, shown, customer]
    assert await listed(world, PABLO) == await of_person(world, PABLO, LUIS) == [shown]
    assert await of_person(world, ANA, LUIS) == await of_person(world, ROBOT, LUIS) == [luis, shown]
    assert await listed(world, ANA, limit=1, afterId=luis.id) == [shown]
    assert await of_person(world, ANA, LUIS, limit=1) == [luis]


async def test_a_person_whom_nobody_knows_takes_part_in_nothing(world, luis):
    assert await of_person(world, ROOT, STRANGER_ID) == await of_person(world, ROOT, 2**31 - 1) == []
    for nobody in (0, -1):
        with not_found(Code.USER_NOT_FOUND):
            await of_person(world, ROOT, nobody)
