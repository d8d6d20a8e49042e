"""Several days at a glance: what a cell sums up, and whose days somebody is told of."""

from datetime import timedelta

import pytest

from core import absences, overview
from core.absences import AbsenceCreate
from core.errors import FieldCode
from core.model import Semaforo
from core.requests import build
from core.working_time import Off, WhyOff
from tests.core.refusals import invalid
from tests.core.world import ALMA, ANA, ERP, INES, LUCIA, LUIS, OLGA, PEDRO, TODAY, World, between, dated, day


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


async def team_days(world: World, who: int, first: int = -1, last: int = 0):
    """Of each person seen, by id, whether all their days are told, and what each cell says."""
    people = await world.run(who, overview.team_days, between(day(first), day(last)))
    return {person.user.id: (person.whole, [summed(person, cell) for cell in person.days]) for person in people}


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
    ana, _ = await logged.run(LUCIA, overview.team_days, between(day(-1), TODAY))
    yesterday, today = ana.days
    assert (yesterday.fecha, today.fecha) == (day(-1), TODAY)
    assert (yesterday.closed, today.closed) == (True, False)


async def test_who_leads_nobody_sees_nobody(logged):
    for who in (ANA, OLGA, PEDRO):
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


@pytest.mark.parametrize("who", [ALMA, ERP])
async def test_admins_and_services_see_everybody(logged, who):
    seen = await team_days(logged, who)
    assert set(seen) == {LUCIA, ANA, LUIS, OLGA, ALMA, PEDRO} | {5}
    assert seen[ANA] == (True, [EMPTY, RED])


async def test_ones_own_days_are_only_ones_own(logged):
    for who, cells in ((ANA, [EMPTY, RED]), (LUIS, [NOTHING] * 2), (LUCIA, [NOTHING] * 2), (ALMA, [NOTHING] * 2)):
        mine = await logged.run(who, overview.my_days, between(day(-1), TODAY))
        assert (mine.user.id, mine.whole) == (who, True)
        assert [summed(mine, cell) for cell in mine.days] == cells


@pytest.mark.parametrize("ask", [overview.team_days, overview.my_days])
async def test_the_days_asked_for_are_bounded(world, ask):
    with invalid(("hasta", FieldCode.TOO_MANY_DAYS)):
        await world.run(LUCIA, ask, between(TODAY, TODAY + timedelta(days=366)))
    with invalid(("hasta", FieldCode.BEFORE)):
        await world.run(LUCIA, ask, between(TODAY, day(-1)))


OFFICE_DAYS_OFF = {day(1): Off.DAY_OFF, day(2): Off.DAY_OFF}
"""The weekend after today."""


async def days_off(world: World, who: int, first: int, last: int):
    """Of each person seen, by id, why they do not work on which days."""
    people = await world.run(who, overview.team_days, between(day(first), day(last)))
    return {person.user.id: {cell.fecha: cell.off.off for cell in person.days if cell.off} for person in people}


async def away(world, who, first, last):
    days = {"firstDay": day(first), "lastDay": day(last), "reason": "Médico"}
    await world.run(who, absences.declare_absence, build(AbsenceCreate, days))


async def test_a_cell_says_why_the_day_is_not_worked(logged):
    await away(logged, ANA, 0, 3)
    absent = dict.fromkeys((TODAY, day(1), day(2), day(3)), Off.ABSENCE)
    assert await days_off(logged, LUCIA, 0, 4) == {ANA: absent, LUIS: OFFICE_DAYS_OFF}
    assert (await days_off(logged, LUCIA, -4, -4))[ANA] == {day(-4): Off.HOLIDAY}
    mine = await logged.run(ANA, overview.my_days, between(TODAY, day(4)))
    assert {cell.fecha: cell.off.off for cell in mine.days if cell.off} == absent


async def test_of_a_person_led_by_task_only_it_is_not_told_why_a_day_is_not_worked(logged):
    await logged.task(PEDRO, fechaSolicitud=TODAY, leaderUserId=LUCIA)
    await logged.open(PEDRO, TODAY)
    await away(logged, PEDRO, 0, 3)
    assert (await days_off(logged, LUCIA, 0, 3))[PEDRO] == {}


async def test_a_teams_day_says_who_does_not_work_and_until_when(logged):
    await away(logged, ANA, 0, 3)
    lines = await logged.run(LUCIA, overview.team_day, dated(TODAY))
    assert {line.user.id: line.off for line in lines} == {ANA: WhyOff(Off.ABSENCE, until=day(3)), LUIS: None}
    lines = await logged.run(LUCIA, overview.team_day, dated(day(1)))
    assert {line.user.id: line.off.off for line in lines} == {ANA: Off.ABSENCE, LUIS: Off.DAY_OFF}


async def before(world: World, who: int, use_case, first: int = -4):
    """Of each person seen, by id, the days on which nobody could expect anything of them, counted from today."""
    found = await world.run(who, use_case, between(day(first), TODAY))
    people = found if isinstance(found, list) else [found]
    return {each.user.id: [(cell.fecha - TODAY).days for cell in each.days if cell.before] for each in people}


async def test_nothing_is_expected_of_ones_own_days_before_the_first_one_ever_opened(logged):
    assert await before(logged, ANA, overview.my_days) == {ANA: [-4, -3, -2]}
    await logged.open(ANA, day(-3))
    assert await before(logged, ANA, overview.my_days) == {ANA: [-4]}
    assert await before(logged, ANA, overview.my_days, -2) == {ANA: []}


async def test_who_has_never_opened_a_day_begins_today(world):
    assert await before(world, ANA, overview.my_days) == {ANA: [-4, -3, -2, -1]}


async def test_in_a_team_the_same_holds_but_who_has_never_opened_one_is_expected_to(logged):
    assert await before(logged, LUCIA, overview.team_days) == {ANA: [-4, -3, -2], LUIS: []}
