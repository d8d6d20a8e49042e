"""Reopening an item: what needs it, what it does, and who may."""

import pytest

from core.base.errors import Code
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, not_found
from tests.core.world import TODAY, day


@pytest.fixture
async def shared(world):
    """Pablo's task for Ana, its first responsible, and Pedro; led by Marta."""
    task = await world.task(PABLO, leaderUserId=MARTA)
    return await world.team_edit(ROOT, task, responsibleUserIds=[ANA, PEDRO])


async def done(world, who, *values, fecha=TODAY, task=None):
    """The only item of somebody's day, or that of a task, brought to these percentages and then 100."""
    item = await world.item(who, fecha, task)
    for value in (*values, 100):
        await world.percent(who, item.id, value, fecha)
    return item


async def test_an_item_at_100_goes_back_and_its_task_goes_on(world, shared):
    item = await done(world, ANA, 30, 60)
    log = await world.reopen(ANA, item.id)
    (again,) = log.items
    assert (again.porcentaje, again.semaforo, again.estatus) == (60, "VERDE", "EN_PROCESO")
    assert await world.log(ANA) == log
    task = await world.get(PABLO, shared)
    assert (task.estatus, task.fecha_cierre) == ("EN_PROCESO", None)
    assert (await world.percent(ANA, item.id, 70)).items[0].porcentaje == 70


async def test_straight_to_100_goes_back_to_where_it_started(world, shared):
    item = await done(world, ANA)
    assert (await world.reopen(ANA, item.id)).items[0].porcentaje == 0


async def test_its_colour_is_computed_anew(world, shared):
    item = await done(world, ANA, 50)
    await world.edit(PABLO, shared, fechaCumplir=day(2))
    assert (await world.reopen(ANA, item.id)).items[0].semaforo == "AMARILLO"


async def test_its_colour_is_not_better_than_the_previous_items(world, shared):
    before = await world.item(ANA)
    await world.light(ANA, before.id, "ROJO")
    item = await done(world, ANA, fecha=day(1))
    assert (await world.reopen(ANA, item.id, day(1))).items[0].semaforo == "ROJO"


async def test_another_responsibles_task_that_was_not_closed_stays_as_it_is(world, shared):
    item = await done(world, PEDRO, 40)
    log = await world.reopen(PEDRO, item.id)
    assert (log.items[0].porcentaje, log.items[0].estatus) == (40, "EN_PROCESO")


async def test_a_responsible_takes_up_a_task_that_somebody_else_closed(world, shared):
    item = await world.item(PEDRO)
    await world.percent(PEDRO, item.id, 40)
    await world.light(PEDRO, item.id, "ROJO")
    await world.edit(PABLO, shared, estatus="CERRADA")
    (again,) = (await world.reopen(PEDRO, item.id)).items
    assert (again.porcentaje, again.estatus) == (40, "EN_PROCESO")
    assert (await world.get(PABLO, shared)).fecha_cierre is None


async def test_a_closed_day_opens_again_and_shows_its_tasks_live(world, shared):
    item = await world.item(ANA)
    await world.percent(ANA, item.id, 40)
    closed = await world.close(ANA, await world.avance(ANA, await world.log(ANA)))
    await world.edit(PABLO, shared, descripcion="Other", estatus="EN_PROCESO")
    log = await world.reopen(ANA, item.id)
    assert (log.closed_at, log.opened_at, log.avance_at) == (None, closed.opened_at, closed.avance_at)
    assert (log.items[0].descripcion, log.items[0].porcentaje) == ("Other", 40)
    assert (await world.light(ANA, item.id, "ROJO")).items[0].semaforo == "ROJO"


async def test_other_items_at_100_stay_done(world, shared):
    other = await world.task(ANA)
    first, second = (await world.open(ANA)).items
    for item in (first, second):
        await world.percent(ANA, item.id, 100)
    log = await world.reopen(ANA, first.id)
    assert [item.porcentaje for item in log.items] == [0, 100]
    assert (await world.get(ANA, other)).estatus == "CERRADA"


async def test_an_item_in_progress_on_an_open_day_has_nothing_to_reopen(world, shared):
    item = await world.item(ANA)
    for value in (0, 99):
        await world.percent(ANA, item.id, value)
        with conflict(Code.NOTHING_TO_REOPEN):
            await world.reopen(ANA, item.id)
    assert (await world.log(ANA)).items[0].porcentaje == 99


@pytest.mark.parametrize("change", [{"responsibleUserIds": [PEDRO]}, {"isActive": False}])
async def test_a_task_given_to_others_or_deleted_is_not_taken_up_by_who_had_it(world, shared, change):
    item = await done(world, ANA, 20)
    await world.edit(PABLO, shared, **change)
    assert (await world.reopen(ANA, item.id)).items == []
    assert world.store.state.items[item.id].porcentaje == 20
    assert (await world.get(PABLO, shared)).estatus == "CERRADA"
    with conflict(Code.NOTHING_TO_REOPEN):
        await world.reopen(ANA, item.id)


@pytest.mark.parametrize("fecha", [day(-1), day(1)])
async def test_a_reopening_that_means_another_date_changes_nothing(world, shared, fecha):
    item = await done(world, ANA)
    log = await world.log(ANA)
    with conflict(Code.DATE_MISMATCH, fecha=TODAY):
        await world.reopen(ANA, item.id, fecha)
    assert await world.log(ANA) == log


@pytest.mark.parametrize("who", [ANA, LUCIA, ROOT, ROBOT])
async def test_owner_leader_admin_and_service_reopen_the_owners_day(world, shared, who):
    item = await done(world, ANA, 50)
    await world.close(ANA, await world.log(ANA))
    log = await world.reopen(who, item.id)
    assert log == await world.log(ANA)
    assert (log.closed_at, log.items[0].porcentaje) == (None, 50)


@pytest.mark.parametrize("who", [PABLO, PEDRO, LUIS])
async def test_for_anybody_else_the_item_does_not_exist(world, shared, who):
    item = await done(world, ANA)
    log = await world.log(ANA)
    for fecha in (TODAY, day(1)):
        with not_found(Code.ITEM_NOT_FOUND, id=item.id):
            await world.reopen(who, item.id, fecha)
    assert await world.log(ANA) == log


async def test_a_task_leader_reopens_the_item_and_is_answered_only_what_they_lead(world, shared):
    await world.task(ANA, descripcion="Private")
    done_item = await done(world, ANA, 50, task=shared)
    log = await world.reopen(MARTA, done_item.id)
    assert [(item.id, item.porcentaje) for item in log.items] == [(done_item.id, 50)]
    assert len((await world.log(ANA)).items) == 2


async def test_a_task_leader_takes_up_the_task_of_a_closed_day_which_stays_closed(world, shared):
    await world.task(ANA, descripcion="Private")
    done_item = await done(world, ANA, 50, task=shared)
    closed = await world.close(ANA, await world.log(ANA))
    log = await world.reopen(MARTA, done_item.id)
    assert [item.id for item in log.items] == [done_item.id]
    assert await world.log(ANA) == closed
    assert (await world.get(PABLO, shared)).estatus == "EN_PROCESO"
    with conflict(Code.DAILY_LOG_CLOSED, fecha=TODAY):
        await world.reopen(MARTA, done_item.id)
    assert (await world.item(ANA, day(1), shared)).porcentaje == 50


async def test_a_task_leader_who_works_on_it_does_not_reopen_the_others_items(world, shared):
    item = await done(world, ANA)
    await world.team_edit(ROOT, shared, responsibleUserIds=[ANA, MARTA])
    with not_found(Code.ITEM_NOT_FOUND):
        await world.reopen(MARTA, item.id)


async def test_a_leader_of_another_item_of_the_day_does_not_reopen_this_one(world, shared):
    own = await world.task(ANA)
    item = await world.item(ANA, task=own)
    await world.close(ANA, await world.log(ANA))
    with not_found(Code.ITEM_NOT_FOUND):
        await world.reopen(MARTA, item.id)
