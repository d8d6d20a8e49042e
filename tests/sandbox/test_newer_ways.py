"""Coloured buttons, buttons that copy, times by the reader's clock; and a server that knows none of them.

Telegram's own Bot API server and its TDLib were read for what becomes of each; aiogram's types say the same fields.
"""

import pytest

from bot.sandbox import Sandbox
from bot.sandbox._entities import format_text
from tests.tables import each_row

from .conftest import Raw

pytestmark = pytest.mark.asyncio


def one(**button):
    return {"inline_keyboard": [[{"text": "a", **button}]]}


async def kept(raw: Raw, **button) -> dict:
    """The button as Telegram tells of it."""
    sent = await raw("sendMessage", chat_id=101, text="a", reply_markup=one(**button))
    return sent["result"]["reply_markup"]["inline_keyboard"][0][0]


@each_row(
    [("danger", "danger"), ("SUCCESS", "success"), ("primary", "primary"), ("default", None), ("", None)], given="raw"
)
async def test_a_button_keeps_one_of_three_colours(raw: Raw, style, told):
    assert (await kept(raw, callback_data="a", style=style)).get("style") == told


async def test_a_button_copies_up_to_256_characters(raw: Raw):
    assert (await kept(raw, copy_text={"text": "ñ" * 256}))["copy_text"] == {"text": "ñ" * 256}


@each_row(
    [
        ('unix="1790000000" format="t"', "t"),
        ('format="t" unix="1790000000"', "t"),
        ('unix="soon" format="t"', None),
        ('format="t"', None),
    ]
)
async def test_a_time_is_an_entity_unless_there_is_none(attributes, told):
    text, entities = format_text(f"a <tg-time {attributes}>las 9</tg-time>", "HTML")
    time = {"type": "date_time", "offset": 2, "length": 5, "unix_time": 1790000000, "date_time_format": told}
    assert (text, entities) == ("a las 9", [] if told is None else [time])


async def test_an_older_server_leaves_out_a_colour_and_refuses_the_rest(raw: Raw, sandbox: Sandbox):
    sandbox.grow_older()
    assert await kept(raw, callback_data="a", style="danger") == {"text": "a", "callback_data": "a"}
    copies = {"chat_id": 101, "text": "a", "reply_markup": one(copy_text={"text": "b"})}
    assert "Text buttons are unallowed" in await raw.bad("sendMessage", **copies)
    for method, field in (("sendMessage", "text"), ("sendPhoto", "caption")):
        timed = {"chat_id": 101, field: 'ñ <tg-time unix="1" format="t">a</tg-time>', "parse_mode": "HTML"}
        assert 'Unsupported start tag "tg-time" at byte offset 3' in await raw.bad(method, **timed)
