"""The start of an item: the person's last percentage of that task, and the light by risk."""

import pytest

from tests.cast import ANA, LUCIA, LUIS
from tests.core.world import TODAY, day, fresh_world
from tests.tables import each_row


@pytest.fixture
async def shared(world):
    """Lucía's task for Ana, its first responsible, and Luis."""
    return await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], fechaSolicitud=day(-9))


async def work(world, who, fecha, *values):
    """The only item of somebody's day, brought to these percentages one after the other."""
    item = await world.item(who, fecha)
    for value in values:
        await world.percent(who, item.id, value, fecha)
    return item


async def start(world, who, fecha=TODAY):
    """Percentage and light with which the only item of a day starts."""
    item = await world.item(who, fecha)
    return item.porcentaje, item.semaforo


async def test_a_later_days_item_is_not_an_earlier_one(world, shared):
    await work(world, ANA, TODAY, 50)
    assert (await start(world, ANA, day(-1)))[0] == 0


async def test_a_first_light_is_by_the_days_left_on_the_logs_date(world):
    await world.task(ANA, fechaSolicitud=day(-20), fechaCumplir=day(-5))
    assert await start(world, ANA, day(-8)) == (0, "AMARILLO")


@each_row([("VERDE", "AMARILLO"), ("ROJO", "ROJO")], world=fresh_world)
async def test_a_later_light_is_the_worse_of_due_date_and_the_persons_previous(world, before, light):
    await world.task(ANA, fechaSolicitud=day(-9), fechaCumplir=day(2))
    item = await world.item(ANA, day(-1))
    await world.light(ANA, item.id, before, day(-1))
    assert (await start(world, ANA))[1] == light


async def test_an_item_that_starts_at_100_is_verde(world):
    await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], fechaSolicitud=day(-9), fechaCumplir=day(0))
    await work(world, LUIS, day(-1), 40, 100)
    assert await start(world, LUIS) == (100, "VERDE")


@pytest.mark.parametrize(
    ("earlier", "values", "estatus", "wanted"),
    [([], [25, 60, 100], "EN_PROCESO", 60), ([], [100], "PENDIENTE", 0), ([70], [100], "EN_PROCESO", 70)],
)
async def test_a_reopened_task_starts_at_the_last_value_below_100(world, shared, earlier, values, estatus, wanted):
    await work(world, ANA, day(-3), *earlier)
    await work(world, ANA, day(-2), *values)
    await world.edit(LUCIA, shared, estatus=estatus)
    assert await start(world, ANA) == (wanted, "VERDE")


async def test_reopening_a_task_counts_for_every_responsible_who_was_done(world, shared):
    await work(world, LUIS, day(-2), 80, 100)
    await work(world, ANA, day(-2), 30, 100)
    await world.edit(LUCIA, shared, estatus="EN_PROCESO")
    assert (await start(world, ANA))[0] == 30
    assert (await start(world, LUIS))[0] == 80


async def test_an_appended_item_starts_by_the_same_rules(world, shared):
    item = await work(world, ANA, day(-1), 35)
    await world.light(ANA, item.id, "ROJO", day(-1))
    task = await world.edit(LUCIA, await world.get(LUCIA, shared), responsibleUserIds=[LUIS])
    assert (await world.open(ANA)).items == []
    await world.edit(LUCIA, task, responsibleUserIds=[LUIS, ANA])
    assert await start(world, ANA) == (35, "ROJO")
