"""`/avisos`: the default reminder of one's own drafts of events."""

from datetime import timedelta

import pytest

from tests.bot.chat.handlers.meetings import drafted, made, reminders


async def test_a_draft_gets_the_installations_until_one_chooses_another(world):
    said = await world.says("ana", "/avisos", sees="⏰ Los eventos que prepares aquí avisan 10\u00a0min antes")
    assert said.keyboard == [
        ["🔕 Sin aviso", "5\u00a0min", "10\u00a0min ✓"],
        ["15\u00a0min", "30\u00a0min", "1\u00a0h"],
        ["1\u00a0día"],
    ]
    await world.taps(
        "ana", said, "30\u00a0min", sees="30\u00a0min antes", notice="✅ Guardado para tus próximos eventos."
    )
    card = await drafted(world)
    assert "⏰ Aviso 30\u00a0min antes" in card.text
    assert "⏰ Reminder 10\u00a0min before" in (await drafted(world, "/event Lunch Thursday 4pm", "pablo")).text
    await world.taps("ana", card, "✅ Guardar")
    (event,) = await made(world)
    assert await reminders(world) == [(event.id, event.start_datetime - timedelta(minutes=30))]


@pytest.mark.parametrize(
    "words", ["/evento Junta jueves 16:00 sin aviso", "/evento Junta jueves 16:00 con aviso de 2 h"]
)
async def test_what_is_said_of_a_reminder_counts_more(world, words):
    assert "10\u00a0min antes" not in (await drafted(world, words)).text


async def test_it_is_removed_by_a_button_and_by_having_none(world):
    card = await world.taps("ana", await drafted(world), "🔕 Sin aviso", "✅ Guardar")
    assert "⏰ Aviso" not in card.text.partition("Reunión")[2]
    said = await world.says("ana", "/notices")
    await world.taps("ana", said, "🔕 Sin aviso", sees="no llevan aviso, si no lo pides")
    assert "🔕 Sin aviso" in (await drafted(world)).text
    assert await reminders(world) == []


async def test_an_event_that_begins_as_a_question_for_free_time_gets_it_too(world):
    said = await world.says("ana", "/disponible @luis jueves 16:00")
    await world.taps("ana", said, said.keyboard[0][0])
    card = await world.says("ana", "Junta", "sin guardar")
    assert "⏰ Aviso 10\u00a0min antes" in card.text
