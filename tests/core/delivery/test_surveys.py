"""Answers about a late task: done, still working, blocked; what they write, and when they are refused."""

import pytest

from core.application.requests import build
from core.base.errors import Code
from core.base.model import Semaforo, TaskStatus
from core.delivery import surveys
from core.work.daily_logs import PercentageRequest
from tests.cast import ANA, LUCIA, LUIS, PEDRO
from tests.core.refusals import conflict, not_found
from tests.core.world import TODAY, dated, day, fresh_world
from tests.tables import each_row


async def late(world, *responsibles, **fields):
    """A task of these people that was to be done yesterday."""
    people = list(responsibles or [ANA])
    dates = {"fechaSolicitud": day(-5), "fechaCumplir": day(-1)}
    return await world.task(LUCIA, responsibleUserIds=people, **dates | fields)


async def finish(world, who, task):
    return await world.run(who, surveys.finish, task.id)


async def keep_on(world, who, task, percent=50, fecha=TODAY):
    request = build(PercentageRequest, {"fecha": fecha, "porcentaje": percent})
    return await world.run(who, surveys.keep_on, task.id, request)


async def block(world, who, task):
    return await world.run(who, surveys.block, task.id, dated(TODAY))


def figures(log):
    return [(item.task_id, item.porcentaje, item.semaforo, item.estatus) for item in log.items]


class TestDone:
    @each_row(["PLANEACION", "PENDIENTE", "EN_PROCESO"], world=fresh_world)
    async def test_the_task_is_closed_today_and_no_log_is_opened(self, world, estatus):
        task = await finish(world, ANA, await late(world, estatus=estatus))
        assert (task.estatus, task.fecha_cierre) == (TaskStatus.CERRADA, TODAY)
        assert world.store.state.logs == {}

    async def test_its_item_of_an_open_day_is_at_100(self, world):
        task = await late(world)
        await world.open(ANA)
        await finish(world, ANA, task)
        assert figures(await world.log(ANA)) == [(task.id, 100, Semaforo.VERDE, TaskStatus.CERRADA)]

    async def test_a_closed_day_stays_as_it_was(self, world):
        task = await late(world)
        before = await world.close(ANA, await world.open(ANA))
        assert (await finish(world, ANA, task)).estatus is TaskStatus.CERRADA
        assert await world.log(ANA) == before

    async def test_any_responsible_closes_it(self, world):
        task = await late(world, ANA, LUIS)
        await world.open(LUIS)
        assert (await finish(world, LUIS, task)).estatus is TaskStatus.CERRADA
        assert figures(await world.log(LUIS)) == [(task.id, 100, Semaforo.VERDE, TaskStatus.CERRADA)]

    async def test_again_changes_nothing(self, world):
        task = await finish(world, ANA, await late(world))
        world.clock.advance(days=1)
        assert await finish(world, ANA, task) == task


class TestStillWorking:
    async def test_todays_log_is_opened_for_it(self, world):
        task = await late(world)
        log = await keep_on(world, ANA, task, 60)
        assert log.fecha == TODAY
        assert figures(log) == [(task.id, 60, Semaforo.ROJO, TaskStatus.EN_PROCESO)]

    async def test_a_task_that_came_after_the_log_was_opened_is_taken_in(self, world):
        await world.open(ANA)
        task = await late(world)
        assert figures(await keep_on(world, ANA, task))[0][:2] == (task.id, 50)

    async def test_a_planned_task_is_begun(self, world):
        task = await late(world, estatus="PLANEACION")
        assert figures(await keep_on(world, ANA, task, 0)) == [(task.id, 0, Semaforo.ROJO, TaskStatus.EN_PROCESO)]

    async def test_a_closed_log_stays_closed(self, world):
        task = await late(world)
        before = await world.close(ANA, await world.open(ANA))
        with conflict(Code.DAILY_LOG_CLOSED):
            await keep_on(world, ANA, task)
        assert await world.log(ANA) == before
        planned = await late(world, estatus="PLANEACION")
        with conflict(Code.DAILY_LOG_CLOSED):
            await keep_on(world, ANA, planned)
        assert (await world.get(ANA, planned)).estatus is TaskStatus.PLANEACION

    async def test_reopened_it_takes_an_answer(self, world):
        task = await late(world)
        log = await world.close(ANA, await world.open(ANA))
        await world.reopen(ANA, log.items[0].id)
        assert figures(await keep_on(world, ANA, task))[0][:2] == (task.id, 50)

    async def test_another_days_answer_is_none_of_today(self, world):
        task = await late(world)
        with conflict(Code.DATE_MISMATCH):
            await keep_on(world, ANA, task, fecha=day(-1))


class TestBlocked:
    async def test_its_item_of_today_is_red(self, world):
        task = await world.task(ANA, fechaCumplir=day(9))
        assert figures(await block(world, ANA, task)) == [(task.id, 0, Semaforo.ROJO, TaskStatus.PENDIENTE)]

    async def test_a_closed_log_stays_closed(self, world):
        task = await late(world)
        before = await world.close(ANA, await world.open(ANA))
        with conflict(Code.DAILY_LOG_CLOSED):
            await block(world, ANA, task)
        assert await world.log(ANA) == before


ANSWERS = pytest.mark.parametrize("answer", [finish, keep_on, block])


class TestWhose:
    @ANSWERS
    async def test_a_task_that_one_may_not_see_does_not_exist(self, world, answer):
        with not_found(Code.TASK_NOT_FOUND):
            await answer(world, PEDRO, await late(world))

    @ANSWERS
    async def test_a_task_given_to_others_is_not_ones_own_any_more(self, world, answer):
        task = await late(world, createdBy=None)
        with conflict(Code.ITEM_TASK_REASSIGNED):
            await answer(world, LUCIA, task)
        assert (await world.get(LUCIA, task)).estatus is task.estatus

    @ANSWERS
    async def test_a_deleted_task_takes_no_answer(self, world, answer):
        task = await late(world)
        await world.delete(LUCIA, task)
        with conflict(Code.ITEM_TASK_INACTIVE):
            await answer(world, ANA, task)

    @each_row([keep_on, block], world=fresh_world)
    async def test_a_closed_task_is_not_worked_on(self, world, answer):
        task = await late(world)
        await world.edit(LUCIA, task, estatus="CERRADA")
        with conflict(Code.ITEM_TASK_CLOSED):
            await answer(world, ANA, task)
