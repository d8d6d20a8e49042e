"""Linked groups: who links one and ends it, who may ask in it, and that it sees its leader's team and nothing else."""

import pytest
from msgspec.structs import replace

from core.application.use_case import Caller
from core.base.errors import Code, Forbidden
from core.base.model import Language, Role, Semaforo
from core.base.paging import NumberedPage
from core.people import groups
from core.records.people import Actor
from core.work import daily_logs, day_overview, overview, red, tasks
from core.work.daily_logs import DateRequest, SemaforoRequest
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, not_found, refused
from tests.core.world import TODAY, day, fresh_world
from tests.tables import each_row

NORTH, SOUTH = -4_000_000_001, -1_001_000_000_002
TODAYS = DateRequest(fecha=TODAY)
THIS_WEEK = daily_logs.DateRange(desde=day(-4), hasta=day(2))


async def link(world, who=LUCIA, chat=NORTH, **more):
    return await world.run(who, groups.link_group, chat, "Norte", Language.ES, **more)


async def look(world, who=ANA, chat=NORTH):
    return await world.run(who, groups.viewer_for_member, chat)


async def seen(world, use_case, *args, chat=NORTH):
    """Return what a use case shows to the viewer of a group."""
    return await world.pipeline.run(Caller((await look(world, chat=chat)).viewer), use_case, *args)


async def test_a_leader_links_a_group_to_their_own_team(world):
    assert await world.run(LUCIA, groups.linkable, NORTH) is None
    group = await link(world)
    assert (group.chat_id, group.title, group.leader_user_id, group.linked_at) == (
        NORTH,
        "Norte",
        LUCIA,
        world.clock.now(),
    )
    assert await world.run(LUCIA, groups.linkable, NORTH) == group
    assert await world.run(LUCIA, groups.my_groups) == [group]
    assert await world.run(MARTA, groups.my_groups) == []


@each_row([ANA, PABLO, ROOT, ROBOT], world=fresh_world)
async def test_who_leads_nobody_links_nothing_be_they_admin(world, who):
    with forbidden():
        await world.run(who, groups.linkable, NORTH)
    with forbidden():
        await link(world, who)
    assert world.store.state.groups == {}


async def test_a_leader_may_link_several_groups_and_a_group_has_one_leader(world):
    await link(world)
    await link(world, chat=SOUTH)
    assert len(await world.run(LUCIA, groups.my_groups)) == 2
    with conflict(Code.GROUP_LINKED_TO_OTHER, name="Lucía"):
        await world.run(MARTA, groups.linkable, NORTH)
    with conflict(Code.GROUP_LINKED_TO_OTHER, name="Lucía"):
        await link(world, MARTA)
    assert (await look(world)).leader.id == LUCIA


async def test_linked_again_it_keeps_its_day_and_takes_the_new_name(world):
    first = await link(world)
    world.clock.advance(hours=5)
    again = await world.run(LUCIA, groups.link_group, NORTH, "Norte 2", Language.EN)
    assert (again.title, again.language, again.linked_at) == ("Norte 2", Language.EN, first.linked_at)


async def test_a_link_whose_leader_leads_nobody_any_more_gives_way(world):
    await link(world)
    await world.directory("ana", leader=None)
    with conflict(Code.GROUP_LINKED_TO_OTHER):
        await link(world, MARTA)
    await world.directory("luis", leader=None)
    await link(world, MARTA)
    assert (await look(world, PEDRO)).leader.id == MARTA


async def test_its_leader_or_an_admin_unlinks_it_and_nobody_else(world):
    for who in (ANA, MARTA, PABLO, ROBOT):
        await link(world)
        with refused(Forbidden, Code.GROUP_LINKED_TO_OTHER, name="Lucía"):
            await world.run(who, groups.unlink_group, NORTH)
    for who in (LUCIA, ROOT):
        await link(world)
        assert (await world.run(who, groups.unlink_group, NORTH)).leader_user_id == LUCIA
        with not_found(Code.GROUP_NOT_LINKED):
            await world.run(who, groups.unlink_group, NORTH)


async def test_who_led_once_and_is_active_still_unlinks(world):
    await link(world)
    for username in ("ana", "luis"):
        await world.directory(username, leader=None)
    await world.run(LUCIA, groups.unlink_group, NORTH)
    assert world.store.state.groups == {}


@each_row([LUCIA, ANA, LUIS, ROOT], world=fresh_world)
async def test_the_team_its_leader_and_admins_may_ask(world, who):
    await link(world)
    sight = await look(world, who)
    assert (sight.leader.id, sight.viewer.team) == (LUCIA, {ANA, LUIS})


@each_row([MARTA, PEDRO, PABLO, ROBOT], world=fresh_world)
async def test_people_of_other_teams_and_integrations_may_not(world, who):
    await link(world)
    with forbidden(Code.GROUP_OF_OTHERS):
        await look(world, who)


async def test_nobody_may_ask_where_nothing_is_linked(world):
    for who in (LUCIA, ANA, ROOT, PABLO):
        with not_found(Code.GROUP_NOT_LINKED):
            await look(world, who)


async def test_who_moved_to_another_team_may_not_and_is_not_seen(world):
    await link(world)
    await world.directory("ana", leader="marta")
    with forbidden(Code.GROUP_OF_OTHERS):
        await look(world, ANA)
    assert (await look(world, LUIS)).viewer.team == {LUIS}


async def test_a_leader_who_is_gone_shows_nothing(world):
    await link(world)
    await world.directory("lucia", isActive=False)
    with forbidden(Code.GROUP_OF_OTHERS):
        await look(world, ANA)
    with conflict(Code.GROUP_WITHOUT_TEAM, name="Lucía"):
        await look(world, ROOT)
    await world.directory("lucia", isActive=True)
    assert (await look(world)).viewer.team == {ANA, LUIS}


async def test_a_leader_who_leads_nobody_any_more_shows_nothing(world):
    await link(world)
    for username in ("ana", "luis"):
        await world.directory(username, leader=None)
    with conflict(Code.GROUP_WITHOUT_TEAM):
        await look(world, LUCIA)
    with forbidden(Code.GROUP_OF_OTHERS):
        await look(world, ANA)


@pytest.fixture
async def busy(world):
    """Everybody's day is open; Lucía leads a task of Pedro's and is an admin besides."""
    for who in (ANA, LUIS, PEDRO, PABLO):
        fields = {"leaderUserId": LUCIA} if who is PEDRO else {}
        await world.task(who, descripcion=who.name, **fields)
        await world.run(who, daily_logs.open_log, TODAYS)
    await world.task(LUCIA, descripcion="LUCIA")
    await link(world)
    return world


async def test_the_eyes_see_the_leaders_team_and_nobody_else(busy):
    day_seen = await seen(busy, day_overview.team_day, TODAYS)
    assert [(person.user.id, person.total.items) for person in day_seen] == [(ANA, 1), (LUIS, 1)]
    assert [row.descripcion for row in (await seen(busy, day_overview.person_day, TODAYS, ANA)).rows] == ["ANA"]
    with not_found(Code.USER_NOT_FOUND):
        await seen(busy, day_overview.person_day, TODAYS, PEDRO)
    week = await seen(busy, overview.team_days, THIS_WEEK, NumberedPage(0, 10))
    assert ([user.id for user in week.people], [len(person.opened) for person in week.shown]) == ([ANA, LUIS], [1, 1])
    for who in (ANA, PEDRO):
        log = await busy.run(who, daily_logs.my_log, TODAYS)
        light = SemaforoRequest(fecha=TODAY, semaforo=Semaforo.ROJO)
        await busy.run(who, daily_logs.set_semaforo, log.items[0].id, light)
    assert {item.descripcion for item in (await busy.run(LUCIA, red.of_team)).items} == {"ANA", "PEDRO"}
    assert {task.descripcion for task in await seen(busy, tasks.list_tasks)} == {"ANA", "LUIS"}
    assert [item.descripcion for item in (await seen(busy, red.of_team)).items] == ["ANA"]
    led_elsewhere = next(task for task in busy.store.state.tasks.values() if task.descripcion == "PEDRO")
    assert await busy.get(LUCIA, led_elsewhere) == led_elsewhere
    with not_found(Code.TASK_NOT_FOUND):
        await seen(busy, tasks.get_task, led_elsewhere.id)


async def test_the_eyes_see_no_more_when_the_leader_is_an_admin(busy):
    await busy.directory("lucia", role="admin")
    assert (await look(busy)).viewer.role is Role.MEMBER
    assert [person.user.id for person in await seen(busy, day_overview.team_day, TODAYS)] == [ANA, LUIS]


async def test_the_eyes_see_no_more_when_an_admin_asks(busy):
    assert (await look(busy, ROOT)).viewer == (await look(busy, ANA)).viewer


async def test_the_eyes_change_nothing_though_their_leader_might(busy):
    task = next(iter(busy.store.state.tasks.values()))
    before = busy.store.dump()
    for use_case, args in [
        (tasks.delete_task, (task.id,)),
        (daily_logs.reopen_item, (1, TODAYS)),
        (daily_logs.open_log, (TODAYS,)),
        (groups.link_group, (SOUTH, "", Language.ES)),
    ]:
        with forbidden():
            await seen(busy, use_case, *args)
    assert busy.store.dump() == before


async def test_only_looking_is_refused_before_anything_is_read(world):
    looker = Actor(world.store.state.users[ROOT], read_only=True)
    with forbidden():
        await world.pipeline.run(Caller(looker), tasks.delete_task, 999)


async def test_the_link_follows_a_chat_that_has_another_id(world):
    group = await link(world)
    for _ in range(2):
        await world.run(PABLO, groups.follow_group, NORTH, SOUTH)
    assert [found.chat_id for found in await world.run(LUCIA, groups.my_groups)] == [SOUTH]
    for chat in (SOUTH, NORTH):
        assert (await look(world, chat=chat)).group.linked_at == group.linked_at
    await world.run(LUCIA, groups.unlink_group, NORTH)
    for chat in (SOUTH, NORTH):
        assert not await world.run(PABLO, groups.is_linked, chat)


async def test_a_chat_with_another_title_is_called_by_it_and_one_that_is_not_linked_stays_so(world):
    group = await link(world)
    for chat in (NORTH, SOUTH):
        await world.run(PABLO, groups.rename_group, chat, "Norte y Sur")
    assert list(await world.run(LUCIA, groups.my_groups)) == [replace(group, title="Norte y Sur")]


async def test_a_chat_that_we_left_is_no_longer_linked(world):
    await link(world)
    await link(world, chat=SOUTH)
    await world.run(PABLO, groups.leave_group, NORTH)
    assert list(world.store.state.groups) == [SOUTH]
