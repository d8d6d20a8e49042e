"""Reminders are kept, listed for those who see their events, and hidden, as the port says."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import pytest_asyncio

from core.base.model import Role
from core.records.calendar import NewReminder, Reminder
from tests.storage.rows import NOW, add_event, add_users, as_actor, delete_events

ANA, LUIS, ALMA = 1, 2, 3
HOUR, TICK = timedelta(hours=1), timedelta(microseconds=1)
LATER = NOW + HOUR


@pytest_asyncio.fixture(loop_scope="session")
async def events(store):
    """A private and a public event of Ana's, and a private one of Luis's."""
    await add_users(store, "ana", "luis")
    await add_users(store, "alma", role=Role.ADMIN)
    kinds = ((ANA, False), (ANA, True), (LUIS, False))
    return [(await add_event(store, created_by_user_id=user, is_public=public)).id for user, public in kinds]


async def add(store, event_id, **fields):
    defaults = {"event_id": event_id, "remind_at": NOW, "sent": False, "created_at": NOW, "updated_at": NOW}
    return await store.write(lambda uow: uow.reminders.add(NewReminder(**defaults | fields)))


async def get(store, reminder):
    return await store.read(lambda uow: uow.reminders.get(reminder.id))


async def update(store, reminder, **fields):
    changed = msgspec.structs.replace(reminder, **fields)
    await store.write(lambda uow: uow.reminders.update(changed))
    return changed


async def delete(store, reminder):
    await store.write(lambda uow: uow.reminders.delete(reminder.id, LATER))


async def listed(store, viewer=ALMA, **page):
    actor = await as_actor(store, viewer)
    return await store.read(lambda uow: uow.reminders.list(actor, **page))


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize("at", [datetime(1900, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, 23, 59, 59, 1, tzinfo=UTC)])
async def test_a_reminder_comes_back_with_every_field_as_it_was(store, events, sent, at):
    added = await add(store, events[0], remind_at=at, sent=sent, updated_at=LATER)
    assert added == Reminder(added.id, events[0], at, sent, False, None, NOW, LATER)
    found = await get(store, added)
    assert found == added
    assert (type(found.sent), type(found.is_deleted)) == (bool, bool)


async def test_there_is_no_reminder_with_an_id_never_given(store, events):
    assert await store.read(lambda uow: uow.reminders.get(99)) is None


async def test_an_event_may_have_the_same_reminder_twice(store, events):
    assert (await add(store, events[0])).id < (await add(store, events[0])).id


async def test_every_field_but_its_birth_can_be_changed(store, events):
    added, other = await add(store, events[0]), await add(store, events[0])
    fields = {"event_id": events[2], "remind_at": LATER, "sent": True, "updated_at": LATER}
    changed = await update(store, added, **fields)
    assert await get(store, added) == changed
    assert await get(store, other) == other


async def test_a_deleted_reminder_is_nowhere_and_stays_so(store, events):
    added = await add(store, events[0])
    await delete(store, added)
    await update(store, added, sent=True)
    assert await get(store, added) is None
    assert await listed(store) == await listed(store, ANA) == []
    assert (await add(store, events[0])).id > added.id


async def test_a_list_is_of_the_events_that_its_viewer_may_see(store, events):
    private, public, theirs = [await add(store, event_id) for event_id in events]
    more = await add(store, events[0])
    assert await listed(store, ANA) == [private, public, more]
    assert await listed(store, LUIS) == [public, theirs]
    assert await listed(store, ALMA) == [private, public, theirs, more]
    assert await listed(store, ANA, limit=2) == [private, public]
    assert await listed(store, ANA, after_id=private.id) == [public, more]
    assert await listed(store, ALMA, after_id=private.id, limit=2) == [public, theirs]


@pytest.mark.parametrize("viewer", [ANA, ALMA])
async def test_a_list_between_two_instants_excludes_the_second(store, events, viewer):
    first, second, third = [await add(store, events[0], remind_at=NOW + place * TICK) for place in (-1, 0, 1)]
    assert await listed(store, viewer, start=NOW) == [second, third]
    assert await listed(store, viewer, end=NOW) == [first]
    assert await listed(store, viewer, start=NOW - TICK, end=NOW + TICK) == [first, second]
    assert await listed(store, viewer, start=NOW - TICK, limit=1, after_id=first.id) == [second]
    assert await listed(store, viewer, start=LATER, end=LATER + HOUR) == []


async def test_one_events_reminders_are_told_by_when_they_are_due(store, events):
    late, early = [await add(store, events[0], remind_at=NOW + place * HOUR) for place in (2, 1)]
    await add(store, events[1])
    gone = await add(store, events[0])
    await delete(store, gone)
    assert list(await store.read(lambda uow: uow.reminders.of_event(events[0]))) == [early, late]
    await delete_events(store, events[0])
    assert list(await store.read(lambda uow: uow.reminders.of_event(events[0]))) == []


async def test_a_deleted_events_reminders_are_nowhere(store, events):
    gone, kept = await add(store, events[0]), await add(store, events[1])
    await delete_events(store, events[0])
    assert await get(store, gone) is None
    for viewer in (ANA, ALMA):
        assert await listed(store, viewer) == await listed(store, viewer, start=NOW) == [kept]
