"""`/cancelar`: the open question is dropped, in the message too; where none is open, that is said."""

import pytest

from tests.tables import each_row


@pytest.fixture
async def item(world):
    """Ana's only item, as its panel shows it."""
    await world.task("ana", text="Revisar contrato", due=9)
    return await world.taps("ana", await world.says("ana", "/abrir", "abierto"), "🟢 #1 · 0\u00a0%")


CANCELLED = "Cancelado: ya no espero tu respuesta."
NOTHING = "No había nada que cancelar."


@pytest.mark.parametrize(("button", "question"), [("🔴", "¿Qué la detiene"), ("💬 Comentar", "Escribe tu comentario")])
async def test_a_question_about_an_item(world, item, button, question):
    await world.taps("ana", item, button, sees=question)
    await world.says("ana", "/cancelar", "ancel", sees=[CANCELLED, "Revisar contrato"], hides=question)
    await world.says("ana", "esto no es un comentario", sees="Para cambiar el porcentaje")
    assert await world.comments(await world.task_by_id(1)) == []
    await world.says("ana", "/cancelar", sees="¿Deshago esto?" if button == "🔴" else NOTHING)


async def test_a_question_about_a_task(world, item):
    card = await world.says("ana", "/tarea 1", "Responsables")
    await world.taps("ana", card, "💬 Comentar")
    await world.says("ana", "/cancel", "Cancelado", sees=[CANCELLED, "Tarea 1"], hides="Escribe tu comentario")
    await world.says("ana", "nada", sees="No entendí")
    assert await world.comments(await world.task_by_id(1)) == []


async def test_an_item_that_asks_nothing_is_left_as_it_is(world, item):
    assert (await world.says("ana", "/cancelar")).text == NOTHING
    assert world.phone("ana").current(item).text == item.text


async def test_after_a_restart_the_question_is_cancelled_too(world, item):
    asked = await world.taps("ana", item, "🔴")
    await world.stop_bot()
    await world.start_bot()
    await world.says("ana", "/cancelar", CANCELLED)
    await world.quiet()
    assert "¿Qué la detiene" not in world.phone("ana").current(asked).text


async def test_a_question_that_expired_is_not_a_question(world, item):
    await world.taps("ana", item, "🔴")
    world.clock.advance(hours=25)
    assert (await world.says("ana", "/cancelar")).text == NOTHING


async def test_a_first_word_before_a_comma_cancels_and_something_to_cancel_is_a_task(world):
    await world.says("ana", "/nueva Revisar contrato", "Revisar contrato")
    await world.says("ana", "cancelar, mejor mañana", "no guardé nada")
    await world.says("ana", "/nueva", "¿Qué")
    await world.says("ana", "Cancelar la cita del doctor", sees=["Tarea nueva", "Cancelar la cita del doctor"])


@each_row(
    [
        *("cancelar", "Cancela.", "cancel", " CANCELAR "),
        *("borra eso", "olvídalo", "Mejor no.", "no guardes nada", "forget it", "delete that", "never mind"),
    ],
    given="world",
)
async def test_words_alone_drop_a_draft(world, words):
    await world.says("ana", "/nueva Revisar contrato", "Revisar contrato")
    await world.says("ana", words, "no guardé nada")


async def test_the_word_alone_cancels_nothing_where_nothing_is_open(world):
    assert (await world.says("ana", "cancelar")).text == NOTHING


async def test_a_comment_asked_for_may_begin_with_the_word_or_drop_something_else(world, item):
    for words in ("Cancelar, ya no lo quieren", "Mejor no"):
        await world.taps("ana", item, "💬 Comentar")
        await world.says("ana", words, "Comentario guardado")
        item = world.phone("ana").last
    await world.taps("ana", item, "💬 Comentar")
    await world.says("ana", "Cancelar.", CANCELLED)
    assert await world.comments(await world.task_by_id(1)) == ["Cancelar, ya no lo quieren", "Mejor no"]


async def test_a_press_on_another_message_leaves_a_question_open(world, item):
    day = await world.says("ana", "/hoy", "Revisar contrato")
    card = await world.taps("ana", await world.says("ana", "/tarea 1", "Responsables"), "💬 Comentar")
    await world.taps("ana", day, "🔄 Actualizar")
    await world.says("ana", "Sigue abierta", "Comentario guardado en la tarea 1")
    assert card.id < world.phone("ana").last.id
