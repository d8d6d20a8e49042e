"""`/tareas` of a colleague and of the team: which words are understood, and what is refused."""

import pytest

from core.application.requests import build
from core.work.tasks import StatusRequest, set_status
from tests.bot.world import check, labels
from tests.tables import each_row


@pytest.fixture
async def tasks(world):
    await world.link("ana", "luis", "lucia", "pablo")
    await world.task("luis", by="lucia", text="De Luis")
    await world.task("ana", "luis", by="lucia", text="De los dos")
    await world.task("pablo", text="Secreta")
    return world


@each_row(
    [
        ("@luis", "Tareas de Luis · abiertas · 2"),
        ("de Luis · semana", "Tareas de Luis · esta semana"),
        ("@luis, cerradas", "Tareas de Luis · cerradas · 0"),
        ("team late", "Tareas de mi equipo · atrasadas · 0"),
        ("equipo", "Tareas de mi equipo · abiertas · 2"),
        ("mi equipo · en planeación", "Tareas de mi equipo · en planeación"),
        ("equipo · rojas", "En rojo"),
        ("@luis rojas", "En rojo"),
        ("cerradas", "Mis tareas · cerradas · 0"),
        ("@lucia", "Mis tareas · abiertas · 0"),
        ("cerradas rojas", "Elige uno solo"),
        ("@nadie", "y de quién: equipo o @nombre"),
    ],
    given="tasks",
)
async def test_words(tasks, words, sees):
    await tasks.says("lucia", f"/tareas {words}", sees)


async def test_of_others_only_what_one_may_see(tasks):
    said = await tasks.says("ana", "/tareas @luis", "Tareas de Luis · abiertas · 1", sees="De los dos", lacks="De Luis")
    assert "en rojo" not in labels(said)
    said = await tasks.says("ana", "/tareas @pablo", "Tareas de Pablo · abiertas · 0")
    check(said, sees=["Aquí no hay nada que puedas ver."], lacks="Secreta")
    await tasks.says("ana", "/tareas equipo", "quien tiene un equipo")
    await tasks.says("ana", "/tareas @luis rojas", "cada quien y su líder")


async def test_a_card_leads_back_to_its_list(tasks):
    said = await tasks.says("lucia", "/tareas @luis", "Tareas de Luis")
    card = await tasks.taps("lucia", said, "#1 · De Luis", sees="Tarea 1")
    await tasks.taps("lucia", card, "‹ Tareas", sees="Tareas de Luis · abiertas")


async def test_what_was_closed_on_some_days_is_for_who_may_see_it(tasks):
    for number in (1, 2):
        request = build(StatusRequest, {"estatus": "CERRADA"})
        await tasks.act("lucia", set_status, number, request)
    said = await tasks.says(
        "lucia", "qué cerró luis este mes", "Tareas de Luis · cerradas", sees=["De Luis", "De los dos"]
    )
    await tasks.taps("lucia", said, "📦 Todas las cerradas", sees="Tareas de Luis · cerradas · 2")
    await tasks.says(
        "ana", "qué cerró luis este mes", "Tareas de Luis · cerradas", sees="De los dos", hides="De Luis\n"
    )
    await tasks.says("lucia", "qué cerró luis la semana pasada", "no se cerró nada")
