"""What is red and since when: the one statement says what walking through the logs does, at random."""

import random
from datetime import timedelta

import pytest
from msgspec.structs import replace

from core.base.model import Semaforo, TaskStatus
from tests.cast import TODAY, day
from tests.fakes import MemoryStore
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


@pytest.mark.parametrize("seed", range(12))
async def test_stores_agree_on_what_worries(real_store, seed):
    plain = MemoryStore()
    people = await lived(plain, random.Random(seed))
    assert await lived(real_store, random.Random(seed)) == people
    chance, found = random.Random(seed), 0
    for _ in range(20):
        asked = (set(chance.sample(people, chance.randint(0, PEOPLE))), chance.choice([0, *people]))
        bounds = (day(-chance.randint(0, DAYS)), TODAY)
        answers = [
            await store.read(lambda uow: uow.daily_logs.at_risk(*asked, *bounds))  # noqa: B023 awaited at once
            for store in (plain, real_store)
        ]
        expected, actual = (sorted(answer, key=lambda item: item.item_id) for answer in answers)
        assert actual == expected
        ids = [item.item_id for item in actual]
        told = [await store.read(lambda uow: uow.daily_logs.items_now(ids)) for store in (plain, real_store)]  # noqa: B023 awaited at once
        expected, actual = (sorted(answer, key=lambda item: item.item_id) for answer in told)
        assert actual == expected
        assert len(actual) == len(ids)
        found += len(actual)
    assert found > PEOPLE
