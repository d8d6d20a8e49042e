"""Chapter 31: many tasks at once."""

import pytest

from tests.rules.world import ONE_ENGINE, TASK, UNKNOWN, done, refused

BATCH = "/tasks/batch"


async def batch(world, *tasks, who="ana", **options):
    return await world.post(BATCH, {"tasks": list(tasks)}, who, **options)


async def patch(world, *tasks, who="ana"):
    return await world.patch(BATCH, {"tasks": list(tasks)}, who)


async def remove(world, *ids, who="ana"):
    return await world.delete(f"{BATCH}?ids={','.join(map(str, ids))}", who)


def faults(reply, status):
    return [(each["field"], each["code"]) for each in refused(reply, status)["errors"]]


async def test_31_1_each_is_answered_in_order_as_by_the_single_operation(world):
    made = done(await batch(world, TASK, {**TASK, "prioridad": "ALTA", "externalSource": "erp", "externalId": "7"}))
    assert [await world.task_now(task) for task in made] == made
    assert [task["prioridad"] for task in made] == ["MEDIA", "ALTA"]
    assert (await world.read("/tasks/external/erp/7")) == made[1]
    changed = done(await patch(world, {"id": made[1]["id"], "estatus": "EN_PROCESO"}, {"id": made[0]["id"]}))
    assert [(task["id"], task["estatus"]) for task in changed] == [
        (made[1]["id"], "EN_PROCESO"),
        (made[0]["id"], "PENDIENTE"),
    ]
    gone = done(await remove(world, made[1]["id"], made[0]["id"]))
    assert [(task["id"], task["isActive"]) for task in gone] == [(made[1]["id"], False), (made[0]["id"], False)]


async def test_31_2_where_one_is_refused_nothing_is_done_and_each_at_fault_is_named(world):
    own, theirs = await world.task("ana"), await world.task("luis")
    early = {**TASK, "fechaCumplir": "2020-01-01"}
    assert faults(await batch(world, TASK, early, {**TASK, "leaderUserId": UNKNOWN}), 400) == [
        ("tasks[1].fechaCumplir", "before"),
        ("tasks[2].leaderUserId", "unknown_id"),
    ]
    beyond = {**TASK, "responsibleUserIds": [world.id("luis")]}
    reply = await batch(world, early, beyond)
    assert refused(reply, 403)["code"] == "responsibles_out_of_reach"
    assert faults(reply, 403) == [("tasks[0].fechaCumplir", "before"), ("tasks[1]", "responsibles_out_of_reach")]
    reply = await patch(world, {"id": own["id"], "prioridad": "ALTA"}, {"id": theirs["id"], "prioridad": "ALTA"})
    assert refused(reply, 404)["code"] == "task_not_found"
    assert faults(reply, 404) == [("tasks[1]", "task_not_found")]
    assert faults(await remove(world, own["id"], theirs["id"]), 404) == [("ids[1]", "task_not_found")]
    working = done(await world.edit(own, estatus="EN_PROCESO"))
    assert faults(await patch(world, {"id": own["id"], "estatus": "PLANEACION"}), 409) == [
        ("tasks[0]", "transition_not_allowed")
    ]
    assert await world.read("/tasks") == [working]


@ONE_ENGINE
async def test_31_2_the_faults_of_every_task_of_a_body_are_named_at_once(world):
    given = [TASK, {**TASK, "fechaCumplir": "mañana"}, {"prioridad": "SUMA"}, 7, {**TASK, "descripcion": "a\x00"}]
    assert faults(await batch(world, *given), 400) == [
        ("tasks[1].fechaCumplir", "invalid_date"),
        ("tasks[2].descripcion", "required"),
        ("tasks[2].fechaCumplir", "required"),
        ("tasks[2].prioridad", "not_one_of"),
        ("tasks[3]", "wrong_type"),
        ("tasks[4].descripcion", "invalid_character"),
    ]
    assert faults(await patch(world, {"prioridad": "ALTA"}, {"id": 1, "externalId": "7"}), 400) == [
        ("tasks[0].id", "required"),
        ("tasks[1].externalId", "not_taken"),
    ]
    assert faults(await patch(world, {"id": 1, "externalId": "7"}), 400) == [("tasks[0].externalId", "not_taken")]
    assert faults(await patch(world, 7, {"id": 1, "externalId": "7"}), 400) == [
        ("tasks[0]", "wrong_type"),
        ("tasks[1].externalId", "not_taken"),
    ]
    for body in ({}, {"tasks": 7}, {"tasks": None}):
        refused(await world.patch(BATCH, body), 400, "tasks")


@ONE_ENGINE
@pytest.mark.parametrize(("count", "code"), [(0, "empty"), (101, "too_long")])
async def test_31_2_a_batch_has_1_to_100(world, count, code):
    assert faults(await batch(world, *[TASK] * count), 400) == [("tasks", code)]
    assert faults(await patch(world, *[{"id": 1}] * count), 400) == [("tasks", code)]
    refused(await remove(world, *range(1, count + 1)), 400, "ids")


async def test_31_2_a_hundred_are_made_and_a_task_is_named_once(world):
    made = done(await batch(world, *[TASK] * 100))
    ids = [task["id"] for task in made]
    assert faults(await remove(world, ids[0], ids[1], ids[0]), 400) == [("ids[2]", "repeated")]
    assert faults(await patch(world, {"id": ids[0]}, {"id": ids[0]}), 400) == [("tasks[1].id", "repeated")]
    assert len(done(await remove(world, *ids))) == 100


async def test_31_3_a_repeated_post_with_its_key_is_applied_once(world):
    key = {"Idempotency-Key": "lote-1"}
    made = done(await batch(world, TASK, TASK, headers=key))
    assert done(await batch(world, TASK, TASK, headers=key)) == made
    refused(await batch(world, TASK, headers=key), 409)
    assert len(await world.read("/tasks")) == 2


async def test_31_4_each_person_is_told_of_their_new_tasks_once(world):
    for_ana = {**TASK, "responsibleUserIds": [world.id("ana")]}
    done(await batch(world, for_ana, for_ana, TASK, for_ana, who="lucia"))
    assert await world.told("task_assigned") == ["ana"]


async def test_31_5_it_is_one_change_which_one_undo_takes_back(world):
    made = done(await batch(world, TASK, TASK))
    (row,) = (await world.read(f"/tasks/{made[1]['id']}/history"))["rows"]
    done(await world.post(f"/changes/{row['seq']}/undo", who="ana"))
    assert await world.read("/tasks") == []
