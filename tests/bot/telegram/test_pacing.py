"""Messages go out evenly, at most so many a second, and none while Telegram says wait."""

import asyncio

import pytest

from bot.telegram.pacing import SEND, Pacing
from bot.telegram.rests import RateLimited


class Watch:
    """Time that passes only while somebody sleeps."""

    def __init__(self):
        self.now = 100.0

    def read(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds


async def test_a_thousand_take_as_long_as_they_must_and_no_longer():
    watch = Watch()
    pacing = Pacing(29.0, watch.read, watch.sleep)
    for person in range(1000):
        await pacing.wait_for_slot(person)
    assert 999 / 29 <= watch.now - 100 + 1e-6 <= 1000 / 30 * 1.1


async def test_no_second_has_more_than_its_share_even_when_all_come_at_once():
    async def asleep(seconds):
        waits.append(seconds)

    waits = []
    pacing = Pacing(100.0, lambda: 100.0, asleep)
    await asyncio.gather(*(pacing.wait_for_slot(1) for _ in range(30)))
    assert waits == pytest.approx([number / 100 for number in range(1, 30)])


async def test_idle_time_is_not_saved_up():
    watch = Watch()
    pacing = Pacing(10.0, watch.read, watch.sleep)
    await pacing.wait_for_slot(1)
    watch.now += 60
    began = watch.now
    for _ in range(11):
        await pacing.wait_for_slot(1)
    assert watch.now - began >= 1 - 1e-6


async def test_who_was_written_to_rests_for_a_second():
    watch = Watch()
    pacing = Pacing(10.0, watch.read, watch.sleep)
    pacing.written_to(1)
    watch.now += 0.5
    pacing.written_to(2)
    assert pacing.resting() == [1, 2]
    watch.now += 0.5
    assert pacing.resting() == [2]
    assert list(pacing.rests_until) == [2]


async def test_an_answer_waits_for_no_turn_and_takes_one():
    watch = Watch()
    pacing = Pacing(10.0, watch.read, watch.sleep)
    await pacing.wait_for_slot(1)
    for _ in range(5):
        pacing.answered()
    assert watch.now == 100
    await pacing.wait_for_slot(2)
    assert watch.now == pytest.approx(100.6)


async def test_a_recipient_waits_until_it_has_rested_and_others_need_not():
    watch = Watch()
    pacing = Pacing(10.0, watch.read, watch.sleep)
    for recipient in (1, -1):
        await pacing.wait_for_slot(recipient)
        pacing.written_to(recipient)
    await pacing.wait_for_slot(2)
    assert watch.now == pytest.approx(100.2)
    await pacing.wait_for_slot(1)
    assert watch.now == pytest.approx(101)
    await pacing.wait_for_slot(-1)
    assert watch.now == pytest.approx(103.1)


async def test_nobodys_turn_comes_while_telegram_says_wait():
    watch = Watch()
    pacing = Pacing(10.0, watch.read, watch.sleep)
    pacing.rests.refused(SEND, None, 7)
    with pytest.raises(RateLimited) as told:
        await pacing.wait_for_slot(1)
    assert told.value.seconds == pacing.paused() == 7
    watch.now += 7
    await pacing.wait_for_slot(1)
    assert watch.now == 107


async def test_who_waits_for_a_turn_when_a_pause_begins_does_not_get_it():
    pacing = Pacing(20.0)
    await pacing.wait_for_slot(1)
    waiting = asyncio.create_task(pacing.wait_for_slot(1))
    await asyncio.sleep(0)
    pacing.rests.refused(SEND, None, 60)
    with pytest.raises(RateLimited):
        await waiting
