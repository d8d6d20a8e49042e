"""Period summaries, beside the period before: for a leader, and for everybody about themselves."""

from datetime import date

import pytest

from core.application.requests import build
from core.base.calendar_time import Days
from core.work import period_summaries, reports
from core.work.period_summaries import days_before, period_told_on
from core.work.reports import ReportRequest
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.refusals import forbidden
from tests.core.work.test_overview import open_in_time
from tests.core.world import TODAY, between, day
from tests.tables import each_row

LIGHTS = ("verde", "amarillo", "naranja", "rojo", "porcentaje")


async def team(world, who=LUCIA, first=-3, last=0):
    return await world.run(who, period_summaries.team_period, between(day(first), day(last)))


async def own(world, who, first=-3, last=0):
    return await world.run(who, period_summaries.own_period, between(day(first), day(last)))


def lights(found):
    return [getattr(found, name) for name in LIGHTS]


@pytest.fixture
async def week(world):
    """Ana began on the 13th and was red then and on two of the last four days, of which she left one unopened."""
    task = await world.task(ANA, fechaSolicitud=day(-20), descripcion="Contrato")
    for offset, light in ((-7, "ROJO"), (-3, "VERDE"), (-1, "ROJO"), (0, "ROJO")):
        world.clock.advance(days=offset)
        log = await world.open(ANA, day(offset))
        await world.light(ANA, log.items[0].id, light, day(offset))
        if offset == -1:
            await world.why_red(ANA, task, "Falta la firma")
        await world.percent(ANA, log.items[0].id, 40, day(offset))
        world.clock.advance(days=-offset)
    await open_in_time(world, LUIS, day(-1))
    await world.away(LUIS, TODAY, TODAY)
    return world


async def test_lights_beside_those_before_reds_with_reasons_and_what_was_not_opened(week):
    found = await team(week)
    assert lights(found.lights) == [1, 0, 0, 2, 40]
    assert lights(found.lights_before) == [0, 0, 0, 1, 40]
    (red,) = found.reds
    assert (red.user_id, red.display_name, red.task_id, red.motivo) == (ANA, "Ana", 1, "Falta la firma")
    assert red.fechas == [day(-1), day(0)]
    assert (found.expected, found.opened) == (5, 4), "Luis, who began yesterday, is away today"
    assert [(row.user_id, row.fechas) for row in found.unopened] == [(ANA, [day(-2)])]


@pytest.mark.parametrize("who", [LUCIA, ROOT])
async def test_the_numbers_are_those_of_the_report(week, who):
    await week.open(ANA, day(1))
    for first, last in ((-3, 0), (-7, -4), (-20, 20)):
        found = await team(week, who, first, last)
        request = build(ReportRequest, {"desde": day(first), "hasta": day(last)})
        report = await week.run(who, reports.team_report, request)
        total = report.total
        assert lights(found.lights) == lights(total)
        assert (found.expected, found.expected - found.opened) == (total.expected, total.unopened)
        assert sum(len(row.fechas) for row in found.reds) == sum(each.rojo for each in report.days)


async def test_everybody_sees_the_same_about_themselves(week):
    theirs, mine = await team(week), await own(week, ANA)
    assert (mine.lights, mine.lights_before, mine.reds) == (theirs.lights, theirs.lights_before, theirs.reds)
    assert (mine.expected, mine.opened) == (4, 3)
    assert mine.unopened == theirs.unopened
    luis = await own(week, LUIS)
    assert (luis.expected, luis.opened, luis.reds) == (1, 1, [])


async def test_a_leader_is_told_of_their_people_alone(week):
    for who in (PABLO, MARTA, ANA):
        found = await team(week, who)
        assert (found.reds, lights(found.lights)) == ([], [0, 0, 0, 0, None])
    assert (await team(week, PABLO)).is_empty
    assert not (await team(week)).is_empty
    assert len((await team(week, ROOT)).reds) == 1


ROWS = {
    "reds": period_summaries.red_rows,
    "moved": period_summaries.moved_rows,
    "unopened": period_summaries.unopened_rows,
}


@pytest.mark.parametrize("part", ROWS)
async def test_the_rows_behind_a_number_are_those_of_the_summary_and_for_its_readers_alone(week, part):
    task = await week.task(ANA, fechaSolicitud=day(-20))
    for offset in (11, 12):
        task = await week.edit(ANA, task, fechaCumplir=day(offset))
    bounds = between(day(-3), TODAY)
    assert await week.run(LUCIA, ROWS[part], bounds, None) == getattr(await team(week), part) != []
    for who in (ANA, LUCIA):
        assert await week.run(who, ROWS[part], bounds, ANA) == getattr(await own(week, ANA), part) != []
    assert await week.run(LUIS, ROWS[part], bounds, None) == []
    with forbidden():
        await week.run(LUIS, ROWS[part], bounds, ANA)


async def test_in_brief_reds_are_not_listed_if_they_are_of_too_many_days(week):
    bounds = between(day(-3), TODAY)
    whole = await team(week)
    assert await week.run(LUCIA, period_summaries.brief_team_period, bounds, 2) == whole
    brief = await week.run(LUCIA, period_summaries.brief_team_period, bounds, 1)
    assert (brief.reds, brief.lights) == ([], whole.lights)


async def test_a_due_date_that_was_moved_twice_is_told_to_who_leads_or_does_the_task(world):
    once, twice = await world.task(ANA), await world.task(ANA, descripcion="Dos veces")
    await world.edit(ANA, once, fechaCumplir=day(12))
    for offset in (11, 12):
        twice = await world.edit(ANA, twice, fechaCumplir=day(offset))
    await world.edit(ANA, twice, fechaCumplir=day(12), descripcion="Dos veces, sí")
    for found in (await team(world), await own(world, ANA), await team(world, ROOT)):
        (moved,) = found.moved
        assert (moved.task_id, moved.times, moved.first_due, moved.fecha_cumplir) == (twice.id, 2, day(10), day(12))
    for found in (await own(world, LUIS), await own(world, LUCIA), await team(world, MARTA)):
        assert found.moved == []


async def test_it_is_told_in_the_period_of_its_last_move_with_all_moves_before(world):
    task = await world.task(ANA, fechaSolicitud=day(-20))
    for back, due in ((-9, 11), (-8, 12), (-1, 13)):
        world.clock.advance(days=back)
        task = await world.edit(ANA, task, fechaCumplir=day(due))
        world.clock.advance(days=-back)
    assert [row.times for row in (await team(world)).moved] == [3]
    assert [row.times for row in (await team(world, first=-10, last=-8)).moved] == [2]
    assert (await team(world, first=-7, last=-2)).moved == []
    await world.delete(ANA, task)
    assert (await team(world)).moved == []


async def test_the_leader_of_the_task_is_told_too(world):
    task = await world.task(PEDRO, leaderUserId=LUCIA)
    for offset in (11, 12):
        task = await world.edit(PEDRO, task, fechaCumplir=day(offset))
    assert [row.task_id for row in (await team(world)).moved] == [task.id]


@each_row(
    [
        ("2026-11-16", "2026-11-22", ("2026-11-09", "2026-11-15")),
        ("2026-10-01", "2026-10-31", ("2026-09-01", "2026-09-30")),
        ("2026-03-01", "2026-03-31", ("2026-02-01", "2026-02-28")),
        ("2026-10-01", "2026-10-15", ("2026-09-16", "2026-09-30")),
        ("2026-10-01", "2026-11-30", ("2026-08-01", "2026-09-30")),
    ]
)
def test_the_period_before(first, last, before):
    found = days_before(between(date.fromisoformat(first), date.fromisoformat(last)))
    assert (str(found.desde), str(found.hasta)) == before


@each_row(
    [
        ("2026-11-23", Days(date(2026, 11, 16), date(2026, 11, 22))),
        ("2026-12-01", Days(date(2026, 11, 1), date(2026, 11, 30))),
        ("2027-02-01", Days(date(2027, 1, 1), date(2027, 1, 31))),
        ("2026-11-24", None),
    ]
)
def test_what_a_leader_is_told_of_on_a_date(on, told):
    assert period_told_on(date.fromisoformat(on)) == told


async def test_of_one_person_who_leads_them_alone_reads_what_they_read_about_themselves(week):
    def asked(who):
        return week.run(who, period_summaries.person_period, ANA, between(day(-3), TODAY))

    assert await asked(LUCIA) == await asked(ROOT) == await own(week, ANA)
    for who in (LUIS, PABLO):
        with forbidden():
            await asked(who)
