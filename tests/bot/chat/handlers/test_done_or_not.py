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


@pytest.mark.parametrize("words", ["no he acabado las fotos", "las fotos no quedaron", "I haven't finished the fotos"])
async def test_how_far_a_task_is_that_is_not_done_is_asked_and_its_answer_kept(world, photos, words):
    await world.says("ana", words, "¿En cuánto va")
    assert await states(world) == [(0, Semaforo.VERDE)]
    await world.says("ana", "va como en 60", "60\xa0%, guardado")
    assert await states(world) == [(60, Semaforo.VERDE)]


async def test_a_red_task_that_is_not_done_stays_red(world, photos):
    await world.says("ana", "las fotos en rojo, falta la cámara", "🔴 Listo")
    await world.says("ana", "todavía no he terminado las fotos", "¿En cuánto va")
    assert await states(world) == [(0, Semaforo.ROJO)]


async def test_of_several_what_is_not_done_stays_as_it_was(world, photos):
    await world.task("ana", text="Planos de la nave")
    await world.says("ana", "los planos ya quedaron pero las fotos no las he acabado", "guardada")
    assert sorted(await states(world)) == [(0, Semaforo.VERDE), (100, Semaforo.VERDE)]


@pytest.mark.parametrize("words", ["las fotos cuestan 80 pesos", "llevo 50 fotos", "me cobran 90 por las fotos"])
async def test_money_and_things_are_no_percentage(world, photos, words):
    await world.says("ana", words, lacks="guardada")
    assert await states(world) == [(0, Semaforo.VERDE)]


@pytest.mark.parametrize("words", ["buenas buenas, ando en el médico", "buenos días, estoy en el dentista"])
async def test_who_is_at_another_place_opens_no_day(world, words):
    await world.says("ana", words, lacks="Día abierto")
    assert world.store.execute("SELECT count(*) FROM daily_logs").fetchone() == (0,)


async def test_how_far_it_is_is_asked_before_a_draft_that_was_left_open(world, photos):
    await world.says("ana", "me voy a comer regreso a las 3", "sin guardar")
    await world.says("ana", "no he acabado las fotos", "¿En cuánto va")
    await world.says("ana", "va como en 60", "60\xa0%, guardado")
    assert await states(world) == [(60, Semaforo.VERDE)]
