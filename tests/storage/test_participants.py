"""Participants are kept, listed for those who see their events, and hidden, as the port says."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import pytest_asyncio

from core.base.model import Role
from core.records.calendar import BusyQuery, Participant
from tests.storage.rows import NOW, add_event, add_participant, add_users, as_actor, delete_events

ANA, LUIS, ALMA = 1, 2, 3
LATER = NOW + timedelta(hours=1)


@pytest_asyncio.fixture(loop_scope="session")
async def events(store):
    """Two events of Ana's and one of Luis's."""
    await add_users(store, "ana", "luis")
    await add_users(store, "alma", role=Role.ADMIN)
    return [(await add_event(store, created_by_user_id=user)).id for user in (ANA, ANA, LUIS)]


async def get(store, row):
    return await store.read(lambda uow: uow.participants.get(row.id))


async def update(store, row, **fields):
    changed = msgspec.structs.replace(row, **fields)
    return await store.write(lambda uow: uow.participants.update(changed)), changed


async def delete(store, row):
    await store.write(lambda uow: uow.participants.delete(row.id, LATER))


async def listed(store, viewer=ALMA, **page):
    actor = await as_actor(store, viewer)
    return await store.read(lambda uow: uow.participants.list(actor, **page))


@pytest.mark.parametrize(("user", "customer"), [(LUIS, None), (None, 2**31 - 1), (LUIS, 1)])
async def test_a_participant_comes_back_with_every_field_as_it_was(store, events, user, customer):
    times = {"created_at": datetime(1900, 1, 1, tzinfo=UTC), "updated_at": LATER}
    added = await add_participant(store, events[0], user, customer_id=customer, **times)
    assert added == Participant(added.id, events[0], user, customer, False, None, *times.values())
    found = await get(store, added)
    assert found == added
    assert type(found.is_deleted) is bool


async def test_several_people_take_part_at_once_each_busy_and_in_their_order(store, events):
    await store.write(lambda uow: uow.participants.add_people(events[0], [ALMA, LUIS], LATER))
    rows = await listed(store)
    assert rows == [
        Participant(row.id, events[0], user, None, False, None, LATER, LATER)
        for row, user in zip(rows, (ALMA, LUIS), strict=True)
    ]
    asked = BusyQuery([ANA, LUIS, ALMA], NOW, NOW + timedelta(days=1), None, ())
    viewer = await as_actor(store, ALMA)
    busy = await store.read(lambda uow: uow.busy.conflicts(viewer, asked))
    assert [row.user_id for row in busy.conflicts] == [LUIS, ALMA]


async def test_nobody_at_once_is_nobody(store, events):
    await store.write(lambda uow: uow.participants.add_people(events[0], [], LATER))
    assert await listed(store) == []


async def test_there_is_no_participant_with_an_id_never_given(store, events):
    assert await store.read(lambda uow: uow.participants.get(99)) is None
    await store.write(lambda uow: uow.participants.delete(99, NOW))


async def test_a_live_participant_takes_its_persons_and_its_customers_place(store, events):
    first, second, _ = events
    taken = await add_participant(store, first, LUIS, customer_id=7)
    assert await add_participant(store, first, LUIS) is None
    assert await add_participant(store, first, ANA, customer_id=7) is None
    other = await add_participant(store, second, LUIS, customer_id=7)
    assert await update(store, other, event_id=first) == (False, msgspec.structs.replace(other, event_id=first))
    third = await add_participant(store, first, ANA)
    for clash in ({"user_id": LUIS}, {"customer_id": 7}):
        assert (await update(store, third, **clash))[0] is False
    assert await listed(store) == [taken, other, third]


async def test_many_without_a_person_or_without_a_customer_are_in_nobodys_way(store, events):
    rows = [await add_participant(store, events[0], user) for user in (ANA, LUIS)]
    rows += [await add_participant(store, events[0], None, customer_id=customer) for customer in (1, 2)]
    assert await listed(store) == rows
    assert (await update(store, rows[0], user_id=ALMA))[0] is True
    assert (await update(store, rows[2], customer_id=3))[0] is True


async def test_every_field_but_its_birth_can_be_changed(store, events):
    added = await add_participant(store, events[0], LUIS)
    fields = {"event_id": events[2], "user_id": None, "customer_id": 9, "updated_at": LATER}
    written, changed = await update(store, added, **fields)
    assert (written, await get(store, added)) == (True, changed)
    assert await add_participant(store, events[0], LUIS)


async def test_a_change_of_nothing_is_a_change(store, events):
    added = await add_participant(store, events[0], LUIS, customer_id=7)
    assert await update(store, added) == (True, added)


async def test_a_deleted_participant_is_nowhere_its_place_free_its_id_not_given_again(store, events):
    added = await add_participant(store, events[0], LUIS, customer_id=7)
    await delete(store, added)
    assert await get(store, added) is None
    assert await listed(store) == await listed(store, ANA) == await listed(store, user_id=LUIS) == []
    assert (await update(store, added, customer_id=8))[0] is False
    following = await add_participant(store, events[0], LUIS, customer_id=7)
    assert following.id > added.id


async def test_another_may_be_moved_to_a_deleted_participants_place(store, events):
    first, second, _ = events
    gone = await add_participant(store, first, LUIS, customer_id=7)
    moved = await add_participant(store, second, LUIS, customer_id=7)
    await delete(store, gone)
    written, changed = await update(store, moved, event_id=first)
    assert (written, await listed(store)) == (True, [changed])


async def test_a_list_is_of_the_events_that_the_viewer_may_see_in_pages(store, events):
    first, second, theirs = events
    customer = await add_participant(store, first, None, customer_id=7)
    luis = await add_participant(store, second, LUIS)
    alma = await add_participant(store, theirs, ALMA)
    both = await add_participant(store, second, ALMA)
    assert await listed(store, ANA) == [customer, luis, both]
    assert await listed(store, LUIS) == [luis, alma, both]
    assert await listed(store, ALMA) == [customer, luis, alma, both]
    assert await listed(store, ANA, limit=1) == [customer]
    assert await listed(store, ALMA, after_id=customer.id, limit=2) == [luis, alma]


async def test_a_persons_list_holds_of_those_what_is_theirs(store, events):
    first, second, theirs = events
    alma = [await add_participant(store, event, ALMA) for event in (theirs, first, second)]
    luis = await add_participant(store, first, LUIS)
    assert await listed(store, user_id=ALMA) == alma
    assert await listed(store, ANA, user_id=ALMA) == alma[1:]
    assert await listed(store, LUIS, user_id=ALMA) == alma[:2]
    assert await listed(store, LUIS, user_id=LUIS) == [luis]
    assert await listed(store, user_id=ALMA, after_id=alma[0].id, limit=1) == alma[1:2]
    assert await listed(store, user_id=99) == []


async def test_a_deleted_events_participants_are_nowhere(store, events):
    gone, kept = [await add_participant(store, event, LUIS) for event in events[:2]]
    await delete_events(store, events[0])
    assert await get(store, gone) is None
    for viewer in (ANA, LUIS, ALMA):
        assert await listed(store, viewer) == await listed(store, viewer, user_id=LUIS) == [kept]


async def test_those_of_some_events_are_found_together_by_id(store, events):
    first, second, third = events
    rows = [await add_participant(store, each, LUIS) for each in (second, first, third)]
    gone = await add_participant(store, first, None, customer_id=7)
    await delete(store, gone)
    await delete_events(store, third)

    async def of_events(*ids):
        return await store.read(lambda uow: uow.participants.of_events(ids))

    assert await of_events(first, second, third) == rows[:2]
    assert await of_events(first) == [rows[1]]
    assert await of_events() == []
