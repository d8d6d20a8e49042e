"""`/evento` drafts an event: what was understood is shown, what is missing is asked for, each field is corrected."""

import pytest

from core import absences, event_types, users
from core.absences import AbsenceCreate
from core.event_types import EventTypeUpdate
from core.requests import build
from core.users import UserUpdate
from tests.bot.meetings import busy, drafted, made
from tests.naughty import LONG, SOME

BACK = "‹ Volver al borrador"
FIELDS = (
    ["✏️ Título", "📅 Día", "🕘 Hora"],
    ["⏱ Duración", "👥 Personas", "📍 Lugar"],
    ["🏷 Tipo", "👁 Hacer público"],
)
HOSTILE = ["<b>Junta</b> & <i>", "a\u202eb jueves", "Zalgo̸̡ 👩‍👩‍👧‍👦", "' OR 1=1 --", "x" * 300]


def well(world, who="ana"):
    """Whether the bot never said that something failed; that Telegram takes each call is watched for all tests."""
    return all("Algo falló" not in message.text for message in world.phone(who).messages)


async def retire(world, type_id, *, active=False):
    request = build(EventTypeUpdate, {"isActive": active})
    await world.act("root", event_types.update_event_type, type_id, request)


# A sentence


async def test_a_sentence_is_shown_as_it_was_understood_and_nothing_is_saved(world):
    card = await drafted(world)
    assert card.text == (
        "📝 Evento nuevo · sin guardar\n"
        "\u2068Junta con proveedores\u2069\n"
        "📅 jueves, 26 de noviembre de 2026\n"
        "🕘 16:00–17:00 · 1\u00a0h\n"
        "👥 \u2068Tú\u2069, \u2068Luis\u2069\n"
        "🏷 \u2068Reunión\u2069\n"
        "🔒 Lo ven quienes participan y quien lo creó\n"
        "🔕 Sin recordatorio"
    )
    assert card.keyboard[0] == ["✅ Guardar", "✖ Descartar"]
    assert card.keyboard[1] == ["🔕 Sin aviso ✓", "⏰ 10\u00a0min", "⏰ 1\u00a0h", "⏰ 1 día"]
    assert tuple(card.keyboard[2:]) == FIELDS
    assert await made(world) == []


async def test_in_english_as_well(world):
    card = await drafted(world, "/event Lunch Thursday 4pm 90 min @ana", "pablo")
    assert (
        "\u2068Lunch\u2069\n📅 Thursday, November 26, 2026\n🕘 4:00–5:30\u202fPM · 1\u00a0h\u00a030\u00a0min"
        in card.text
    )
    assert card.keyboard[0] == ["✅ Save", "✖ Discard"]
    card = await world.says("pablo", "better at 5", "5:00–6:30")
    assert "(in the afternoon)" in card.text


async def test_which_reading_was_chosen_and_what_was_left_alone_is_said(world):
    card = await drafted(world, "/evento Cierre de mayo lunes a las 5 @nadie")
    assert "30 de noviembre de 2026 (no hoy: el de la próxima semana)" in card.text
    assert "17:00–18:00 (de la tarde)" in card.text
    assert "❔ «\u2068mayo\u2069» se quedó como texto." in card.text
    assert "No sé quién es \u2068@nadie\u2069" in card.text


async def test_of_several_days_the_first_is_taken_and_that_is_said(world):
    assert "Dijiste varios días" in (await drafted(world, "/evento Feria del 3 al 7 de diciembre 10:00")).text


async def test_what_is_missing_is_asked_for_one_after_the_other_and_can_be_typed(world):
    card = await drafted(world, "/evento")
    assert "¿Cómo se llama?" in card.text
    assert card.keyboard == [[BACK, "✖ Descartar"]]
    card = await world.says("ana", "Junta", "¿Qué día?")
    assert "\u2068Junta\u2069" in card.text
    card = await world.says("ana", "el viernes", "¿A qué hora?")
    assert "27 de noviembre" in card.text
    card = await world.says("ana", "10 y media", "10:30–11:30")
    assert card.keyboard[0] == ["✅ Guardar", "✖ Descartar"]


async def test_all_may_be_said_at_once_when_the_title_is_asked_for(world):
    await drafted(world, "/evento")
    card = await world.says("ana", "Junta jueves 16:00 45 min @luis", "16:00–16:45")
    assert "\u2068Junta\u2069" in card.text
    assert "\u2068Luis\u2069" in card.text


async def test_what_is_missing_can_be_pressed(world):
    card = await drafted(world, "/evento Junta")
    card = await world.taps("ana", card, "26")
    assert "¿A qué hora?" in card.text
    card = await world.taps("ana", card, "Otras horas", "6:30")
    assert "6:30–7:30" in card.text
    assert card.keyboard[0][0] == "✅ Guardar de todos modos"


async def test_a_draft_that_lacks_something_offers_no_saving(world):
    card = await world.taps("ana", await drafted(world, "/evento Junta"), BACK)
    assert "falta el día" in card.text
    assert card.keyboard[0] == ["✖ Descartar"]
    (press,) = [button.data for button in card.buttons if button.text == "✖ Descartar"]
    answer = await world.phone("ana").wait_answer(
        await world.phone("ana").press_data(card, press.replace("DX", "DV") + ":1")
    )
    assert answer.text == "Todavía falta algo para guardarlo."
    await world.quiet()
    assert "¿Qué día?" in world.phone("ana").current(card).text
    assert await made(world) == []


async def test_a_part_of_the_day_is_kept_until_the_hour_is_known(world):
    card = await drafted(world, "/evento Cena mañana en la noche")
    assert "falta la hora · en la noche" in card.text
    assert card.keyboard[0] == ["19:00", "19:30", "20:00", "20:30"]
    assert "20:00–21:00" in (await world.says("ana", "8", "20:00–21:00")).text


# Corrections


@pytest.mark.parametrize(
    ("button", "words", "shown"),
    [
        ("✏️ Título", "Junta de viernes a las 5", "\u2068Junta de viernes a las 5\u2069"),
        ("📅 Día", "mañana", "24 de noviembre"),
        ("📅 Día", "30", "30 de noviembre"),
        ("🕘 Hora", "9", "9:00–10:00"),
        ("🕘 Hora", "de 10 a 11:30", "10:00–11:30"),
        ("⏱ Duración", "45", "16:00–16:45 · 45\u00a0min"),
        ("⏱ Duración", "1:30", "16:00–17:30"),
        ("👥 Personas", "lucía y Pablo", "\u2068Tú\u2069, \u2068Luis\u2069, \u2068Lucía\u2069, \u2068Pablo\u2069"),
        ("📍 Lugar", "Sala <2>", "📍 \u2068Sala <2>\u2069\n"),
        ("📍 Lugar", "https://meet.example/x", "💻 En línea"),
        ("🏷 Tipo", "visita", "🏷 \u2068Visita\u2069"),
    ],
)
async def test_a_field_is_corrected_by_its_button_and_words(world, button, words, shown):
    card = await world.taps("ana", await drafted(world), button)
    assert card.keyboard[-1] == [BACK]
    below = await world.says("ana", words, "16:00" if "Hora" not in button and "Dur" not in button else shown)
    assert shown in below.text
    assert below.keyboard[0][0].startswith("✅ Guardar")
    assert world.phone("ana").current(card).text == "✏️ El borrador sigue más abajo."
    assert await made(world) == []


@pytest.mark.parametrize(
    ("button", "words", "told"),
    [
        ("📅 Día", "quién sabe", "No entendí el día."),
        ("🕘 Hora", "quién sabe", "No entendí la hora."),
        ("⏱ Duración", "quién sabe", "No entendí la duración."),
        ("👥 Personas", "quién sabe", "No conozco a nadie con ese nombre."),
        ("🏷 Tipo", "quién sabe", "No hay un tipo con ese nombre."),
        ("📍 Lugar", "x" * 256, "Lugar: Es demasiado largo: como máximo 255."),
        (None, "quién sabe", "No entendí qué cambiar."),
    ],
)
async def test_words_that_say_nothing_change_nothing_and_may_be_tried_again(world, button, words, told):
    card = await drafted(world)
    card = await world.taps("ana", card, button) if button else card
    assert (await world.says("ana", words, told)).keyboard == []
    card = await world.taps("ana", card, *([BACK] if button else []), "📍 Lugar")
    assert "16:00–17:00" in card.text
    assert "Visita" not in card.text
    assert "Sala 2" in (await world.says("ana", "Sala 2", "16:00–17:00")).text


@pytest.mark.parametrize(
    ("buttons", "shown"),
    [
        (["📅 Día", "30"], "30 de noviembre"),
        (["📅 Día", "›", "1"], "1 de diciembre"),
        (["🕘 Hora", "9:30"], "9:30–10:30"),
        (["⏱ Duración", "2\u00a0h"], "16:00–18:00 · 2\u00a0h"),
        (["👥 Personas", "Lucía", BACK], "\u2068Tú\u2069, \u2068Luis\u2069, \u2068Lucía\u2069"),
        (["👥 Personas", "✓ Tú", BACK], "👥 \u2068Luis\u2069\n"),
        (["👥 Personas", "✓ Tú", "✓ Luis", BACK], "👥 \u2068Nadie todavía\u2069\n"),
        (["📍 Lugar", "💻 Es en línea"], "💻 En línea"),
        (["🏷 Tipo", "Otro"], "🏷 \u2068Otro\u2069"),
        (["👁 Hacer público"], "👁 Lo puede ver todo el equipo"),
        (["⏰ 1 día"], "⏰ Recordatorio 1 día antes"),
        (["⏰ 1\u00a0h", "🔕 Sin aviso"], "🔕 Sin recordatorio"),
    ],
)
async def test_a_field_is_corrected_by_buttons_alone(world, buttons, shown):
    card = await world.taps("ana", await drafted(world), *buttons)
    assert shown.replace("\u2068Nadie todavía\u2069", "Nadie todavía") in card.text
    assert await made(world) == []


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
    card = await world.taps("ana", card, "📍 Lugar", "Sin lugar")
    assert "📍 \u2068" not in card.text


async def test_words_correct_a_whole_card_without_being_asked_for(world):
    await drafted(world)
    card = await world.says("ana", "mejor el viernes de 10 a 11:30 con @pablo", "27 de noviembre")
    assert "10:00–11:30 (de la mañana) · 1\u00a0h\u00a030\u00a0min" in card.text
    assert "\u2068Junta con proveedores\u2069" in card.text
    assert "\u2068Pablo\u2069" in card.text


async def test_a_reply_to_a_draft_corrects_that_one(world):
    first = await drafted(world)
    await drafted(world, "/evento Otra viernes 9:00")
    await world.phone("ana").reply(first, "a las 11")
    assert "\u2068Junta con proveedores\u2069" in (await world.phone("ana").wait("11:00–12:00")).text


async def test_a_reply_to_a_card_that_has_gone_on_corrects_its_draft_too(world):
    first = await drafted(world)
    await world.says("ana", "a las 11", "11:00–12:00")
    await world.phone("ana").reply(first, "con @pablo")
    assert "11:00–12:00" in (await world.phone("ana").wait("Pablo")).text


async def test_another_command_leaves_the_draft_to_its_card(world):
    card = await drafted(world)
    await world.says("ana", "/hoy", "lunes, 23 de noviembre")
    assert "No entendí." in (await world.says("ana", "a las 11")).text
    assert "17:00" in (await world.taps("ana", card, "🏷 Tipo")).text


async def test_cancelling_drops_the_draft(world):
    card = await drafted(world)
    await world.says("ana", "/cancelar", "Cancelado")
    await world.quiet()
    assert world.phone("ana").current(card).text == "🗑 Borrador descartado: no se guardó nada."


# Whose clock


async def test_hours_are_ones_own_clocks_and_the_teams_are_said_beside_them(world):
    await world.operate(users.set_user, "ana", UserUpdate(timezone="America/Tijuana"))
    card = await drafted(world)
    assert "🕘 16:00–17:00 · 1\u00a0h\n🌍 Horas de Tijuana; en Ciudad de México: 18:00–19:00" in card.text
    await world.operate(users.set_user, "ana", UserUpdate(timezone="Europe/Madrid"))
    card = await world.taps("ana", card, "⏰ 1\u00a0h")
    assert "16:00–17:00 · 1\u00a0h\n🌍 Horas de Tijuana" in card.text
    await world.taps("ana", card, "✅ Guardar")
    assert (await made(world))[0].start_datetime.hour == 0


async def test_where_both_clocks_agree_only_one_is_shown(world):
    await world.operate(users.set_user, "ana", UserUpdate(timezone="America/Monterrey"))
    assert "🌍" not in (await drafted(world)).text


async def test_an_hour_that_the_clocks_skip_is_told(world):
    await world.operate(users.set_user, "ana", UserUpdate(timezone="Europe/Madrid"))
    card = await drafted(world, "/evento Corte 28/03/2027 2:30 am")
    assert "3:30–4:30" in card.text
    assert "el reloj se adelanta" in card.text


async def test_a_time_that_has_passed_is_told_and_reminders_are_not_offered(world):
    card = await drafted(world, "/evento Junta hoy 8:30")
    assert "⏳ Esa hora ya pasó." in card.text
    assert ["🔕 Sin aviso ✓"] in card.keyboard


async def test_only_reminders_still_ahead_are_offered_and_a_chosen_one_that_passes_is_told(world):
    card = await drafted(world, "/evento Junta mañana 8:30")
    assert card.keyboard[2] == ["🔕 Sin aviso ✓", "⏰ 10\u00a0min", "⏰ 1\u00a0h"]
    card = await world.taps("ana", card, "⏰ 1\u00a0h")
    world.clock.advance(hours=23)
    card = await world.taps("ana", card, "👁 Hacer público")
    assert "El recordatorio de 1\u00a0h antes ya pasó: no habrá" in card.text
    assert "🔕 Sin recordatorio" in (await world.taps("ana", card, "🔕 Sin aviso")).text


async def test_a_reminder_button_whose_time_has_passed_since_changes_nothing(world):
    card = await drafted(world, "/evento Junta mañana 8:30")
    world.clock.advance(hours=23)
    card, answer = await world.presses("ana", card, "⏰ 1\u00a0h")
    assert answer.text == "Ese momento ya pasó; no cambié el recordatorio."
    assert "🔕 Sin recordatorio" in card.text


# Who cannot come


async def test_who_is_taken_by_what_is_warned_of_and_saving_is_anyway(world):
    await busy(world, "luis", title="Junta <1>")
    await busy(world, "ana")
    card = await drafted(world)
    assert "⚠️ \u2068Luis\u2069: con otro evento, 16:00–16:30" in card.text
    assert "⚠️ \u2068Tú\u2069: «\u2068Junta semanal\u2069», 16:00–16:30" in card.text
    assert card.keyboard[0] == ["✅ Guardar de todos modos", "✖ Descartar"]
    card = await drafted(world, "/event Meeting Thursday 4pm 1h @luis", "pablo")
    assert "⚠️ \u2068Luis\u2069: in another event, 4:00–4:30\u202fPM" in card.text


async def test_who_does_not_work_then_is_warned_of_with_why(world):
    request = build(AbsenceCreate, {"firstDay": "2026-11-26", "lastDay": "2026-11-27"})
    await world.act("luis", absences.declare_absence, request)
    card = await drafted(world)
    assert "🌙 \u2068Luis\u2069: ausencia hasta el vie,\u00a027\u00a0nov" in card.text
    card = await drafted(world, "/evento Cena jueves 20:00 @lucia")
    assert "🌙 \u2068Tú\u2069, \u2068Lucía\u2069: fuera de horario (9:00–18:00)" in card.text
    assert "no es día laboral" in (await drafted(world, "/evento Junta sábado 10:00")).text
    assert "día festivo (Navidad)" in (await drafted(world, "/evento Junta 25/12 10:00")).text
    card = await drafted(world, "/event Meeting 12/25 10am @pablo", "pablo")
    assert "public holiday (Christmas Day)" in card.text


async def test_other_times_are_the_next_three_at_which_all_are_free(world):
    await busy(world, "luis", end="2026-11-26T17:30")
    card = await world.taps("ana", await drafted(world), "🔄 Otros horarios")
    assert "A estas horas pueden todos" in card.text
    assert card.keyboard[:-1] == [
        ["vie,\u00a027\u00a0nov, 9:00–10:00"],
        ["vie,\u00a027\u00a0nov, 10:00–11:00"],
        ["vie,\u00a027\u00a0nov, 11:00–12:00"],
    ]
    card = await world.taps("ana", card, "vie,\u00a027\u00a0nov, 10:00–11:00")
    assert "viernes, 27 de noviembre de 2026\n🕘 10:00–11:00" in card.text
    assert card.keyboard[0][0] == "✅ Guardar"


async def test_the_time_that_the_draft_has_is_none_of_the_other_times(world):
    card = await drafted(world, "/evento Junta jueves 10:00")
    await world.phone("ana").wait_answer(await world.phone("ana").press_data(card, "1:dr:1:s"))
    await world.quiet()
    shown = world.phone("ana").current(card).keyboard
    assert shown[:2] == [["jue,\u00a026\u00a0nov, 11:00–12:00"], ["jue,\u00a026\u00a0nov, 12:00–13:00"]]


async def test_where_there_is_no_other_time_that_is_said(world):
    card = await drafted(world, "/evento Guardia jueves 8:00 12 h")
    card = await world.taps("ana", card, "🔄 Otros horarios")
    assert "No encontré otra hora en la que puedan todos." in card.text
    assert card.keyboard == [[BACK]]


# Types, hostile words, forged buttons


async def test_only_active_types_of_peoples_own_are_offered(world):
    await retire(world, 3)
    card = await world.taps("ana", await drafted(world), "🏷 Tipo")
    assert card.keyboard == [["Reunión ✓"], ["Otro"], [BACK]]


async def test_without_any_type_there_is_no_draft_and_that_is_said(world):
    for type_id in (2, 3, 4):
        await retire(world, type_id)
    assert "No hay ningún tipo de evento en uso" in (await world.says("ana", "/evento Junta jueves 16:00")).text
    assert "administers" in (await world.says("pablo", "/event Lunch")).text


async def test_a_type_that_was_retired_since_its_button_was_drawn_is_refused(world):
    card = await world.taps("ana", await drafted(world), "🏷 Tipo")
    await retire(world, 3)
    card, answer = await world.presses("ana", card, "Visita")
    assert answer.text == "Ese tipo de evento ya no está en uso: elige otro."
    assert "🏷 \u2068Reunión\u2069" in card.text


async def test_a_person_who_has_left_since_their_button_was_drawn_is_refused(world):
    card = await world.taps("ana", await drafted(world), "👥 Personas")
    await world.operate(users.set_user, "lucia", UserUpdate(is_active=False))
    card, answer = await world.presses("ana", card, "Lucía")
    assert answer.show_alert
    assert "Lucía" not in card.text + str(card.keyboard)


@pytest.mark.parametrize("words", HOSTILE)
async def test_hostile_words_are_shown_as_they_are(world, words):
    await drafted(world, f"/evento {words} jueves 16:00")
    for button in ("✏️ Título", "📍 Lugar"):
        card = await drafted(world)
        await world.taps("ana", card, button)
        await world.phone("ana").send(words[:255])
        await world.quiet()
    assert well(world)


async def test_naughty_titles_places_and_people_are_taken_by_telegram(world):
    for words in (*SOME, *(each[:3000] for each in LONG[:3])):
        await world.phone("ana").send(f"/evento {words}")
        await world.phone("ana").send("@" + words[:200])
    await world.quiet()
    assert well(world)


@pytest.mark.parametrize(
    "data",
    [
        "1:DS:1:d:0:0", "1:DS:1:d:-5:0", "1:DS:1:d:2147483647:0", "1:DS:1:h:1440:0", "1:DS:1:h:-1:0", "1:DS:1:s:-9:0",
        "1:DS:1:s:2147483647:0", "1:DS:1:l:0:0", "1:DS:1:l:99999:0", "1:DS:1:p:999:0", "1:DS:1:p:-999:0",
        "1:DS:1:p:0:0", "1:DS:1:k:1:0", "1:DS:1:k:99:0", "1:DS:1:r:7:0", "1:DS:1:t:1:0", "1:DS:1::1:0",
        "1:dr:1:d:2147483647", "1:dr:1:d:-1", "1:dr:1:d:3652059",
        "1:DS:1:d:3652059:0", "1:dr:1:p:99", "1:dr:1:p:-1", "1:dr:1:k:99", "1:dr:1:o:0", "1:dr:1:r:0",
        "1:dr:1:v:5", "1:dr:99", "1:dr:-1", "1:DV:99:0", "1:DX:99", "1:DS:99:h:60:0",
    ],
)  # fmt: skip
async def test_a_forged_button_breaks_nothing(world, data):
    card = await drafted(world)
    answer = await world.phone("ana").wait_answer(await world.phone("ana").press_data(card, data))
    await world.quiet()
    assert "Algo falló" not in answer.text
    assert well(world)
    card = await drafted(world)
    assert "16:00–17:00 · 1\u00a0h\n👥 \u2068Tú\u2069, \u2068Luis\u2069\n🏷 \u2068Reunión\u2069" in card.text
    assert await made(world) == []
