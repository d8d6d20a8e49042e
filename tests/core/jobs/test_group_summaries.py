"""The summary of the day for groups: those that want it, at its time, once, on days on which somebody works."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from core.application.use_case import Context
from core.base.errors import Code
from core.base.model import Language
from core.base.settings import Settings
from core.jobs.day_prompts import prompt_days, prompt_moments
from core.people import groups, users
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, MARTA, OPERATOR, ROOT
from tests.core.job_steps import run
from tests.core.refusals import forbidden, not_found
from tests.core.world import World, day, world_with

NORTH, SOUTH = -4_000_000_001, -4_000_000_002


@pytest.fixture
async def linked(world):
    """Lucía's team has two groups, of which the first gets the summary."""
    for chat in (NORTH, SOUTH):
        await world.run(LUCIA, groups.link_group, chat, "Norte", Language.ES)
    await world.run(LUCIA, groups.set_summary, NORTH, on=True)
    return world


async def told_at(world: World, clock: str, on: str = "2026-11-20") -> list[int]:
    """The groups that a run at a time of the business zone leaves a summary for."""
    before = len(world.store.state.outbox)
    local = datetime.fromisoformat(f"{on}T{clock}").replace(tzinfo=ZoneInfo("America/Mexico_City"))
    world.clock.set(local.astimezone(UTC))
    await run(world, prompt_days, OPERATOR)
    found = [each for each in list(world.store.state.outbox.values())[before:] if each.group_chat_id]
    assert all((each.kind, each.user_id) == (MessageKind.TEAM_SUMMARY, LUCIA) for each in found)
    return [each.group_chat_id for each in found]


@pytest.mark.parametrize(
    ("clock", "told"), [("18:29:59", []), ("18:30", [NORTH]), ("19:29:59", [NORTH]), ("19:30", [])]
)
async def test_it_is_due_at_its_time_for_an_hour(linked, clock, told):
    assert await told_at(linked, clock) == told


async def test_once_a_day(linked):
    assert await told_at(linked, "18:30") == [NORTH]
    assert await told_at(linked, "18:31") == []
    assert await told_at(linked, "18:30", "2026-11-23") == [NORTH]


async def test_on_days_on_which_somebody_of_the_team_works_be_the_leader_away_or_not(linked):
    assert await told_at(linked, "18:30", "2026-11-21") == [], "a Saturday"
    await linked.away(LUCIA, day(3), day(6))
    await linked.away(ANA, day(3), day(3))
    assert await told_at(linked, "18:30", "2026-11-23") == [NORTH]
    await linked.away(LUIS, day(4), day(4))
    await linked.away(ANA, day(4), day(4))
    assert await told_at(linked, "18:30", "2026-11-24") == []


async def test_its_time_is_a_setting():
    world = await world_with(group_summary_at=time(12))
    await world.run(LUCIA, groups.link_group, NORTH, "Norte", Language.ES)
    await world.run(LUCIA, groups.set_summary, NORTH, on=True)
    assert await told_at(world, "12:00") == [NORTH]
    assert Settings().group_summary_at == time(18, 30)


async def test_its_leader_alone_switches_it(linked):
    for who in (ANA, MARTA, ROOT):
        with forbidden(Code.GROUP_SUMMARY_OF_LEADER):
            await linked.run(who, groups.set_summary, NORTH, on=False)
    with not_found(Code.GROUP_NOT_LINKED):
        await linked.run(LUCIA, groups.set_summary, -5, on=True)
    assert (await linked.run(LUCIA, groups.set_summary, NORTH, on=False)).summary_since is None
    assert await told_at(linked, "18:30") == []


async def test_whoever_leads_nobody_any_more_switches_nothing_and_the_group_gets_nothing(linked):
    for username in ("ana", "luis"):
        await linked.directory(username, leader="marta")
    with forbidden(Code.GROUP_SUMMARY_OF_LEADER):
        await linked.run(LUCIA, groups.set_summary, NORTH, on=True)
    assert await told_at(linked, "18:30") == []


async def test_a_group_that_is_linked_again_keeps_it_and_one_of_another_leader_does_not(linked):
    again = await linked.run(LUCIA, groups.link_group, NORTH, "Norte 2", Language.ES)
    assert again.summary_since is not None
    for username in ("ana", "luis"):
        await linked.directory(username, leader="marta")
    assert (await linked.run(MARTA, groups.link_group, NORTH, "Norte", Language.ES)).summary_since is None


def context(world, uow):
    return Context(users.OPERATOR, uow, world.clock.now(), Settings())


async def test_a_simulation_stops_at_its_time(linked):
    at = datetime(2026, 11, 21, 0, 30, tzinfo=UTC)
    found = await linked.pipeline.store.read(lambda uow: prompt_moments(context(linked, uow), at))
    assert at in found
    await linked.run(LUCIA, groups.set_summary, NORTH, on=False)
    assert at not in await linked.pipeline.store.read(lambda uow: prompt_moments(context(linked, uow), at))
