"""The message and the passing words of a press: they go out side by side, the message first."""

import asyncio

import pytest

from bot.chat.router import both
from tests.tables import each_row


class Call:
    """A call that takes a while; what it sends leaves in a task of its own, as an HTTP client's requests do."""

    def __init__(self, name, log, fault=None):
        self.name = name
        self.log = log
        self.fault = fault
        self.answered = asyncio.Event()

    async def made(self):
        self.log.append(f"{self.name} begun")
        await asyncio.create_task(self.send())
        await self.answered.wait()
        self.log.append(f"{self.name} over")
        if self.fault:
            raise self.fault
        return self.name

    async def send(self):
        self.log.append(f"{self.name} sent")


def one_and_other(*faults):
    """Two calls, and what becomes of them."""
    log = []
    return [Call(name, log, fault) for name, fault in zip(("one", "other"), faults or (None, None), strict=True)], log


async def sent(calls, log):
    """Both of them, under way."""
    one, other = calls
    at_once = asyncio.create_task(both(one.made(), other.made))
    async with asyncio.timeout(5):
        while "other sent" not in log:
            await asyncio.sleep(0)
    return at_once


async def test_the_first_has_gone_out_before_the_other_begins_and_neither_waits_for_the_others_answer():
    calls, log = one_and_other()
    at_once = await sent(calls, log)
    assert log == ["one begun", "one sent", "other begun", "other sent"]
    for call in reversed(calls):
        call.answered.set()
    assert await at_once == "one"


@each_row([0, 1])
async def test_where_one_fails_the_other_is_over_before_that_is_told(failing):
    fault = ValueError("no")
    calls, log = one_and_other(*(fault if number == failing else None for number in range(2)))
    at_once = await sent(calls, log)
    calls[failing].answered.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not at_once.done()
    calls[1 - failing].answered.set()
    with pytest.raises(ValueError, match="no"):
        await at_once
    assert len(log) == 6


async def test_where_both_fail_the_firsts_fault_is_told():
    calls, log = one_and_other(ValueError("one"), ValueError("other"))
    at_once = await sent(calls, log)
    for call in calls:
        call.answered.set()
    with pytest.raises(ValueError, match="one"):
        await at_once


async def test_who_is_ended_before_the_other_begins_has_not_made_it():
    (one, other), log = one_and_other()
    at_once = asyncio.create_task(both(one.made(), other.made))
    while "one begun" not in log:
        await asyncio.sleep(0)
    at_once.cancel()
    with pytest.raises(asyncio.CancelledError):
        await at_once
    assert "other begun" not in log
