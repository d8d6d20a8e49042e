"""The person of a drafted task where a name is several people's or is corrected, and the plan of a day as a list."""

import pytest

from core.application.use_case import Caller
from core.people import users
from core.people.users import UserImport, UserRow
from tests.bot.chat.handlers.drafting import DRAFT
from tests.bot.world import check, plain


async def two_kates(world, *usernames):
    names = zip(usernames, ("Kate Lowell", "Kate Smith"), strict=True)
    rows = [UserRow(username=username, name=name, leader="lucia") for username, name in names]
    await world.pipeline.run(Caller(users.OPERATOR), users.import_users, UserImport(rows=rows))


ORDERS = pytest.mark.parametrize(
    "words",
    ["kate: confirm hotel rooms by Thursday", "crea una tarea para kate: confirmar hoteles, para el jueves"],
)


@ORDERS
async def test_a_name_of_several_people_is_whose_username_it_is(world, words):
    await two_kates(world, "kate", "ksmith")
    said = await world.says("lucia", words, DRAFT)
    assert "Kate Lowell" in plain(said)
    assert "kate:" not in plain(said)


async def test_a_place_that_is_like_a_name_is_nobody(world):
    camilo = UserRow(username="camilo", name="Camilo Vélez", leader="lucia")
    await world.pipeline.run(Caller(users.OPERATOR), users.import_users, UserImport(rows=[camilo]))
    said = await world.says("lucia", "camilo: confirmar hoteles en cali, para el jueves", DRAFT)
    check(said, sees="Responsables: Camilo Vélez", hides="camilo:")


@pytest.mark.parametrize(
    "words",
    ["es para luis no para mi", "it's for luis, not for me"],
)
async def test_for_whom_it_is_instead_of_oneself_changes_the_person_and_not_the_title(world, words):
    await world.says("lucia", "/nueva confirmar hoteles para el jueves", DRAFT)
    said = await world.says("lucia", words, DRAFT)
    assert "confirmar hoteles\n" in plain(said)
    check(said, sees="Responsables: Luis", hides="para m")


@pytest.mark.parametrize(
    "words",
    [
        "hola. hoy: pedir los volantes, contratar el camion, revisar las luces",
        "today: order the flyers, book the truck, check the lights",
    ],
)
async def test_the_plan_of_a_day_is_a_draft_of_its_tasks(world, words):
    said = await world.says("lucia", words, "3 tareas nuevas")
    assert plain(said).replace("\xa0", " ").count("vence lun, 23 nov") == 3
    check(said, hides=["hola", "buenos", "tengo", "toca"])
