"""`/avisos`: what one is told and when, and the default reminder of one's own drafts of events."""

from datetime import time

import pytest

from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.notices import NoticesCard, NoticeSetting, SetNoticeTime, SwitchNotice
from core.people import notices
from core.records.people import ChosenNotices, NoticeKind
from tests.bot.chat.handlers.meetings import drafted, reminders
from tests.bot.chat.posting import deliver
from tests.tables import each_row


async def test_a_kind_is_turned_off_and_on_again_and_why_says_so(world):
    said = await world.says("ana", "/avisos")
    said = await world.taps("ana", said, "✅ Comentarios", sees="Tus avisos", notice="✅ Guardado")
    task = await world.task("ana")
    await world.comment("lucia", task, "¿Cómo va?")
    world.clock.advance(minutes=5)
    await deliver(world)
    await world.says("ana", "/porque", sees=f"no se envió (está apagado en /avisos): comentario en la tarea #{task.id}")
    said = await world.taps("ana", said, "🔕 Comentarios")
    assert "✅ Comentarios" in said.keyboard[0]


async def test_a_leader_chooses_about_their_team_too(world):
    assert "✅ Rojos de mi equipo" in (await world.says("lucia", "/avisos")).keyboard[0]


async def test_times_are_chosen_among_those_that_make_sense(world):
    said = await world.says("ana", "/avisos")
    said = await world.taps("ana", said, "☀️ Abrir", "8:30", sees="a las 8:30, a las 14:00 y al terminar")
    offered = await world.taps("ana", said, "📤 Avance")
    assert offered.keyboard[0][0] == "9:00"
    said = await world.taps("ana", offered, "‹ Avisos", "🔒 Cerrar")
    assert [label for row in said.keyboard for label in row][-4:-2] == ["20:00", "20:30"]
    said = await world.taps("ana", said, "‹ Avisos", "☀️ Abrir", "👥 Como el equipo", sees="al empezar")
    said = await world.taps("ana", said, "🌙 Silencio desde", "20:00", sees="De 20:00 a 7:00 solo te llegan")
    await world.taps("ana", said, "🌅 Silencio hasta", "🔔 Sin silencio", sees="Sin horas de silencio")


async def test_a_lunch_is_chosen_moved_and_ended_and_one_end_alone_is_an_hour(world):
    said = await world.says("ana", "/avisos", lacks="comes")
    said = await world.taps("ana", said, "🍽 Comida desde", "14:00", sees="De 14:00 a 15:00 comes")
    said = await world.taps("ana", said, "🍽 Comida hasta", "16:30", sees="De 14:00 a 16:30 comes")
    said = await world.taps("ana", said, "🍽 Comida desde", "15:00", sees="De 15:00 a 16:30 comes")
    said = await world.taps("ana", said, "🍽 Comida hasta", "13:00", sees="De 12:00 a 13:00 comes")
    said = await world.taps("ana", said, "🍽 Comida desde", "Sin hora de comida")
    assert "comes" not in said.text


async def test_a_lunch_is_typed_from_when_to_when(world):
    said = await world.says("ana", "/avisos")
    await world.taps("ana", said, "🍽 Comida desde")
    await world.says("ana", "de 2 a 3:30", "Guardado", sees="De 14:00 a 15:30 comes")


@pytest.mark.parametrize(
    ("words", "between", "yes"),
    [
        ("mi comida es de 2 a 3", "De 14:00 a 15:00 comes", "sí"),
        ("almuerzo de 13 a 14", "De 13:00 a 14:00 comes", "va"),
    ],
)
async def test_a_lunch_that_is_said_is_kept_by_a_yes(world, words, between, yes):
    await world.says("ana", words, "🍽")
    assert (await world.act("ana", notices.chosen_notices)).lunch_starts is None
    await world.says("ana", yes, "Guardado", sees=between)


async def test_what_comes_at_lunch_is_one_message_after_it(world):
    await world.act("ana", notices.choose_notices, ChosenNotices(lunch_starts=time(9), lunch_ends=time(10)))
    for words in ("Contrato", "Minuta"):
        await world.task("ana", by="lucia", text=words)
    await deliver(world)
    assert world.phone("ana").messages == []
    await world.says("ana", "/porque", sees="a la hora de la comida")
    world.clock.advance(hours=1)
    await deliver(world)
    told = await world.phone("ana").wait("Contrato")
    assert "Minuta" in told.text


async def test_what_somebody_relies_on_is_not_turned_off_by_an_invented_button(world):
    data = write(SwitchNotice(NoticeKind.LATE_TASKS, on=False))
    await world.forges("ana", data, notice="No se puede apagar: alguien cuenta con que te llegue.", alert=True)


@pytest.mark.parametrize("press", [SetNoticeTime(NoticeSetting.REMINDER, 60), NoticesCard(NoticeSetting.OPEN)])
async def test_an_invented_button_shows_ones_notices(world, press):
    await world.forges("ana", write(press), sees="🔔 Tus avisos")


async def test_what_is_said_of_a_reminder_counts_more(world):
    assert "10\u00a0min antes" not in (await drafted(world, "/evento Junta jueves 16:00 sin aviso")).text


async def test_it_is_removed_by_a_button_and_by_having_none(world):
    card = await world.taps("ana", await drafted(world), "🔕 Sin aviso", "✅ Guardar")
    assert "⏰ Aviso" not in card.text.partition("Reunión")[2]
    said = await world.says("ana", "/notices")
    await world.taps(
        "ana", said, "⏰ Aviso de mis eventos", "🔕 Sin aviso", sees="no llevan aviso, a menos que lo pidas"
    )
    assert "🔕 Sin aviso" in (await drafted(world)).text
    assert await reminders(world) == []


async def test_an_event_that_begins_as_a_question_for_free_time_gets_it_too(world):
    said = await world.says("ana", "/disponible @luis jueves 16:00")
    await world.taps("ana", said, said.keyboard[0][0])
    await world.says("ana", "Junta", "sin guardar", sees="⏰ Aviso 10\u00a0min antes")


@each_row(
    [
        ("☀️ Abrir", "a las 7", "a las 7:00"),
        ("📤 Avance", "3", "a las 15:00"),
        ("🌙 Silencio desde", "8", "De 20:00 a 7:00"),
    ],
    given="world",
)
async def test_a_time_is_typed_too(world, button, words, sees):
    await world.taps("ana", await world.says("ana", "/avisos"), button)
    await world.says("ana", words, "✅ Guardado", sees=["Tus avisos", sees])


async def test_what_is_not_a_time_or_makes_no_sense_is_said_and_the_question_stays(world):
    await world.taps("ana", await world.says("ana", "/avisos"), "☀️ Abrir")
    await world.says("ana", "prontito", "No entendí la hora")
    await world.says("ana", "¿qué tengo hoy?", "Lo leí como: lo que tienes hoy")
    await world.says("ana", "a las 3 de la mañana", "¿A qué hora te pregunto si abrimos el día?")
    await world.says("ana", "/cancelar", "Tus avisos", sees="al empezar", offers="☀️ Abrir")
