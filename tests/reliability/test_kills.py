"""The service killed while messages go out, Telegram refusing and answering badly: none lost, none repeated in vain."""

import asyncio
import random
from collections import Counter

import pytest

from bot.telegram.connection import ANSWER_SECONDS, CONNECT_SECONDS
from tests.reliability.flood import PATIENCE_SECONDS, Flood
from tests.system.process import Process

TOO_MANY, LOST_ANSWERS, MUTE, BLOCKING = 0.05, 0.02, 0.005, 0.05
"""Shares: of the calls, and of the people."""

LATEST_KILL_SECONDS = 0.5
SEED = 2026


async def flooded(folder, *, people, messages, kills, mute=0, module="bot", patience=PATIENCE_SECONDS) -> Flood:
    """Flood a service with messages while it is killed `kills` times, and return the outcome."""
    flood = Flood(folder, people, patience)
    async with flood.sandbox:
        await flood.prepare(messages)
        trouble(flood, mute)
        async with Process(flood.settings, folder / "log", "jobs", module=module) as process:
            await live_through(flood, process, plan(flood, process, messages, kills, random.Random(SEED)))
            await flood.over()
            assert await process.stop() == 0
    return flood


def trouble(flood: Flood, mute: int) -> None:
    """Telegram refuses what is too fast, and takes messages without saying so, some by saying nothing at all."""
    faults = flood.sandbox.faults
    faults.lose_answer(ANSWER_SECONDS + CONNECT_SECONDS + 1, times=mute, probability=MUTE)
    faults.too_many_requests(1, times=None, probability=TOO_MANY)
    faults.lose_answer(times=None, probability=LOST_ANSWERS)


def plan(flood: Flood, process: Process, messages: int, kills: int, dice: random.Random) -> list[tuple]:
    """(after how many messages, how long after that, who blocks the bot; or the service, to be killed), in order.

    Every other time it is killed just as a message is accepted.
    """
    last = messages * 9 // 10
    leaving = dice.sample(flood.phones, round(len(flood.phones) * BLOCKING))
    events = [(dice.randrange(last), 0.0, phone) for phone in leaving]
    for number, mark in enumerate(dice.sample(range(1, last), kills)):
        events.append((mark, dice.random() * LATEST_KILL_SECONDS * (number % 2), process))
    return sorted(events, key=lambda event: event[0])


async def live_through(flood: Flood, process: Process, events: list[tuple]) -> None:
    """Have it all happen."""
    for mark, later, what in events:
        await flood.told(mark)
        await asyncio.sleep(later)
        if what is not process:
            await flood.block(what)
            continue
        await process.kill()
        await flood.silence()
        flood.tally.note_end()
        await process.start()


def judge(flood: Flood) -> Counter:
    """Nothing was lost; how often something was repeated, by its reason."""
    assert flood.tally.lost(flood.blockers) == []
    repeats = Counter(reason for _, reason in flood.tally.repeats())
    assert repeats[""] == 0
    return repeats


@pytest.mark.parametrize(
    ("messages", "how"),
    [
        pytest.param(900, {"module": "tests.reliability.hasty", "patience": 200}, id="bounded", marks=pytest.mark.long),
        pytest.param(2000, {"mute": 3, "patience": 300}, id="full", marks=pytest.mark.soak),
    ],
)
async def test_thirty_kills_while_messages_go_out(tmp_path, measured, messages, how):
    flood = await flooded(tmp_path, people=messages, messages=messages, kills=30, **how)
    repeats = judge(flood)
    calls = flood.sandbox.calls
    assert len(flood.tally.ends) == 30
    measured(
        f"{len(flood.tally.lost(flood.blockers))} lost of {len(flood.tally.ledger())}",
        *(f"{times} repeated: {reason}" for reason, times in sorted(repeats.items())),
        f"{sum(call.error_code == 429 for call in calls)} times too fast (429)",
        f"{sum(call.fault == 'lose_answer' for call in calls)} answers lost",
        f"{sum(call.error_code == 403 for call in calls)} refused by {len(flood.blockers)} who blocked the bot (403)",
        f"{calls[-1].time - calls[0].time:.0f} s",
    )
