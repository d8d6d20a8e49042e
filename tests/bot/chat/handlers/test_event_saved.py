"""✅ and ✖: an event is made once, whole, by whom it is for, and what holds by now is told."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.drafts import DraftCard, Field, SaveDraft, SetField
from core.application.requests import build
from core.calendar import event_types, events
from core.calendar.event_types import EventTypeUpdate
from tests.bot.chat.handlers.meetings import busy, drafted, made, participants, reminders

START = datetime(2026, 11, 26, 22, tzinfo=UTC)
SAVED = "✅ Guardado"


async def saved(world, *buttons):
    return await world.taps("ana", await drafted(world), *buttons, "✅ Guardar", notice=SAVED)


async def test_saved_it_is_an_event_with_its_people_and_its_reminder_and_its_card_is_shown(world):
    card = await saved(world, "⏰ 1\u00a0h")
    (event,) = await made(world)
    assert (event.title, event.start_datetime) == ("Junta con proveedores", START)
    assert event.end_datetime == START + timedelta(hours=1)
    assert (event.created_by_user_id, event.status_id, event.is_public) == (world.users["ana"].id, 1, False)
    assert await participants(world, event) == ["ana", "luis"]
    assert await reminders(world) == [(event.id, START - timedelta(hours=1))]
    assert card.text.startswith("\u2068Junta con proveedores\u2069\n📅 jueves, 26 de noviembre de 2026\n🕘 16:00–17:00")
    assert "sin guardar" not in card.text
    assert card.keyboard[-2:] == [["‹ Agenda"], ["↩ Deshacer"]]


async def test_who_drafts_it_takes_part_unless_they_take_themselves_out(world):
    await saved(world, "👥 Personas", "✓ Tú", "‹ Volver al borrador")
    (event,) = await made(world)
    assert await participants(world, event) == ["luis"]
    assert event.created_by_user_id == world.users["ana"].id


async def test_a_reminder_that_has_passed_by_now_is_left_out(world):
    card = await world.taps("ana", await drafted(world, "/evento Junta mañana 8:30"), "⏰ 1\u00a0h")
    world.clock.advance(hours=23)
    await world.taps("ana", card, "✅ Guardar de todos modos", notice=SAVED)
    assert await reminders(world) == []


async def test_a_second_press_makes_no_second_event(world):
    card = await drafted(world)
    phone = world.phone("ana")
    presses = [await phone.press(card, "✅ Guardar") for _ in range(3)]
    answers = [(await phone.wait_answer(press)).text for press in presses]
    assert answers == [SAVED, *["Ya estaba guardado; no se hizo otra vez."] * 2]
    await world.quiet()
    assert len(await made(world)) == 1
    assert "sin guardar" not in phone.current(card).text


@pytest.mark.parametrize("method", ["editMessageText", "answerCallbackQuery"])
async def test_killed_between_the_event_and_its_answer_it_is_made_once_and_shown(world, method):
    card = await drafted(world)
    async with world.killed_in(method):
        await world.phone("ana").press(card, "✅ Guardar")
    await world.quiet()
    assert len(await made(world)) == 1
    assert "✍️ De" in world.phone("ana").current(card).text


async def test_killed_after_the_draft_was_begun_there_is_one_draft_and_its_card(world):
    async with world.killed_in("sendMessage"):
        await world.phone("ana").send("/evento Junta jueves 16:00")
    card = await world.phone("ana").wait("sin guardar")
    assert [button.data for button in card.buttons if "Guardar" in button.text] == ["1:DV:1:False"]
    card = await drafted(world)
    assert [button.data for button in card.buttons if "Guardar" in button.text] == ["1:DV:2:False"]


async def test_killed_after_a_correction_it_is_applied_once_and_shown(world):
    await drafted(world)
    async with world.killed_in("sendMessage"):
        await world.phone("ana").send("con @pablo a las 5")
    card = await world.phone("ana").wait("17:00–18:00")
    assert "\u2068Tú\u2069, \u2068Luis\u2069, \u2068Pablo\u2069" in card.text


async def test_an_old_card_of_a_saved_draft_shows_the_event_as_it_is_now(world):
    old = await drafted(world)
    await world.says("ana", "a las 5", "17:00–18:00")
    await world.forges("ana", write(SaveDraft(1)), old)
    await world.forges("ana", write(SetField(1, Field.HOUR, 540)), old, notice="Ese borrador ya se guardó.")
    assert "✍️ De" in world.phone("ana").current(old).text
    (event,) = await made(world)
    assert event.start_datetime == START + timedelta(hours=1)
    await world.act("ana", events.delete_event, event.id)
    await world.forges("ana", write(DraftCard(1)), old)
    assert f"No encuentro el evento {event.id} entre los que puedes ver." in world.phone("ana").current(old).text


async def test_words_typed_about_a_saved_draft_change_nothing(world):
    card = await saved(world)
    await world.forges("ana", write(DraftCard(1)), card)
    await world.says("ana", "a las 5", "guardó", sees="Ese borrador ya se guardó.")
    assert (await made(world))[0].start_datetime == START


async def test_who_left_in_between_is_named_and_saving_waits_until_they_are_taken_out(world):
    card = await drafted(world)
    await world.change_user("luis", is_active=False)
    notice = "Alguien a quien invitaste ya no está en el equipo: quítalo en Personas."
    gone = "🚪 Ya no está en el equipo: \u2068Luis\u2069"
    card = await world.taps("ana", card, "✅ Guardar", sees=gone, notice=notice)
    assert await made(world) == []
    card = await world.taps("ana", card, "👥 Personas", "✓ Luis", "‹ Volver al borrador", hides="🚪")
    await world.taps("ana", card, "✅ Guardar")
    assert await participants(world, (await made(world))[0]) == ["ana"]


async def test_a_type_retired_in_between_is_told_and_another_can_be_chosen(world):
    card = await drafted(world)
    await world.act("root", event_types.update_event_type, 2, build(EventTypeUpdate, {"isActive": False}))
    card = await world.taps("ana", card, "✅ Guardar", notice="Ese tipo de evento ya no está en uso: elige otro.")
    assert await made(world) == []
    await world.taps("ana", card, "🏷 Tipo", "Visita", "✅ Guardar")
    assert [event.event_type_id for event in await made(world)] == [3]


async def test_who_is_taken_in_between_is_told_before_it_is_saved_anyway(world):
    card = await drafted(world)
    await busy(world, "luis")
    taken, notice = "⚠️ \u2068Luis\u2069: con otro evento, 16:00–16:30", "No todos pueden a esa hora: mira los avisos."
    card = await world.taps("ana", card, "✅ Guardar", sees=taken, notice=notice)
    assert len(await made(world)) == 1
    await world.taps("ana", card, "✅ Guardar de todos modos", notice=SAVED)
    assert len(await made(world)) == 2
