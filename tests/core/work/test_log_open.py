"""Opening a day: which tasks are in it, in which order, and what a second opening does."""

from datetime import UTC, datetime

import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.settings import Settings
from core.jobs.planning_sync import sync_planning
from core.work import asked_tasks, daily_logs, task_rules
from core.work.asked_tasks import AskedAnswer, AskRequest
from core.work.daily_logs import OpenRequest
from core.work.task_rules import TaskRuleCreate
from tests.cast import ANA, LUCIA, LUIS, PEDRO, ROOT
from tests.core.refusals import conflict, invalid, not_found
from tests.core.world import NOW, TODAY, World, dated, day, fresh_world, world_with
from tests.tables import each_row


async def tasks_in(world, who, fecha=TODAY) -> list[int]:
    """Task ids of a day just opened, by orden."""
    return [item.task_id for item in (await world.open(who, fecha)).items]


async def test_a_day_is_opened_now_and_nothing_else(world):
    log = await world.open(ANA)
    assert (log.fecha, log.opened_at, log.avance_at, log.closed_at, log.items) == (TODAY, NOW, None, None, [])
    assert await world.log(ANA) == log


@each_row([(-1, 0, True), (0, 0, True), (1, 0, False), (1, 1, True)], world=fresh_world)
async def test_tasks_requested_by_that_date_are_in_it(world, requested, opened, there):
    task = await world.task(ANA, fechaSolicitud=day(requested), estatus="PENDIENTE")
    assert await tasks_in(world, ANA, day(opened)) == [task.id] * there


async def test_items_are_ordered_by_priority_then_due_date_then_id(world):
    made = {}
    for name, prioridad, due in [
        ("low", "BAJA", 1),
        ("late medium", "MEDIA", 5),
        ("medium", "MEDIA", 3),
        ("medium too", "MEDIA", 3),
        ("high", "ALTA", 9),
        ("urgent", "URGENTE", 9),
    ]:
        made[name] = (await world.task(ANA, prioridad=prioridad, fechaCumplir=day(due))).id
    log = await world.open(ANA)
    wanted = ["urgent", "high", "medium", "medium too", "late medium", "low"]
    assert [item.task_id for item in log.items] == [made[name] for name in wanted]
    assert [item.orden for item in log.items] == [1, 2, 3, 4, 5, 6]


async def test_a_new_task_stands_behind_the_others_in_an_open_day_at_once(world):
    first = await world.task(ANA, prioridad="BAJA")
    before = await world.open(ANA)
    later = [await world.task(LUCIA, responsibleUserIds=[ANA], prioridad=each) for each in ("MEDIA", "URGENTE")]
    log = await world.log(ANA)
    assert log.items[:1] == before.items
    assert [(item.task_id, item.orden) for item in log.items] == [(first.id, 1), (later[0].id, 2), (later[1].id, 3)]
    assert await world.open(ANA) == log


async def handed_over(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUIS])
    return lambda: world.edit(LUCIA, task, responsibleUserIds=[ANA])


async def restored(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], isActive=False)
    return lambda: world.edit(LUCIA, task, isActive=True)


async def reopened(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], estatus="CERRADA")
    return lambda: world.edit(LUCIA, task, estatus="EN_PROCESO")


async def asked_for_earlier(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], fechaSolicitud=day(1), estatus="PENDIENTE")
    return lambda: world.edit(LUCIA, task, fechaSolicitud=day(0))


async def started_by_the_job(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], estatus="PLANEACION")
    assert task.fecha_solicitud <= TODAY
    return lambda: world.run(ROOT, sync_planning)


async def taken_when_asked(world):
    request = build(AskRequest, {"userId": ANA, "descripcion": "X", "fechaCumplir": day(1)})
    asked = await world.run(LUIS, asked_tasks.ask_for_task, request)
    return lambda: world.run(ANA, asked_tasks.answer_asked, asked.id, build(AskedAnswer, {"accepted": True}))


async def made_by_a_rule(world):
    given = {"descripcion": "X", "recurrenceType": "MONTHLY", "dayOfMonth": TODAY.day}
    request = build(TaskRuleCreate, given | {"responsibleUserIds": [ANA]})
    return lambda: world.run(LUCIA, task_rules.create_rule, request)


WAYS = [handed_over, restored, reopened, asked_for_earlier, started_by_the_job, taken_when_asked, made_by_a_rule]


@each_row([(way,) for way in WAYS], world=fresh_world)
async def test_however_a_task_becomes_ones_own_it_stands_in_the_open_day(world, way):
    comes = await way(world)
    assert (await world.open(ANA)).items == []
    await comes()
    assert len((await world.log(ANA)).items) == 1


async def test_a_closed_day_and_one_before_today_get_nothing_new(world):
    await world.open(ANA, day(-1))
    await world.close(ANA, await world.open(ANA))
    await world.open(ANA, day(1))
    await world.task(ANA, fechaSolicitud=day(-1))
    assert [len((await world.log(ANA, day(at))).items) for at in (-1, 0, 1)] == [0, 0, 1]


async def test_what_came_once_the_day_was_open_is_new_until_it_is_touched(world):
    await world.task(ANA)
    await world.open(ANA)
    world.clock.advance(minutes=1)
    await world.task(LUCIA, responsibleUserIds=[ANA])

    async def new():
        view = await world.run(ANA, daily_logs.my_day, dated(TODAY))
        return [item.orden for item in view.log.items if item.id in view.new]

    assert await new() == [2]
    await world.percent(ANA, (await world.log(ANA)).items[1].id, 10)
    assert await new() == []


GONE = pytest.mark.parametrize(
    ("gone", "back", "code"),
    [
        ({"isActive": False}, {"isActive": True}, Code.ITEM_TASK_INACTIVE),
        ({"responsibleUserIds": [PEDRO]}, {"responsibleUserIds": [PEDRO, ANA]}, Code.ITEM_TASK_REASSIGNED),
    ],
    ids=["deleted", "given away"],
)


@GONE
async def test_a_task_deleted_or_given_away_leaves_the_open_day_and_comes_back_as_it_was(world, gone, back, code):
    kept, task = [await world.task(ANA, fechaCumplir=day(9)) for _ in range(2)]
    first, second = (await world.open(ANA)).items
    second = (await world.percent(ANA, second.id, 60)).items[1]
    await world.team_edit(ROOT, task, **gone)
    assert await tasks_in(world, ANA) == [kept.id]
    assert [row.task_id for row in await world.team_log(LUCIA)] == [kept.id]
    with conflict(code, id=task.id):
        await world.run(ANA, daily_logs.item_on_day, second.id)
    await world.team_edit(ROOT, task, **back)
    log = await world.log(ANA)
    assert log.items == [first, second]
    assert await world.run(ANA, daily_logs.item_on_day, second.id) == (log, second)


@GONE
async def test_a_closed_day_stays_as_it_was_whatever_goes_and_comes(world, gone, back, code):
    del code
    kept, task = [await world.task(ANA) for _ in range(2)]
    log = await world.open(ANA)
    await world.team_edit(ROOT, task, **gone)
    closed = await world.close(ANA, log)
    await world.team_edit(ROOT, task, **back)
    await world.team_edit(ROOT, kept, **gone)
    assert [item.task_id for item in closed.items] == [kept.id]
    assert await world.log(ANA) == closed
    with not_found(Code.ITEM_NOT_FOUND, id=log.items[1].id):
        await world.run(ANA, daily_logs.item_on_day, log.items[1].id)
    assert [item.task_id for item in (await world.run(ANA, daily_logs.reopen_log, log.id, dated(TODAY))).items] == [
        task.id
    ]


async def test_how_far_ahead_is_a_setting():
    world = await world_with(open_days_ahead=0)
    await world.open(ANA)
    with invalid(("fecha", FieldCode.TOO_FAR_AHEAD)):
        await world.open(ANA, day(1))


async def test_a_day_is_opened_at_most_one_day_ahead_counted_in_the_business_zone(world):
    world.clock.set(datetime(2026, 11, 21, 5, 59, tzinfo=UTC))
    with invalid(("fecha", FieldCode.TOO_FAR_AHEAD)):
        await world.open(ANA, day(2))
    world.clock.set(datetime(2026, 11, 21, 6, 0, tzinfo=UTC))
    assert (await world.open(ANA, day(2))).fecha == day(2)


def opening(fecha, *, anyway=True):
    return build(OpenRequest, {"fecha": fecha, "anyway": anyway})


async def test_a_day_that_one_does_not_work_is_opened_only_anyway(world):
    saturday = day(1)
    with conflict(Code.DAY_OFF):
        await world.run(ANA, daily_logs.open_recent_log, opening(saturday, anyway=False))
    log = await world.run(ANA, daily_logs.open_recent_log, opening(saturday))
    assert await world.run(ANA, daily_logs.open_recent_log, opening(saturday, anyway=False)) == log
    assert (await world.run(ANA, daily_logs.open_recent_log, opening(TODAY, anyway=False))).fecha == TODAY


@pytest.mark.parametrize(("settings", "back"), [(Settings(), 7), (Settings(open_days_back=2), 2)])
async def test_a_person_opens_a_recent_day_and_none_long_past(settings, back):
    world = World(settings)
    assert (await world.run(ANA, daily_logs.open_recent_log, opening(day(-back)))).fecha == day(-back)
    with invalid(("fecha", FieldCode.TOO_FAR_BACK)):
        await world.run(ANA, daily_logs.open_recent_log, opening(day(-back - 1)))
    assert (await world.run(ANA, daily_logs.my_day, dated(day(-back - 1)))).opened_until == day(-1)
    assert (await world.run(LUIS, daily_logs.my_day, dated(day(-back)))).opened_until is None


async def test_a_closed_day_is_reopened_by_its_owner_alone(world):
    task = await world.task(ANA)
    log = await world.close(ANA, await world.open(ANA))
    with not_found(Code.DAILY_LOG_NOT_FOUND):
        await world.run(LUCIA, daily_logs.reopen_log, log.id, dated(TODAY))
    with conflict(Code.DATE_MISMATCH):
        await world.run(ANA, daily_logs.reopen_log, log.id, dated(day(-1)))
    later = await world.task(ANA)
    again = await world.run(ANA, daily_logs.reopen_log, log.id, dated(TODAY))
    assert (again.closed_at, [item.task_id for item in again.items]) == (None, [task.id, later.id])
    with conflict(Code.NOTHING_TO_REOPEN):
        await world.run(ANA, daily_logs.reopen_log, log.id, dated(TODAY))


async def test_a_day_not_opened_is_not_found(world):
    await world.open(LUIS)
    with not_found(Code.NO_DAILY_LOG, fecha=TODAY):
        await world.log(ANA)


async def test_a_panel_shows_the_day_or_how_many_tasks_wait(world):
    await world.task(ANA)
    await world.task(ANA, estatus="EN_PROCESO")
    await world.task(ANA, estatus="CERRADA")
    view = await world.run(ANA, daily_logs.my_day, dated(TODAY))
    assert (view.fecha, view.log, view.waiting) == (TODAY, None, 2)
    log = await world.open(ANA)
    view = await world.run(ANA, daily_logs.my_day, dated(TODAY))
    assert (view.log, view.waiting) == (log, 0)


@each_row([(0, None), (1, None), (2, 1), (10, 9)], world=fresh_world)
async def test_a_panel_says_from_when_on_a_day_can_be_opened_where_it_cannot_yet(world, ahead, from_when):
    view = await world.run(ANA, daily_logs.my_day, dated(day(ahead)))
    assert view.opens_from == (from_when and day(from_when))


async def test_the_log_of_an_item_is_its_owners_alone(world):
    await world.task(ANA)
    log = await world.open(ANA)
    assert await world.run(ANA, daily_logs.log_of_item, log.items[0].id) == log
    for who in (LUIS, LUCIA, ROOT):
        with not_found(Code.ITEM_NOT_FOUND, id=log.items[0].id):
            await world.run(who, daily_logs.log_of_item, log.items[0].id)
