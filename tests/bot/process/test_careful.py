"""Items that end each process that begins them are put aside; those merely in hand then are not."""

import asyncio

import pytest

from bot.process import careful
from bot.process.background_tasks import cancel
from bot.process.careful import Careful
from core.base.errors import Code, Unavailable
from core.delivery.begun_work import MOST_TIMES, times_begun, work_put_aside
from core.people.users import OPERATOR_CALLER
from core.records.jobs import WorkKind
from tests.bot.world import write_nothing
from tests.core.world import world_with
from tests.waiting import until

ITEM, OTHER, NEW = 7, 8, 9


@pytest.fixture
async def world(memory):
    made = await world_with()
    yield made
    made.store.end()


class Process:
    """One that begins items, each as long as its gate is closed."""

    def __init__(self, world, *, earlier=0):
        self.careful = Careful(world.pipeline, WorkKind.MESSAGE, earlier=earlier)
        self.open = set()
        self.begun, self.ended, self.refused = [], [], []
        self.tasks = []

    async def work(self, item):
        async with self.careful.begun_again(item) as begun:
            if not begun:
                self.refused.append(item)
                return
            self.begun.append(item)
            while item not in self.open:
                await asyncio.sleep(0)
            self.ended.append(item)

    def begin(self, *items):
        self.tasks += [asyncio.create_task(self.work(item)) for item in items]

    async def killed(self):
        self.careful.run = write_nothing
        await cancel(self.tasks)


async def counted(world, item=ITEM):
    return await world.pipeline.run(OPERATOR_CALLER, times_begun, WorkKind.MESSAGE, item)


async def put_aside(world):
    found = await world.pipeline.run(OPERATOR_CALLER, work_put_aside)
    return [(each.kind, each.item, each.times) for each in found]


async def killed_at(world, *items, first, earlier=0):
    """Kill a process once it has begun `first` of these items; return those that it has begun."""
    process = Process(world, earlier=earlier)
    process.begin(*items)
    await until(lambda: len(process.begun) == first)
    await process.killed()
    return process.begun


@pytest.mark.parametrize("earlier", [0, 1])
async def test_what_was_begun_three_times_without_an_end_is_put_aside(world, earlier, caplog):
    for _ in range(MOST_TIMES - earlier):
        await killed_at(world, ITEM, first=1, earlier=earlier)
    assert await put_aside(world) == []
    process = Process(world, earlier=earlier)
    await process.work(ITEM)
    assert (process.begun, process.refused) == ([], [ITEM])
    assert await put_aside(world) == [(WorkKind.MESSAGE, ITEM, MOST_TIMES - earlier)]
    assert "message 7 is put aside: it was begun 3 times" in caplog.text


async def test_what_ends_is_counted_anew(world):
    for _ in range(MOST_TIMES - 1):
        await killed_at(world, ITEM, first=1)
    process = Process(world)
    process.open.add(ITEM)
    await process.work(ITEM)
    assert (process.ended, await counted(world)) == ([ITEM], 0)


async def test_what_was_in_hand_besides_is_begun_alone_and_ends(world):
    assert await killed_at(world, OTHER, ITEM, first=2) == [OTHER, ITEM]
    process = Process(world)
    process.begin(OTHER, ITEM)
    await until(lambda: process.begun)
    await asyncio.sleep(0.01)
    assert process.begun == [OTHER]
    process.open.add(OTHER)
    await until(lambda: process.begun == [OTHER, ITEM])
    await process.killed()
    assert (await counted(world, OTHER), await counted(world)) == (0, 2)


async def test_the_more_often_it_was_counted_the_later_it_is_begun(world, monkeypatch):
    """Begin no suspect where something else ends each process soon after its start."""
    await killed_at(world, ITEM, OTHER, first=2)
    await killed_at(world, ITEM, first=1)
    monkeypatch.setattr(careful, "LATER_SECONDS", 0.05)
    monkeypatch.setattr(careful.random, "uniform", lambda least, _: least)
    process = Process(world)
    process.open |= {ITEM, OTHER, NEW}
    process.begin(ITEM, OTHER, NEW)
    await until(lambda: len(process.ended) == 3)
    assert process.begun == [NEW, OTHER, ITEM]


async def test_what_is_begun_alone_and_does_not_end_keeps_others_waiting_for_a_moment_only(world, monkeypatch):
    monkeypatch.setattr(careful, "ALONE_SECONDS", 0.02)
    await killed_at(world, OTHER, ITEM, first=2)
    process = Process(world)
    process.begin(OTHER, ITEM)
    await until(lambda: process.begun == [OTHER, ITEM])
    process.open |= {OTHER, ITEM}
    await until(lambda: sorted(process.ended) == [ITEM, OTHER])
    assert not process.careful.alone.locked()


async def test_a_process_that_is_asked_to_end_counts_nothing(world):
    process = Process(world)
    process.begin(ITEM)
    await until(lambda: process.begun)
    assert await counted(world) == 1
    await cancel(process.tasks)
    assert await counted(world) == 0


async def test_each_kind_and_each_item_is_counted_for_itself(world):
    await killed_at(world, ITEM, first=1)
    assert await counted(world, OTHER) == 0
    assert await world.pipeline.run(OPERATOR_CALLER, times_begun, WorkKind.UPDATE, ITEM) == 0


async def test_while_the_database_is_away_it_is_waited_for(world, monkeypatch):
    monkeypatch.setattr(careful, "WAIT_SECONDS", 0.001)
    run, away = world.pipeline.run, [True] * 5

    async def at_times_away(*asked):
        if away:
            away.pop()
            raise Unavailable(Code.UNAVAILABLE)
        return await run(*asked)

    monkeypatch.setattr(world.pipeline, "run", at_times_away)
    process = Process(world)
    process.open.add(ITEM)
    await process.work(ITEM)
    assert process.ended == [ITEM]


async def test_what_has_no_database_is_not_counted_and_what_fails_otherwise_is(world):
    process = Process(world)
    for fault in (Unavailable(Code.UNAVAILABLE), ZeroDivisionError()):
        with pytest.raises(type(fault)):
            async with process.careful.begun_again(ITEM):
                raise fault
        assert await counted(world) == isinstance(fault, ZeroDivisionError)
