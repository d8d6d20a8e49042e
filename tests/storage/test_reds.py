"""Reds are kept with their reason and helpers, found while they last, and ended, as the port says."""

from datetime import timedelta

import pytest

from core.records.work import HelperAnswer, Red, RedHelper
from tests.storage.rows import NOW, add_task, add_users
from tests.storage.units import calls_of

read, write = calls_of("reds")
LATER = NOW + timedelta(hours=1)


@pytest.fixture
async def stored(store):
    """Two people, a task of each, and their reds."""
    people = await add_users(store, "ana", "luis", "pedro")
    tasks = [(await add_task(store, person)).id for person in people[:2]]
    reds = [
        await write(store, "start", task, person, NOW + timedelta(minutes=place))
        for place, (task, person) in enumerate(zip(tasks, people, strict=False))
    ]
    return people, tasks, reds


async def ids(store, method, *args):
    return [red.id for red in await read(store, method, *args)]


async def test_a_red_comes_back_as_it_was(store, stored):
    (ana, luis, pedro), (task, _), (red, _) = stored
    assert await read(store, "get", red) == Red(red, task, ana, NOW, None, None, None, [])
    await write(store, "explain", red, "Falta <b>algo</b> 🚦", LATER)
    await write(store, "name_helpers", red, [pedro, luis])
    await write(store, "answer", red, pedro, HelperAnswer.NOT_ME)
    helpers = [RedHelper(luis, None), RedHelper(pedro, HelperAnswer.NOT_ME)]
    found = await read(store, "get", red)
    assert found == Red(red, task, ana, NOW, "Falta <b>algo</b> 🚦", LATER, None, helpers)
    assert all(helper.answer is None or isinstance(helper.answer, HelperAnswer) for helper in found.helpers)
    assert await read(store, "get", 99) is None


async def test_naming_again_keeps_the_answer_and_answering_names(store, stored):
    (_, luis, pedro), _, (red, _) = stored
    await write(store, "answer", red, pedro, HelperAnswer.ON_IT)
    await write(store, "name_helpers", red, [pedro, luis])
    assert (await read(store, "get", red)).on_it == [pedro]
    await write(store, "drop_helper", red, pedro)
    assert [helper.user_id for helper in (await read(store, "get", red)).helpers] == [luis]


async def test_those_that_last_are_found_by_task_and_by_person(store, stored):
    (ana, luis, pedro), tasks, (anas, luiss) = stored
    await write(store, "name_helpers", anas, [luis, pedro])
    assert await ids(store, "lasting", tasks) == [anas, luiss]
    assert await ids(store, "lasting", tasks[1:]) == [luiss]
    assert await ids(store, "lasting_of", [ana, luis], LATER) == [anas, luiss]
    assert await ids(store, "lasting_of", [ana, luis], NOW + timedelta(seconds=1)) == [anas]
    assert await ids(store, "lasting_of", [pedro], LATER) == []
    await write(store, "end", [anas], LATER)
    assert await ids(store, "lasting", tasks) == await ids(store, "lasting_of", [ana, luis], LATER) == [luiss]
    assert (await read(store, "get", anas)).ended_at == LATER


async def test_a_helper_helps_while_it_lasts(store, stored):
    (ana, luis, pedro), (task, other), (red, _) = stored
    await write(store, "name_helpers", red, [pedro])
    asked = [(pedro, task), (pedro, other), (luis, task), (ana, task)]
    assert [await read(store, "helps_with", *each) for each in asked] == [True, False, False, False]
    (found,) = await read(store, "helped_by", pedro)
    assert (found.id, [helper.user_id for helper in found.helpers]) == (red, [pedro])
    assert await read(store, "helped_by", luis) == []
    await write(store, "end", [red], LATER)
    assert not await read(store, "helps_with", pedro, task)
    assert await read(store, "helped_by", pedro) == []


async def test_the_latest_helpers_come_first(store, stored):
    (ana, luis, pedro), (task, _), (red, _) = stored
    await write(store, "name_helpers", red, [pedro])
    await write(store, "end", [red], LATER)
    await write(store, "name_helpers", await write(store, "start", task, ana, LATER), [luis])
    assert list(await read(store, "recent_helpers", ana, 5)) == [luis, pedro]
    assert list(await read(store, "recent_helpers", ana, 1)) == [luis]
    assert list(await read(store, "recent_helpers", luis, 5)) == []
