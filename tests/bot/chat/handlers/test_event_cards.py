"""The changes of an event from its card: by buttons and in words, of one event or of what is left of its series."""

import pytest

from core.application.requests import build
from core.calendar import events
from core.calendar.events import EventUpdate
from core.records.messages import MessageKind
from tests.bot.chat.handlers.meetings import card
from tests.bot.chat.pushing import written
from tests.bot.world import labels, plain

EDITS = [["🕘 Mover", "✏️ Título", "📍 Lugar", "📝 Nota"], ["👥 Personas", "⏰ Aviso", "🚫 Cancelar"]]


@pytest.fixture
async def event(world):
    return await world.event("lucia", "ana", title="Junta", offset=1)


async def now(world, event):
    return await world.act("root", events.get_event, event.id)


async def test_who_may_change_it_finds_how_and_who_takes_part_the_invitation(world, event):
    said = await card(world)
    assert said.keyboard == [*EDITS, ["🕘 Historial"], ["‹ Agenda"]]
    said = await card(world, "ana")
    assert said.keyboard == [["📨 Responder"], ["🕘 Historial"], ["‹ Agenda"]]
    await world.taps("ana", said, "📨 Responder", "✅ Sí", sees="✅ Dijiste que sí irás.")


async def test_it_is_moved_to_a_free_slot_by_one_button(world, event):
    said = await world.taps("lucia", await card(world), "🕘 Mover", sees="A estas horas pueden todos")
    assert plain(said).replace("\u00a0", " ").startswith("Junta · mar, 24 nov, 10:00–11:30")
    slot = labels(said)[1]
    said = await world.taps("lucia", said, slot, notice="🕘 Movido.")
    assert said.keyboard[:2] == EDITS
    assert (await now(world, event)).start_datetime != event.start_datetime
    assert len(await written(world, "ana", MessageKind.EVENT_CHANGED)) == 1


async def test_it_is_moved_by_calendar_and_hour_after_a_look_at_what_collides(world, event):
    await world.event("ana", "ana", title="Dentista", offset=2, at="12:00-13:00")
    said = await world.taps("lucia", await card(world), "🕘 Mover", "📅 Otro día", "25", "12:00")
    assert "→ mié, 25 nov, 12:00–13:30" in plain(said).replace("\u00a0", " ")
    assert "⚠️ Ana: con otro evento, 12:00–13:00" in plain(said)
    await world.taps("lucia", said, "✅ Mover de todos modos", notice="🕘 Movido.", sees="miércoles, 25 de noviembre")


@pytest.mark.parametrize(
    ("words", "when"),
    [
        ("el viernes", "vie, 27 nov, 10:00–11:30"),
        ("a las 5 pm", "mar, 24 nov, 17:00–18:30"),
        ("45 min", "mar, 24 nov, 10:00–10:45"),
    ],
)
async def test_it_is_moved_in_words(world, event, words, when):
    await world.taps("lucia", await card(world), "🕘 Mover")
    await world.says("lucia", words)
    await world.quiet()
    said = world.phone("lucia").messages[-1]
    assert f"→ {when}" in plain(said).replace("\u00a0", " ")
    await world.taps("lucia", said, labels(said)[0], notice="🕘 Movido.")


async def test_words_that_say_no_time_are_told_so(world, event):
    await world.taps("lucia", await card(world), "🕘 Mover")
    await world.says("lucia", "ojalá", "No entendí la hora.")


async def test_of_two_who_move_it_the_second_is_told_so_and_sees_it_as_it_is(world, event):
    said = await world.taps("lucia", await card(world), "🕘 Mover")
    moved = build(EventUpdate, {"startDatetime": "2026-11-24T09:00"})
    await world.act("root", events.update_event, event.id, moved)
    said = await world.taps("lucia", said, labels(said)[1], notice_has="cambió de hora mientras tanto", alert=True)
    assert "9:00–11:30" in plain(said)


@pytest.mark.parametrize(
    ("button", "words", "field", "kept"),
    [
        ("✏️ Título", "Junta  <b>", "title", "Junta <b>"),
        ("📍 Lugar", "Sala\n2", "location", "Sala 2"),
        ("📝 Nota", " Traer <i>:\n1. agua ", "description", "Traer <i>:\n1. agua"),
    ],
)
async def test_title_and_place_become_one_line_and_a_note_keeps_its_lines(world, event, button, words, field, kept):
    await world.taps("lucia", await card(world), button)
    await world.says("lucia", words, "✅ Guardado.")
    assert getattr(await now(world, event), field) == kept
    assert kept in plain(await card(world))


async def test_a_title_that_is_too_long_is_refused_and_asked_for_still(world, event):
    await world.taps("lucia", await card(world), "✏️ Título")
    await world.says("lucia", "x" * 256)
    assert (await now(world, event)).title == "Junta"


async def test_people_are_added_and_taken_out(world, event):
    said = await world.taps("lucia", await card(world), "👥 Personas")
    assert "✓ Ana" in labels(said)
    said = await world.taps("lucia", said, "Luis", "✓ Ana")
    assert "✓ Luis" in labels(said)
    assert "👥 Participan: Luis" in plain(await world.taps("lucia", said, "‹ Evento"))
    assert len(await written(world, "luis", MessageKind.EVENT_INVITED)) == 1


async def test_who_has_left_meanwhile_is_not_added(world, event):
    said = await world.taps("lucia", await card(world), "👥 Personas")
    await world.change_user("luis", is_active=False)
    await world.taps("lucia", said, "Luis", notice_has="ya no está en el equipo", alert=True)


async def test_a_reminder_is_chosen(world, event):
    said = await world.taps("lucia", await card(world), "⏰ Aviso", "⏰ 1\u00a0h", notice="✅ Guardado.")
    assert "⏰ Aviso 1 h antes" in plain(said).replace("\u00a0", " ")
    await world.taps("lucia", said, "⏰ Aviso", "🔕 Sin aviso", hides="⏰ Aviso")


async def test_what_is_over_by_now_says_so(world, event):
    said = await card(world)
    world.clock.set(event.end_datetime)
    said = await world.taps("lucia", said, "🕘 Mover", sees="El evento 1 ya terminó.")
    assert said.keyboard == [["🕘 Historial"], ["‹ Agenda"]]


async def test_of_a_series_only_this_one_or_all_that_are_left(world):
    await world.series("lucia", "ana", title="Junta")
    said = await world.taps("lucia", await card(world), "🚫 Cancelar", "🔁 Todas las que faltan (3)")
    assert "🔁 Todas las que faltan: 3" in plain(said)
    said = await world.taps("lucia", said, "1️⃣ Solo esta")
    assert "Todas" not in plain(said)
    said = await world.taps("lucia", said, "🔁 Todas las que faltan (3)", "🚫 Sí, cancelar")
    assert len(await written(world, "ana", MessageKind.EVENT_CANCELLED)) == 1


async def test_a_series_is_moved_once_that_is_confirmed(world):
    await world.series("lucia", "ana", title="Junta")
    said = await world.taps("lucia", await card(world), "🕘 Mover", "🔁 Todas las que faltan (3)")
    said = await world.taps("lucia", said, labels(said)[0])
    said = await world.taps("lucia", said, labels(said)[0], notice="🕘 Movidas: 3 fechas.")
    assert len(await written(world, "ana", MessageKind.EVENT_CHANGED)) == 1
