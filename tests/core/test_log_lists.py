"""Histories and what leaders see of their people's days."""

from datetime import date, timedelta

import pytest

from core.base.errors import Code, FieldCode
from core.base.settings import Settings
from core.records.work import TeamRow
from core.work import day_overview
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import invalid, not_found
from tests.core.world import NOW, TODAY, World, dated, day

CALENDAR_YEAR = (date(2024, 1, 1), date(2024, 12, 31))


async def owners(world, who, fecha=TODAY) -> list[int]:
    """Whose items somebody sees for a date, by row."""
    return [row.responsible_user_id for row in await world.team_log(who, fecha)]


async def test_a_history_is_ones_own_by_date_with_both_ends(world):
    made = {offset: await world.open(ANA, day(offset)) for offset in (0, -3, -1, -2)}
    await world.open(LUIS, day(-1))
    assert await world.history(ANA, day(-2), day(0)) == [made[-2], made[-1], made[0]]
    assert await world.history(ANA, day(-3), day(-3)) == [made[-3]]
    assert await world.history(LUCIA, day(-3), day(0)) == []


async def test_a_history_shows_items_as_the_logs_do(world):
    await world.task(ANA)
    log = await world.close(ANA, await world.open(ANA))
    assert (await world.history(ANA, TODAY, TODAY)) == [log]


@pytest.mark.parametrize("list_days", ["history", "team_history"])
async def test_a_history_spans_at_most_366_days(world, list_days):
    for desde, hasta in [CALENDAR_YEAR, (TODAY, TODAY + timedelta(days=365))]:
        assert await getattr(world, list_days)(LUCIA, desde, hasta) == []
        with invalid(("hasta", FieldCode.TOO_MANY_DAYS)):
            await getattr(world, list_days)(LUCIA, desde, hasta + timedelta(days=1))


@pytest.mark.parametrize("list_days", ["history", "team_history"])
async def test_a_history_does_not_end_before_it_begins(world, list_days):
    assert await getattr(world, list_days)(LUCIA, TODAY, TODAY) == []
    with invalid(("hasta", FieldCode.BEFORE)):
        await getattr(world, list_days)(LUCIA, TODAY, day(-1))


async def test_how_long_a_history_may_be_is_a_setting():
    world = World(Settings(history_days=7))
    await world.gather()
    assert await world.history(ANA, day(-6), day(0)) == []
    with invalid(("hasta", FieldCode.TOO_MANY_DAYS)):
        await world.history(ANA, day(-7), day(0))


async def test_a_row_shows_item_log_and_task(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], leaderUserId=MARTA, prioridad="ALTA")
    item = await world.item(LUIS)
    await world.percent(LUIS, item.id, 30)
    await world.light(LUIS, item.id, "ROJO")
    log = await world.close(LUIS, await world.avance(LUIS, await world.log(LUIS)))
    assert await world.team_log(LUCIA) == [
        TeamRow(
            daily_log_id=log.id,
            responsible_user_id=LUIS,
            leader_user_id=MARTA,
            item_id=item.id,
            task_id=task.id,
            porcentaje=30,
            created_by_user_id=LUCIA,
            fecha=TODAY,
            fecha_solicitud=TODAY,
            fecha_cumplir=day(10),
            opened_at=NOW,
            avance_at=NOW,
            closed_at=NOW,
            descripcion="Task",
            estatus="EN_PROCESO",
            prioridad="ALTA",
            semaforo="ROJO",
        )
    ]


async def test_rows_are_frozen_with_the_closed_day(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.open(ANA)
    task = await world.edit(LUCIA, task, prioridad="ALTA", descripcion="Other")
    (row,) = await world.team_log(LUCIA)
    assert (row.prioridad, row.descripcion) == ("ALTA", "Other")
    await world.close(ANA, await world.log(ANA))
    await world.edit(LUCIA, task, prioridad="BAJA", descripcion="Third")
    (row,) = await world.team_log(LUCIA)
    assert (row.prioridad, row.descripcion) == ("ALTA", "Other")


async def test_a_leader_sees_the_days_of_their_people(world):
    for who in (LUIS, ANA, PEDRO, PABLO):
        await world.task(who)
        await world.open(who)
    assert await owners(world, LUCIA) == [ANA, LUIS]
    assert await owners(world, MARTA) == [PEDRO]


async def test_who_leads_nobody_sees_nothing(world):
    for who in (ANA, LUIS, PABLO):
        await world.task(who)
        await world.open(who)
    for who in (ANA, LUIS, PABLO):
        assert await world.team_log(who) == await world.team_history(who, day(-9), day(9)) == []


async def test_a_task_leader_sees_its_items_only(world):
    task = await world.task(ANA, leaderUserId=PABLO)
    await world.task(ANA)
    await world.open(ANA)
    rows = await world.team_log(PABLO)
    assert [(row.task_id, row.responsible_user_id) for row in rows] == [(task.id, ANA)]


async def test_a_task_leader_who_works_on_it_leads_nobody_by_it(world):
    await world.task(ROOT, responsibleUserIds=[ANA, PABLO], leaderUserId=PABLO)
    for who in (ANA, PABLO):
        await world.open(who)
    assert await owners(world, PABLO) == []
    assert await owners(world, LUCIA) == [ANA]


async def test_a_task_leader_who_works_on_it_still_sees_their_team(world):
    await world.task(LUCIA, responsibleUserIds=[ANA, LUCIA], leaderUserId=LUCIA)
    for who in (ANA, LUCIA):
        await world.open(who)
    assert await owners(world, LUCIA) == [ANA]


@pytest.mark.parametrize("leader", [LUCIA, ROOT])
async def test_members_never_see_their_own_rows(world, leader):
    await world.task(LUCIA, leaderUserId=leader)
    await world.open(LUCIA)
    assert await owners(world, LUCIA) == []


async def test_members_never_see_their_own_rows_of_a_task_they_gave_away(world):
    task = await world.task(LUCIA, leaderUserId=LUCIA)
    await world.open(LUCIA)
    await world.edit(LUCIA, task, responsibleUserIds=[ANA])
    assert await owners(world, LUCIA) == []


@pytest.mark.parametrize("who", [ROOT, ROBOT])
async def test_admins_and_services_see_all_with_their_own(world, who):
    for owner in (who, PABLO, ANA):
        await world.task(owner)
        await world.open(owner)
    assert sorted(await owners(world, who)) == sorted([ANA, PABLO, who])


async def test_a_date_shows_that_date_alone(world):
    await world.task(ANA, fechaSolicitud=day(-9))
    for offset in (-1, 0, 1):
        await world.open(ANA, day(offset))
    assert [row.fecha for row in await world.team_log(LUCIA)] == [TODAY]


async def test_a_team_history_is_by_date_person_and_orden(world):
    for who in (ANA, LUIS):
        for _ in range(2):
            await world.task(who, fechaSolicitud=day(-9))
    for offset in (0, -1):
        for who in (LUIS, ANA):
            await world.open(who, day(offset))
    rows = await world.team_history(LUCIA, day(-1), day(0))
    places = [(row.fecha, row.responsible_user_id, row.task_id) for row in rows]
    assert [place[:2] for place in places] == [(day(o), who) for o in (-1, 0) for who in (ANA, LUIS) for _ in "12"]
    assert places == sorted(places)
    assert await world.team_history(LUCIA, day(-1), day(-1)) == rows[:4]


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
    task = await world.task(PEDRO, leaderUserId=LUCIA)
    await world.task(PEDRO)
    await world.open(PEDRO)
    *team, pedro = await world.run(LUCIA, day_overview.team_day, dated(TODAY))
    assert [line.user.id for line in team] == [ANA, LUIS]
    assert (pedro.user.id, pedro.total.items) == (PEDRO, 1)
    items = await world.run(LUCIA, day_overview.person_day, dated(TODAY), PEDRO)
    assert (items.user.id, [row.task_id for row in items.rows]) == (PEDRO, [task.id])


@pytest.mark.parametrize(("who", "whom"), [(LUCIA, ANA), (LUCIA, LUIS), (ROOT, PEDRO), (ROOT, LUCIA)])
async def test_a_persons_day_is_for_who_leads_them_opened_or_not(world, who, whom):
    assert (await world.run(who, day_overview.person_day, dated(TODAY), whom)).log is None
    await world.task(whom)
    log = await world.open(whom)
    person = await world.run(who, day_overview.person_day, dated(TODAY), whom)
    assert (person.user.id, person.log.id) == (whom, log.id)
    assert [row.responsible_user_id for row in person.rows] == [whom]


@pytest.mark.parametrize(
    ("who", "whom"),
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


async def test_an_admins_panel_has_everybody_active(world):
    lines = await world.run(ROOT, day_overview.team_day, dated(TODAY))
    people = {line.user.id for line in lines}
    assert INES not in people
    assert people >= {LUCIA, ANA, LUIS, MARTA, PEDRO, PABLO}


async def test_a_panel_of_who_leads_nobody_is_empty(world):
    await world.task(PABLO)
    await world.open(PABLO)
    assert await world.run(PABLO, day_overview.team_day, dated(TODAY)) == []
