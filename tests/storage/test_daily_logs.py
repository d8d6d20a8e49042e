"""Daily logs are kept, shown live and frozen, and remembered for the next day, as the port says."""

from datetime import UTC, datetime, time, timedelta
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from core.base.model import Priority, Role, Semaforo, TaskStatus
from core.records.work import DailyLogItem, DaySum, FirstDay, ItemState
from tests.cast import TODAY, day
from tests.storage.rows import NOW, add_task, add_users, as_actor, new_item, open_log
from tests.storage.units import calls_of

read, write = calls_of("daily_logs")
LATER = NOW + timedelta(hours=8)


@pytest.fixture
async def ana(store):
    return (await add_users(store, "ana"))[0]


@pytest.fixture
async def task(store, ana):
    return await add_task(store, ana)


async def test_a_person_has_one_log_a_date_and_opening_it_again_keeps_when_it_was_opened(store, ana):
    opened = await write(store, "open", ana, TODAY, NOW)
    assert await read(store, "find", ana, day(1)) is None
    assert await write(store, "open", ana, TODAY, LATER) == opened
    assert (opened.user_id, opened.fecha, opened.opened_at, opened.avance_at, opened.closed_at) == (
        ana, TODAY, NOW, None, None,
    )  # fmt: skip
    assert await read(store, "find", ana, TODAY) == await read(store, "state", opened.id) == opened


async def test_items_come_back_by_orden_with_every_field_as_it_was(store, ana, task):
    other = await add_task(store, ana)
    log = await open_log(
        store, ana, TODAY,
        new_item(other.id, orden=2, semaforo=Semaforo.ROJO, porcentaje=100, resume_porcentaje=60),
        new_item(task.id, orden=1),
    )  # fmt: skip
    second, first = [ItemState(i, log.id, *rest) for i, rest in enumerate((
        (other.id, 2, Semaforo.ROJO, 100, 60), (task.id, 1, Semaforo.VERDE, 0, 0)), start=1)]  # fmt: skip
    assert await read(store, "items", log.id) == [first, second]
    assert await read(store, "item", second.id) == second


async def test_an_update_of_an_item_writes_its_light_and_percentages(store, ana, task):
    await open_log(store, ana, TODAY, new_item(task.id))
    item = await read(store, "item", 1)
    changed = msgspec.structs.replace(item, semaforo=Semaforo.NARANJA, porcentaje=40, resume_porcentaje=40)
    await write(store, "update_item", changed)
    assert await read(store, "item", 1) == changed


async def test_an_open_log_shows_its_tasks_as_they_are(store, ana, task):
    log = await open_log(store, ana, TODAY, new_item(task.id, semaforo=Semaforo.AMARILLO, porcentaje=30))
    changed = msgspec.structs.replace(
        task, descripcion="Otra", fecha_solicitud=day(-1), fecha_cumplir=day(1), estatus=TaskStatus.EN_PROCESO
    )
    await store.write(lambda uow: uow.tasks.update(changed))
    shown = await read(store, "read", log.id)
    assert (shown.id, shown.fecha, shown.opened_at, shown.avance_at, shown.closed_at) == (
        log.id,
        TODAY,
        NOW,
        None,
        None,
    )
    assert shown.items == [
        DailyLogItem(1, task.id, "Otra", day(-1), day(1), TaskStatus.EN_PROCESO, Semaforo.AMARILLO, 30, 1)
    ]


async def test_a_closed_log_shows_its_tasks_as_they_were_until_it_is_reopened(store, ana, task):
    log = await open_log(store, ana, TODAY, new_item(task.id))
    open_items = (await read(store, "read", log.id)).items
    await write(store, "close", log.id, LATER)
    changed = msgspec.structs.replace(
        task, descripcion="Otra", fecha_solicitud=day(-1), fecha_cumplir=day(9), estatus=TaskStatus.CERRADA,
        fecha_cierre=TODAY,
    )  # fmt: skip
    await store.write(lambda uow: uow.tasks.update(changed))
    closed = await read(store, "read", log.id)
    assert (closed.closed_at, closed.items) == (LATER, open_items)

    await write(store, "reopen", log.id)
    reopened = await read(store, "read", log.id)
    assert (reopened.closed_at, reopened.items[0].descripcion, reopened.items[0].estatus) == (
        None, "Otra", TaskStatus.CERRADA,
    )  # fmt: skip


async def test_leaders_too_see_a_closed_logs_tasks_as_they_were(store, ana):
    (root,) = await add_users(store, "root", role=Role.ADMIN)
    task = await add_task(store, ana, leader_user_id=None, prioridad=Priority.ALTA)
    log = await open_log(store, ana, TODAY, new_item(task.id))
    await write(store, "close", log.id, LATER)
    changed = msgspec.structs.replace(task, leader_user_id=root, prioridad=Priority.BAJA, descripcion="Otra")
    await store.write(lambda uow: uow.tasks.update(changed))
    viewer = await as_actor(store, root)
    (row,) = await read(store, "team_rows", viewer, TODAY, TODAY, inactive=False)
    assert (row.leader_user_id, row.prioridad, row.descripcion) == (None, Priority.ALTA, task.descripcion)
    assert (row.created_by_user_id, row.responsible_user_id, row.closed_at) == (ana, ana, LATER)


async def test_a_log_keeps_what_its_items_come_to_through_every_change_of_one(store, ana, task):
    other = await add_task(store, ana)
    empty = await open_log(store, ana, day(-1))
    log = await open_log(store, ana, TODAY, new_item(task.id, semaforo=Semaforo.VERDE, porcentaje=10))
    ask = partial(read, store, "days_of", [ana], day(-1), TODAY)
    none, one = DaySum(ana, day(-1), False, 0, 0, 0, 0, 0), DaySum(ana, TODAY, False, 1, 0, 0, 0, 10)
    assert await ask() == [none, one]
    await write(store, "add_items", log.id, [new_item(other.id, orden=2, semaforo=Semaforo.ROJO, porcentaje=5)])
    assert await ask() == [none, DaySum(ana, TODAY, False, 1, 0, 0, 1, 15)]
    (first, _) = await read(store, "items", log.id)
    await write(store, "update_item", replace(first, semaforo=Semaforo.NARANJA, porcentaje=90))
    assert await ask() == [none, DaySum(ana, TODAY, False, 0, 0, 1, 1, 95)]
    await write(store, "close", log.id, LATER)
    assert await ask() == [none, DaySum(ana, TODAY, True, 0, 0, 1, 1, 95)]
    await write(store, "close", empty.id, LATER)
    assert (await ask())[0] == DaySum(ana, day(-1), True, 0, 0, 0, 0, 0)


async def test_an_open_log_neither_shows_nor_sums_up_what_is_deleted_or_given_away(store, ana, task):
    leo, root = await add_users(store, "leo", "root")
    other = await add_task(store, ana)
    items = [new_item(task.id, semaforo=Semaforo.ROJO, porcentaje=10), new_item(other.id, orden=2, porcentaje=40)]
    shut = await open_log(store, ana, day(-1), *items)
    await write(store, "close", shut.id, NOW)
    log = await open_log(store, ana, TODAY, *items)
    viewer = replace(await as_actor(store, root), team=frozenset({ana}))

    async def seen():
        history = await read(store, "history", ana, day(-1), TODAY)
        rows = await read(store, "team_rows", viewer, day(-1), TODAY, inactive=False)
        shown = [[item.task_id for item in each.items] for each in history]
        assert shown[1] == [item.task_id for item in (await read(store, "read", log.id)).items]
        assert shown[0] + shown[1] == [row.task_id for row in rows]
        sums = await read(store, "days_of", [ana], day(-1), TODAY)
        return shown, [(one.rojo, one.verde, one.porcentaje) for one in sums]

    async def become(**fields):
        await store.write(lambda uow: uow.tasks.update(replace(task, **fields)))
        await write(store, "task_moved", task.id)

    both = [task.id, other.id]
    assert await seen() == ([both, both], [(1, 1, 50), (1, 1, 50)])
    for fields in ({"is_active": False}, {"responsible_user_ids": [leo], "responsible_user_id": leo}):
        await become(**fields)
        assert await seen() == ([both, [other.id]], [(1, 1, 50), (0, 1, 40)])
        await become()
        assert await seen() == ([both, both], [(1, 1, 50), (1, 1, 50)])
    await become(is_active=False)
    await write(store, "close", log.id, LATER)
    await become()
    assert await seen() == ([both, [other.id]], [(1, 1, 50), (0, 1, 40)])
    await write(store, "reopen", log.id)
    assert await seen() == ([both, both], [(1, 1, 50), (1, 1, 50)])


async def test_closing_and_reopening_touch_no_other_log(store, ana):
    (leo,) = await add_users(store, "leo")
    task = await add_task(store, ana, leo)
    other = await open_log(store, leo, TODAY, new_item(task.id))
    log = await open_log(store, ana, TODAY, new_item(task.id))
    for method, args in (("close", (log.id, LATER)), ("reopen", (log.id,))):
        await write(store, method, *args)
        await store.write(lambda uow: uow.tasks.update(msgspec.structs.replace(task, descripcion="Otra")))
        assert (await read(store, "read", other.id)).closed_at is None
        assert (await read(store, "read", other.id)).items[0].descripcion == "Otra"


async def test_avance_is_written_and_moved(store, ana):
    log = await open_log(store, ana, TODAY)
    for at in (NOW, LATER):
        await write(store, "set_avance", log.id, at)
        assert (await read(store, "state", log.id)).avance_at == at


async def test_a_history_is_a_persons_own_within_the_dates_by_fecha_with_items_by_orden(store, ana, task):
    (leo,) = await add_users(store, "leo")
    other = await add_task(store, ana)
    for offset in (2, 0, 1, -1):
        await open_log(store, ana, day(offset), new_item(other.id, orden=2), new_item(task.id, orden=1))
    await open_log(store, ana, day(3))
    await open_log(store, leo, day(1), new_item(task.id))
    history = await read(store, "history", ana, TODAY, day(3))
    assert [log.fecha for log in history] == [TODAY, day(1), day(2), day(3)]
    assert [[item.task_id for item in log.items] for log in history] == [[task.id, other.id]] * 3 + [[]]
    assert history[0] == await read(store, "read", history[0].id)


async def test_states_of_a_team_are_those_within_the_dates_by_fecha_and_owner(store, ana):
    leo, eva = await add_users(store, "leo", "eva")
    await open_log(store, ana, day(1))
    wanted = [await open_log(store, user, TODAY) for user in (ana, leo)]
    before = await open_log(store, ana, day(-1))
    await open_log(store, ana, day(-2))
    await open_log(store, eva, TODAY)
    assert await read(store, "team_states", {ana, leo, 99}, TODAY, TODAY) == wanted
    assert await read(store, "team_states", {ana, leo, 99}, day(-1), TODAY) == [before, *wanted]


async def test_the_first_day_is_the_earliest_of_each_who_has_one(store, ana):
    leo, _ = await add_users(store, "leo", "eva")
    for person, date in ((ana, TODAY), (leo, TODAY), (ana, day(-3)), (ana, day(-1))):
        await write(store, "open", person, date, NOW + (date - TODAY))
    assert await read(store, "first_days", {ana, leo, 99}) == [FirstDay(ana, day(-3)), FirstDay(leo, TODAY)]
    assert await read(store, "first_days", {leo}) == [FirstDay(leo, TODAY)]
    assert await read(store, "first_days", set()) == []


async def test_a_log_opened_later_than_the_day_after_is_nobodys_first_day(store, ana):
    leo, eva = await add_users(store, "leo", "eva")
    midnight = datetime.combine(day(1), time.min, UTC)
    await write(store, "open", ana, day(-1), midnight)
    await write(store, "open", leo, day(-1), midnight - timedelta(microseconds=1))
    for date in (day(-7), day(1)):
        await write(store, "open", eva, date, midnight)
    assert await read(store, "first_days", {ana, leo, eva}) == [FirstDay(leo, day(-1)), FirstDay(eva, day(1))]


async def previous(store, user_id, *task_ids, before=TODAY):
    found = await read(store, "previous", user_id, task_ids, before)
    return [
        (item.task_id, item.semaforo, item.porcentaje, item.resume_porcentaje, item.task_reopened) for item in found
    ]


async def test_previous_is_a_persons_latest_item_of_each_task_before_a_date(store, ana, task):
    (leo,) = await add_users(store, "leo")
    other, unasked = await add_task(store, ana), await add_task(store, ana)
    await open_log(store, ana, day(-1), new_item(task.id, porcentaje=20, resume_porcentaje=20), new_item(unasked.id))
    await open_log(store, ana, day(-3), new_item(task.id, porcentaje=10), new_item(other.id, porcentaje=5))
    await open_log(store, ana, TODAY, new_item(task.id, porcentaje=30))
    await open_log(store, leo, day(-1), new_item(other.id, porcentaje=99))
    assert await previous(store, ana, task.id, other.id) == [
        (task.id, Semaforo.VERDE, 20, 20, False),
        (other.id, Semaforo.VERDE, 5, 0, False),
    ]
    assert await previous(store, ana) == []


async def test_a_reopened_task_marks_its_items_at_100_until_they_are_written_again(store, ana, task):
    other, begun = await add_task(store, ana), await add_task(store, ana)
    complete = {"porcentaje": 100, "resume_porcentaje": 80}
    items = [new_item(task.id, **complete), new_item(other.id, **complete), new_item(begun.id, porcentaje=99)]
    await open_log(store, ana, day(-2), *items)
    for each in (task, begun):
        await write(store, "task_reopened", each.id)
    marks = [row[-1] for row in await previous(store, ana, task.id, other.id, begun.id)]
    assert marks == [True, False, False]
    item = await read(store, "item", 1)
    await write(store, "update_item", item)
    assert [row[-1] for row in await previous(store, ana, task.id)] == [False]
