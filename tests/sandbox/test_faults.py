"""Trouble on demand, from Python and over HTTP."""

import asyncio
import time

import pytest
from telegram.error import Forbidden, NetworkError, RetryAfter, TimedOut
from telegram.ext import ExtBot

from bot.sandbox import Sandbox
from tests.waiting import until

from .conftest import Raw

pytestmark = pytest.mark.asyncio


async def test_the_library_sees_each_error_as_its_own(bot: ExtBot, sandbox: Sandbox, monkeypatch):
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    sandbox.faults.too_many_requests(3, method="sendMessage")
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(101, "a")
    assert caught.value.retry_after.total_seconds() == 3
    for code, words in ((500, "Internal Server Error"), (502, "Bad Gateway"), (504, "Gateway Timeout")):
        sandbox.faults.server_error(code)
        with pytest.raises(NetworkError, match=words):
            await bot.send_message(101, "a")
    sandbox.faults.forbidden()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(101, "a")
    assert sandbox.person("ana").messages == []
    assert [call.error_code for call in sandbox.calls_to("sendMessage")] == [429, 500, 502, 504, 403]
    assert not any(call.ok for call in sandbox.calls_to("sendMessage"))


async def test_cut_before_and_after(bot: ExtBot, sandbox: Sandbox):
    ana = sandbox.person("ana")
    sandbox.faults.drop(method="sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(101, "never arrived")
    assert ana.messages == []
    sandbox.faults.lose_answer(method="sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(101, "arrived, says nobody")
    assert [message.text for message in ana.messages] == ["arrived, says nobody"]
    sandbox.faults.lose_answer(2.0, method="sendMessage")
    with pytest.raises(TimedOut):
        await bot.send_message(101, "arrived too", read_timeout=0.1)
    assert len(ana.messages) == 2
    assert [(call.fault, call.ok) for call in sandbox.calls_to("sendMessage")] == [
        ("drop", False),
        ("lose_answer", True),
        ("lose_answer", True),
    ]


async def test_narrowed_counted_and_cleared(raw: Raw, sandbox: Sandbox):
    fault = sandbox.faults.forbidden(method="sendmessage", chat_id=101, times=None)
    assert (await raw("getMe"))["ok"]
    assert (await raw("sendMessage", chat_id=102, text="a"))["ok"]
    assert not (await raw("sendMessage", chat_id=101, text="a"))["ok"]
    assert not (await raw("sendMessage", chat_id=101, text="a"))["ok"]
    assert fault.hits == 2
    sandbox.faults.clear()
    assert (await raw("sendMessage", chat_id=101, text="a"))["ok"]
    never = sandbox.faults.server_error(times=None, probability=0.0)
    assert (await raw("getMe"))["ok"]
    assert never.hits == 0


async def test_delay(raw: Raw, sandbox: Sandbox):
    sandbox.faults.delay(0.15)
    began = time.monotonic()
    assert (await raw("sendMessage", chat_id=101, text="a"))["ok"]
    assert time.monotonic() - began >= 0.15


async def test_a_call_is_held_until_it_is_released(raw: Raw, sandbox: Sandbox):
    fault = sandbox.faults.hold(method="sendMessage")
    call = asyncio.create_task(raw("sendMessage", chat_id=101, text="a"))
    await until(lambda: fault.hits)
    assert (await raw("getMe"))["ok"]
    assert not call.done()
    fault.release()
    assert (await call)["ok"]
