"""Histories and what leaders see of their people's days."""

from datetime import date, timedelta

from core.base.errors import Code, FieldCode
from core.people.working_time import Off
from core.work import day_overview
from core.work.day_overview import TeamPerson
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import invalid, not_found
from tests.core.world import TODAY, dated, day, fresh_world, world_with
from tests.tables import each_row

CALENDAR_YEAR = (date(2024, 1, 1), date(2024, 12, 31))


async def owners(world, who, fecha=TODAY) -> list[int]:
    """Return whose items somebody sees for a date, by row."""
    return [row.responsible_user_id for row in await world.team_log(who, fecha)]


@each_row(["history", "team_history"], world=fresh_world)
async def test_a_history_spans_at_most_366_days_and_does_not_end_before_it_begins(world, list_days):
    for desde, hasta in [CALENDAR_YEAR, (TODAY, TODAY + timedelta(days=365))]:
        assert await getattr(world, list_days)(LUCIA, desde, hasta) == []
        with invalid(("hasta", FieldCode.TOO_MANY_DAYS)):
            await getattr(world, list_days)(LUCIA, desde, hasta + timedelta(days=1))
    assert await getattr(world, list_days)(LUCIA, TODAY, TODAY) == []
    with invalid(("hasta", FieldCode.BEFORE)):
        await getattr(world, list_days)(LUCIA, TODAY, day(-1))


async def test_how_long_a_history_may_be_is_a_setting():
    world = await world_with(history_days=7)
    assert await world.history(ANA, day(-6), day(0)) == []
    with invalid(("hasta", FieldCode.TOO_MANY_DAYS)):
        await world.history(ANA, day(-7), day(0))


async def test_people_who_left_are_in_the_history_but_not_in_the_day(world):
    await world.task(ANA)
    await world.open(ANA)
    await world.directory("ana", isActive=False)
    assert await owners(world, LUCIA) == []
    assert [row.responsible_user_id for row in await world.team_history(LUCIA, TODAY, TODAY)] == [ANA]
    assert await world.team_history(MARTA, TODAY, TODAY) == []


async def test_a_leaders_panel_has_a_line_a_person_opened_or_not(world):
    await world.task(ANA)
    log = await world.open(ANA)
    ana, luis = await world.run(LUCIA, day_overview.team_day, dated(TODAY))
    assert (ana.user.id, ana.log.id, ana.total.user_id, ana.total.items) == (ANA, log.id, ANA, 1)
    assert (luis.user.id, luis.log, luis.total) == (LUIS, None, None)
    empty = await world.open(LUIS)
    _, luis = await world.run(LUCIA, day_overview.team_day, dated(TODAY))
    assert (luis.log.id, luis.total) == (empty.id, None)


async def test_a_leaders_panel_adds_people_whose_tasks_they_lead(world):
    await world.task(PEDRO, leaderUserId=LUCIA)
    await world.task(PEDRO)
    await world.open(PEDRO)
    *team, pedro = await world.run(LUCIA, day_overview.team_day, dated(TODAY))
    assert [line.user.id for line in team] == [ANA, LUIS]
    assert (pedro.user.id, pedro.total.items) == (PEDRO, 1)


@each_row([(LUCIA, ANA), (LUCIA, LUIS), (ROOT, PEDRO), (ROOT, LUCIA)], world=fresh_world)
async def test_a_persons_day_is_for_who_leads_them_opened_or_not(world, who, whom):
    assert (await world.run(who, day_overview.person_day, dated(TODAY), whom)).log is None
    await world.task(whom)
    log = await world.open(whom)
    person = await world.run(who, day_overview.person_day, dated(TODAY), whom)
    assert (person.user.id, person.log.id) == (whom, log.id)
    assert [row.responsible_user_id for row in person.rows] == [whom]


@each_row(
    [
        (LUCIA, PEDRO),
        (LUCIA, LUCIA),
        (LUCIA, INES),
        (LUCIA, 999),
        (ANA, ANA),
        (PABLO, ANA),
        (ROOT, ROBOT),
        (ROOT, INES),
    ],
    world=fresh_world,
)
async def test_a_persons_day_is_nobody_elses(world, who, whom):
    if whom in {PEDRO, ANA, LUCIA}:
        await world.task(whom)
        await world.open(whom)
    with not_found(Code.USER_NOT_FOUND):
        await world.run(who, day_overview.person_day, dated(TODAY), whom)


async def test_a_persons_day_is_told_to_the_leader_of_their_task_only_as_far_as_that(world):
    led = await world.task(PEDRO, leaderUserId=LUCIA)
    await world.task(PEDRO)
    await world.open(PEDRO)
    person = await world.run(LUCIA, day_overview.person_day, dated(TODAY), PEDRO)
    assert ([row.task_id for row in person.rows], person.off) == ([led.id], None)
    await world.directory("pedro", isActive=False)
    with not_found(Code.USER_NOT_FOUND):
        await world.run(LUCIA, day_overview.person_day, dated(TODAY), PEDRO)
    assert len((await world.run(ROOT, day_overview.person_day, dated(TODAY), PEDRO)).rows) == 2


async def test_a_row_a_person_says_how_their_day_goes(world):
    for _ in range(2):
        await world.task(ANA)
    log = await world.open(ANA)
    await world.light(ANA, log.items[0].id, "ROJO")
    await world.percent(ANA, log.items[1].id, 51)
    await world.away(LUIS, TODAY, day(2))
    await world.task(PEDRO, leaderUserId=LUCIA)
    await world.open(PEDRO)
    ana, luis = await world.run(LUCIA, day_overview.team_people, dated(TODAY))
    assert ana == TeamPerson(ANA, "Ana", log.opened_at, None, None, 1, 0, 0, 1, 25, None)
    assert luis == TeamPerson(LUIS, "Luis", None, None, None, 0, 0, 0, 0, None, Off.ABSENCE)


async def test_the_unrestricted_get_a_row_for_everybody_active(world):
    for who in (ROOT, ROBOT):
        rows = await world.run(who, day_overview.team_people, dated(TODAY))
        assert {row.user_id for row in rows} == {LUCIA, ANA, LUIS, MARTA, PEDRO, PABLO, ROOT}
    assert await world.run(PABLO, day_overview.team_people, dated(TODAY)) == []
