"""Nudges: who may remind whom, of what, how often, and when a person is left alone."""

import pytest

from core import absences, nudges, schedules, users
from core.absences import AbsenceCreate
from core.errors import Code
from core.nudges import Step
from core.outbox import MessageKind
from core.requests import build
from core.schedules import ScheduleRequest
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import ALMA, ANA, ERP, INES, LUCIA, LUIS, MARTA, OLGA, PEDRO, STRANGER_ID, TODAY, dated, day


@pytest.fixture
async def linked(world):
    """Everybody has Telegram."""
    for number, who in enumerate((LUCIA, ANA, LUIS, MARTA, PEDRO, OLGA, ALMA), start=1):
        await link(world, who, number)
    return world


async def link(world, who, number):
    username = world.store.state.users[who].username
    code = await world.run(0, users.invite, username)
    await world.run(0, users.link, code, 1000 + number)


async def nudge(world, who, whom, fecha=TODAY):
    return await world.run(who, nudges.nudge, int(whom), dated(fecha))


async def nudgeable(world, who):
    return set(await world.run(who, nudges.nudgeable))


def nudged(world):
    return [
        (each.user_id, each.params["by_user_id"])
        for each in world.store.state.outbox.values()
        if each.kind is MessageKind.NUDGE
    ]


@pytest.mark.parametrize("who", [LUCIA, ALMA])
async def test_a_leader_and_an_admin_remind(linked, who):
    assert await nudge(linked, who, ANA) is Step.OPEN
    assert nudged(linked) == [(ANA, who)]
    (message,) = [each for each in linked.store.state.outbox.values() if each.kind is MessageKind.NUDGE]
    assert message.params == {"by_user_id": who, "day": TODAY.toordinal()}


@pytest.mark.parametrize("who", [LUIS, MARTA, OLGA, ERP])
async def test_nobody_else_does(linked, who):
    await linked.task(ANA, leaderUserId=OLGA)
    await linked.open(ANA)
    with forbidden():
        await nudge(linked, who, ANA)
    assert nudged(linked) == []
    assert ANA not in await nudgeable(linked, who)


async def test_nobody_reminds_themselves_nor_who_is_not_there(linked):
    for whom in (ALMA, INES, STRANGER_ID):
        with not_found(Code.USER_NOT_FOUND):
            await nudge(linked, ALMA, whom)
    with forbidden():
        await nudge(linked, LUCIA, LUCIA)
    assert ALMA not in await nudgeable(linked, ALMA)


async def test_of_what_comes_next(linked):
    assert await nudge(linked, LUCIA, ANA) is Step.OPEN
    log = await linked.open(LUIS)
    assert await nudge(linked, LUCIA, LUIS) is Step.AVANCE
    log = await linked.open(PEDRO)
    await linked.avance(PEDRO, log)
    assert await nudge(linked, MARTA, PEDRO) is Step.CLOSE


async def test_once_a_person_and_day_whoever_presses(linked):
    await nudge(linked, LUCIA, ANA)
    assert ANA not in await nudgeable(linked, LUCIA) | await nudgeable(linked, ALMA)
    await linked.open(ANA)
    for who in (LUCIA, ALMA):
        with conflict(Code.NUDGE_REPEATED):
            await nudge(linked, who, ANA)
    linked.clock.advance(days=3)
    assert ANA in await nudgeable(linked, LUCIA)
    assert await nudge(linked, LUCIA, ANA, day(3)) is Step.OPEN
    assert len(nudged(linked)) == 2


async def test_a_closed_day_needs_nothing(linked):
    await linked.close(ANA, await linked.open(ANA))
    assert ANA not in await nudgeable(linked, LUCIA)
    with conflict(Code.NUDGE_DONE):
        await nudge(linked, LUCIA, ANA)


async def test_another_days_button_reminds_of_nothing(linked):
    for fecha in (day(-1), day(1)):
        with conflict(Code.DATE_MISMATCH):
            await nudge(linked, LUCIA, ANA, fecha)
    assert nudged(linked) == []


async def test_who_is_away_is_left_alone(linked):
    await linked.run(ANA, absences.declare_absence, build(AbsenceCreate, {"firstDay": TODAY, "lastDay": day(2)}))
    assert await nudgeable(linked, LUCIA) == {LUIS}
    with conflict(Code.NUDGE_ABSENT):
        await nudge(linked, LUCIA, ANA)
    assert nudged(linked) == []


async def test_on_a_day_off_one_is_left_alone(linked):
    week = {"days": [{"weekday": 1, "starts": "09:00", "ends": "18:00"}]}
    await linked.run(ANA, schedules.set_schedule, int(ANA), build(ScheduleRequest, week))
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


async def test_those_who_can_be_reminded_are_those_whom_it_would_remind(linked):
    await linked.close(LUIS, await linked.open(LUIS))
    assert await nudgeable(linked, LUCIA) == {ANA}
    assert await nudgeable(linked, ALMA) == {LUCIA, ANA, MARTA, PEDRO, OLGA}
    assert await nudgeable(linked, ANA) == set()
