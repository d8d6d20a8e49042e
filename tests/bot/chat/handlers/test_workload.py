"""The workload of people, as the chat shows it: a line a person, by name, and a person with their tasks."""

import pytest

from tests.bot.chat.handlers.meetings import spaced
from tests.tables import each_row


@pytest.fixture
async def loaded(world):
    """Ana has a late task, one of Friday and an hour and a half of meetings; Luis has none and is away."""
    await world.link("ana", "luis", "lucia", "pablo")
    await world.task("ana", text="Contrato", due=-2)
    await world.task("ana", text="Lona del stand", due=4)
    await world.event("lucia", "ana", offset=1)
    await world.away("luis", 2, 3)
    return world


TEAM = [
    "Quién tiene cuánto · 23–29 nov",
    "",
    "Ana — 2 tareas abiertas · ⏰ 1 atrasada · 1 vence · 📅 1 h 30 min en eventos",
    "Luis — sin tareas abiertas · 🌴 25–26 nov",
]


async def test_a_line_a_person_by_name_in_one_message(loaded):
    said = await loaded.says("lucia", "¿quién está más cargado?", "Lo leí como: quién tiene cuánto")
    assert spaced(said).split("\n")[2:] == TEAM
    assert len(loaded.phone("lucia").messages) == 2, "the question and its answer"
    assert said.keyboard == [["Ana", "Luis"], ["🙋 Lo mío"]]


async def test_a_person_has_their_tasks_the_first_due_first(loaded):
    said = await loaded.says("lucia", "¿en qué anda Ana?", "Lo leí como: lo que tiene Ana")
    lines = spaced(said).split("\n")
    assert lines[2:4] == ["Lo que tiene Ana · 23–29 nov", TEAM[2].removeprefix("Ana — ")]
    assert [line.split(" · ")[0] for line in lines[5:]] == ["#1 Contrato", "#2 Lona del stand"]
    assert said.keyboard == [["#1 · Contrato"], ["#2 · Lona del stand"], ["‹ Quién tiene cuánto"]]
    await loaded.taps("lucia", said, "‹ Quién tiene cuánto", sees="Luis — sin")


@each_row(
    [
        ("ana", "¿estoy muy cargada?", "Lo que tienes"),
        ("ana", "¿cuántas tareas tiene cada quien?", "Lo de los demás lo ve su líder. Esto es lo tuyo:"),
        ("ana", "¿en qué anda Luis?", "Lo que tiene Luis lo ven Luis y su líder"),
        ("pablo", "what's on Ana's plate?", "What Ana has is for Ana and their leader to see"),
        ("lucia", "¿qué tiene cada quien la próxima semana?", "Quién tiene cuánto · 30 nov – 6 dic"),
        ("lucia", "who's swamped?", "Quién tiene cuánto · 23–29 nov"),
    ],
    given="loaded",
)
async def test_who_is_shown_whose(loaded, who, words, shown):
    said = await loaded.says(who, words)
    assert shown in spaced(said)
