"""Red items and since when: the one statement finds what a walk through random logs finds."""

import random
from datetime import timedelta

import pytest
from msgspec.structs import replace

from core.base.model import Semaforo, TaskStatus
from core.records.work import AtRiskItem, ItemNow
from core.work.traffic_light import AT_RISK
from tests.cast import TODAY, day
from tests.memory_store import MemoryStore
from tests.storage.rows import NOW, add_task, add_users, new_item, open_log

PEOPLE, TASKS, DAYS = 6, 14, 9


async def lived(store, chance):
    people = await add_users(store, *(f"u{number}" for number in range(PEOPLE - 1)))
    people += await add_users(store, "left", is_active=False)
    tasks = [
        await add_task(
            store,
            *chance.sample(people, chance.randint(1, 3)),
            leader_user_id=chance.choice([None, *people]),
            is_active=chance.random() < 0.85,
            estatus=chance.choice([TaskStatus.EN_PROCESO] * 3 + [TaskStatus.CERRADA, TaskStatus.PLANEACION]),
        )
        for _ in range(TASKS)
    ]
    for owner in people:
        for offset in chance.sample(range(-DAYS, 2), DAYS + 2):
            if chance.random() < 0.7:
                lights = [Semaforo.ROJO] * 5 + [Semaforo.NARANJA, Semaforo.VERDE]
                chosen = chance.sample(tasks, chance.randint(0, TASKS))
                items = [
                    new_item(task.id, orden=place, semaforo=chance.choice(lights))
                    for place, task in enumerate(chosen, start=1)
                ]
                log = await open_log(store, owner, day(offset), *items)
                for item in chance.sample(
                    await store.read(lambda uow, log=log: uow.daily_logs.items(log.id)), len(items) // 3
                ):
                    changed = replace(item, semaforo=chance.choice(lights))
                    await store.write(lambda uow, changed=changed: uow.daily_logs.update_item(changed))
    for number in range(TASKS):
        said = chance.choice(tasks).id, f"Number {number}", chance.choice(people), NOW + timedelta(hours=number)
        await store.write(lambda uow, said=said: uow.tasks.add_comment(*said))
    return people


def walked(state, people, leader, first, last):
    """The items at risk, found by walking through the logs of each person."""
    for person in state.users.values():
        logs = [log for log in state.logs.values() if log.user_id == person.id and first <= log.fecha <= last]
        *_, latest = [None, *sorted(logs, key=lambda log: log.fecha)]
        for item in items_of(state, latest) if person.is_active else ():
            task = state.tasks[item.task_id]
            asked = person.id in people or (task.leader_user_id == leader not in task.responsible_user_ids)
            workable = task.is_active and task.estatus is not TaskStatus.CERRADA
            if asked and workable and person.id in task.responsible_user_ids and item.semaforo in AT_RISK:
                yield AtRiskItem(item.id, person.id, task.id, task.fecha_cumplir, red_since(state, item, logs))


def items_of(state, log):
    return [item for item in state.items.values() if log and item.log_id == log.id]


def red_since(state, item, logs):
    since = None
    for log in sorted(logs, key=lambda log: log.fecha, reverse=True):
        lights = [each.semaforo for each in items_of(state, log) if each.task_id == item.task_id]
        if lights and lights != [Semaforo.ROJO]:
            break
        since = log.fecha if lights else since
    return since


def now(state, item_id):
    item = state.items[item_id]
    log, task = state.logs[item.log_id], state.tasks[item.task_id]
    whose, what = (log.user_id, log.fecha, item.id), (task.id, task.descripcion, task.fecha_cumplir, task.estatus)
    return ItemNow(*whose, *what, item.semaforo, item.porcentaje)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (0, *range(2, 8)))])
async def test_what_is_at_risk_is_what_walking_through_the_logs_finds(store, memory, seed):
    plain = MemoryStore()
    people = await lived(plain, random.Random(seed))
    assert await lived(store, random.Random(seed)) == people
    chance, found = random.Random(seed), 0
    for _ in range(20):
        asked = (set(chance.sample(people, chance.randint(0, PEOPLE))), chance.choice([0, *people]))
        bounds = (day(-chance.randint(0, DAYS)), TODAY)
        answer = await store.read(lambda uow: uow.daily_logs.at_risk(*asked, *bounds))  # noqa: B023 awaited at once
        actual = sorted(answer, key=lambda item: item.item_id)
        assert actual == sorted(walked(plain.state, *asked, *bounds), key=lambda item: item.item_id)
        ids = [item.item_id for item in actual]
        told = await store.read(lambda uow: uow.daily_logs.items_now(ids))  # noqa: B023 awaited at once
        assert sorted(told, key=lambda item: item.item_id) == [now(plain.state, item_id) for item_id in ids]
        found += len(actual)
    assert found > PEOPLE
