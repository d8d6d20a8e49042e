"""Event types are kept, found and hidden as the port says, four of them from the start."""

import msgspec
import pytest

from core.base.paging import Page
from core.records.calendar import EventType, NewEventType
from tests.storage.rows import OTRO, VISITA, add_event, add_users, delete_events
from tests.storage.units import calls_of

read, write = calls_of("event_types")

FROM_THE_START = [
    EventType(1, "BIRTHDAY", "Cumpleaños", system_managed=True, auto_generated=True, is_active=True),
    EventType(2, "REUNION", "Reunión", system_managed=False, auto_generated=False, is_active=True),
    EventType(3, "VISITA", "Visita", system_managed=False, auto_generated=False, is_active=True),
    EventType(4, "OTRO", "Otro", system_managed=False, auto_generated=False, is_active=True),
]
SAME_CODES = [("curso", "CURSO"), ("Diseño", "DISEÑO"), ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("", "")]


def new_type(code, **fields):
    defaults = {"code": code, "name": "", "system_managed": False, "auto_generated": False, "is_active": True}
    return NewEventType(**defaults | fields)


async def add(store, code, **fields):
    return await write(store, "add", new_type(code, **fields))


async def update(store, event_type, **fields):
    changed = msgspec.structs.replace(event_type, **fields)
    return await write(store, "update", changed), changed


async def listed(store, **page):
    return await read(store, "list", Page(**page))


@pytest.mark.parametrize("flag", ["system_managed", "auto_generated", "is_active"])
async def test_a_type_comes_back_with_every_field_as_it_was(store, flag):
    given = new_type("Ñ 🟢'; --", name="Año\n", **{"is_active": False, flag: True})
    added = await write(store, "add", given)
    assert msgspec.structs.asdict(added) == msgspec.structs.asdict(given) | {"id": added.id}
    found = await read(store, "get", added.id)
    assert found == added
    assert {type(value) for value in (found.system_managed, found.auto_generated, found.is_active)} == {bool}


async def test_a_list_is_by_id_inactive_ones_too_four_from_the_start_and_can_be_had_in_pages(store):
    assert await listed(store) == FROM_THE_START
    added = await add(store, "REUNIÓN", is_active=False)
    assert await listed(store) == [*FROM_THE_START, added]
    assert await listed(store, limit=2) == FROM_THE_START[:2]
    assert await listed(store, after_id=3) == [FROM_THE_START[3], added]


@pytest.mark.parametrize(("code", "same"), SAME_CODES)
async def test_a_code_that_differs_in_case_only_is_taken_be_its_type_inactive(store, code, same):
    added, other = await add(store, code, is_active=code != "curso"), await add(store, "other")
    assert await add(store, same) is None
    assert await update(store, other, code=same) == (False, msgspec.structs.replace(other, code=same))
    assert await listed(store) == [*FROM_THE_START, added, other]


async def test_every_field_can_be_changed_and_the_code_is_free_then(store):
    added = await add(store, "curso")
    assert await update(store, added) == (True, added)
    assert (await update(store, added, code="CURSO"))[0] is True
    fields = {"code": "B", "name": "b", "system_managed": True, "auto_generated": True, "is_active": False}
    written, changed = await update(store, added, **fields)
    assert written is True
    assert await listed(store) == [*FROM_THE_START, changed]
    assert await add(store, "curso")


async def test_a_deleted_type_is_nowhere_its_code_free_its_id_not_given_again(store):
    other, added = await add(store, "B"), await add(store, "A")
    await write(store, "delete", added.id)
    assert await read(store, "get", added.id) is None
    assert await listed(store) == [*FROM_THE_START, other]
    assert (await update(store, added, name="x"))[0] is False
    following = await add(store, "a")
    assert following.id > added.id
    await write(store, "delete", following.id)
    assert (await update(store, other, code="A"))[0] is True
    assert (await add(store, "B")).id > following.id


async def test_a_type_is_in_use_while_an_undeleted_event_has_it(store):
    async def in_use(event_type_id):
        return await read(store, "in_use", event_type_id)

    await add_users(store, "ana")
    assert await in_use(VISITA) is False
    first, second = [await add_event(store, event_type_id=VISITA, is_active=active) for active in (True, False)]
    assert (await in_use(VISITA), await in_use(OTRO)) == (True, False)
    await delete_events(store, first.id)
    assert await in_use(VISITA) is True
    await delete_events(store, second.id)
    assert await in_use(VISITA) is False
