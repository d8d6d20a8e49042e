"""`/buscar`: what is found, as buttons; what is not; words of any length and kind."""

import pytest

from bot.chat.callbacks.callback_data import MAX_BYTES, write
from bot.chat.callbacks.search import Found, carried
from tests.bot.world import check
from tests.tables import each_row


@pytest.fixture
async def said(world):
    await world.link("ana", "luis", "pablo")
    task = await world.task("ana", text="Revisar el camión")
    await world.comment("ana", task, "La factura <b> llegó")
    await world.task("pablo", text="Factura secreta")
    return world


async def test_many_are_in_pages(said):
    for number in range(8):
        await said.task("ana", text=f"Pedido {number}")
    found = await said.says("ana", "/buscar pedido", "Pedido 7")
    await said.taps("ana", found, "›", sees="Pedido 0", lacks="Pedido 7")


async def test_words_are_asked_for_until_there_are_some(said):
    for empty in ("/buscar", "/buscar ¿?…", "🚦"):
        await said.says("ana", empty, "¿Qué busco?")
    await said.says("ana", "camión", "Revisar el camión")


async def test_of_very_many_words_the_first_are_searched(said):
    found = await said.says("ana", "/buscar revisar camión " + "el " * 2000, "Revisar el camión")
    check(found, sees=["Busqué con las primeras palabras"])


@each_row(["a " * 100, "ñ" * 100, "x" * 4000, "一二三四五六七八九十" * 5, "a" * 52 + " ñ", "'\":*;|"])
def test_a_button_has_room_for_its_words(words):
    assert len(write(Found(carried(words), page=999)).encode()) <= MAX_BYTES
    assert words.strip("'\":*;| ").startswith(carried(words).split(" ")[0])
