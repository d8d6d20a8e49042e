"""What is red: whose items, as of which log, since when, and what was said last."""

import pytest

from core.base.settings import Settings
from core.work import red
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.world import TODAY, World, day


async def at_red(world, who, *days, **fields):
    """A task of somebody whose item is ROJO in their logs of these days (from today), and nothing in between."""
    task = await world.task(who, fechaSolicitud=day(-60), fechaCumplir=day(10), **fields)
    for offset in days:
        await light(world, who, task, offset, "ROJO")
    return task


async def light(world, who, task, offset, colour):
    items = (await world.open(who, day(offset))).items
    (item,) = [item for item in items if item.task_id == task.id]
    await world.light(who, item.id, colour, day(offset))


async def told(world, who, use_case=red.of_team):
    """(person, task) of what somebody is told of."""
    return [(item.user_id, item.task_id) for item in (await world.run(who, use_case)).items]


async def since(world, who=ANA):
    (item,) = (await world.run(who, red.of_self)).items
    return item.since


class TestWhose:
    async def test_a_leader_is_told_of_their_people_and_nobody_elses(self, world):
        anas, _ = await at_red(world, ANA, 0), await at_red(world, PEDRO, 0)
        assert await told(world, LUCIA) == [(ANA, anas.id)]
        assert await told(world, PABLO) == await told(world, ANA) == []

    async def test_who_leads_a_task_is_told_of_it_unless_they_work_on_it(self, world):
        led = await at_red(world, ANA, 0, leaderUserId=PABLO)
        shared = await world.task(LUCIA, responsibleUserIds=[LUCIA, ANA], leaderUserId=LUCIA)
        await light(world, ANA, shared, 0, "ROJO")
        await world.team_edit(LUCIA, shared, leaderUserId=MARTA)
        assert await told(world, PABLO) == [(ANA, led.id)]
        assert await told(world, MARTA) == [(ANA, shared.id)]
        await world.team_edit(MARTA, shared, responsibleUserIds=[LUCIA, ANA], leaderUserId=LUCIA)
        assert (LUCIA, shared.id) not in await told(world, LUCIA)

    async def test_of_a_task_of_ones_own_people_that_one_leads_too_one_is_told_once(self, world):
        task = await at_red(world, ANA, 0, leaderUserId=LUCIA)
        assert await told(world, LUCIA) == [(ANA, task.id)]

    async def test_ones_own_is_ones_own_whoever_leads(self, world):
        lucias, anas = await at_red(world, LUCIA, 0), await at_red(world, ANA, 0)
        assert await told(world, LUCIA, red.of_self) == [(LUCIA, lucias.id)]
        assert await told(world, ANA, red.of_self) == [(ANA, anas.id)]
        assert await told(world, LUCIA) == [(ANA, anas.id)]

    @pytest.mark.parametrize("who", [ROOT, ROBOT])
    async def test_admins_and_services_are_told_of_everybody(self, world, who):
        tasks = [await at_red(world, each, 0) for each in (ANA, PEDRO, LUCIA, ROOT)]
        assert await told(world, who) == [
            (each, task.id) for each, task in zip((ANA, PEDRO, LUCIA, ROOT), tasks, strict=True)
        ]

    async def test_who_left_is_not_told_of(self, world):
        task = await at_red(world, ANA, 0, leaderUserId=PABLO)
        assert await told(world, PABLO) == [(ANA, task.id)]
        await world.directory("ana", isActive=False)
        assert await told(world, PABLO) == await told(world, LUCIA) == await told(world, ROOT) == []


class TestNow:
    async def test_it_is_the_latest_log_that_counts(self, world):
        task = await at_red(world, ANA, -1)
        assert await told(world, LUCIA) == [(ANA, task.id)]
        await light(world, ANA, task, 0, "AMARILLO")
        assert await told(world, LUCIA) == []

    async def test_a_log_opened_ahead_is_not_yet_now(self, world):
        task = await at_red(world, ANA, 0)
        await light(world, ANA, task, 1, "VERDE")
        assert await told(world, LUCIA) == [(ANA, task.id)]

    async def test_a_log_too_old_to_be_followed_is_not_now(self):
        world = World(Settings(red_days=7))
        await world.gather()
        await at_red(world, ANA, -8)
        assert await told(world, LUCIA) == []
        task = await at_red(world, LUIS, -7)
        assert await told(world, LUCIA) == [(LUIS, task.id)]

    async def test_what_is_closed_deleted_or_no_longer_theirs_is_not_red(self, world):
        tasks = [await at_red(world, ANA) for _ in range(4)]
        for task in tasks:
            await light(world, ANA, task, 0, "ROJO")
        await world.edit(ANA, tasks[0], estatus="CERRADA")
        await world.delete(ANA, tasks[1])
        await world.team_edit(LUCIA, tasks[2], responsibleUserIds=[LUIS])
        assert await told(world, LUCIA) == await told(world, ANA, red.of_self) == [(ANA, tasks[3].id)]

    async def test_a_closed_day_still_says_what_is_red(self, world):
        task = await at_red(world, ANA, 0)
        await world.close(ANA, await world.log(ANA))
        assert await told(world, LUCIA) == [(ANA, task.id)]

    async def test_orange_is_counted_beside(self, world):
        task = await at_red(world, ANA, 0)
        for _ in range(2):
            await light(world, ANA, await at_red(world, ANA), 0, "NARANJA")
        found = await world.run(LUCIA, red.of_team)
        assert ([item.task_id for item in found.items], found.orange) == ([task.id], 2)
        assert (await world.run(ANA, red.of_self)).orange == 2


class TestSince:
    async def test_it_is_the_first_day_of_those_without_interruption(self, world):
        task = await at_red(world, ANA, -9)
        await light(world, ANA, task, -6, "AMARILLO")
        for offset in (-5, -4, 0):
            await light(world, ANA, task, offset, "ROJO")
        assert await since(world) == day(-5)

    async def test_red_all_along_is_since_the_first_log(self, world):
        await at_red(world, ANA, -9, -6, 0)
        assert await since(world) == day(-9)

    async def test_days_without_a_log_or_without_the_task_do_not_interrupt(self, world):
        task = await at_red(world, ANA, -9)
        await world.edit(ANA, task, estatus="PLANEACION")
        await world.open(ANA, day(-8))
        await world.edit(ANA, task, estatus="PENDIENTE")
        await light(world, ANA, task, -2, "ROJO")
        assert await since(world) == day(-9)

    async def test_another_persons_light_of_the_task_is_another_matter(self, world):
        task = await at_red(world, LUCIA, responsibleUserIds=[ANA, LUIS])
        await light(world, ANA, task, -5, "ROJO")
        await light(world, LUIS, task, -4, "VERDE")
        await light(world, LUIS, task, -9, "ROJO")
        await light(world, ANA, task, 0, "ROJO")
        assert await since(world) == day(-5)

    async def test_it_is_followed_back_so_far_and_no_further(self):
        world = World(Settings(red_days=7))
        await world.gather()
        await at_red(world, ANA, -9, -7, -2, 0)
        assert await since(world) == day(-7)

    async def test_the_longest_comes_first_then_the_soonest_due(self, world):
        later = await at_red(world, ANA, 0)
        sooner = await world.task(LUIS, fechaCumplir=day(5))
        await light(world, LUIS, sooner, 0, "ROJO")
        longest = await at_red(world, LUIS, -3, 0)
        assert [task for _, task in await told(world, LUCIA)] == [longest.id, sooner.id, later.id]


class TestWhy:
    async def test_it_is_the_last_comment_with_who_and_when(self, world):
        task = await at_red(world, ANA, 0)
        await world.comment(ANA, task, "First")
        world.clock.advance(hours=1)
        said = await world.comment(LUCIA, task, "Last")
        found = await world.run(LUCIA, red.of_team)
        (item,) = found.items
        assert (item.comentario, item.comment_by_user_id, item.commented_at) == ("Last", LUCIA, said.created_at)
        assert found.names == {ANA: "Ana", LUCIA: "Lucía"}

    async def test_nobody_may_have_said_anything(self, world):
        await at_red(world, ANA, 0)
        await world.comment(LUIS, await world.task(LUIS), "Of another task")
        (item,) = (await world.run(LUCIA, red.of_team)).items
        assert (item.comentario, item.comment_by_user_id, item.commented_at) == (None, None, None)

    async def test_task_and_item_are_as_they_are(self, world):
        task = await at_red(world, ANA, 0)
        log = await world.log(ANA)
        await world.percent(ANA, log.items[0].id, 40)
        task = await world.edit(ANA, task, descripcion="Now", fechaCumplir=day(3))
        (item,) = (await world.run(LUCIA, red.of_team)).items
        assert (item.descripcion, item.fecha_cumplir, item.estatus) == ("Now", day(3), task.estatus)
        assert (item.porcentaje, item.item_id, item.fecha) == (40, log.items[0].id, TODAY)
