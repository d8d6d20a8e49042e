"""Hopes, and plans for tomorrow, said in the chat: nothing of them is saved."""

import pytest

from core.records.messages import MessageKind
from tests.bot.chat.pushing import DAY, pushed


@pytest.fixture
async def tasks(world):
    for text in ("Mesa de roble", "Licencia de obra"):
        await world.task("ana", text=text)


@pytest.mark.parametrize(
    "words",
    ["hoping to get the first half of the mesa done", "la mesa debería quedar al 80 hoy"],
)
async def test_no_percentage_is_saved_of_a_hope(world, tasks, words):
    await world.open_log("ana")
    await world.says("ana", words, hides="guardada")
    await world.quiet()
    assert await world.percents("ana") == [0, 0]


async def test_a_day_is_closed_and_not_opened_beside_the_plan_for_tomorrow(world, tasks):
    await world.open_log("ana")
    await world.says("ana", "terminé la mesa y cierro. mañana empiezo con la licencia", "1 tarea guardada. Día cerrado")
    assert await world.percents("ana") == [100, 0]


async def test_the_plan_behind_an_answer_is_not_asked_about(world, tasks):
    await world.open_log("ana")
    await pushed(world, "ana", MessageKind.CLOSE_PROMPT, **DAY)
    await world.says("ana", "cierra, mañana arranco con la licencia", hides="¿La guardo como tarea?")
