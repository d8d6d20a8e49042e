"""Several days at a glance: what a cell sums up, and whose days somebody is told of."""

from collections import Counter
from datetime import date, timedelta

import pytest

from core.base.errors import FieldCode
from core.base.model import Semaforo
from core.base.paging import NumberedPage
from core.people.working_time import Off, WhyOff
from core.work import day_overview, overview
from core.work.overview import PeriodTotals
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import invalid
from tests.core.world import TODAY, World, between, dated, day

EVERYBODY = NumberedPage(0, 100)


@pytest.fixture
async def logged(world):
    """Ana: a red item at 60 and a green one at 0 today, yesterday closed and empty. Luis opened nothing."""
    log = await world.open(ANA, day(-1))
    await world.close(ANA, log, day(-1))
    await world.task(ANA, fechaCumplir=TODAY, prioridad="ALTA")
    await world.task(ANA)
    first, _ = (await world.open(ANA)).items
    await world.light(ANA, first.id, "ROJO")
    await world.percent(ANA, first.id, 60)
    return world


async def open_in_time(world: World, who: int, fecha: date) -> None:
    now = world.clock.now()
    world.clock.set(now + (fecha - TODAY))
    await world.open(who, fecha)
    world.clock.set(now)


async def team_days(world: World, who: int, first: int = -1, last: int = 0):
    """Of each person seen, by id, whether all their days are told, and what each cell says."""
    team = await week_of(world, who, first, last)
    return {person.user.id: (person.whole, [summed(person, cell) for cell in person.days]) for person in team.shown}


async def week_of(world: World, who: int, first: int, last: int, part=EVERYBODY):
    """Some days of a team, counted from today."""
    return await world.run(who, overview.team_days, between(day(first), day(last)), part)


def summed(person, cell):
    """A cell: opened, worst light, mean, number of items."""
    items = person.opened[cell.fecha].items if cell.fecha in person.opened else 0
    return cell.closed is not None, cell.worst, cell.mean, items


NOTHING = (False, None, None, 0)
EMPTY = (True, None, None, 0)
RED = (True, Semaforo.ROJO, 30, 2)


async def test_a_cell_has_the_log_the_worst_light_and_the_mean_percentage(logged):
    assert await team_days(logged, LUCIA) == {
        ANA: (True, [EMPTY, RED]),
        LUIS: (True, [NOTHING, NOTHING]),
    }
    ana, _ = (await week_of(logged, LUCIA, -1, 0)).shown
    yesterday, today = ana.days
    assert (yesterday.fecha, today.fecha) == (day(-1), TODAY)
    assert (yesterday.closed, today.closed) == (True, False)


async def test_who_leads_nobody_sees_nobody(logged):
    for who in (ANA, PABLO, PEDRO):
        assert await team_days(logged, who) == {}


async def test_of_a_person_led_by_task_only_days_with_such_items_are_told(logged):
    await logged.task(PEDRO, fechaSolicitud=TODAY, leaderUserId=LUCIA)
    await logged.task(PEDRO, fechaSolicitud=day(-1))
    for fecha in (day(-1), TODAY):
        await logged.open(PEDRO, fecha)
    seen = await team_days(logged, LUCIA)
    assert seen[PEDRO] == (False, [NOTHING, (True, Semaforo.VERDE, 0, 1)])


async def test_who_has_left_is_told_of_as_long_as_their_items_last(logged):
    assert INES not in await team_days(logged, LUCIA)
    await logged.directory("ines", isActive=True)
    await logged.task(INES)
    await logged.open(INES)
    await logged.directory("ines", isActive=False)
    assert (await team_days(logged, LUCIA))[INES] == (False, [NOTHING, (True, Semaforo.VERDE, 0, 1)])


@pytest.mark.parametrize("who", [ROOT, ROBOT])
async def test_admins_and_services_see_everybody(logged, who):
    seen = await team_days(logged, who)
    assert set(seen) == {LUCIA, ANA, LUIS, PABLO, ROOT, PEDRO} | {5}
    assert seen[ANA] == (True, [EMPTY, RED])


async def test_ones_own_days_are_only_ones_own(logged):
    for who, cells in ((ANA, [EMPTY, RED]), (LUIS, [NOTHING] * 2), (LUCIA, [NOTHING] * 2), (ROOT, [NOTHING] * 2)):
        mine = (await logged.run(who, overview.my_days, between(day(-1), TODAY))).person
        assert (mine.user.id, mine.whole) == (who, True)
        assert [summed(mine, cell) for cell in mine.days] == cells


@pytest.mark.parametrize("ask", [(overview.team_days, EVERYBODY), (overview.my_days,)])
async def test_the_days_asked_for_are_bounded(world, ask):
    use_case, *part = ask
    with invalid(("hasta", FieldCode.TOO_MANY_DAYS)):
        await world.run(LUCIA, use_case, between(TODAY, TODAY + timedelta(days=366)), *part)
    with invalid(("hasta", FieldCode.BEFORE)):
        await world.run(LUCIA, use_case, between(TODAY, day(-1)), *part)


OFFICE_DAYS_OFF = {day(1): Off.DAY_OFF, day(2): Off.DAY_OFF}
"""The weekend after today."""


async def days_off(world: World, who: int, first: int, last: int):
    """Of each person seen, by id, why they do not work on which days."""
    people = (await week_of(world, who, first, last)).shown
    return {person.user.id: {cell.fecha: cell.off.off for cell in person.days if cell.off} for person in people}


async def test_a_cell_says_why_the_day_is_not_worked(logged):
    await logged.away(ANA, day(0), day(3))
    absent = dict.fromkeys((TODAY, day(1), day(2), day(3)), Off.ABSENCE)
    assert await days_off(logged, LUCIA, 0, 4) == {ANA: absent, LUIS: OFFICE_DAYS_OFF}
    assert (await days_off(logged, LUCIA, -4, -4))[ANA] == {day(-4): Off.HOLIDAY}
    mine = (await logged.run(ANA, overview.my_days, between(TODAY, day(4)))).person
    assert {cell.fecha: cell.off.off for cell in mine.days if cell.off} == absent


async def test_of_a_person_led_by_task_only_it_is_not_told_why_a_day_is_not_worked(logged):
    await logged.task(PEDRO, fechaSolicitud=TODAY, leaderUserId=LUCIA)
    await logged.open(PEDRO, TODAY)
    await logged.away(PEDRO, day(0), day(3))
    assert (await days_off(logged, LUCIA, 0, 3))[PEDRO] == {}


async def test_a_teams_day_says_who_does_not_work_and_until_when(logged):
    await logged.away(ANA, day(0), day(3))
    lines = await logged.run(LUCIA, day_overview.team_day, dated(TODAY))
    assert {line.user.id: line.off for line in lines} == {ANA: WhyOff(Off.ABSENCE, until=day(3)), LUIS: None}
    lines = await logged.run(LUCIA, day_overview.team_day, dated(day(1)))
    assert {line.user.id: line.off.off for line in lines} == {ANA: Off.ABSENCE, LUIS: Off.DAY_OFF}


def before(person):
    """The days on which nobody could expect anything of somebody, counted from today."""
    return [(cell.fecha - TODAY).days for cell in person.days if cell.before]


def missing(team):
    """Of whom it is told that they have left days unopened, which."""
    return {each.user.id: each.dates for each in team.unopened}


async def mine(world: World, first: int = -4):
    """Ana's own days."""
    return await world.run(ANA, overview.my_days, between(day(first), TODAY))


async def test_nothing_is_expected_of_ones_own_days_before_the_first_one_ever_opened(logged):
    days = await mine(logged)
    assert (before(days.person), days.unopened) == ([-4, -3, -2], [])
    await open_in_time(logged, ANA, day(-3))
    days = await mine(logged)
    assert (before(days.person), days.unopened) == ([-4], [day(-2)])
    assert before((await mine(logged, -2)).person) == []


async def test_days_off_before_the_first_one_ever_opened_are_before_it_too(logged):
    for fecha in (day(-3), day(-2)):
        await open_in_time(logged, ANA, fecha)
    days = await mine(logged, -5)
    assert (before(days.person), days.unopened) == ([-5, -4], [])


async def test_who_has_never_opened_a_day_begins_today(world):
    days = await mine(world)
    assert (before(days.person), days.unopened) == ([-4, -3, -2, -1], [TODAY])


async def test_who_has_never_opened_a_day_owes_no_week_that_is_past_and_today_where_they_work(logged):
    assert missing(await week_of(logged, LUCIA, -11, -1)) == {}
    await logged.away(LUIS, day(0), day(0))
    assert missing(await week_of(logged, LUCIA, -11, 0)) == {}


async def test_what_a_teams_days_come_to_is_of_everybody_and_each_day_only_of_those_shown(logged):
    await logged.task(PEDRO, fechaSolicitud=TODAY, leaderUserId=LUCIA)
    await logged.open(PEDRO)
    worst = Counter([Semaforo.ROJO, Semaforo.VERDE])
    for number, whom in enumerate((ANA, LUIS, PEDRO)):
        team = await week_of(logged, LUCIA, -1, 0, NumberedPage(number, 1))
        assert [person.user.id for person in team.shown] == [whom]
        assert [user.id for user in team.people] == [ANA, LUIS, PEDRO]
        assert team.totals == PeriodTotals(worst, {day(-1): 0, TODAY: 3}, {day(-1): 0, TODAY: 60})
        assert (team.totals.means, team.totals.mean) == ([None, 20], 20)
        assert [each.user.id for each in team.unopened] == [LUIS]


async def test_days_off_are_not_missing_and_one_that_nobody_opened_nor_was_to_is_idle(logged):
    await open_in_time(logged, LUIS, day(-9))
    await logged.away(LUIS, day(-1), day(0))
    await logged.task(PEDRO, fechaSolicitud=day(-5), leaderUserId=LUCIA)
    team = await week_of(logged, LUCIA, -5, 3)
    assert [(each.user.id, each.dates) for each in team.unopened] == [(LUIS, [day(-3), day(-2)])]
    assert team.idle == [day(-5), day(-4), day(1), day(2), day(3)]
    await open_in_time(logged, ANA, day(-4))
    await logged.open(PEDRO, day(-5))
    assert (await week_of(logged, LUCIA, -5, 3)).idle == [day(1), day(2), day(3)]
