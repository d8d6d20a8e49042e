"""A red that is over, said in words: of the task that is named, else of the red that it can be."""

import pytest

from core.base.model import Semaforo


@pytest.fixture
async def red(world):
    """Ana's two tasks, of which the first is red; her day is open."""
    for text in ("Contrato de Reyes", "Plano de la cocina"):
        await world.task("ana", text=text, due=9)
    await world.says("ana", "/abrir")
    await world.says("ana", "1 rojo falta la firma", "🔴 Listo, ya le avisé a Lucía")


async def lights(world):
    return [item.semaforo for item in (await world.log("ana")).items]


@pytest.mark.parametrize(
    "words",
    [
        "ya no está en rojo",
        "not stuck anymore",
        "ya se resolvió",
        "ya está desbloqueado lo del contrato",
        "quítale el rojo a la 1",
    ],
)
async def test_the_red_that_is_meant_is_over_at_once(world, red, words):
    await world.says(
        "ana", words, "✅ 1 tarea guardada", sees="La #1 ya no está en 🔴: quedó en 🟢", offers="↩ Deshacer"
    )
    assert await lights(world) == [Semaforo.VERDE, Semaforo.VERDE]
    assert (await world.task_by_id(1)).estatus != "CERRADA"


async def test_it_is_read_beside_another_report(world, red):
    await world.says("ana", "la 2 va en 60 y la del contrato ya no está en rojo", "✅ 2 tareas guardadas")
    items = (await world.log("ana")).items
    assert [(item.porcentaje, item.semaforo) for item in items] == [(0, Semaforo.VERDE), (60, Semaforo.VERDE)]


async def test_of_several_reds_it_is_asked_which_and_what_was_said_is_kept(world, red):
    await world.says("ana", "2 rojo no hay medidas", "🔴 Listo")
    await world.says("ana", "/tareas")
    said = await world.says("ana", "ya no está en rojo, ya llegó todo", "¿Cuál de estas tareas?")
    button = next(button.text for button in said.buttons if button.text.startswith("#2"))
    await world.taps("ana", said, button, sees="🟢 #2")
    assert await lights(world) == [Semaforo.ROJO, Semaforo.VERDE]
    assert (await world.comments(await world.task_by_id(2)))[-1] == "ya llegó todo"


async def test_where_nothing_is_red_nothing_is_said_to_be_over(world):
    await world.task("ana", text="Contrato de Reyes", due=9)
    await world.open_log("ana")
    await world.says("ana", "ya no está en rojo", "Hoy no tienes nada en 🔴.")


async def test_a_late_tasks_light_is_not_better_than_it_can_be(world):
    await world.task("ana", text="Contrato de Reyes", due=-2)
    await world.open_log("ana")
    await world.says("ana", "el contrato ya no está en rojo", sees="La #1 ya no está en 🔴: quedó en 🟠")


async def test_a_red_of_what_was_shown_last_keeps_its_reason(world):
    await world.task("ana", text="Contrato de Reyes", due=9)
    await world.task("ana", text="Plano de la cocina", due=9)
    await world.open_log("ana")
    await world.says("ana", "/tarea 2")
    await world.says("ana", "estoy atorado con eso porque falta la firma", "🔴 Listo, ya le avisé a Lucía")
    assert await lights(world) == [Semaforo.VERDE, Semaforo.ROJO]
    assert await world.comments(await world.task_by_id(2)) == ["falta la firma"]


async def test_a_red_whose_reason_may_be_of_any_task_asks_which_and_alarms_nobody_before(world):
    for text in ("Pedir los andamios", "Guantes de obra"):
        await world.task("ana", text=text, due=9)
    await world.says("ana", "/abrir")
    await world.says("ana", "/tarea 1", "Pedir los andamios")
    asked = await world.says("ana", "el camión del hormigón no ha venido, estoy parada", "¿Cuál de estas tareas?")
    assert [each[0].split(" ")[0] for each in asked.keyboard[:2]] == ["#1", "#2"]
    assert await lights(world) == [Semaforo.VERDE, Semaforo.VERDE]


async def test_the_red_of_a_task_that_another_has_is_theirs_to_end(world, red):
    await world.says("lucia", "/tarea 1")
    said = await world.says("lucia", "ya no está en rojo", "los pone quien lleva la tarea")
    await world.taps("lucia", said, "💬 En #1 · Contrato de Reyes")
    assert await lights(world) == [Semaforo.ROJO, Semaforo.VERDE]


@pytest.mark.parametrize(
    ("opened", "words"),
    [
        ("/hoy", "ya me destrabé"),
        ("/hoy", "take me off red"),
        ("/hoy", "poneme en verde"),
        ("/hoy", "ya destrabe el contrato, sin rojo"),
        ("/evento Café mañana 9:00", "put me back in green"),
        ("/evento Café mañana 9:00", "ya no estoy en rojo"),
    ],
)
async def test_a_red_is_over_in_the_first_person_also_beside_a_draft(world, red, opened, words):
    await world.says("ana", opened)
    await world.says("ana", words, sees="La #1 ya no está en 🔴: quedó en 🟢")
    assert await lights(world) == [Semaforo.VERDE, Semaforo.VERDE]


@pytest.mark.parametrize(
    ("opened", "words", "kept"),
    [
        ("/hoy", "quítame el rojo, ya tenemos el contrato", "ya tenemos el contrato"),
        ("/hoy", "take the red off, we got the signature", "we got the signature"),
        ("/evento Café mañana 9:00", "quita el rojo porfa, ya llego el contrato", "ya llego el contrato"),
    ],
)
async def test_why_a_red_is_over_is_a_comment_behind_it_too(world, red, opened, words, kept):
    await world.says("ana", opened)
    await world.says("ana", words, sees=["La #1 ya no está en 🔴: quedó en 🟢", kept])
    assert await lights(world) == [Semaforo.VERDE, Semaforo.VERDE]
    assert (await world.comments(await world.task_by_id(1)))[-1] == kept
    assert (await world.task_by_id(1)).estatus != "CERRADA"


async def test_a_draft_that_is_open_stays_beside_a_red_that_is_over(world, red):
    await world.says("ana", "/evento Café mañana 9:00")
    await world.says("ana", "ya me destrabé", sees="La #1 ya no está en 🔴")
    await world.says("ana", "a las 10", "Evento nuevo", sees="10:00")
