"""The tasks of a colleague and of one's team, as far as one may read them."""

import pytest

from core.base.errors import Code
from core.base.model import TaskStatus
from core.work import red, task_lists
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROOT
from tests.core.refusals import forbidden
from tests.core.world import day


async def ids(world, who, *asked):
    return [task.id for task in await world.run(who, task_lists.tasks_of, *asked)]


async def of_team(world, who, *asked):
    return [task.id for task in await world.run(who, task_lists.tasks_of_team, *asked)]


@pytest.fixture
async def given(world):
    """1 and 2 are Luis's, 2 closed; 3 his and Ana's; 4 Ana's, planned; 5 Pablo's; 6 Luis's, deleted."""
    await world.task(LUIS, fechaCumplir=day(5))
    closed = await world.task(LUIS)
    await world.edit(LUIS, closed, estatus="CERRADA")
    await world.task(LUCIA, responsibleUserIds=[LUIS, ANA], fechaCumplir=day(2))
    await world.task(ANA, fechaSolicitud=day(3))
    await world.task(PABLO)
    await world.delete(LUIS, await world.task(LUIS))
    return world


async def test_of_a_colleague_what_one_may_read_of_a_state_or_due_within(given):
    assert await ids(given, LUCIA, LUIS, None) == [3, 1]
    assert await ids(given, ANA, LUIS, None) == [3]
    assert await ids(given, LUCIA, LUIS, TaskStatus.CERRADA) == [2]
    assert await ids(given, LUCIA, LUIS, None, day(0), day(3)) == [3]


async def test_of_the_team(given):
    assert await of_team(given, LUCIA, None) == [3, 1, 4]
    assert await of_team(given, LUCIA, TaskStatus.CERRADA) == [2]
    assert await of_team(given, ANA, None) == []
    assert await of_team(given, ROOT, None) == [3, 1, 4, 5]


async def test_what_is_red_is_for_the_person_and_who_leads_them(given):
    item = (await given.open(LUIS)).items[0]
    await given.light(LUIS, item.id, "ROJO")
    for who in (LUIS, LUCIA, ROOT):
        assert (await given.run(who, red.of_person, LUIS)).count == 1
    with forbidden(Code.FORBIDDEN):
        await given.run(ANA, red.of_person, LUIS)
