"""The calls of the bots in these tests are watched; the rules are tested beside the stand-in."""

import pytest
from telegram.error import BadRequest

from tests.waiting import until


async def test_a_wrong_call_of_the_bot_is_seen(world, every_call_is_valid):
    await until(lambda: every_call_is_valid.starts == 1)
    with pytest.raises(BadRequest):
        await world.service.router.outgoing.bot.send_message(world.phone("ana").id, "<b>x", "HTML")
    (wrong,) = every_call_is_valid.wrong
    assert "<b> is not closed" in wrong
    every_call_is_valid.wrong.clear()


async def test_an_answer_to_a_press_is_seen(world, every_call_is_valid):
    panel = await world.says("ana", "/hoy", "Sin abrir")
    await world.taps("ana", panel, "☀️ Abrir el día")
    assert list(every_call_is_valid.answers.values()) == [1]
