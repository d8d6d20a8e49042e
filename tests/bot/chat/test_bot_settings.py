"""The bot's settings at Telegram: set at first, kept as they must be, and each tried again alone if refused."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from telegram.error import NetworkError

from bot.app import service
from bot.chat import bot_settings
from bot.chat.bot_settings import FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS, BotSettings, retry_seconds, settings_of
from bot.process import background_tasks
from bot.telegram.rests import RateLimited
from core.delivery.troubles import standing_troubles
from tests.tables import each_row
from tests.waiting import until

SETTERS = ("setMyCommands", "setMyDescription")


@pytest.fixture
def looking(monkeypatch):
    monkeypatch.setattr(bot_settings, "LOOK_SECONDS", 0.05)


@asynccontextmanager
async def kept(world):
    """Keep the bot's settings in the block."""
    keeping = asyncio.create_task(BotSettings(settings_of(world.service.bot), world.service.note).keep())
    yield
    keeping.cancel()


def done(world, method, times):
    return len([call for call in world.sandbox.calls_to(method) if call.ok]) == times


async def all_set(world):
    await until(lambda: done(world, "setMyCommands", 4) and done(world, "setMyDescription", 2))


async def test_what_is_as_it_must_be_is_not_set_again_also_after_a_restart(world, looking):
    for _ in range(2):
        async with kept(world):
            await all_set(world)
            looks = len(world.sandbox.calls_to("getMyDescription"))
            await until(lambda looks=looks: len(world.sandbox.calls_to("getMyDescription")) >= looks + 4)
    assert done(world, "setMyCommands", 4)
    assert done(world, "setMyDescription", 2)


@pytest.mark.usefixtures("looking")
async def test_what_another_program_changed_is_set_again_with_a_warning_and_told(world, caplog):
    async with kept(world):
        await all_set(world)
        await world.service.bot.describe("Otro bot", None)
        await world.service.bot.set_menu([{"command": "otro", "description": "Otro"}], None, "en")
        await until(lambda: done(world, "setMyCommands", 6) and done(world, "setMyDescription", 4))
    said = [record.getMessage() for record in caplog.records]
    assert sorted(said) == [
        "the description (es) was changed by another program with this bot's token: set again",
        "the menu of commands (en) was changed by another program with this bot's token: set again",
    ]
    told = {each.thing for each in await world.operate(standing_troubles)}
    assert told == {"telegram: the description (es)", "telegram: the menu of commands (en)"}


@pytest.mark.parametrize("method", SETTERS)
async def test_one_that_is_refused_keeps_no_other_from_being_set_and_is_told(world, method):
    world.sandbox.faults.refuse(400, "Bad Request: whatever", method=method, times=None)
    (other,) = set(SETTERS) - {method}
    async with kept(world):
        await until(lambda: done(world, other, 4 if other == "setMyCommands" else 2))
        await until(lambda: world.sandbox.calls_to(method))
    told = [each.fault for each in await world.operate(standing_troubles)]
    assert told
    assert set(told) == {"it could not be set: Whatever"}


async def test_one_that_was_refused_is_set_once_it_is_taken(world, monkeypatch):
    monkeypatch.setattr(bot_settings, "FIRST_RETRY_SECONDS", 0.01)
    world.sandbox.faults.refuse(400, "Bad Request: whatever", method="setMyCommands", times=3)
    async with kept(world):
        await all_set(world)


async def test_an_older_server_that_does_not_tell_what_it_has_is_told_once(world, looking):
    for method in ("getMyCommands", "getMyDescription"):
        world.sandbox.faults.refuse(404, "Not Found", method=method, times=None)
    async with kept(world):
        await all_set(world)
        await asyncio.sleep(0.2)
    assert done(world, "setMyCommands", 4)


@each_row(
    [
        (NetworkError("502"), 1, FIRST_RETRY_SECONDS),
        (NetworkError("502"), 3, 4 * FIRST_RETRY_SECONDS),
        (NetworkError("502"), 10**6, LONGEST_RETRY_SECONDS),
        (RateLimited(300, 900), 1, 900),
        (RateLimited(300, 79_534), 1, LONGEST_RETRY_SECONDS),
    ]
)
def test_when_it_is_tried_again(fault, failures, seconds):
    assert retry_seconds(fault, failures) == seconds


async def test_what_ends_by_an_error_is_begun_again_and_holds_up_nothing_else(office, monkeypatch, caplog):
    begun = []

    async def keep(_):
        begun.append(1)
        if len(begun) < 3:
            raise ValueError

    monkeypatch.setattr(background_tasks, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(BotSettings, "keep", keep)
    await office.start_bot()
    await until(lambda: len(begun) == 3)
    await office.says("ana", "hola", sees="no está vinculada")
    assert [each.exc_info[0] for each in caplog.records] == [ValueError] * 2


async def test_the_bots_new_name_is_learned_while_it_runs(world, caplog, monkeypatch):
    monkeypatch.setattr(service, "NAME_SECONDS", 0.01)
    await world.stop_bot()
    await world.start_bot(introduced=True)
    await until(lambda: world.service.outgoing.username)
    world.sandbox.rename_bot("otro_nombre_bot")
    await until(lambda: world.service.outgoing.username == "otro_nombre_bot")
    assert [record.getMessage() for record in caplog.records] == [
        "the bot is called @otro_nombre_bot now, no more @semaforo_bot"
    ]
