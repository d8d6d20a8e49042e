"""Reporting on a day: lights, percentages, avance, closing; and everything that refuses a write."""

from datetime import UTC, datetime

import pytest

from core.base.errors import Code
from tests.cast import ANA, LUCIA, LUIS, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, not_found
from tests.core.world import STRANGER_ID, TODAY, day, fresh_world
from tests.tables import each_row

WRITES = ("light", "percent")


@pytest.fixture
async def shared(world):
    """Lucía's task for Ana, its first responsible, and Luis."""
    return await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])


async def write(world, kind, who, item_id, fecha=TODAY):
    """Either kind of write to an item."""
    value = {"light": "ROJO", "percent": 50}[kind]
    return await getattr(world, kind)(who, item_id, value, fecha)


async def refuse_writes(world, item_id, code, **params):
    """Every write by Ana to an item is refused so, and leaves her day as it was."""
    before = await world.log(ANA)
    for kind in WRITES:
        with conflict(code, **params):
            await write(world, kind, ANA, item_id)
    assert await world.log(ANA) == before


@pytest.mark.parametrize("value", [0, 1, 50, 99])
async def test_a_percentage_below_100_leaves_the_light_alone(world, shared, value):
    item = await world.item(ANA)
    await world.light(ANA, item.id, "NARANJA")
    log = await world.percent(ANA, item.id, value)
    assert (log.items[0].porcentaje, log.items[0].semaforo) == (value, "NARANJA")


async def test_a_percentage_may_go_down_again(world, shared):
    item = await world.item(ANA)
    await world.percent(ANA, item.id, 80)
    assert (await world.percent(ANA, item.id, 20)).items[0].porcentaje == 20


@pytest.mark.parametrize(("value", "estatus"), [(0, "PENDIENTE"), (1, "EN_PROCESO"), (99, "EN_PROCESO")])
@pytest.mark.parametrize("who", [ANA, LUIS])
async def test_progress_starts_a_pending_task(world, shared, who, value, estatus):
    item = await world.item(who)
    log = await world.percent(who, item.id, value)
    assert log.items[0].estatus == (await world.get(LUCIA, shared)).estatus == estatus


async def test_progress_leaves_a_task_put_back_to_planning_alone(world, shared):
    item = await world.item(ANA)
    await world.edit(LUCIA, shared, estatus="PLANEACION")
    assert (await world.percent(ANA, item.id, 50)).items[0].estatus == "PLANEACION"


@pytest.mark.parametrize("estatus", ["PENDIENTE", "EN_PROCESO", "PLANEACION"])
async def test_100_by_the_first_responsible_closes_the_task(world, shared, estatus):
    item = await world.item(ANA)
    await world.edit(LUCIA, shared, estatus=estatus)
    log = await world.percent(ANA, item.id, 100)
    assert (log.items[0].porcentaje, log.items[0].semaforo, log.items[0].estatus) == (100, "VERDE", "CERRADA")
    assert (await world.get(LUCIA, shared)).fecha_cierre == TODAY


async def test_a_task_closed_by_100_on_an_earlier_day_is_closed_today(world, shared):
    world.clock.set(datetime(2026, 11, 22, 5, 59, tzinfo=UTC))
    item = await world.item(ANA)
    await world.percent(ANA, item.id, 100)
    assert (await world.get(LUCIA, shared)).fecha_cierre == day(1)


async def test_100_by_another_responsible_closes_nothing(world, shared):
    item = await world.item(LUIS)
    await world.light(LUIS, item.id, "ROJO")
    log = await world.percent(LUIS, item.id, 100)
    assert (log.items[0].porcentaje, log.items[0].semaforo) == (100, "VERDE")
    assert await world.get(LUCIA, shared) == shared


async def test_the_first_responsible_is_who_is_first_now(world, shared):
    item = await world.item(LUIS)
    await world.edit(LUCIA, shared, responsibleUserIds=[LUIS, ANA])
    assert (await world.percent(LUIS, item.id, 100)).items[0].estatus == "CERRADA"


async def test_an_item_at_100_is_reopened_before_it_is_written(world, shared):
    item = await world.item(LUIS)
    done = await world.percent(LUIS, item.id, 100)
    for value in (0, 50, 100):
        with conflict(Code.ITEM_COMPLETE):
            await world.percent(LUIS, item.id, value)
    with conflict(Code.ITEM_COMPLETE):
        await world.light(LUIS, item.id, "ROJO")
    assert await world.log(LUIS) == done


async def test_an_item_at_100_stays_so_while_its_reopened_task_goes_on(world, shared):
    item = await world.item(ANA)
    await world.percent(ANA, item.id, 100)
    await world.edit(LUCIA, shared, estatus="EN_PROCESO")
    await refuse_writes(world, item.id, Code.ITEM_COMPLETE)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"estatus": "CERRADA"}, Code.ITEM_TASK_CLOSED),
        ({"isActive": False}, Code.ITEM_TASK_INACTIVE),
        ({"responsibleUserIds": [LUIS]}, Code.ITEM_TASK_REASSIGNED),
    ],
)
async def test_an_item_of_a_task_closed_deleted_or_given_to_others_is_not_written(world, shared, change, code):
    item = await world.item(ANA)
    await world.edit(LUCIA, shared, **change)
    await refuse_writes(world, item.id, code, id=shared.id)


async def test_a_closed_day_is_not_written(world, shared):
    item = await world.item(ANA)
    log = await world.log(ANA)
    await world.close(ANA, log)
    await refuse_writes(world, item.id, Code.DAILY_LOG_CLOSED, fecha=TODAY)
    with conflict(Code.DAILY_LOG_CLOSED, fecha=TODAY):
        await world.avance(ANA, log)


@pytest.mark.parametrize("fecha", [day(-1), day(1)])
async def test_a_write_that_means_another_date_changes_nothing(world, shared, fecha):
    item = await world.item(ANA)
    log = await world.log(ANA)
    for kind in WRITES:
        with conflict(Code.DATE_MISMATCH, fecha=TODAY):
            await write(world, kind, ANA, item.id, fecha)
    for act in (world.avance, world.close):
        with conflict(Code.DATE_MISMATCH, fecha=TODAY):
            await act(ANA, log, fecha)
    assert await world.log(ANA) == log


async def test_a_closed_day_still_minds_the_date(world, shared):
    log = await world.close(ANA, await world.open(ANA))
    with conflict(Code.DATE_MISMATCH):
        await world.close(ANA, log, day(1))


@pytest.mark.parametrize("who", [LUIS, LUCIA, PEDRO, ROOT, ROBOT])
async def test_another_persons_day_does_not_exist_for_writes(world, shared, who):
    item = await world.item(ANA)
    log = await world.log(ANA)
    for kind in WRITES:
        with not_found(Code.ITEM_NOT_FOUND, id=item.id):
            await write(world, kind, who, item.id)
    for act in (world.avance, world.close):
        with not_found(Code.DAILY_LOG_NOT_FOUND, id=log.id):
            await act(who, log)
    assert await world.log(ANA) == log


@each_row([STRANGER_ID, 0, -1], world=fresh_world)
async def test_an_unknown_item_or_log_is_not_found(world, unknown):
    for kind in WRITES:
        with not_found(Code.ITEM_NOT_FOUND, id=unknown):
            await write(world, kind, ANA, unknown)
    with not_found(Code.ITEM_NOT_FOUND, id=unknown):
        await world.reopen(ANA, unknown)
    for act in (world.avance, world.close):
        with not_found(Code.DAILY_LOG_NOT_FOUND, id=unknown):
            await act(ANA, unknown)


async def test_another_persons_day_is_hidden_before_its_date_is_minded(world, shared):
    item = await world.item(ANA)
    with not_found(Code.ITEM_NOT_FOUND):
        await world.percent(LUIS, item.id, 50, day(-1))


async def test_closing_is_now_and_needs_no_avance(world):
    log = await world.open(ANA)
    now = world.clock.advance(hours=8)
    log = await world.close(ANA, log)
    assert (log.avance_at, log.closed_at) == (None, now)
    assert await world.log(ANA) == log


async def test_closing_again_changes_nothing(world):
    log = await world.close(ANA, await world.open(ANA))
    world.clock.advance(hours=1)
    assert await world.close(ANA, log) == log


async def test_a_new_due_date_does_not_move_a_light_that_was_set(world, shared):
    item = await world.item(ANA)
    await world.edit(LUCIA, shared, fechaCumplir=TODAY)
    assert (await world.log(ANA)).items[0].semaforo == item.semaforo
