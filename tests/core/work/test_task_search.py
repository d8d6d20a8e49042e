"""Finding one's open tasks by words: which words find what, in which order, and nobody else's."""

import pytest

from core.base.model import INT32_MAX
from core.work import task_search
from tests.cast import ANA, LUCIA, LUIS, PABLO, PEDRO, ROOT
from tests.core.world import day
from tests.tables import each_row


async def find(world, who, words, start=0, most=10):
    return await world.run(who, task_search.find_tasks, words, start, most)


async def ids(world, who, words):
    return [task.id for task in (await find(world, who, words)).tasks]


@pytest.fixture
async def tasks(world):
    """Ana's three: 1 due late, 2 due soon, 3 closed; 4 is Luis's, 5 Pedro's."""
    texts = ["Revisar CONTRATO con Ñandú", "Enviar 100 facturas\ny el contrato", "Contrato viejo"]
    for number, words in enumerate(texts):
        await world.task(ANA, descripcion=words, fechaCumplir=day(9 - number))
    await world.edit(ANA, await world.get(ANA, 3), estatus="CERRADA")
    await world.task(LUIS, descripcion="Contrato de Luis", fechaCumplir=day(20))
    await world.task(PEDRO, descripcion="Contrato secreto de Pedro")
    return world


@each_row(
    [
        ("", [2, 1]),
        ("contrato", [2, 1]),
        ("CONTRÁTO", [2, 1]),
        ("ontra", [2, 1]),
        ("nandu", [1]),
        ("Ñandú revisar", [1]),
        ("contrato facturas", [2]),
        ("contrato nada", []),
        ("viejo", []),
        ("100", [2]),
        ("1", [1, 2]),
        ("#1", [1]),
        ("#1 contrato", [1]),
        ("1 facturas", [2]),
        ("3", []),
        ("#4", []),
        ("secreto", []),
        (str(INT32_MAX + 1), []),
        ("99999999999999999999", []),
        ("١", []),
        ("%", []),
        ("\0\ud800", []),
    ],
    given="tasks",
)
async def test_words_find_open_tasks_of_ones_own_the_soonest_due_first(tasks, words, found):
    assert await ids(tasks, ANA, words) == found


async def test_who_sees_all_finds_what_concerns_them_and_the_rest_by_number_only(tasks):
    assert await ids(tasks, ROOT, "contrato") == []
    assert await ids(tasks, ROOT, "#5") == [5]
    assert await ids(tasks, PABLO, "#5") == []


async def test_a_deleted_task_is_not_found(tasks):
    await tasks.delete(ANA, await tasks.get(ANA, 1))
    assert await ids(tasks, ANA, "contrato") == [2]
    assert await ids(tasks, ANA, "#1") == []


async def test_they_come_a_page_at_a_time(tasks):
    first = await find(tasks, LUCIA, "contrato", 0, 2)
    assert ([task.id for task in first.tasks], first.more) == ([2, 1], True)
    assert not (await find(tasks, LUCIA, "contrato", 0, 3)).more
    rest = await find(tasks, LUCIA, "contrato", 2, 2)
    assert ([task.id for task in rest.tasks], rest.more) == ([4], False)
    beyond = await find(tasks, LUCIA, "contrato", 4, 2)
    assert (beyond.tasks, beyond.more) == ([], False)
