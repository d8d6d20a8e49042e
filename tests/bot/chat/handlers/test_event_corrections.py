"""Each field of an event's draft is corrected, by its button, in words or both."""

import pytest

from core.people import users
from tests.bot.chat.handlers.meetings import BACK, drafted, made
from tests.bot.world import check
from tests.tables import each_row


@each_row(
    [
        ("✏️ Título", "Junta de viernes a las 5", "\u2068Junta de viernes a las 5\u2069"),
        ("📅 Día", "30", "30 de noviembre"),
        ("🕘 Hora", "9", "9:00–10:00"),
        ("⏱ Duración", "45", "16:00–16:45 · 45\u00a0min"),
        ("👥 Personas", "lucía y Pablo", "\u2068Tú\u2069, \u2068Luis\u2069, \u2068Lucía\u2069, \u2068Pablo\u2069"),
        ("📍 Lugar", "Sala <2>", "📍 \u2068Sala <2>\u2069\n"),
        ("📍 Lugar", "https://meet.example/x", "💻 En línea"),
        ("🏷 Tipo", "visita", "🏷 \u2068Visita\u2069"),
    ],
    given="world",
)
async def test_a_field_is_corrected_by_its_button_and_words(world, button, words, shown):
    card = await world.taps("ana", await drafted(world), button)
    assert card.keyboard[-1] == [BACK]
    below = await world.says("ana", words, "16:00" if "Hora" not in button and "Dur" not in button else shown)
    assert shown in below.text
    assert below.keyboard[0][0].startswith("✅ Guardar")
    await world.quiet()
    assert world.phone("ana").current(card).text == "⬇️ Sigue más abajo."
    assert await made(world) == []


@each_row(
    [
        ("📅 Día", "nubes y sol", "No entendí el día."),
        ("🕘 Hora", "nubes y sol", "No entendí la hora."),
        ("⏱ Duración", "nubes y sol", "No entendí la duración."),
        ("👥 Personas", "nubes y sol", "No conozco a nadie con ese nombre."),
        ("🏷 Tipo", "nubes y sol", "No hay un tipo con ese nombre."),
        (None, "nubes y sol", "No entendí qué cambiar."),
    ],
    given="world",
)
async def test_words_that_say_nothing_change_nothing_and_may_be_tried_again(world, button, words, told):
    card = await drafted(world)
    card = await world.taps("ana", card, button) if button else card
    assert (await world.says("ana", words, told)).keyboard == []
    await world.taps("ana", card, *([BACK] if button else []), "📍 Lugar", sees="16:00–17:00", hides="Visita")
    await world.says("ana", "Sala 2", "16:00–17:00", sees="Sala 2")


async def test_words_that_are_refused_are_asked_for_again_below(world):
    await world.taps("ana", await drafted(world), "📍 Lugar")
    await world.says("ana", "x" * 256, "como máximo 255", sees="16:00–17:00", offers=BACK)
    await world.says("ana", "Sala 2", "16:00–17:00", sees="Sala 2")


@each_row(
    [
        (["📅 Día", "›", "1"], "1 de diciembre"),
        (["🕘 Hora", "9:30"], "9:30–10:30"),
        (["👥 Personas", "✓ Tú", BACK], "👥 \u2068Luis\u2069\n"),
        (["👥 Personas", "✓ Tú", "✓ Luis", BACK], "👥 \u2068Nadie todavía\u2069\n"),
        (["📍 Lugar", "💻 Es en línea"], "💻 En línea"),
        (["🏷 Tipo", "Otro"], "🏷 \u2068Otro\u2069"),
        (["👁 Hacer público"], "👁 Lo puede ver todo el equipo"),
    ],
    given="world",
)
async def test_a_field_is_corrected_by_buttons_alone(world, buttons, shown):
    card = await world.taps("ana", await drafted(world), *buttons)
    assert shown.replace("\u2068Nadie todavía\u2069", "Nadie todavía") in card.text
    assert await made(world) == []


async def test_the_calendar_turns_back_to_the_month_of_today(world):
    card = await drafted(world, "/evento Junta 10/12 16:00")
    await world.taps("ana", card, "📅 Día", "‹", offers="noviembre 2026")


async def test_the_people_stay_open_for_one_after_the_other_and_are_paged(world):
    for number in range(12):
        await world.operate(users.add_user, users.UserCreate(username=f"z{number}", name=f"Zoé {number:02}"))
    card = await world.taps("ana", await drafted(world), "👥 Personas", "Lucía")
    assert card.keyboard[0] == ["✓ Tú", "✓ Lucía"]
    assert "1/3" in str(card.keyboard)
    card = await world.taps("ana", card, "›", "Zoé 05")
    assert "✓ Zoé 05" in str(card.keyboard)
    assert "2/3" in str(card.keyboard)


async def test_without_a_place_again(world):
    await world.taps("ana", await drafted(world), "📍 Lugar")
    card = await world.says("ana", "Sala 2", "📍 \u2068Sala 2\u2069")
    await world.taps("ana", card, "📍 Lugar", "Sin lugar", hides="📍 \u2068")


async def test_words_correct_a_whole_card_without_being_asked_for(world):
    await drafted(world)
    card = await world.says("ana", "mejor el viernes de 10 a 11:30 con @pablo", "27 de noviembre")
    assert "10:00–11:30 · 1\u00a0h\u00a030\u00a0min" in card.text
    check(card, sees=["\u2068Junta con proveedores\u2069", "\u2068Pablo\u2069"])


async def test_a_reply_to_a_draft_corrects_that_one(world):
    first = await drafted(world)
    await drafted(world, "/evento Otra viernes 9:00")
    await world.replies("ana", first, "a las 11", "11:00–12:00", sees="\u2068Junta con proveedores\u2069")


async def test_a_reply_to_a_card_that_has_gone_on_corrects_its_draft_too(world):
    first = await drafted(world)
    await world.says("ana", "a las 11", "11:00–12:00")
    await world.replies("ana", first, "con @pablo", "Pablo", sees="11:00–12:00")


async def test_another_command_leaves_the_draft_to_its_card(world):
    card = await drafted(world)
    await world.says("ana", "/hoy", "lunes, 23 de noviembre")
    await world.says("ana", "a las 11", sees="No entendí esa frase.")
    await world.taps("ana", card, "🏷 Tipo", sees="17:00")


async def test_a_person_who_has_left_since_their_button_was_drawn_is_refused(world):
    card = await world.taps("ana", await drafted(world), "👥 Personas")
    await world.change_user("lucia", is_active=False)
    card = await world.taps("ana", card, "Lucía", alert=True)
    assert "Lucía" not in card.text + str(card.keyboard)


async def test_words_that_change_nothing_say_so(world):
    await drafted(world)
    await world.says("ana", "jueves a las 4 de la tarde", "Nada cambió: así estaba ya.")


@pytest.mark.parametrize("words", ["uy no espera, a las 3", "mejor a las 3"])
async def test_another_hour_while_a_move_is_asked_about_is_asked_about_instead(world, words):
    await world.event("ana", "luis", title="Junta de compras")
    await world.says("ana", "mueve la junta de compras a las 2", sees="14:00")
    asked = await world.says("ana", words, sees="15:00", lacks="14:00–", offers="✅ Mover")
    await world.taps("ana", asked, "✅ Mover", sees="15:00")
