"""Work that takes too long by itself is ended; what it waits for others is not counted."""

import asyncio

import pytest

from bot.process.time_limit import TookTooLong, at_most, waiting_for_others

SOON, LATER = 0.02, 0.1


async def ended_at_most(seconds, work):
    async with at_most(seconds):
        await work


async def test_what_takes_longer_is_ended():
    ended = []

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    with pytest.raises(TookTooLong):
        await ended_at_most(SOON, work())
    assert ended


async def test_what_is_in_time_is_not():
    async with at_most(60):
        await asyncio.sleep(0)
    await asyncio.sleep(0)


async def test_a_timeout_of_its_own_is_its_own():
    with pytest.raises(TimeoutError):
        async with at_most(60), asyncio.timeout(SOON):
            await asyncio.Event().wait()


async def test_waiting_for_others_is_not_counted_and_what_follows_is():
    waited = []

    async def work():
        with waiting_for_others(), waiting_for_others():
            await asyncio.sleep(LATER)
        waited.append(True)
        await asyncio.Event().wait()

    with pytest.raises(TookTooLong):
        await ended_at_most(SOON, work())
    assert waited


async def test_several_that_wait_side_by_side_stop_it_until_the_last_is_through():
    async def wait(seconds):
        with waiting_for_others():
            await asyncio.sleep(seconds)

    async with at_most(SOON):
        await asyncio.gather(wait(SOON / 2), wait(LATER))


async def test_what_is_left_running_minds_no_limit_that_is_over():
    async def wait():
        with waiting_for_others():
            await asyncio.sleep(SOON)

    async with at_most(60):
        before = asyncio.create_task(wait())
        await asyncio.sleep(0)
        after = asyncio.create_task(wait())
    await asyncio.gather(before, after)


async def test_who_waits_for_others_when_the_time_is_up_is_ended():
    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            with waiting_for_others():
                await asyncio.sleep(0)

    with pytest.raises(TookTooLong):
        await ended_at_most(SOON, work())
