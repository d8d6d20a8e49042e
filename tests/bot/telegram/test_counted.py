"""The counts of calls to Telegram, by method and outcome, and of how late messages were accepted."""

import pytest
from telegram.error import TelegramError

from bot.app.config import TelegramConfig
from bot.app.service import make_bot
from bot.telegram.connection import BotApiRequest
from core.base.metrics import PROMPT_LATENESS, TELEGRAM_CALLS
from tests.bot.chat.posting import assign, send_due
from tests.bot.world import TOKEN


@pytest.fixture
def calls(monkeypatch):
    monkeypatch.setattr(TELEGRAM_CALLS, "cells", {})
    return lambda method: {each[1]: cells[0] for each, cells in TELEGRAM_CALLS.cells.items() if each[0] == method}


async def test_each_call_counts_by_what_became_of_it(world, calls, hurried):
    faults = world.sandbox.faults
    for trouble in (
        lambda: faults.too_many_requests(method="sendMessage"),
        lambda: faults.server_error(method="sendMessage"),
        lambda: faults.refuse(400, "Bad Request: message is too odd", method="sendMessage"),
        lambda: faults.drop(method="sendMessage"),
    ):
        trouble()
        await world.says("ana", "/hola")
        await world.quiet()
    counted = calls("sendMessage")
    assert {outcome: counted[outcome] for outcome in ("rate_limited", "refused")} == {"rate_limited": 1, "refused": 1}
    assert counted["failed"] == 2
    assert counted["ok"] >= 3


async def test_who_cannot_be_reached_and_who_does_not_know_us_count_as_that(calls, world):
    connection = BotApiRequest("trial", size=1)
    await connection.initialize()
    for address, token in (("http://127.0.0.1:9", TOKEN), (world.sandbox.url, "7000000001:other")):
        with pytest.raises(TelegramError):
            await make_bot(TelegramConfig(token=token, base_url=address), connection, connection).get_me()
    await connection.shutdown()
    assert {"unreachable": 1, "unauthorized": 1}.items() <= calls("getMe").items()


async def test_a_message_is_late_by_the_time_from_when_it_was_due(world, sender, monkeypatch):
    monkeypatch.setattr(PROMPT_LATENESS, "cells", {})
    await assign(world)
    world.clock.advance(minutes=3)
    await send_due(world, sender)
    ((*counts, seconds),) = PROMPT_LATENESS.cells.values()
    assert sum(counts) == 1
    assert 60 <= seconds <= 180
