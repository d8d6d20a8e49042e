"""Records of visibility: who keeps them, who reads them, and what keeps two from one place."""

from itertools import product

import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Role
from core.base.paging import Page
from core.calendar import visibility
from core.calendar.visibility import VisibilityRequest, readable
from core.records.calendar import VisibilityRecord
from core.records.people import Actor, User
from tests.cast import ANA, LUCIA, LUIS, PABLO, PEDRO, ROBOT, ROOT
from tests.core.calendar.attached import RECORDS
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import NOW, STRANGER_ID, fresh_world
from tests.tables import each_row

WHOLE = {"eventId": 1, "userId": 2, "isVisible": True}


replace, delete, get, listed = RECORDS.replace, RECORDS.delete, RECORDS.get, RECORDS.listed


async def create(world, who, event, user, *, visible=True):
    return await RECORDS.create(world, who, event, userId=int(user), isVisible=visible)


@pytest.fixture
async def shown(world, event):
    """Ana's event shown to Luis."""
    return await create(world, ANA, event, LUIS)


async def of_event(world, who, event, **page):
    event_id = event if isinstance(event, int) else event.id
    return await world.run(who, visibility.list_of_event, event_id, build(Page, page))


async def test_a_new_record_says_what_was_asked_and_is_live(world, event):
    made = await create(world, ANA, event, LUIS, visible=False)
    assert made == VisibilityRecord(made.id, event.id, LUIS, False, False, None, NOW, NOW)
    assert await listed(world, ANA) == [made]


async def test_a_record_shows_an_event_or_hides_it(world, event):
    public = await world.event(ANA, isPublic=True)
    assert await world.events(LUIS) == [public.id]
    await create(world, ANA, event, LUIS)
    hides = await create(world, ANA, public, LUIS, visible=False)
    assert await world.events(LUIS) == [event.id]
    await delete(world, ANA, hides)
    assert await world.events(LUIS) == [event.id, public.id]


async def test_a_person_has_one_live_record_in_an_event(world, event, shown):
    with conflict(Code.VISIBILITY_TAKEN, id=event.id):
        await create(world, ANA, event, LUIS, visible=False)
    other = await create(world, ANA, event, PABLO)
    with conflict(Code.VISIBILITY_TAKEN, id=event.id):
        await replace(world, ANA, other, userId=int(LUIS))
    assert await listed(world, ANA) == [shown, other]
    await delete(world, ANA, shown)
    moved = await replace(world, ANA, other, userId=int(LUIS))
    assert (moved.id, moved.user_id) == (other.id, LUIS)
    assert (await create(world, ANA, event, PABLO)).id > moved.id


async def test_a_record_is_not_moved_to_an_event_that_has_one_about_the_person(world, shown):
    taken = await world.event(ANA)
    await create(world, ANA, taken, LUIS)
    with conflict(Code.VISIBILITY_TAKEN, id=taken.id):
        await replace(world, ANA, shown, eventId=taken.id)
    assert await get(world, ANA, shown) == shown


@pytest.mark.parametrize("visible", [True, False])
async def test_the_person_it_is_about_reads_a_record_but_does_not_change_it(world, event, visible):
    record = await create(world, ANA, event, LUIS, visible=visible)
    assert await get(world, LUIS, record) == record
    assert await listed(world, LUIS) == [record]
    with forbidden():
        await replace(world, LUIS, record, isVisible=not visible)
    with forbidden():
        await delete(world, LUIS, record)
    assert await get(world, ANA, record) == record


@each_row(product([True, False], [LUCIA, PABLO, PEDRO]), world=fresh_world)
async def test_a_record_about_another_in_anothers_event_does_not_exist(world, public, who):
    event = await world.event(ANA, isPublic=public)
    record = await create(world, ANA, event, LUIS)
    for again in (get, replace, delete):
        with not_found(Code.VISIBILITY_NOT_FOUND, id=record.id):
            await again(world, who, record)
    assert await listed(world, who) == []


async def test_a_deleted_record_no_longer_shows_its_event(world, event, shown):
    await delete(world, ANA, shown)
    assert await of_event(world, ANA, event) == []
    assert await world.events(LUIS) == []


async def test_an_events_records_are_its_creators_and_each_ones_own(world):
    event, other = await world.event(ANA, isPublic=True), await world.event(ANA)
    first = await create(world, ANA, event, PABLO)
    await create(world, ANA, other, PABLO)
    second = await create(world, ANA, event, LUIS)
    for who in (ANA, ROOT, ROBOT):
        assert await of_event(world, who, event) == [first, second]
    assert await of_event(world, LUIS, event) == [second]
    assert await of_event(world, LUCIA, event) == []


async def test_an_event_that_is_unknown_or_hidden_has_no_list_of_records(world, event):
    hidden = await world.event(ANA, isPublic=True)
    await create(world, ANA, hidden, LUIS, visible=False)
    for who, event_id in ((LUIS, hidden.id), (LUIS, event.id), (ANA, STRANGER_ID), (ROOT, 0), (ROOT, -1)):
        with not_found(Code.EVENT_NOT_FOUND, id=event_id):
            await of_event(world, who, event_id)


@each_row(WHOLE)
def test_a_request_needs_all_three(name):
    with invalid((name, FieldCode.REQUIRED)):
        build(VisibilityRequest, {key: value for key, value in WHOLE.items() if key != name})
    with invalid((name, FieldCode.NULL_NOT_ALLOWED)):
        build(VisibilityRequest, WHOLE | {name: None})


@each_row(product(Role, [7, 1, None], [7, 1]))
def test_a_record_is_read_by_its_events_creator_its_subject_and_the_unrestricted(role, creator, subject):
    actor = Actor(User(id=7, username="x", display_name="", role=role))
    record = VisibilityRecord(1, 1, subject, False, False, None, NOW, NOW)
    assert readable(actor, record, creator) is (7 in (creator, subject) or role is not Role.MEMBER)
