"""Rests after Telegram's 429: only what was refused rests, at most for a bound, and whoever asks is told."""

import asyncio
import logging

import pytest

from bot.telegram import connection, troubles
from bot.telegram.connection import BotApiRequest
from bot.telegram.rests import CHATS_OF_A_METHOD, LONGEST_REST_SECONDS, RateLimited, Rests
from bot.telegram.troubles import rests_told
from core.delivery.troubles import standing_troubles
from tests.bot.chat.posting import assign, new_sender, outcomes, received, send_due
from tests.tables import each_row
from tests.waiting import until

A_DAY = 79_534.0
SEND, PHOTO, DESCRIBE = "sendMessage", "sendPhoto", "setMyDescription"


class Watch:
    """A clock that stands still."""

    def __init__(self):
        self.now = 100.0

    def read(self):
        return self.now


@pytest.fixture
def watch():
    return Watch()


@pytest.fixture
def rests(watch):
    return Rests(watch.read)


def rests_for(rests, method, chat_id):
    """For how long a call is not made."""
    try:
        rests.check(method, chat_id)
    except RateLimited as fault:
        return fault.seconds
    return 0


async def test_a_refusal_in_a_chat_rests_that_chat_for_every_method(rests, watch):
    assert rests.refused(SEND, 1, 7).seconds == 7
    assert (rests_for(rests, SEND, 1), rests_for(rests, PHOTO, 1)) == (7, 7)
    assert (rests_for(rests, SEND, 2), rests_for(rests, DESCRIBE, None)) == (0, 0)
    watch.now += 7
    assert rests_for(rests, SEND, 1) == 0


async def test_a_refusal_without_a_chat_rests_that_method(rests):
    rests.refused(DESCRIBE, None, 60)
    assert rests_for(rests, DESCRIBE, None) == 60
    assert (rests_for(rests, "setMyCommands", None), rests_for(rests, SEND, 1)) == (0, 0)


async def test_several_chats_refused_in_a_row_are_the_methods_rest_and_no_longer_theirs(rests):
    for chat in range(CHATS_OF_A_METHOD):
        assert rests_for(rests, PHOTO, 9) == 0
        rests.refused(PHOTO, chat, 60)
    assert rests_for(rests, PHOTO, 9) == 60
    assert [rests_for(rests, SEND, chat) for chat in range(CHATS_OF_A_METHOD)] == [0] * CHATS_OF_A_METHOD


async def test_one_that_is_taken_in_between_shows_that_it_is_the_chats(rests):
    for chat in range(2 * CHATS_OF_A_METHOD):
        rests.refused(SEND, chat, 60)
        rests.worked(SEND, 9)
    assert (rests_for(rests, SEND, 9), rests_for(rests, SEND, 0)) == (0, 60)


@each_row([(3.0, 3.0), (LONGEST_REST_SECONDS, LONGEST_REST_SECONDS), (A_DAY, LONGEST_REST_SECONDS)])
async def test_nothing_rests_for_longer_than_the_bound_whatever_is_asked_for(asked, rested):
    fault = Rests(lambda: 0.0).refused(SEND, 1, asked)
    assert (fault.seconds, fault.asked) == (rested, asked)


async def test_what_works_again_before_its_rest_is_over_no_longer_rests(rests):
    rests.refused(SEND, 1, 60)
    rests.worked(SEND, 1)
    assert rests_for(rests, SEND, 1) == 0


async def test_a_rest_is_a_line_when_it_begins_and_one_when_it_is_over(rests, caplog):
    caplog.set_level(logging.INFO)
    rests.refused(DESCRIBE, None, A_DAY)
    rests.refused(SEND, -5, 7)
    rests.worked(DESCRIBE, None)
    rests.worked(SEND, -5)
    await until(lambda: len(caplog.records) == 4)
    assert [record.getMessage() for record in caplog.records] == [
        "setMyDescription: too many requests: it rests for 300 s (Telegram asks for 79534 s)",
        "chat -5: too many requests: it rests for 7 s (Telegram asks for 7 s)",
        "setMyDescription: works again after 1 failures",
        "chat -5: works again after 1 failures",
    ]


async def test_what_rests_is_not_asked_again_over_any_connection(world):
    fault = world.sandbox.faults.too_many_requests(60, method="setMyDescription", times=None)
    for _ in range(3):
        with pytest.raises(RateLimited):
            await world.service.bot.describe("x", None)
    assert fault.hits == 1
    await world.says("ana", "/hoy", "Sin abrir")


async def told(world):
    return {each.thing: each.fault for each in await world.operate(standing_troubles)}


async def test_what_rests_for_long_is_told_until_it_is_over(world, monkeypatch):
    monkeypatch.setattr(troubles, "LOOK_SECONDS", 0.01)
    rests = Rests()
    async with rests_told(rests, world.service.note):
        rests.refused(DESCRIBE, None, A_DAY)
        rests.refused(SEND, 101, 60)
        rests.refused(SEND, 102, 40)
        rests.refused("sendVoice", 103, 3)

        async def all_told():
            return len(await told(world)) == 2

        await until(all_told)
        assert await told(world) == {
            "telegram: chats": "too many requests (429) to 2 of them: Telegram asks to wait for 0:01:00 h",
            "telegram: setMyDescription": "too many requests (429): Telegram asks to wait for 22:05:34 h",
        }
    world.clock.advance(seconds=LONGEST_REST_SECONDS + 1)
    assert await told(world) == {}


@pytest.mark.parametrize("method", ["setMyDescription", "setMyCommands"])
async def test_a_setting_that_is_refused_for_a_day_keeps_nobody_from_being_told(office, method):
    await office.link("ana", "luis", "lucia")
    office.phone("luis")
    office.sandbox.faults.too_many_requests(round(A_DAY), method=method, times=None)
    await office.start_bot()
    await until(lambda: office.sandbox.calls_to(method))
    await office.says("ana", "/hoy", "Sin abrir")
    sender = new_sender(office)
    await assign(office, who="luis")
    await send_due(office, sender)
    assert outcomes(office) == ["sent"]
    assert received(office, "luis", "te asignó") == 1
    other = "setMyCommands" if method == "setMyDescription" else "setMyDescription"
    await until(lambda: any(call.ok for call in office.sandbox.calls_to(other)))


async def test_an_answer_that_would_come_a_day_later_is_not_waited_for_and_holds_up_nothing(world):
    fault = world.sandbox.faults.too_many_requests(round(A_DAY), method="sendMessage", chat_id=101)
    await world.phone("ana").send("/hoy")
    await world.phone("ana").send("/tareas")
    async with asyncio.timeout(5):
        await world.quiet()
    assert fault.hits == 1
    await world.says("luis", "/hoy", "Sin abrir")


async def test_polling_that_is_refused_for_a_day_is_tried_again_within_the_bound(monkeypatch, world):
    monkeypatch.setattr(connection, "seconds_to_wait", lambda _: A_DAY)
    calls = BotApiRequest("tests", size=1)
    await calls.initialize()
    world.sandbox.faults.too_many_requests(1, method="getUpdates")
    with pytest.raises(RateLimited) as refused:
        await calls.post(f"{world.service.bot.base_url}/getUpdates")
    assert refused.value.seconds == LONGEST_REST_SECONDS
    await calls.shutdown()
