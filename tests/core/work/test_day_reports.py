"""A day reported on in one message: all of its lines, or none."""

import pytest

from core.base.errors import Code, Conflict, FieldCode, NotFound
from core.base.model import Semaforo, TaskStatus
from core.language.phrases.model import ReportLine
from core.work import daily_logs, day_reports
from core.work import tasks as task_use_cases
from tests.cast import ANA, LUIS
from tests.core.refusals import invalid, refused
from tests.core.world import TODAY, day
from tests.journaled import rows_of_journal


@pytest.fixture
async def tasks(world):
    made = [await world.task(ANA) for _ in range(3)]
    await world.open(ANA)
    return [task.id for task in made]


async def report(world, *lines, who=ANA, **ending):
    return await world.run(who, day_reports.report, TODAY, lines, **ending)


async def percentages(world):
    return [item.porcentaje for item in (await world.open(ANA)).items]


async def test_lights_percentages_reasons_and_what_is_done_with_the_day(world, tasks):
    one, two, three = tasks
    red = ReportLine("", two, light=Semaforo.ROJO, reason="falta la factura @luis")
    log = await report(world, ReportLine("", one, 40, reason="va bien"), red, ReportLine("", three, 100), send=True)
    assert [(item.porcentaje, item.semaforo) for item in log.items] == [
        (40, Semaforo.VERDE),
        (0, Semaforo.ROJO),
        (100, Semaforo.VERDE),
    ]
    assert world.store.state.tasks[three].estatus is TaskStatus.CERRADA
    assert log.avance_at is not None
    (of_two,) = world.store.state.reds.values()
    assert (of_two.motivo, [helper.user_id for helper in of_two.helpers]) == ("falta la factura @luis", [LUIS])
    closed = await report(world, ReportLine("", one, unchanged=True), close=True)
    assert closed.closed_at is not None


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        (lambda one, _: ReportLine("", 999, 50), lambda: refused(NotFound, Code.TASK_NOT_IN_DAY)),
        (lambda _, two: ReportLine("2 lsito", two), lambda: invalid(("line", FieldCode.INVALID_FORMAT))),
        (lambda one, _: ReportLine("", one, 60), lambda: invalid(("taskId", FieldCode.REPEATED))),
        (lambda _, two: ReportLine("", two, 101), lambda: invalid(("porcentaje", FieldCode.OUT_OF_RANGE))),
        (lambda _, two: ReportLine("", two, 5, reason="x" * 2001), lambda: invalid(("comentario", FieldCode.TOO_LONG))),
    ],
)
async def test_a_line_that_cannot_be_applied_leaves_all_as_it_was(world, tasks, line, refusal):
    one, two, _ = tasks
    with refusal():
        await report(world, ReportLine("", one, 50), line(one, two))
    assert await percentages(world) == [0, 0, 0]


async def test_what_is_complete_is_checked_as_it_would_be_refused(world, tasks):
    one, two, three = tasks
    await report(world, ReportLine("", two, 100))
    lines = [ReportLine("", one, 50), ReportLine("", two, 50), ReportLine("", three)]
    checked = await world.run(ANA, day_reports.check_lines, TODAY, lines)
    assert [each.applies for each in checked] == [True, False, False]
    assert checked[1].fault.code is Code.ITEM_COMPLETE
    with refused(Conflict, Code.ITEM_COMPLETE):
        await report(world, *lines)
    assert await percentages(world) == [0, 100, 0]


async def test_before_the_day_is_open_lines_are_checked_by_what_it_would_open_with(world):
    one, two = [(await world.task(ANA)).id for _ in range(2)]
    later = (await world.task(ANA, fechaSolicitud=day(1))).id
    theirs = (await world.task(LUIS)).id
    lines = [*(ReportLine("", each, 50) for each in (one, later, theirs, one)), ReportLine("", two, 101)]
    checked = await world.run(ANA, day_reports.check_before_opening, TODAY, lines)
    assert [each.applies for each in checked] == [True, False, False, False, False]
    assert [each.descripcion is not None for each in checked] == [True, False, False, True, True]


async def test_only_ones_own_open_day_takes_it(world, tasks):
    with refused(NotFound, Code.NO_DAILY_LOG):
        await report(world, ReportLine("", tasks[0], 50), who=LUIS)
    log = await world.open(ANA)
    await world.run(ANA, daily_logs.close_log, log.id, daily_logs.DateRequest(fecha=day(0)))
    with refused(Conflict, Code.DAILY_LOG_CLOSED):
        await report(world, ReportLine("", tasks[0], 50))


async def test_a_light_and_a_percentage_of_one_item_are_one_change_of_it(world, tasks):
    one, two, _ = tasks
    amber = ReportLine("", one, 60, light=Semaforo.AMARILLO)
    done = ReportLine("", two, 100, light=Semaforo.ROJO, reason="ya llegó la factura")
    log = await report(world, amber, done)
    assert [(item.porcentaje, item.semaforo) for item in log.items[:2]] == [
        (60, Semaforo.AMARILLO),
        (100, Semaforo.VERDE),
    ]
    assert world.store.state.reds == {}
    assert [each.comentario for each in await world.run(ANA, task_use_cases.list_comments, two)] == [done.reason]
    units = [row.unit for row in await rows_of_journal(world.store) if row.kind == "item.updated"]
    assert len(units) == 2
    assert len(set(units)) == 1
