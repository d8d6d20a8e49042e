"""Events are kept, found by whom they are for, and hidden with what is attached to them, as the port says."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import pytest_asyncio

from core.base.model import INT32_MAX, Role
from storage.sqlite.connecting import connect
from storage.sqlite.engine import drive
from storage.sqlite.executor import SqliteConnection
from storage.unit_of_work import SqlUnitOfWork
from tests.storage.rows import NOW, VISITA, add_event, add_users, as_actor, delete_events, new_event, new_user

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


@pytest_asyncio.fixture(loop_scope="session")
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


async def test_there_is_no_event_with_an_id_never_given(store, people):
    assert await seen(store, 99) is None


async def test_every_field_can_be_changed_and_only_that_events(store, people):
    other, event = await add_event(store), await add_event(store)
    changed = msgspec.structs.replace(event, **EVERY_FIELD)
    await store.write(lambda uow: uow.events.update(changed))
    assert await listed(store, 3) == [other, changed]


async def test_a_list_is_by_id_inactive_ones_too_and_can_be_had_in_pages(store, people):
    for viewer, public in ((1, False), (2, True), (3, False)):
        made = [await add_event(store, is_public=public, is_active=n != 1) for n in range(4)]
        mine = await ids(store, viewer)
        assert mine[-4:] == [event.id for event in made]
        assert mine == sorted(mine)
        assert await ids(store, viewer, limit=2) == mine[:2]
        assert await ids(store, viewer, after_id=mine[1], limit=2) == mine[2:4]
        assert await ids(store, viewer, after_id=mine[-1]) == []
        await delete_events(store, *mine)


async def test_a_page_is_full_though_what_one_may_not_see_lies_between(store, people):
    mine = []
    for number in range(6):
        mine.append((await add_event(store, created_by_user_id=2, is_public=number % 2 == 0)).id)
        await add_event(store, created_by_user_id=1)
    assert await ids(store, 2, limit=3) == mine[:3]
    assert await ids(store, 2, limit=3, after_id=mine[2]) == mine[3:]


@pytest.mark.parametrize("viewer", [1, 3])
@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        (NOW - HOUR, NOW, False),
        (NOW - HOUR, NOW + TICK, True),
        (NOW + HOUR, NOW + 2 * HOUR, False),
        (NOW + HOUR - TICK, NOW + 2 * HOUR, True),
        (NOW + HOUR / 4, NOW + HOUR / 2, True),
        (NOW - HOUR, NOW + 2 * HOUR, True),
        (None, NOW, False),
        (None, NOW + HOUR, True),
        (NOW + HOUR, None, False),
        (NOW, None, True),
        (None, None, True),
    ],
)
async def test_two_bounds_find_what_overlaps_them_ends_excluded(store, people, viewer, start, end, found):
    await add_event(store, start_datetime=NOW - 100 * HOUR)
    event = await add_event(store)
    others = set(await ids(store, viewer)) - {event.id}
    assert set(await ids(store, viewer, start=start, end=end)) - others == ({event.id} if found else set())


@pytest.mark.parametrize("viewer", [1, 3])
@pytest.mark.parametrize("length", [TICK, DAY - TICK, DAY, DAY + TICK, 32 * DAY, 32 * DAY + TICK, 2000 * DAY])
async def test_an_event_of_any_length_is_found_from_its_first_to_its_last_microsecond(store, people, viewer, length):
    event = await add_event(store, start_datetime=NOW - 9000 * HOUR)
    moved = msgspec.structs.replace(event, start_datetime=NOW, end_datetime=NOW + length)
    await store.write(lambda uow: uow.events.update(moved))
    for start, found in ((NOW - TICK, []), (NOW, [event.id]), (NOW + length - TICK, [event.id]), (NOW + length, [])):
        assert await ids(store, viewer, start=start, end=start + TICK) == found


async def test_bounds_and_pages_hold_together(store, people):
    made = [(await add_event(store, start_datetime=NOW + number * HOUR)).id for number in range(6)]
    bounds = {"start": NOW + HOUR, "end": NOW + 5 * HOUR}
    assert await ids(store, **bounds) == made[1:5]
    assert await ids(store, **bounds, limit=2) == made[1:3]
    assert await ids(store, **bounds, limit=2, after_id=made[2]) == made[3:5]


async def test_a_deleted_event_is_nowhere_and_its_id_not_given_again(store, people):
    first, second, third = [await add_event(store, is_public=True) for _ in range(3)]
    await delete_events(store, first.id, third.id)
    assert await seen(store, first.id, 3) is await seen(store, third.id) is None
    for viewer in (1, 2, 3):
        assert await ids(store, viewer) == [second.id]
    await store.write(lambda uow: uow.events.update(first))
    assert await seen(store, first.id) is None
    assert (await add_event(store)).id > third.id


async def test_deleting_none_deletes_none(store, people):
    event = await add_event(store)
    await delete_events(store)
    assert await ids(store) == [event.id]


ATTACHED = {
    "event_participants": "event_id, user_id",
    "event_visibility": "event_id, user_id, is_visible",
    "event_reminders": "event_id, remind_at, sent",
}


def attach(connection, table, event_id, *values):
    """A live row of a table, made and changed at an instant long ago."""
    columns = f"{ATTACHED[table]}, created_at, updated_at"
    row = (event_id, *values, "2020", "2020")
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", row)


def test_what_is_attached_is_marked_as_deleted_with_its_event_once_and_nothing_else_is(path):
    connection = connect(path)
    uow = SqlUnitOfWork(SqliteConnection(connection))
    drive(uow.users.add(new_user("ana")))
    first, second = [drive(uow.events.add(new_event())).id for _ in range(2)]
    for event_id in (first, second):
        attach(connection, "event_participants", event_id, 1)
        attach(connection, "event_visibility", event_id, 1, 1)
        attach(connection, "event_reminders", event_id, "2026", 0)
    for at in (NOW, NOW + HOUR):
        drive(uow.events.delete([first], at))
    for table in ATTACHED:
        rows = connection.execute(f"SELECT event_id, is_deleted, deleted_at, updated_at FROM {table}").fetchall()
        assert rows == [(first, 1, "2026-11-23T15:00:00.123456Z", "2020"), (second, 0, None, "2020")]
    connection.close()


def test_a_record_and_a_participation_are_their_persons_alone_while_they_live(path):
    connection = connect(path)
    uow = SqlUnitOfWork(SqliteConnection(connection))
    for username in ("ana", "luis", "olga"):
        drive(uow.users.add(new_user(username)))
    event_id = drive(uow.events.add(new_event())).id
    attach(connection, "event_participants", event_id, 2)
    attach(connection, "event_visibility", event_id, 3, 0)
    told = [(seen.participates, seen.shown) for seen in (drive(uow.events.seen(event_id, who)) for who in (1, 2, 3))]
    assert told == [(False, None), (True, None), (False, False)]
    for table in ("event_participants", "event_visibility"):
        connection.execute(f"UPDATE {table} SET is_deleted = 1, deleted_at = '2026'")
    told = [(seen.participates, seen.shown) for seen in (drive(uow.events.seen(event_id, who)) for who in (2, 3))]
    assert told == [(False, None)] * 2
    connection.close()
