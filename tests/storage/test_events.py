"""Events are kept, found by whom they are for, and hidden with what is attached to them, as the port says."""

from datetime import UTC, datetime, timedelta
from itertools import product

import msgspec
import pytest

from core.base.model import INT32_MAX, Role
from tests.storage.rows import NOW, VISITA, add_event, add_users, as_actor, delete_events, new_event
from tests.tables import each_row

TICK, HOUR, DAY = timedelta(microseconds=1), timedelta(hours=1), timedelta(days=1)
EVERY_FIELD = {
    "event_type_id": VISITA,
    "title": "Año 🟢'; --",
    "description": "",
    "start_datetime": datetime(1900, 1, 1, tzinfo=UTC),
    "end_datetime": datetime(9998, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
    "location": "\n",
    "is_virtual": True,
    "is_public": True,
    "status_id": INT32_MAX,
    "customer_id": 7,
    "supplier_id": INT32_MAX,
    "created_by_user_id": 2,
    "created_at": NOW - HOUR,
    "updated_at": NOW + HOUR,
    "is_active": False,
}


@pytest.fixture
async def people(store):
    await add_users(store, "ana", "luis")
    await add_users(store, "alma", role=Role.ADMIN)


async def seen(store, event_id, viewer=1):
    return await store.read(lambda uow: uow.events.seen(event_id, viewer))


async def listed(store, viewer=1, **page):
    actor = await as_actor(store, viewer)
    return await store.read(lambda uow: uow.events.list(actor, **page))


async def ids(store, viewer=1, **page):
    return [event.id for event in await listed(store, viewer, **page)]


@pytest.mark.parametrize("fields", [{}, EVERY_FIELD, {"created_by_user_id": None}])
async def test_an_event_comes_back_with_every_field_as_it_was(store, people, fields):
    given = new_event(**fields)
    added = await store.write(lambda uow: uow.events.add(given))
    assert msgspec.structs.asdict(added) == msgspec.structs.asdict(given) | {"id": added.id}
    found = await seen(store, added.id)
    assert (found.event, found.participates, found.shown) == (added, False, None)
    assert {type(value) for value in (found.event.is_virtual, found.event.is_public, found.participates)} == {bool}
    assert await listed(store, 3) == [added]


async def test_every_field_can_be_changed_and_only_that_events(store, people):
    other, event = await add_event(store), await add_event(store)
    changed = msgspec.structs.replace(event, **EVERY_FIELD)
    await store.write(lambda uow: uow.events.update(changed))
    assert await listed(store, 3) == [other, changed]


@pytest.fixture
async def early(store, people):
    return await add_event(store, start_datetime=NOW - 9000 * HOUR)


@each_row(
    [*product([TICK, DAY - TICK, DAY, DAY + TICK, 32 * DAY, 32 * DAY + TICK, 2000 * DAY], [1, 3])], given="store early"
)
async def test_an_event_of_any_length_is_found_from_its_first_to_its_last_microsecond(store, event, length, viewer):
    moved = msgspec.structs.replace(event, start_datetime=NOW, end_datetime=NOW + length)
    await store.write(lambda uow: uow.events.update(moved))
    for start, found in ((NOW - TICK, []), (NOW, [event.id]), (NOW + length - TICK, [event.id]), (NOW + length, [])):
        assert await ids(store, viewer, start=start, end=start + TICK) == found


async def test_a_deleted_event_is_nowhere_and_its_id_not_given_again(store, people):
    first, second, third = [await add_event(store, is_public=True) for _ in range(3)]
    await delete_events(store)
    assert await ids(store) == [first.id, second.id, third.id]
    await delete_events(store, first.id, third.id)
    assert await seen(store, first.id, 3) is await seen(store, third.id) is await seen(store, 99) is None
    for viewer in (1, 2, 3):
        assert await ids(store, viewer) == [second.id]
    await store.write(lambda uow: uow.events.update(first))
    assert await seen(store, first.id) is None
    assert (await add_event(store)).id > third.id


async def test_a_deleted_event_can_be_had_back_without_what_was_attached(store, people):
    event, other = await add_event(store, is_public=True), await add_event(store)
    await delete_events(store, event.id, other.id)
    later = NOW + timedelta(hours=1)
    await store.write(lambda uow: uow.events.restore([event.id], later))
    assert (await seen(store, event.id)).event == msgspec.structs.replace(event, updated_at=later)
    assert await ids(store) == [event.id]
    await store.write(lambda uow: uow.events.restore([event.id], later + timedelta(hours=1)))
    assert (await seen(store, event.id)).event.updated_at == later
