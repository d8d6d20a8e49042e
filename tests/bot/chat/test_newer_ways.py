"""Telegram's newer features are used, and left out where a server does not know them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.chat.panels.components import COPIED_UNITS, Button, Copy, Scene
from bot.chat.panels.tokens import token_panel
from core.base.model import Language
from core.records.tokens import IssuedToken
from tests.bot.chat.handlers.in_groups import says
from tests.tables import each_row


def styles(message):
    return {button.text: button.raw.get("style") for button in message.buttons}


@pytest.fixture(params=[False, True], ids=["today's server", "an older one"])
async def older(world, request):
    if request.param:
        world.sandbox.grow_older()
    return request.param


async def item_of_ana(world):
    task = await world.task("ana")
    await world.open_log("ana")
    day = await world.says("ana", "/hoy", "abierto")
    return await world.taps("ana", day, day.button(f"#{task.id} ·").text)


async def test_lights_are_buttons_of_their_colour_where_there_is_one(world, older):
    shown = styles(await item_of_ana(world))
    green, red = (None, None) if older else ("success", "danger")
    assert [shown.get(mark, shown.get(f"{mark} ✓")) for mark in "🟢🟡🟠🔴"] == [green, None, None, red]


async def test_a_token_is_copied_by_a_button_and_can_be_read_without(world, older):
    told = await world.says("ana", "/token", "Tu token")
    (token,) = told.spoilers
    copied = [button.raw["copy_text"]["text"] for button in told.buttons if "copy_text" in button.raw]
    assert copied == ([] if older else [token])
    assert "🙈 Ocultar" in [button.text for button in told.buttons]


@each_row([(COPIED_UNITS, True), (COPIED_UNITS + 1, False)])
def test_a_token_that_no_button_can_copy_has_none(units, copies):
    now = datetime(2026, 11, 23, 9, tzinfo=UTC)
    issued = IssuedToken("t_x", 1, "chat", None, now, now + timedelta(days=30), token="x" * units)
    panel = token_panel(Scene(Language.ES, now.date(), ZoneInfo("UTC")), issued)
    assert any(isinstance(button, Copy) for row in panel.rows for button in row) is copies
    assert any(isinstance(button, Button) for row in panel.rows for button in row)


async def test_a_group_reads_when_a_day_was_opened_by_each_ones_clock(world, linked, older):
    said = await says(world, linked, "lucia", "/equipo")
    assert "abierto 9:00" in said.text
    times = [entity for entity in said.entities if entity["type"] == "date_time"]
    opened = world.clock.now().timestamp()
    assert [(each["unix_time"], each["date_time_format"]) for each in times] == ([] if older else [(opened, "t")])


async def test_ones_own_chat_needs_no_other_clock(world):
    await item_of_ana(world)
    said = await world.says("lucia", "/equipo", "abierto 9:00")
    assert [entity for entity in said.entities if entity["type"] == "date_time"] == []


async def test_what_a_server_does_not_know_is_asked_of_it_once(world, linked):
    world.sandbox.grow_older()
    for _ in range(3):
        await says(world, linked, "lucia", "/equipo")
    refused = [call for call in world.sandbox.calls if not call.ok]
    assert len(refused) == 1
