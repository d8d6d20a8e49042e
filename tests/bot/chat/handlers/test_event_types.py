"""The type of an event in the chat: which are offered, what they are called, and what if there is none."""

from core.application.requests import build
from core.calendar import event_types
from core.calendar.event_types import EventTypeCreate, EventTypeUpdate
from tests.bot.chat.handlers.meetings import BACK, drafted, made


async def retire(world, type_id, *, active=False):
    request = build(EventTypeUpdate, {"isActive": active})
    await world.act("root", event_types.update_event_type, type_id, request)


async def all_retired(world, *, active=False):
    for type_id in (2, 3, 4):
        await retire(world, type_id, active=active)


async def test_only_active_types_of_peoples_own_are_offered(world):
    await retire(world, 3)
    card = await world.taps("ana", await drafted(world), "🏷 Tipo")
    assert card.keyboard == [["Reunión ✓"], ["Otro"], [BACK]]


async def test_without_any_type_there_is_no_draft_and_that_is_said(world):
    await all_retired(world)
    await world.says("ana", "/evento Junta jueves 16:00", sees="No hay ningún tipo de evento en uso")
    await world.says("pablo", "/event Lunch", sees="administers")


async def test_a_type_that_was_retired_since_its_button_was_drawn_is_refused(world):
    card = await world.taps("ana", await drafted(world), "🏷 Tipo")
    await retire(world, 3)
    notice = "Ese tipo de evento ya no está en uso: elige otro."
    await world.taps("ana", card, "Visita", sees="🏷 \u2068Reunión\u2069", notice=notice)


async def test_those_that_are_there_from_the_start_are_called_in_the_readers_language(world):
    await world.act("root", event_types.create_event_type, build(EventTypeCreate, {"code": "CURSO", "name": "Curso"}))
    card = await world.taps("pablo", await drafted(world, "/event Lunch Thursday 4pm", "pablo"), "🏷 Type")
    assert card.keyboard[:-1] == [["Meeting ✓"], ["Visit"], ["Other"], ["Curso"]]
    card = await world.says("pablo", "visit", "not saved yet", sees="🏷 \u2068Visit\u2069")
    await world.taps("pablo", card, "✅ Save", sees="🏷 \u2068Visit\u2069")
    assert [event.event_type_id for event in await made(world)] == [3]


async def test_their_stored_names_are_understood_too(world):
    await world.taps("pablo", await drafted(world, "/event Lunch Thursday 4pm", "pablo"), "🏷 Type")
    await world.says("pablo", "Visita", "not saved yet", sees="🏷 \u2068Visit\u2069")


async def test_one_that_was_renamed_has_its_new_name_in_every_language(world):
    await world.act("root", event_types.update_event_type, 2, build(EventTypeUpdate, {"name": "Junta"}))
    assert "🏷 \u2068Junta\u2069" in (await drafted(world)).text
    assert "🏷 \u2068Junta\u2069" in (await drafted(world, "/event Lunch Thursday 4pm", "pablo")).text


async def test_a_free_time_found_while_there_was_no_type_asks_for_one_once_there_is(world):
    await all_retired(world)
    found = await world.says("ana", "/disponible @luis jueves 16:00", "Próximos horarios")
    card = await world.taps("ana", found, "✅ jue,\u00a026\u00a0nov, 16:00–17:00", sees="¿Cómo se llama?")
    card = await world.says("ana", "Junta", "No hay ningún tipo de evento en uso", sees="pide a quien administra")
    assert "Guardar" not in str(card.keyboard)
    (press,) = [button.data for button in card.buttons if button.text == "✖ Descartar"]
    await world.forges("ana", press.replace("DX", "DV") + ":1", card, notice="Todavía falta algo para guardarlo.")
    assert await made(world) == []
    await all_retired(world, active=True)
    await world.taps("ana", card, BACK, "🏷 Tipo", "Visita", "✅ Guardar")
    assert [event.event_type_id for event in await made(world)] == [3]


async def test_a_draft_all_of_whose_types_are_gone_says_so_and_is_not_saved(world):
    card = await drafted(world)
    await all_retired(world)
    none = "No hay ningún tipo de evento en uso"
    card = await world.taps("ana", card, "✅ Guardar", sees=[none, "falta el tipo"], notice_has=none)
    card = await world.taps("ana", card, "🏷 Tipo")
    assert card.keyboard == [[BACK]]
    assert await made(world) == []
