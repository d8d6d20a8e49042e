"""A series is kept whole: its events in order, each with its people, found and changed together, as the port says."""

from datetime import timedelta

import msgspec
import pytest

from core.base.calendar_time import Interval
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from tests.storage.rows import NOW, VISITA, add_event, add_users, as_actor, delete_events, new_event

ANA, LUIS, OLGA = 1, 2, 3
TIMES = [Interval(NOW + timedelta(days=day), NOW + timedelta(days=day, minutes=30)) for day in (0, 7, 14)]


@pytest.fixture
async def people(store):
    await add_users(store, "ana", "luis", "olga")


async def add_series(store, *, participants=(), visible_to=(), times=TIMES, external_id=NO_EXTERNAL_ID, **fields):
    def add(uow):
        people = {"participants": participants, "visible_to": visible_to}
        return uow.series.add(new_event(**fields), times, **people, external_id=external_id)

    made = await store.write(add)
    assert made.event_ids == [event.id for event in await events_of(store, made.id)]
    return made.id


async def seen(store, series_id, viewer=ANA):
    return await store.read(lambda uow: uow.series.seen(series_id, viewer))


async def events_of(store, series_id):
    return [each.event for each in await seen(store, series_id)]


async def listed(store, viewer):
    actor = await as_actor(store, viewer)
    return [event.id for event in await store.read(lambda uow: uow.events.list(actor))]


@pytest.mark.parametrize(
    "fields", [{}, {"description": "Ñ 🟢", "customer_id": 7, "is_public": True, "is_active": False, "status_id": 3}]
)
async def test_the_events_are_as_given_at_each_time_in_order(store, people, fields):
    given = new_event(**fields)
    series_id = await add_series(store, **fields)
    for event, time in zip(await events_of(store, series_id), TIMES, strict=True):
        own = {"id": event.id, "series_id": series_id, "start_datetime": time.start, "end_datetime": time.end}
        assert msgspec.structs.asdict(event) == msgspec.structs.asdict(given) | own
    ids = [event.id for event in await events_of(store, series_id)]
    assert ids == sorted(ids) == await listed(store, ANA)


async def test_each_event_is_for_the_people_named_and_for_no_others(store, people):
    await add_event(store)
    series_id = await add_series(store, participants=[LUIS, ANA], visible_to=[OLGA])
    told = {
        who: {(each.participates, each.shown) for each in await seen(store, series_id, who)}
        for who in (ANA, LUIS, OLGA)
    }
    assert told == {ANA: {(True, None)}, LUIS: {(True, None)}, OLGA: {(False, True)}}
    ids = [event.id for event in await events_of(store, series_id)]
    assert await listed(store, LUIS) == await listed(store, OLGA) == ids


async def test_a_series_for_nobody_is_its_creators(store, people):
    series_id = await add_series(store, created_by_user_id=LUIS)
    assert await listed(store, LUIS) == [event.id for event in await events_of(store, series_id)]
    assert await listed(store, ANA) == await listed(store, OLGA) == []


async def test_two_series_and_single_events_are_apart(store, people):
    first = await add_series(store, participants=[LUIS])
    alone = await add_event(store)
    second = await add_series(store, participants=[LUIS], times=TIMES[:1])
    assert (second, alone.series_id) == (first + 1, None)
    assert [len(await events_of(store, series_id)) for series_id in (first, second)] == [3, 1]
    assert len(await listed(store, LUIS)) == 4
    assert await seen(store, 99) == []


async def test_several_events_are_changed_at_once_and_the_others_are_not(store, people):
    first, second, third = await events_of(store, await add_series(store))
    changed = [
        msgspec.structs.replace(event, title=f"{event.id}", event_type_id=VISITA, updated_at=NOW + timedelta(1))
        for event in (first, third)
    ]
    await store.write(lambda uow: uow.series.update(changed))
    assert await events_of(store, first.series_id) == [changed[0], second, changed[1]]
    await store.write(lambda uow: uow.series.update([]))
    assert await events_of(store, first.series_id) == [changed[0], second, changed[1]]


async def external_id_of(store, series_id):
    return await store.read(lambda uow: uow.series.external_id_of(series_id))


async def by_external_id(store, *there):
    return await store.read(lambda uow: uow.series.by_external_id(ExternalId(*there)))


async def test_a_series_is_found_by_its_id_in_another_system_while_it_has_events(store, people):
    theirs, other = ExternalId("outlook", "7"), ExternalId("outlook", "8")
    series_id = await add_series(store, external_id=theirs)
    unnamed = await add_series(store)
    assert await external_id_of(store, series_id) == theirs
    assert await external_id_of(store, unnamed) == NO_EXTERNAL_ID
    assert await by_external_id(store, "outlook", "7") == series_id
    assert await by_external_id(store, "jira", "7") is await by_external_id(store, "outlook", "8") is None
    await store.write(lambda uow: uow.series.set_external_id(series_id, other))
    assert await external_id_of(store, series_id) == other
    assert await external_id_of(store, unnamed) == NO_EXTERNAL_ID
    assert await by_external_id(store, "outlook", "7") is None
    first, *rest = [event.id for event in await events_of(store, series_id)]
    await delete_events(store, *rest)
    assert await by_external_id(store, "outlook", "8") == series_id
    await delete_events(store, first)
    assert await by_external_id(store, "outlook", "8") is None
    assert await external_id_of(store, series_id) == other
    again = await add_series(store, external_id=other)
    assert await by_external_id(store, "outlook", "8") == again


async def test_a_deleted_event_is_in_no_series_and_is_not_changed(store, people):
    series_id = await add_series(store, participants=[LUIS], visible_to=[OLGA])
    first, second, third = await events_of(store, series_id)
    await delete_events(store, second.id)
    await store.write(lambda uow: uow.series.update([second]))
    assert await events_of(store, series_id) == [first, third]
    for who in (ANA, LUIS, OLGA):
        assert await listed(store, who) == [first.id, third.id]
    await delete_events(store, first.id, third.id)
    assert await seen(store, series_id) == []
    assert await add_series(store) == series_id + 1
