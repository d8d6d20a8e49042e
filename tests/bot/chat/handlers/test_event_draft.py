"""`/evento` drafts an event: what was understood is shown, what is missing is asked for, nothing breaks it."""

from tests.bot.chat.handlers.meetings import BACK, drafted, made
from tests.bot.world import check, plain
from tests.tables import each_row


def well(world, who="ana"):
    """Return whether the bot never said that something failed; the calls of Telegram are watched for all tests."""
    return all("Algo falló" not in message.text for message in world.phone(who).messages)


async def test_which_reading_was_chosen_and_what_was_left_alone_is_said(world):
    card = await drafted(world, "/evento Cierre de mayo lunes a las 5 @nadie")
    check(card, sees=["30 de noviembre de 2026 (no hoy: el de la próxima semana)", "17:00–18:00 (de la tarde)"])
    check(card, sees=["❔ «\u2068mayo\u2069» se quedó como texto.", "No sé quién es \u2068@nadie\u2069"])


async def test_somebody_named_without_a_sign_is_invited_and_shown(world):
    card = await world.says(
        "ana",
        "/evento Junta con luis y lucia mañana 10:00",
        sees="👥 \u2068Tú\u2069, \u2068Luis\u2069, \u2068Lucía\u2069",
    )
    check(card, offers="✅ Guardar", lacks="✅ Guardar sin invitar")


async def test_who_may_be_meant_by_a_name_is_asked(world):
    card = await world.says(
        "ana", "/evento Cumpleaños de Luis mañana 10:00", offers=["➕ Luis", "✅ Guardar sin invitar"]
    )
    assert "❔ ¿Invito a Luis?" in plain(card)
    await world.taps(
        "ana", card, "➕ Luis", sees="👥 \u2068Tú\u2069, \u2068Luis\u2069", lacks="➕ Luis", offers="✅ Guardar"
    )


@each_row(
    [
        ("ana", "comida con todo el equipo mañana a las 2", "Tú, Lucía, Luis"),
        ("lucia", "junta con mi equipo mañana a las 10", "Tú, Ana, Luis"),
        ("ana", "junta con el equipo de ventas mañana a las 10", "Tú"),
        ("root", "lunch with everyone tomorrow at 2", "Tú"),
    ],
    given="world",
)
async def test_ones_team_is_invited_by_that_name(world, who, words, people):
    card = await world.says(who, words)
    assert f"👥 {people}\n" in plain(card)


async def test_a_name_that_is_not_clear_is_offered_as_those_it_may_mean(world):
    card = await world.says("ana", "/evento Junta con @lucha mañana 10:00", sees="No sé quién es", offers="➕ Lucía")
    await world.taps("ana", card, "➕ Lucía", hides="No sé quién es", lacks="➕ Lucía")


@each_row(
    [
        ("Comida mañana 3", "Comida", "15:00–16:00 (de la tarde)"),
        ("Junta mañana 16 con @luis", "Junta", "16:00–17:00"),
        ("Junta sala 3 mañana", "Junta sala 3", "falta la hora"),
        ("Junta mañana 30", "Junta 30", "falta la hora"),
    ],
    given="world",
)
async def test_a_number_alone_behind_the_day_is_the_hour(world, words, title, hour):
    await world.says("ana", f"/evento {words}", sees=[f"\u2068{title}\u2069", hour])


async def test_all_may_be_said_at_once_when_the_title_is_asked_for(world):
    await drafted(world, "/evento")
    card = await world.says("ana", "Junta jueves 16:00 45 min @luis", "16:00–16:45")
    check(card, sees=["\u2068Junta\u2069", "\u2068Luis\u2069"])


async def test_what_is_missing_can_be_pressed(world):
    card = await drafted(world, "/evento Junta")
    card = await world.taps("ana", card, "26", sees="¿A qué hora?")
    card = await world.taps("ana", card, "Otras horas", "6:30", sees="6:30–7:30")
    assert card.keyboard[0][0] == "✅ Guardar de todos modos"


async def test_a_draft_that_lacks_something_offers_no_saving(world):
    card = await world.taps("ana", await drafted(world, "/evento Junta"), BACK, sees="falta el día")
    assert card.keyboard[0] == ["✖ Descartar"]
    (press,) = [button.data for button in card.buttons if button.text == "✖ Descartar"]
    await world.forges("ana", press.replace("DX", "DV") + ":1", card, notice="Todavía falta algo para guardarlo.")
    await world.quiet()
    assert "¿Qué día?" in world.phone("ana").current(card).text
    assert await made(world) == []


async def test_a_part_of_the_day_is_kept_until_the_hour_is_known(world):
    card = await drafted(world, "/evento Cena mañana en la noche", sees="falta la hora · en la noche")
    assert card.keyboard[0] == ["19:00", "19:30", "20:00", "20:30"]
    await world.says("ana", "8", "20:00–21:00", sees="20:00–21:00")


async def test_an_hour_of_a_night_after_midnight_is_of_the_day_after_and_that_is_told(world):
    card = await drafted(
        world, "/evento Guardia mañana en la noche a la 1", sees="(de la madrugada que sigue a esa noche)"
    )
    assert "miércoles, 25 de noviembre" in card.text
    await drafted(world, "/evento Guardia mañana en la noche", sees="falta la hora · en la noche")
    await world.says("ana", "1", "1:00–2:00", sees="miércoles, 25 de noviembre")
    await world.says("ana", "2 de la noche", "2:00–3:00", sees="miércoles, 25 de noviembre")


# Hostile words, forged buttons


@each_row(
    [
        "1:DS:1:d:0:0",
        "1:DS:1:d:2147483647:0",
        "1:DS:1:h:1440:0",
        "1:DS:1:h:-1:0",
        "1:DS:1:s:-9:0",
        "1:DS:1:s:2147483647:0",
        "1:DS:1:l:0:0",
        "1:DS:1:l:99999:0",
        "1:DS:1:p:999:0",
        "1:DS:1:p:-999:0",
        "1:DS:1:k:1:0",
        "1:DS:1:r:7:0",
        "1:DS:1:t:1:0",
        "1:DS:1::1:0",
        "1:dr:1:d:-1",
        "1:dr:1:d:3652059",
        "1:DS:1:d:3652059:0",
        "1:dr:1:p:99",
        "1:dr:1:o:0",
        "1:dr:1:r:0",
        "1:dr:1:v:5",
        "1:dr:99",
        "1:DV:99:0",
        "1:DX:99",
        "1:DS:99:h:60:0",
    ],
    given="world",
)
async def test_a_forged_button_breaks_nothing(world, data):
    card = await drafted(world)
    _, answer = await world.forges("ana", data, card)
    assert "Algo falló" not in answer.text
    assert well(world)
    await drafted(world, sees="16:00–17:00 · 1\u00a0h\n👥 \u2068Tú\u2069, \u2068Luis\u2069\n🏷 \u2068Reunión\u2069")
    assert await made(world) == []


async def test_a_name_spelt_almost_right_is_asked_about(world):
    name = "luiz"
    card = await world.says("ana", f"/evento Junta con {name} jueves 11:00", offers="➕ Luis")
    await world.taps("ana", card, "➕ Luis", hides="¿Invito a", lacks="➕ Lucía")


async def test_other_words_are_not_a_name(world):
    await world.says("ana", "/evento Junta con ventas y las mesas jueves 11:00", lacks="➕ Luis")


async def test_an_hour_by_another_clock_is_shown_by_both(world):
    card = await world.says("ana", "llamada con Luis mañana a las 2 de Colombia", "sin guardar")
    check(card, sees=["13:00–14:00", "en Bogotá: 14:00–15:00"], hides="era hora de otra zona")
    check(await world.says("ana", "mejor a las 4", "16:00–17:00"), hides="Bogotá")


async def test_whose_clock_is_meant_is_asked_and_taken(world):
    await world.says(
        "ana", "junta con Luis mañana a las 10 de allá", "sin guardar", sees="puede ser la de varias zonas"
    )
    card = await world.says("ana", "de Madrid", "sin guardar", sees=["3:00–4:00", "en Madrid: 10:00–11:00"])
    check(card, hides=["varias zonas", "de allá"])
    await world.says("ana", "no, hora de Lima", "sin guardar", sees=["9:00–10:00", "en Lima: 10:00–11:00"])


async def test_of_those_listed_nobody_is_left_out_without_a_word(world):
    card = await world.says("ana", "junta con los de diseño, @luis y también Lucía mañana a las 10", "sin guardar")
    check(card, sees=["\u2068Luis\u2069, \u2068Lucía\u2069", "No sé quién es \u2068los de diseño\u2069"])
