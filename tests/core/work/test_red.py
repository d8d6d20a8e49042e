"""Red items: whose they are, as of which log, since when, and what was said last."""

from core.work import red
from tests.cast import ANA, LUCIA, LUIS, PABLO, PEDRO, ROBOT, ROOT
from tests.core.world import day, fresh_world, world_with
from tests.tables import each_row


async def at_red(world, who, *days, **fields):
    """A task of somebody whose item is ROJO in their logs of these days (from today), and nothing in between."""
    task = await world.task(who, fechaSolicitud=day(-60), fechaCumplir=day(10), **fields)
    for offset in days:
        await light(world, who, task, offset, "ROJO")
    return task


async def light(world, who, task, offset, colour):
    item = await world.item(who, day(offset), task)
    await world.light(who, item.id, colour, day(offset))


async def told(world, who, use_case=red.of_team):
    """(person, task) of what somebody is told of."""
    return [(item.user_id, item.task_id) for item in (await world.run(who, use_case)).items]


async def since(world, who=ANA):
    (item,) = (await world.run(who, red.of_self)).items
    return item.since


class TestWhose:
    async def test_a_leader_is_told_of_their_people_and_the_tasks_they_lead_and_of_nobody_elses(self, world):
        anas, _ = await at_red(world, ANA, 0, leaderUserId=PABLO), await at_red(world, PEDRO, 0)
        assert await told(world, LUCIA) == await told(world, PABLO) == [(ANA, anas.id)]
        assert await told(world, LUIS) == await told(world, ANA) == []

    async def test_ones_own_is_ones_own_whoever_leads(self, world):
        lucias, anas = await at_red(world, LUCIA, 0), await at_red(world, ANA, 0)
        assert await told(world, LUCIA, red.of_self) == [(LUCIA, lucias.id)]
        assert await told(world, ANA, red.of_self) == [(ANA, anas.id)]
        assert await told(world, LUCIA) == [(ANA, anas.id)]

    @each_row([ROOT, ROBOT], world=fresh_world)
    async def test_admins_and_services_are_told_of_everybody(self, world, who):
        tasks = [await at_red(world, each, 0) for each in (ANA, PEDRO, LUCIA, ROOT)]
        assert await told(world, who) == [
            (each, task.id) for each, task in zip((ANA, PEDRO, LUCIA, ROOT), tasks, strict=True)
        ]


class TestNow:
    async def test_a_log_too_old_to_be_followed_and_one_opened_ahead_are_not_now(self):
        world = await world_with(red_days=7)
        await at_red(world, ANA, -8)
        assert await told(world, LUCIA) == []
        task = await at_red(world, LUIS, -7)
        assert await told(world, LUCIA) == [(LUIS, task.id)]
        await light(world, LUIS, task, 1, "VERDE")
        assert await told(world, LUCIA) == [(LUIS, task.id)]

    async def test_orange_is_counted_beside(self, world):
        task = await at_red(world, ANA, 0)
        for _ in range(2):
            await light(world, ANA, await at_red(world, ANA), 0, "NARANJA")
        found = await world.run(LUCIA, red.of_team)
        assert ([item.task_id for item in found.items], found.orange) == ([task.id], 2)
        assert (await world.run(ANA, red.of_self)).orange == 2


class TestSince:
    async def test_the_longest_comes_first_then_the_soonest_due(self, world):
        later = await at_red(world, ANA, 0)
        sooner = await world.task(LUIS, fechaCumplir=day(5))
        await light(world, LUIS, sooner, 0, "ROJO")
        longest = await at_red(world, LUIS, -3, 0)
        assert [task for _, task in await told(world, LUCIA)] == [longest.id, sooner.id, later.id]

    async def test_a_late_task_is_red_since_the_day_after_its_date_whoever_had_it(self, world):
        task = await world.task(LUIS, fechaSolicitud=day(-9), fechaCumplir=day(-3))
        await world.team_edit(LUCIA, task, responsibleUserIds=[ANA])
        await world.open(ANA)
        assert await since(world) == day(-2)
        await light(world, ANA, await at_red(world, ANA, -5), 0, "ROJO")
        longest, late = (await world.run(ANA, red.of_self)).items
        assert (longest.since, late.since) == (day(-5), day(-2))


class TestWhy:
    async def test_it_is_the_reason_of_that_red_and_no_later_comment(self, world):
        task = await at_red(world, ANA, 0)
        await world.why_red(ANA, task, "Missing invoice")
        await world.comment(LUCIA, task, "Last")
        found = await world.run(LUCIA, red.of_team)
        (item,) = found.items
        assert (item.motivo, item.motivo_at) == ("Missing invoice", world.clock.now())
        assert found.names == {ANA: "Ana"}

    async def test_an_item_that_its_due_date_made_red_has_none(self, world):
        await world.task(ANA, fechaSolicitud=day(-5), fechaCumplir=day(-1))
        await world.open(ANA)
        (item,) = (await world.run(LUCIA, red.of_team)).items
        assert (item.red_id, item.motivo) == (None, None)


async def test_the_list_has_ones_own_and_those_that_one_leads_each_once(world):
    anas, lucias = await at_red(world, ANA, 0), await at_red(world, LUCIA, 0)
    await at_red(world, PEDRO, 0)
    assert [item.task_id for item in await world.run(LUCIA, red.list_red)] == [anas.id, lucias.id]
    assert [item.task_id for item in await world.run(ANA, red.list_red)] == [anas.id]
    assert len(await world.run(ROOT, red.list_red)) == 3
