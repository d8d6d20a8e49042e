"""An edited message corrects the draft that it began or changed, as long as that is the one on the card."""

import pytest

from tests.cast import day

UNCHANGED = "Lo que corriges en un mensaje ya enviado no cambia nada"


@pytest.mark.parametrize(
    ("first", "then", "sees"),
    [
        ("/nueva Revisar contrato para mañana", "/nueva Revisar factura para mañana", ["Revisar factura", "24\xa0nov"]),
        ("/evento Junta mañana 10:00", "/evento Junta mañana 12:30", ["Junta", "12:30"]),
        ("/ausencia del 3 al 7", "/ausencia del 3 al 8", ["mar,\xa08\xa0dic"]),
    ],
)
async def test_the_message_that_began_it(world, first, then, sees):
    phone = world.phone("ana")
    sent = await phone.send(first)
    card = await phone.wait("sin guardar")
    await phone.edit(sent, then)
    await world.quiet()
    assert phone.last.id != card.id
    assert all(text in phone.last.text for text in sees), phone.last.text


async def test_a_reaction_to_it_leaves_what_was_pressed_since(world):
    phone = world.phone("ana")
    sent = await phone.send("/nueva Pagar renta mañana")
    card = await phone.wait("sin guardar")
    card = await world.taps("ana", card, "📅 Fecha", "27", sees="27\xa0nov")
    await phone.react(sent)
    assert await world.silent("ana")
    assert "27\xa0nov" in phone.current(card).text


async def test_it_is_corrected_until_it_is_saved(world):
    phone = world.phone("ana")
    await world.says("ana", "/nueva Revisar contrato para mañana", "sin guardar")
    sent = await phone.send("para el viernes")
    await phone.wait("27\xa0nov")
    await phone.edit(sent, "para el jueves")
    card = await phone.wait("26\xa0nov")
    await world.taps("ana", card, "✅ Guardar")
    await phone.edit(sent, "para el lunes")
    await phone.wait(UNCHANGED)
    assert (await world.task_by_id(1)).fecha_cumplir == day(3)


async def test_who_was_taken_in_by_a_button_still_takes_part_while_the_words_name_them(world):
    phone = world.phone("ana")
    sent = await phone.send("/evento Cumpleaños de Luis mañana 10:00")
    await world.taps("ana", await phone.wait("¿Invito a Luis?"), "➕ Luis")
    await phone.edit(sent, "/evento Cumpleaños de Luis mañana 11:00")
    assert "¿Invito" not in (await phone.wait("11:00–12:00")).text
    await phone.edit(sent, "/evento Junta mañana 12:00")
    assert "Luis" not in (await phone.wait("12:00–13:00")).text
    await phone.edit(sent, "/evento Cumpleaños de Luis mañana 13:00")
    assert "¿Invito a Luis?" in (await phone.wait("13:00–14:00")).text
