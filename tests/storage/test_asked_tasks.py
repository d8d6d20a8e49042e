"""Tasks asked of colleagues are kept with their answer, and listed for both people."""

from datetime import date, timedelta

import msgspec
import pytest

from core.base.model import Priority
from core.base.paging import WHOLE, Page
from core.records.work import AskedState, AskedTask
from tests.storage.rows import NOW, add_task, add_users
from tests.storage.units import calls_of

read, write = calls_of("asked_tasks")


@pytest.fixture
async def people(store):
    return await add_users(store, "ana", "luis", "pedro")


async def add(store, by, to):
    new = AskedTask(
        id=0,
        created_by_user_id=by,
        user_id=to,
        descripcion="Revisar <b> 🚦",
        fecha_cumplir=date(2026, 12, 1),
        prioridad=Priority.ALTA,
        created_at=NOW,
        state=AskedState.WAITING,
        respuesta=None,
        answered_at=None,
        task_id=None,
    )
    return await write(store, "add", new)


async def test_a_request_comes_back_as_it_was_and_with_its_answer(store, people):
    ana, luis, _ = people
    asked = await add(store, ana, luis)
    assert await read(store, "get", asked.id) == asked
    assert (asked.state, asked.answered_at, asked.task_id) == (AskedState.WAITING, None, None)
    task = await add_task(store, luis)
    answered = msgspec.structs.replace(
        asked,
        state=AskedState.ACCEPTED,
        respuesta="Sí",
        answered_at=NOW + timedelta(days=1),
        task_id=task.id,
    )
    await write(store, "update", answered)
    found = await read(store, "get", asked.id)
    assert found == answered
    assert isinstance(found.state, AskedState)
    assert await read(store, "get", 99) is None


async def test_each_person_has_what_they_ask_and_are_asked(store, people):
    ana, luis, pedro = people
    first, second, third = [await add(store, *pair) for pair in ((ana, luis), (luis, pedro), (pedro, ana))]

    async def ids(person, page=WHOLE):
        found = await read(store, "of_person", person, page)
        return [asked.id for asked in found]

    assert await ids(ana) == [first.id, third.id]
    assert await ids(luis) == [first.id, second.id]
    assert await ids(luis, Page(after_id=first.id)) == [second.id]
    assert await ids(luis, Page(limit=1)) == [first.id]


async def test_what_is_withdrawn_is_gone_and_its_id_is_not_given_again(store, people):
    ana, luis, _ = people
    asked = await add(store, ana, luis)
    await write(store, "withdraw", asked.id, NOW)
    assert await read(store, "get", asked.id) is None
    assert await read(store, "of_person", luis) == []
    assert (await add(store, ana, luis)).id != asked.id
