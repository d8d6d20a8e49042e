"""Late tasks: the responsibles are asked once, and they and their leaders read of them every day."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from core.base.settings import Settings
from core.jobs.overdue_regular import send_digests
from core.jobs.overdue_survey import survey_overdue
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.job_steps import run, told, told_since
from tests.core.world import TODAY, World, day

SURVEY, DIGEST = MessageKind.OVERDUE_SURVEY, MessageKind.OVERDUE_DIGEST
both_jobs = pytest.mark.parametrize("job", [survey_overdue, send_digests])


async def late_task(world, who=ANA, due=-1, **fields):
    """A task that was to be done yesterday; Pablo leads it, who has no people otherwise."""
    defaults = {"fechaSolicitud": day(due - 5), "fechaCumplir": day(due), "leaderUserId": PABLO}
    return await world.task(who, **defaults | fields)


def digest(own=(), team=(), on=TODAY):
    about = {"own_task_ids": [task.id for task in own], "team_task_ids": [task.id for task in team]}
    return about | {"day": on.toordinal()}


class TestWhatIsLate:
    @both_jobs
    @pytest.mark.parametrize(("due", "found"), [(-1, 1), (0, 0), (1, 0)])
    async def test_a_task_is_late_after_its_day(self, world, job, due, found):
        await late_task(world, due=due)
        assert (await run(world, job))["overdue"] == found

    @both_jobs
    @pytest.mark.parametrize(("instant", "found"), [("2026-03-09T03:59:59", 0), ("2026-03-09T04:00:00", 1)])
    async def test_today_is_the_business_zones_on_the_day_the_clocks_change_too(self, job, instant, found):
        world = World(Settings(zone=ZoneInfo("America/New_York")))
        world.clock.set(datetime(2026, 3, 1, 15, tzinfo=UTC))
        await world.task(ANA, fechaSolicitud="2026-03-01", fechaCumplir="2026-03-08")
        world.clock.set(datetime.fromisoformat(instant).replace(tzinfo=UTC))
        assert (await run(world, job))["overdue"] == found


class TestSurvey:
    async def test_who_left_is_not_asked(self, world):
        await late_task(world, LUCIA, responsibleUserIds=[ANA, LUIS])
        await world.directory("ana", isActive=False)
        await run(world, survey_overdue)
        assert [person for person, _, _ in told(world)] == [LUIS]

    async def test_a_task_is_asked_about_once_however_late_it_becomes(self, world):
        await late_task(world)
        await run(world, survey_overdue)
        world.clock.advance(days=3)
        assert await run(world, survey_overdue) == {"overdue": 1, "messages": 0}

    async def test_a_date_moved_and_missed_again_is_asked_about_again(self, world):
        task = await late_task(world)
        await run(world, survey_overdue)
        before = told(world)
        await world.edit(ANA, task, fechaCumplir=TODAY)
        assert await run(world, survey_overdue) == {"overdue": 0, "messages": 0}
        world.clock.advance(days=1)
        await run(world, survey_overdue)
        assert told_since(world, before) == before


class TestDigest:
    async def digests(self, world):
        await run(world, send_digests)
        assert {kind for _, kind, _ in told(world)} <= {DIGEST}
        return {person: about for person, _, about in told(world)}

    async def test_responsibles_read_of_their_own_tasks_in_one_message(self, world):
        first, second = await late_task(world, PEDRO), await late_task(world, PEDRO, leaderUserId=MARTA)
        found = await self.digests(world)
        assert found[PEDRO] == digest(own=[first, second])

    async def test_a_directory_leader_reads_of_their_teams_tasks(self, world):
        anas, luiss = await late_task(world, ANA), await late_task(world, LUIS)
        shared = await late_task(world, LUCIA, responsibleUserIds=[ANA, LUIS])
        assert (await self.digests(world))[LUCIA] == digest(team=[anas, luiss, shared])

    async def test_a_tasks_leader_reads_of_it(self, world):
        task = await late_task(world, ANA, leaderUserId=PABLO)
        assert (await self.digests(world))[PABLO] == digest(team=[task])

    async def test_a_responsible_who_leads_the_task_reads_of_it_as_their_own_only(self, world):
        task = await late_task(world, LUCIA, responsibleUserIds=[LUCIA, ANA], leaderUserId=LUCIA)
        team = await late_task(world, ANA)
        found = await self.digests(world)
        assert found[LUCIA] == digest(own=[task], team=[team])
        assert found[ANA] == digest(own=[task, team])

    async def test_the_longest_overdue_comes_first(self, world):
        tasks = [await late_task(world, due=due) for due in (-1, -3, -2)]
        assert (await self.digests(world))[ANA] == digest(own=[tasks[1], tasks[2], tasks[0]])

    async def test_who_left_neither_reads_nor_is_anybodys_team(self, world):
        task = await late_task(world, ANA)
        await world.directory("ana", isActive=False)
        assert await self.digests(world) == {PABLO: digest(team=[task])}

    async def test_a_leader_who_left_reads_nothing(self, world):
        await late_task(world, ANA)
        for leader in ("lucia", "pablo"):
            await world.directory(leader, isActive=False)
        assert set(await self.digests(world)) == {ANA}

    async def test_one_digest_a_day_whatever_comes_later(self, world):
        task = await late_task(world)
        await run(world, send_digests)
        before = told(world)
        await late_task(world)
        world.clock.set(datetime(2026, 11, 21, 5, 59, 59, tzinfo=UTC))
        assert await run(world, send_digests) == {"overdue": 2, "messages": 0}
        assert told(world) == before
        world.clock.set(datetime(2026, 11, 21, 6, 0, tzinfo=UTC))
        assert await run(world, send_digests) == {"overdue": 2, "messages": 3}
        both = [task, await world.get(ROOT, task.id + 1)]
        assert told_since(world, before)[0] == (ANA, DIGEST, digest(own=both, on=day(1)))
