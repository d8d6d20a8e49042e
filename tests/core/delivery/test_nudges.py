"""Nudges: who may remind whom, of what, how often, and when a person is left alone."""

from datetime import timedelta

import pytest

from core.base.errors import Code
from core.base.model import Language
from core.base.settings import Nudges
from core.delivery import nudges
from core.delivery.nudges import DayStep, Nudged
from core.people import users
from core.records.messages import MessageKind
from core.records.people import Group
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, OPERATOR, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import NOW, STRANGER_ID, TODAY, dated, day, world_with


@pytest.fixture
async def linked(world):
    """Everybody has Telegram."""
    return await with_telegram(world)


async def with_telegram(world):
    await world.link(LUCIA, ANA, LUIS, MARTA, PEDRO, PABLO, ROOT)
    return world


async def nudge(world, who, whom, fecha=TODAY):
    return await world.run(who, nudges.nudge, int(whom), dated(fecha))


EVERYBODY = (LUCIA, ANA, LUIS, INES, MARTA, PEDRO, PABLO, ROOT, ROBOT)


async def nudgeable(world, who):
    return set(await world.run(who, nudges.nudgeable, EVERYBODY))


def nudged(world):
    return [(who, about["by_user_id"]) for who, about in world.told(MessageKind.NUDGE)]


@pytest.mark.parametrize("who", [LUCIA, ROOT])
async def test_a_leader_and_an_admin_remind(linked, who):
    assert await nudge(linked, who, ANA) == Nudged(DayStep.OPEN, in_group=False)
    assert linked.told(MessageKind.NUDGE) == [(ANA, {"by_user_id": who, "day": TODAY.toordinal()})]


@pytest.mark.parametrize("who", [LUIS, MARTA, PABLO, ROBOT])
async def test_nobody_else_does(linked, who):
    await linked.task(ANA, leaderUserId=PABLO)
    await linked.open(ANA)
    with forbidden():
        await nudge(linked, who, ANA)
    assert nudged(linked) == []
    assert ANA not in await nudgeable(linked, who)


async def test_nobody_reminds_themselves_nor_who_is_not_there(linked):
    for whom in (ROOT, INES, STRANGER_ID):
        with not_found(Code.USER_NOT_FOUND):
            await nudge(linked, ROOT, whom)
    with forbidden():
        await nudge(linked, LUCIA, LUCIA)
    assert ROOT not in await nudgeable(linked, ROOT)


async def test_of_what_comes_next(linked):
    assert await nudge(linked, LUCIA, ANA) == Nudged(DayStep.OPEN, in_group=False)
    log = await linked.open(LUIS)
    assert await nudge(linked, LUCIA, LUIS) == Nudged(DayStep.AVANCE, in_group=False)
    log = await linked.open(PEDRO)
    await linked.avance(PEDRO, log)
    assert await nudge(linked, MARTA, PEDRO) == Nudged(DayStep.CLOSE, in_group=False)


async def test_once_a_person_and_day_whoever_presses(linked):
    await nudge(linked, LUCIA, ANA)
    assert ANA not in await nudgeable(linked, LUCIA) | await nudgeable(linked, ROOT)
    await linked.open(ANA)
    for who in (LUCIA, ROOT):
        with conflict(Code.NUDGE_REPEATED):
            await nudge(linked, who, ANA)
    linked.clock.advance(days=3)
    assert ANA in await nudgeable(linked, LUCIA)
    assert await nudge(linked, LUCIA, ANA, day(3)) == Nudged(DayStep.OPEN, in_group=False)
    assert len(nudged(linked)) == 2


async def test_a_closed_day_needs_nothing(linked):
    await linked.close(ANA, await linked.open(ANA))
    assert ANA not in await nudgeable(linked, LUCIA)
    with conflict(Code.NUDGE_DONE):
        await nudge(linked, LUCIA, ANA)


async def test_quiet_hours_that_outlast_the_day_let_nobody_be_reminded_of_it(linked):
    linked.clock.advance(hours=12)
    with conflict(Code.NUDGE_QUIET):
        await nudge(linked, LUCIA, ANA)
    assert nudged(linked) == []
    linked.clock.advance(days=2, hours=12)
    assert await nudge(linked, LUCIA, ANA, day(3)) == Nudged(DayStep.OPEN, in_group=False)


async def test_another_days_button_reminds_of_nothing(linked):
    for fecha in (day(-1), day(1)):
        with conflict(Code.DATE_MISMATCH):
            await nudge(linked, LUCIA, ANA, fecha)
    assert nudged(linked) == []


async def test_who_is_away_is_left_alone(linked):
    await linked.away(ANA, TODAY, day(2))
    assert await nudgeable(linked, LUCIA) == {LUIS}
    with conflict(Code.NUDGE_ABSENT):
        await nudge(linked, LUCIA, ANA)
    assert nudged(linked) == []


async def test_on_a_day_off_one_is_left_alone(linked):
    await linked.week(ANA, (1, "09:00", "18:00"))
    with conflict(Code.NUDGE_DAY_OFF):
        await nudge(linked, LUCIA, ANA)
    assert await nudgeable(linked, LUCIA) == {LUIS}


async def test_on_a_holiday_one_is_left_alone(linked):
    linked.clock.advance(days=-4)
    revolution = day(-4)
    assert revolution.weekday() == 0
    with conflict(Code.NUDGE_HOLIDAY):
        await nudge(linked, LUCIA, ANA, revolution)
    assert await nudgeable(linked, LUCIA) == set()


async def test_who_has_no_telegram_cannot_be_written_to(world):
    with conflict(Code.NUDGE_NOT_LINKED):
        await nudge(world, LUCIA, ANA)
    assert await nudgeable(world, LUCIA) == set()


async def test_who_has_blocked_the_bot_is_not_written_to_until_they_write_again(linked):
    telegram = linked.store.state.users[ANA].telegram_user_id
    await linked.run(OPERATOR, users.set_blocked, telegram, blocked=True)
    with conflict(Code.NUDGE_BLOCKED):
        await nudge(linked, LUCIA, ANA)
    assert await nudgeable(linked, LUCIA) == {LUIS}
    await linked.run(OPERATOR, users.set_blocked, telegram, blocked=False)
    assert await nudgeable(linked, LUCIA) == {ANA, LUIS}
    assert await nudge(linked, LUCIA, ANA) == Nudged(DayStep.OPEN, in_group=False)


# Where it is said


async def office(policy, *groups):
    """An office with a policy, whose leaders have linked groups: (chat, leader), the newest first."""
    world = await world_with(nudges=policy)
    return link_groups(world, *groups)


def link_groups(world, *groups):
    for age, (chat, leader) in enumerate(groups):
        linked_at = NOW - age * timedelta(days=1)
        group = Group(chat_id=chat, title="Norte", leader_user_id=leader, language=Language.ES, linked_at=linked_at)
        world.store.put(lambda uow, group=group: uow.groups.put(group))
    return world


def said_in(world):
    return [(each.user_id, each.group_chat_id) for each in world.store.state.outbox.values()]


async def test_where_they_are_off_nobody_can_be_reminded_and_a_press_says_why():
    world = await with_telegram(await office(Nudges.OFF))
    for who in (LUCIA, ROOT):
        assert await nudgeable(world, who) == set()
        with conflict(Code.NUDGE_OFF):
            await nudge(world, who, ANA)
    with forbidden():
        await nudge(world, PABLO, ANA)
    assert nudged(world) == []


async def test_in_private_it_is_to_the_person_alone_whatever_groups_there_are():
    world = await with_telegram(await office(Nudges.PRIVATE, (-1, LUCIA)))
    assert await world.run(LUCIA, nudges.nudgeable, EVERYBODY) == {ANA: False, LUIS: False}
    assert not (await nudge(world, LUCIA, ANA)).in_group
    assert said_in(world) == [(ANA, None)]


@pytest.mark.parametrize("who", [LUCIA, ROOT])
async def test_in_groups_it_is_said_in_each_that_shows_the_persons_team_once_a_day(who):
    world = await with_telegram(await office(Nudges.GROUP, (-2, LUCIA), (-1, LUCIA), (-3, MARTA)))
    assert await world.run(LUCIA, nudges.nudgeable, EVERYBODY) == {ANA: True, LUIS: True}
    assert await nudge(world, who, ANA) == Nudged(DayStep.OPEN, in_group=True)
    assert said_in(world) == [(ANA, -2), (ANA, -1)]
    for again in (LUCIA, ROOT):
        assert ANA not in await nudgeable(world, again)
        with conflict(Code.NUDGE_REPEATED):
            await nudge(world, again, ANA)


async def test_a_group_linked_since_is_not_told_again():
    world = await with_telegram(await office(Nudges.GROUP))
    await nudge(world, LUCIA, ANA)
    link_groups(world, (-2, LUCIA), (-1, LUCIA))
    with conflict(Code.NUDGE_REPEATED):
        await nudge(world, LUCIA, ANA)
    assert said_in(world) == [(ANA, None)]


async def test_a_team_without_a_group_is_reminded_in_private():
    world = await with_telegram(await office(Nudges.GROUP, (-3, MARTA)))
    assert await world.run(ROOT, nudges.nudgeable, EVERYBODY) == {
        LUCIA: False, ANA: False, LUIS: False, MARTA: False, PEDRO: True, PABLO: False,
    }  # fmt: skip
    await nudge(world, LUCIA, ANA)
    await nudge(world, ROOT, PABLO)
    assert said_in(world) == [(ANA, None), (PABLO, None)]


async def test_in_a_group_who_has_no_telegram_can_be_reminded_too():
    world = await office(Nudges.GROUP, (-1, LUCIA))
    assert await nudgeable(world, LUCIA) == {ANA, LUIS}
    assert (await nudge(world, LUCIA, ANA)).in_group


async def test_in_a_group_nobody_is_reminded_who_would_not_be_in_private():
    world = await with_telegram(await office(Nudges.GROUP, (-1, LUCIA)))
    await world.close(ANA, await world.open(ANA))
    await world.away(LUIS, TODAY, day(2))
    assert await nudgeable(world, LUCIA) == set()
    with conflict(Code.NUDGE_DONE):
        await nudge(world, LUCIA, ANA)
    with conflict(Code.NUDGE_ABSENT):
        await nudge(world, LUCIA, LUIS)
