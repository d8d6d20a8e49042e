"""Sentences that tell of something done, or there, that may not be all of a task."""

import pytest

from core.base.model import Semaforo


async def states(world):
    return [(item.porcentaje, item.semaforo) for item in (await world.log("ana")).items]


@pytest.fixture
async def photos(world):
    await world.task("ana", text="Fotos de la obra")
    await world.open_log("ana")


async def test_what_was_done_for_somebody_is_asked_about_and_its_reminder_offered(world, photos):
    await world.says("ana", "recuérdame hoy a las 5 mandarle las fotos a Gómez", "17:00")
    asked = await world.says("ana", "ya le mandé las fotos a Gómez", "¿Con eso la tarea queda terminada?")
    assert await states(world) == [(0, Semaforo.VERDE)]
    await world.taps("ana", asked, "✅ 🔔 mandarle las fotos a Gómez")
    assert await states(world) == [(0, Semaforo.VERDE)]


async def test_it_closes_the_task_once_that_is_pressed(world, photos):
    asked = await world.says("ana", "ya le mandé las fotos a Gómez", lacks="✅ 🔔 mandarle las fotos a Gómez")
    await world.taps("ana", asked, "#1 100 % · Fotos de la obra")
    assert await states(world) == [(100, Semaforo.VERDE)]


@pytest.mark.parametrize(
    ("title", "red", "words"),
    [
        ("Instalar bisagras", "las bisagras en rojo, no llegan", "las bisagras ya están, saca el rojo"),
        ("Instalar bisagras", "las bisagras en rojo, no llegan", "ya están las bisagras, ponlo en verde"),
        ("Instalar puertas", "las puertas en rojo, faltan las bisagras", "las bisagras ya quedaron, quítale el rojo"),
    ],
)
async def test_what_a_red_task_waited_for_ends_the_red_and_is_kept(world, title, red, words):
    task = await world.task("ana", by="lucia", text=title)
    await world.open_log("ana")
    await world.says("ana", red, "🔴 Listo")
    await world.says("ana", words, "guardada")
    assert await states(world) == [(0, Semaforo.VERDE)]
    assert len(await world.comments(task)) > 1
