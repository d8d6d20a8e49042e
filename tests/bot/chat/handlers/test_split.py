"""A task split into parts, in words and from the card: how many messages and taps it takes, and who hears of it."""

import pytest

from core.base.model import TaskStatus
from core.records.messages import MessageKind
from core.work import followers
from tests.bot.chat.pushing import push_of
from tests.bot.world import plain
from tests.cast import day

SPLIT = "✂️ Dividir en 3"


@pytest.fixture
async def task(world):
    return await world.task("ana", by="lucia", descripcion="Plan de medios", fechaCumplir=day(5))


async def status_of(world, task):
    return (await world.task_now(task)).estatus


@pytest.mark.parametrize(
    "words",
    ["parte la 1 en TV, digital y OOH, porfa", "split task 1 into TV, digital and OOH"],
)
async def test_one_message_and_one_tap_split_it(world, task, words):
    parts = ["Plan de medios: TV", "Plan de medios: digital", "Plan de medios: OOH"]
    said = await world.says("ana", words, sees=["Dividir", *parts], offers=SPLIT)
    assert await status_of(world, task) is TaskStatus.PENDIENTE
    await world.taps("ana", said, SPLIT, sees=["Dividida en 3:", *parts])
    assert await status_of(world, task) is TaskStatus.CERRADA
    part = await world.says("ana", "/tarea 2", sees=parts[0])
    assert "✂️ Parte de «Plan de medios» (#1)" in plain(part).splitlines()
    told = plain(await push_of(world, "lucia", MessageKind.TASK_CHANGED))
    assert told.splitlines()[0] == "✂️ Ana dividió «Plan de medios» (#1) en:"


async def test_the_card_asks_into_what(world, task):
    card = await world.says("ana", "/tarea 1", offers="✂️ Dividir")
    await world.taps("ana", card, "✂️ Dividir", sees="¿En qué partes?")
    await world.says("ana", "solo una", sees="Necesito al menos dos partes")
    await world.says("ana", "- TV\n- Digital\n- OOH", sees="Plan de medios: OOH", offers=SPLIT)


async def test_until_it_is_pressed_the_parts_are_typed_anew(world, task):
    await world.says("ana", "divide la 1 en TV y digital", offers="✂️ Dividir en 2")
    await world.says("ana", "divide la 1 en TV, digital y OOH", sees="• \u2068Plan de medios: TV", offers=SPLIT)
    await world.says("ana", "TV y radio", sees="Plan de medios: radio", hides="OOH", offers="✂️ Dividir en 2")
    await world.says("ana", "divide la 7 en x, z", hides="Plan de medios: z")


async def test_it_is_whole_again_by_words(world, task):
    said = await world.says("ana", "divide la 1 en TV, digital y OOH")
    card = await world.taps("ana", said, SPLIT)
    await world.taps("ana", card, "🕘 Historial", sees="dividida en")
    await world.says("ana", "/deshacer", sees="↩ Deshecho")
    assert await status_of(world, task) is TaskStatus.PENDIENTE


async def test_who_only_follows_it_is_told_who_may(world, task):
    await world.act("ana", followers.add_follower, task.id, world.users["luis"].id)
    await world.says("luis", "divide la 1 en TV, digital y OOH", sees=["Lucía", "Tarea 1"], lacks=SPLIT)
