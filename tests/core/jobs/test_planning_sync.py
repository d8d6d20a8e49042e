"""PLANEACION becomes PENDIENTE when its time has come, and its responsibles hear of it."""

from datetime import UTC, datetime

from core.base.model import TaskStatus
from core.jobs.planning_sync import sync_planning
from core.records.messages import MessageKind
from tests.cast import ANA, INES, LUCIA, ROOT
from tests.core.job_steps import run, told, told_since
from tests.core.world import TODAY, day

PROMOTED = MessageKind.PLANNING_PROMOTED


async def planned(world, fecha=TODAY, who=ANA, **fields):
    return await world.task(who, fechaSolicitud=fecha, estatus="PLANEACION", **fields)


async def states(world, *tasks):
    return [(await world.get(ROOT, task)).estatus for task in tasks]


async def test_what_is_requested_for_today_or_earlier_is_promoted_and_later_is_not(world):
    tasks = [await planned(world, day(offset)) for offset in (-1, 0, 1)]
    assert await run(world, sync_planning) == {"promoted": 2, "made": 0, "messages": 1}
    assert await states(world, *tasks) == [TaskStatus.PENDIENTE, TaskStatus.PENDIENTE, TaskStatus.PLANEACION]


async def test_only_estatus_and_updated_at_change(world):
    task = await planned(world)
    world.clock.advance(hours=1)
    await run(world, sync_planning)
    changed = await world.get(ANA, task)
    assert (changed.estatus, changed.updated_at) == (TaskStatus.PENDIENTE, world.clock.now())
    assert {name for name in task.__struct_fields__ if getattr(task, name) != getattr(changed, name)} == {
        "estatus",
        "updated_at",
    }


async def test_today_is_the_business_zones(world):
    task = await planned(world, day(1))
    world.clock.set(datetime(2026, 11, 21, 5, 59, 59, tzinfo=UTC))
    assert (await run(world, sync_planning))["promoted"] == 0
    world.clock.set(datetime(2026, 11, 21, 6, 0, tzinfo=UTC))
    assert (await run(world, sync_planning))["promoted"] == 1
    assert await states(world, task) == [TaskStatus.PENDIENTE]


async def test_who_left_is_not_told_but_their_task_goes_on(world):
    await world.directory("ines", isActive=True)
    task = await planned(world, who=LUCIA, responsibleUserIds=[INES])
    await world.directory("ines", isActive=False)
    assert await run(world, sync_planning) == {"promoted": 1, "made": 0, "messages": 0}
    assert await states(world, task) == [TaskStatus.PENDIENTE]
    assert told(world) == []


async def test_a_later_run_tells_of_what_it_promotes_itself(world):
    await planned(world)
    await run(world, sync_planning)
    before = told(world)
    later = await planned(world)
    await run(world, sync_planning)
    assert told_since(world, before) == [(ANA, PROMOTED, {"task_ids": [later.id]})]
