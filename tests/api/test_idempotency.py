"""Idempotency-Key: a POST that comes again is applied once and answered as the first time."""

import asyncio

import pytest

from core.people.users import UserUpdate, set_user

TODAY = {"fecha": "2026-11-23"}
TASK = {"descripcion": "x", "fechaCumplir": "2026-11-30"}
KEY = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}


@pytest.fixture
async def task(world):
    """Lucía's task for Ana."""
    return await world.task("lucia", responsibleUserIds=[world.id("ana")])


async def comment(world, task, text="una vez", who="ana", headers=KEY, **options):
    return await world.post(f"/tasks/{task['id']}/comments", {"comentario": text}, who, headers=headers, **options)


async def comments(world, task):
    return [each["comentario"] for each in (await world.get(f"/tasks/{task['id']}/comments", "lucia")).data]


async def test_the_same_again_is_answered_as_the_first_time_and_applied_once(world, task):
    first = await comment(world, task)
    world.clock.advance(hours=1)
    second = await comment(world, task)
    assert (second.status, second.body) == (first.status, first.body) == (200, first.body)
    assert await comments(world, task) == ["una vez"]


async def test_the_answer_is_the_first_times_even_if_things_changed_since(world, task):
    log = (await world.post("/daily-logs/open", TODAY, headers=KEY)).data
    await world.patch(f"/daily-logs/items/{log['items'][0]['id']}/avance", {**TODAY, "porcentaje": 40})
    assert (await world.post("/daily-logs/open", TODAY, headers=KEY)).data == log
    assert (await world.post("/daily-logs/open", TODAY)).data["items"][0]["porcentaje"] == 40


async def test_it_is_the_askers_own_answer_and_stays_so_when_they_may_no_longer_do_it(world, task):
    first = await comment(world, task)
    await world.patch(f"/tasks/{task['id']}", {**TASK, "responsibleUserIds": [world.id("lucia")]}, "lucia")
    assert (await world.get(f"/tasks/{task['id']}")).status == 404
    assert (await comment(world, task)).data == first.data
    assert (await comment(world, task, headers={})).status == 404


async def test_who_is_no_longer_known_is_told_that_and_not_the_first_answer(world, task):
    await comment(world, task)
    await world.operate(set_user, "ana", UserUpdate(is_active=False))
    world.clock.advance(seconds=2)
    assert (await comment(world, task)).status == 401


async def test_a_refusal_leaves_no_record(world):
    task = await world.task("pablo")
    assert (await comment(world, task)).status == 404
    assert (await world.post("/tasks", {**TASK, "responsibleUserIds": [999]}, headers=KEY)).status == 403
    edit = {**TASK, "responsibleUserIds": [world.id("ana")]}
    await world.patch(f"/tasks/{task['id']}", edit, "root")
    assert (await comment(world, task)).status == 200
    assert (await world.post("/tasks", TASK, headers=KEY)).status == 200


async def test_while_the_first_is_in_flight_it_is_409(world, task, before_each):
    going, held = asyncio.Event(), asyncio.Event()

    async def slowly(_):
        going.set()
        await held.wait()

    before_each("write", slowly)
    first = asyncio.create_task(comment(world, task))
    await going.wait()
    assert (await comment(world, task)).refused == (409, "cause_in_flight")
    assert (await comment(world, task, "otra")).refused == (409, "cause_in_flight")
    elsewhere = asyncio.create_task(comment(world, task, "de Lucía", "lucia"))
    held.set()
    assert ((await first).status, (await elsewhere).status) == (200, 200)
    assert (await comment(world, task)).data == (await first).data
    assert sorted(await comments(world, task)) == ["de Lucía", "una vez"]


async def test_a_key_whose_request_failed_is_free_again(world, task, before_each):
    faults = iter([RuntimeError("on purpose")])

    async def broken_once(_):
        for fault in faults:
            raise fault

    before_each("write", broken_once)
    assert [(await comment(world, task)).status for _ in range(2)] == [500, 200]


@pytest.mark.parametrize("key", ["", "a" * 256, "a b", "a\tb", "ñ", "clave–1"])
async def test_a_key_is_visible_ascii_of_a_bounded_length(world, task, key):
    reply = await comment(world, task, headers={"Idempotency-Key": key})
    assert (reply.status, reply.faults) == (400, {"Idempotency-Key": "invalid_format"})
    assert await comments(world, task) == []


@pytest.mark.parametrize("key", ["a", "a" * 255, '"quoted"', "!~"])
async def test_any_such_key_is_taken(world, task, key):
    for _ in range(2):
        assert (await comment(world, task, headers={"Idempotency-Key": key})).status == 200
    assert await comments(world, task) == ["una vez"]


async def test_one_key_is_enough(world, task):
    headers = [("Idempotency-Key", "a"), ("Idempotency-Key", "a")]
    headers.append(("Authorization", f"Bearer {world.tokens['ana']}"))
    path = f"/api/v1/tasks/{task['id']}/comments"
    async with world.client.post(path, json={"comentario": "x"}, headers=headers) as response:
        assert response.status == 400
    assert await comments(world, task) == []


async def test_other_methods_ignore_it(world, task):
    bad = {"Idempotency-Key": ""}
    path = f"/tasks/{task['id']}"
    assert (await world.get(path, headers=bad)).status == 200
    assert (await world.call("HEAD", path, headers=bad)).status == 200
    for priority in ("ALTA", "BAJA"):
        edit = {"descripcion": task["descripcion"], "fechaCumplir": task["fechaCumplir"], "prioridad": priority}
        assert (await world.patch(path, edit, "lucia", headers=KEY)).data["prioridad"] == priority


async def test_a_bad_caller_comes_before_a_bad_key(world, task):
    assert (await comment(world, task, who=None, headers={"Idempotency-Key": ""})).status == 401
