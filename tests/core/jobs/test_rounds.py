"""Rounds of housekeeping: the hours by which idempotency keys and drafts grow old, whatever the clock does."""

from datetime import timedelta

from core.jobs.pruning import begin_round
from core.records.jobs import Round
from tests.cast import ANA, OPERATOR, ROBOT
from tests.core.refusals import forbidden
from tests.core.world import NOW


async def test_a_round_begins_an_hour_after_the_last(world):
    assert await world.run(OPERATOR, begin_round) == Round(1, NOW)
    world.clock.advance(minutes=59, seconds=59)
    assert await world.run(OPERATOR, begin_round) is None
    world.clock.advance(seconds=1)
    assert await world.run(ROBOT, begin_round) == Round(2, NOW + timedelta(hours=1))
    with forbidden():
        await world.run(ANA, begin_round)


async def test_a_leap_of_the_clock_either_way_begins_one_round(world):
    await world.run(OPERATOR, begin_round)
    for number, days in enumerate((400, -400), start=2):
        now = world.clock.advance(days=days)
        assert await world.run(OPERATOR, begin_round) == Round(number, now)
        world.clock.advance(minutes=30)
        assert await world.run(OPERATOR, begin_round) is None
