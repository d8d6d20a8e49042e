"""Answering how a late task goes: done, still working, blocked, a comment; after a closed day, twice, too late."""

import pytest

from core.base.model import TaskStatus
from core.records.messages import MessageKind
from core.work import tasks
from tests.bot.chat.pushing import pushed
from tests.cast import day

SURVEY = MessageKind.OVERDUE_SURVEY
ASKED = [["✅ Ya está", "🔄 Sigo en ella"], ["🔴 Está atorada", "💬 Comentar"], ["📋 Tarea"]]
UNDO = ["↩ Deshacer"]


@pytest.fixture
async def task(world):
    return await world.task("ana", by="lucia", text="Contrato", due=-1, fechaSolicitud=day(-3))


async def survey(world):
    return await pushed(world, "ana", SURVEY, task_id=1)


async def item(world):
    (only,) = (await world.log("ana")).items
    return only


async def test_done_closes_the_task_once(world, task):
    said = await survey(world)
    done = await world.taps("ana", said, "✅ Ya está", notice="✅ Tarea cerrada. ¡Bien hecho!")
    assert done.text.startswith("Gracias. Así quedó la tarea:")
    assert done.keyboard == [["📋 Tarea"], UNDO]
    assert (await world.task_now(task)).estatus is TaskStatus.CERRADA
    await world.forges("ana", "1:F:1", said, notice="La tarea ya estaba cerrada.")


async def test_still_working_by_a_button(world, task):
    asked = await world.taps("ana", await survey(world), "🔄 Sigo en ella", sees="¿Qué porcentaje lleva?")
    assert asked.keyboard == [["10", "25", "50", "75", "90"], ["Ahora no"], ["📋 Tarea"]]
    said = await world.taps("ana", asked, "50", sees="🔴 ▰▰▱▱▱ 50\u00a0%", notice="🔴 50\u00a0%, guardado.")
    assert said.keyboard == [*ASKED, UNDO]
    assert ((await item(world)).porcentaje, (await world.task_now(task)).estatus) == (50, TaskStatus.EN_PROCESO)


@pytest.mark.parametrize("number", ["-1", "99999999999999999999"])
async def test_a_percentage_that_is_none_is_refused_and_asked_again(world, task, number):
    await world.taps("ana", await survey(world), "🔄 Sigo en ella")
    await world.says("ana", number, "de 0 a 100")
    await world.says("ana", "70", "guardado")
    assert (await item(world)).porcentaje == 70


async def test_a_comment_may_be_a_number_and_a_reply_is_one(world, task):
    said = await world.taps("ana", await survey(world), "💬 Comentar")
    await world.says("ana", "80", "Comentario guardado")
    await world.replies("ana", world.phone("ana").current(said), "Ya casi", "Comentario guardado")
    await world.quiet()
    assert await world.comments(task) == ["80", "Ya casi"]


async def test_a_question_can_be_dropped(world, task):
    asked = await world.taps("ana", await survey(world), "🔄 Sigo en ella", "Ahora no")
    assert asked.keyboard == ASKED
    await world.taps("ana", asked, "🔴 Está atorada")
    assert (await world.says("ana", "/cancelar", "Cancelado")).keyboard == ASKED
    assert await world.comments(task) == []


@pytest.mark.parametrize("buttons", [["🔴 Está atorada"], ["🔄 Sigo en ella", "75"]])
async def test_a_closed_day_offers_to_reopen_and_then_takes_the_answer(world, task, buttons):
    said = await survey(world)
    await world.end_day("ana")
    sees, notice = "El día está cerrado. Reabre", "está cerrado"
    refused = await world.taps("ana", said, *buttons, sees=sees, notice_has=notice, alert=True)
    assert refused.keyboard[0] == ["♻️ Reabrir"]
    again = await world.taps("ana", refused, "♻️ Reabrir", sees="¿Qué porcentaje lleva?")
    assert (await world.log("ana")).closed_at is None
    await world.taps("ana", again, "75")
    assert (await item(world)).porcentaje == 75


async def test_a_day_closed_without_the_task_is_reopened_with_it(world):
    await world.end_day("ana")
    await world.task("ana", text="Contrato", due=-1, fechaSolicitud=day(-3))
    asked = await survey(world)
    assert asked.keyboard == [["♻️ Reabrir"], *ASKED]
    refused = await world.taps("ana", asked, "🔴 Está atorada", alert=True)
    again = await world.taps("ana", refused, "♻️ Reabrir", sees="¿Qué porcentaje lleva?")
    await world.taps("ana", again, "75")
    assert (await item(world)).porcentaje == 75


async def test_what_holds_by_now_is_shown(world, task):
    said = await survey(world)
    await world.change_task("lucia", task, responsibleUserIds=[world.users["luis"].id])
    await world.taps(
        "ana", said, "✅ Ya está", sees="lunes, 23 de noviembre", notice_has="No encuentro la tarea 1", alert=True
    )
    assert (await world.task_now(task)).estatus is TaskStatus.PENDIENTE


async def test_a_deleted_task_takes_no_answer(world, task):
    said = await survey(world)
    await world.act("lucia", tasks.delete_task, task.id)
    shown = await world.taps("ana", said, "🔴 Está atorada", notice_has="Lucía eliminó esta tarea a las 9:00.")
    assert shown.keyboard == [["📋 Tarea"]]


@pytest.mark.parametrize("data", ["1:F:1", "1:W:1:50", "1:Q:1"])
async def test_a_forged_answer_about_anothers_task_changes_nothing(world, task, data):
    panel = await world.says("pablo", "/today")
    await world.forges("pablo", data, panel, alert=True)
    assert await world.task_now(task) == task


async def test_the_answer_of_an_old_message_is_todays(world, task):
    said = await survey(world)
    world.clock.advance(days=1)
    asked = await world.taps("ana", said, "🔄 Sigo en ella", "25")
    assert asked.keyboard == [*ASKED, UNDO]
    assert (await world.log("ana", 1)).items[0].porcentaje == 25


async def test_a_task_closed_by_its_answer_is_reopened_from_there(world, task):
    await world.says("ana", "/abrir", "Día abierto")
    done = await world.taps("ana", await survey(world), "✅ Ya está")
    assert (await world.task_now(task)).estatus is TaskStatus.CERRADA
    again = await world.taps("ana", done, "♻️ Reabrir", sees="¿Qué porcentaje lleva?")
    assert (await world.task_now(task)).estatus is TaskStatus.EN_PROCESO
    await world.taps("ana", again, "75")
    assert (await item(world)).porcentaje == 75
