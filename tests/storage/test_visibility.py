"""Records of visibility are kept, listed for those whom they concern, and hidden, as the port says."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import pytest_asyncio

from core.base.model import Role
from core.records.calendar import NewVisibilityRecord, VisibilityRecord
from tests.storage.rows import NOW, add_event, add_users, as_actor, delete_events

ANA, LUIS, ALMA = 1, 2, 3
LATER = NOW + timedelta(hours=1)


@pytest_asyncio.fixture(loop_scope="session")
async def events(store):
    """Two events of Ana's and one of Luis's."""
    await add_users(store, "ana", "luis")
    await add_users(store, "alma", role=Role.ADMIN)
    return [(await add_event(store, created_by_user_id=user)).id for user in (ANA, ANA, LUIS)]


def new_record(event_id, user_id, **fields):
    defaults = {"event_id": event_id, "user_id": user_id, "is_visible": True, "created_at": NOW, "updated_at": NOW}
    return NewVisibilityRecord(**defaults | fields)


async def add(store, event_id, user_id, **fields):
    return await store.write(lambda uow: uow.visibility.add(new_record(event_id, user_id, **fields)))


async def get(store, record):
    return await store.read(lambda uow: uow.visibility.get(record.id))


async def update(store, record, **fields):
    changed = msgspec.structs.replace(record, **fields)
    return await store.write(lambda uow: uow.visibility.update(changed)), changed


async def delete(store, record):
    await store.write(lambda uow: uow.visibility.delete(record.id, LATER))


async def listed(store, viewer=ALMA, **page):
    actor = await as_actor(store, viewer)
    return await store.read(lambda uow: uow.visibility.list(actor, **page))


@pytest.mark.parametrize("shows", [True, False])
async def test_a_record_comes_back_with_every_field_as_it_was(store, events, shows):
    times = {"created_at": datetime(1900, 1, 1, tzinfo=UTC), "updated_at": LATER}
    added = await add(store, events[0], LUIS, is_visible=shows, **times)
    assert added == VisibilityRecord(added.id, events[0], LUIS, shows, False, None, *times.values())
    found = await get(store, added)
    assert found == added
    assert (type(found.is_visible), type(found.is_deleted)) == (bool, bool)


async def test_there_is_no_record_with_an_id_never_given(store, events):
    assert await store.read(lambda uow: uow.visibility.get(99)) is None


async def test_a_live_record_takes_its_persons_place_in_its_event(store, events):
    first, second, _ = events
    taken, other = await add(store, first, LUIS), await add(store, second, LUIS)
    assert await add(store, first, LUIS, is_visible=False) is None
    assert await update(store, other, event_id=first) == (False, msgspec.structs.replace(other, event_id=first))
    third = await add(store, first, ANA)
    assert (await update(store, third, user_id=LUIS))[0] is False
    assert await listed(store) == [taken, other, third]


async def test_every_field_but_its_birth_can_be_changed(store, events):
    added = await add(store, events[0], LUIS)
    fields = {"event_id": events[2], "user_id": ANA, "is_visible": False, "updated_at": LATER}
    written, changed = await update(store, added, **fields)
    assert (written, await get(store, added)) == (True, changed)
    assert await add(store, events[0], LUIS)


async def test_a_change_of_nothing_is_a_change(store, events):
    added = await add(store, events[0], LUIS)
    assert await update(store, added) == (True, added)


async def test_a_deleted_record_is_nowhere_its_place_free_its_id_not_given_again(store, events):
    added = await add(store, events[0], LUIS)
    await delete(store, added)
    assert await get(store, added) is None
    assert await listed(store) == await listed(store, ANA) == await listed(store, LUIS) == []
    assert (await update(store, added, is_visible=False))[0] is False
    following = await add(store, events[0], LUIS)
    assert following.id > added.id
    await delete(store, following)
    other = await add(store, events[0], ANA)
    assert (await update(store, other, user_id=LUIS))[0] is True


async def test_a_list_is_of_the_viewers_events_and_of_what_is_about_them(store, events):
    first, second, theirs = events
    mine = await add(store, first, LUIS)
    about_me = await add(store, theirs, ANA, is_visible=False)
    neither = await add(store, theirs, ALMA)
    both = await add(store, second, ANA)
    assert await listed(store, ANA) == [mine, about_me, both]
    assert await listed(store, LUIS) == [mine, about_me, neither]
    assert await listed(store, ALMA) == [mine, about_me, neither, both]
    assert await listed(store, ANA, limit=1) == [mine]
    assert await listed(store, ANA, after_id=mine.id) == [about_me, both]
    assert await listed(store, ALMA, after_id=mine.id, limit=2) == [about_me, neither]


async def test_an_events_list_holds_of_those_what_is_that_events(store, events):
    first, second, theirs = events
    mine = [await add(store, first, user) for user in (ALMA, LUIS)]
    await add(store, second, LUIS)
    about_me = await add(store, theirs, ANA)
    await add(store, theirs, ALMA)
    assert await listed(store, ANA, event_id=first) == mine
    assert await listed(store, ANA, event_id=theirs) == [about_me]
    assert await listed(store, LUIS, event_id=first) == mine[1:]
    assert await listed(store, ALMA, event_id=first, after_id=mine[0].id) == mine[1:]
    assert await listed(store, ALMA, event_id=first, limit=1) == mine[:1]
    assert await listed(store, ALMA, event_id=99) == []


async def test_a_deleted_events_records_are_nowhere(store, events):
    gone, kept = await add(store, events[0], LUIS), await add(store, events[1], LUIS)
    await delete_events(store, events[0])
    assert await get(store, gone) is None
    for viewer in (ANA, LUIS, ALMA):
        assert await listed(store, viewer) == [kept]
        assert await listed(store, viewer, event_id=events[0]) == []
