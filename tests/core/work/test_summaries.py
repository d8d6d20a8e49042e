"""Today in short: what is late, who is missing and who away."""

from core.people.working_time import Off
from core.work import summaries
from core.work.late_tasks import late_tasks
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.world import TODAY, day


async def late(world, who, due=-1, **fields):
    dates = {"fechaSolicitud": day(-9), "fechaCumplir": day(due)}
    return await world.task(who, **dates | fields)


async def told(world, who):
    """(own, team's) late tasks by id."""
    found = await world.run(who, late_tasks)
    return [task.id for task in found.own], [task.id for task in found.team]


class TestLate:
    async def test_ones_own_and_those_of_people_and_tasks_one_leads(self, world):
        own, anas = await late(world, LUCIA), await late(world, ANA, leaderUserId=PABLO)
        pedros = await late(world, PEDRO)
        shared = await late(world, LUCIA, responsibleUserIds=[LUCIA, ANA])
        assert await told(world, LUCIA) == ([own.id, shared.id], [anas.id])
        assert await told(world, PABLO) == ([], [anas.id])
        assert await told(world, ANA) == ([anas.id, shared.id], [])
        assert await told(world, MARTA) == ([], [pedros.id])

    async def test_who_only_made_a_task_or_sees_everything_is_not_told_of_it(self, world):
        await late(world, LUCIA, responsibleUserIds=[ANA], leaderUserId=PABLO)
        await world.directory("ana", leader=None)
        assert await told(world, LUCIA) == await told(world, ROOT) == ([], [])

    async def test_the_people_of_the_teams_tasks_are_named(self, world):
        await late(world, LUCIA, responsibleUserIds=[ANA, LUIS])
        assert (await world.run(LUCIA, late_tasks)).names == {ANA: "Ana", LUIS: "Luis"}


class TestSummary:
    async def test_who_is_away_is_not_missing(self, world):
        await world.away(ANA, TODAY, day(2))
        found = await world.run(LUCIA, summaries.team_summary)
        assert [person.user.id for person in found.people] == [ANA, LUIS]
        assert [person.user.id for person in found.missing] == [LUIS]
        assert (found.away[ANA].off, found.away[ANA].until) == (Off.ABSENCE, day(2))

    async def test_it_tells_of_the_people_one_leads_only(self, world):
        await late(world, PEDRO)
        await late(world, ANA)
        found = await world.run(LUCIA, summaries.team_summary)
        assert (found.late, found.red.items) == (1, [])
        nothing = await world.run(PABLO, summaries.team_summary)
        assert (nothing.people, nothing.late, nothing.red.items) == ([], 0, [])

    async def test_ones_own_is_ones_own(self, world):
        await late(world, ANA)
        await late(world, LUIS)
        await world.open(ANA)
        found = await world.run(ANA, summaries.own_summary)
        assert (len(found.day.log.items), found.late, len(found.red.items)) == (1, 1, 1)
