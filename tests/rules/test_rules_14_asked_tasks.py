"""Chapter 14: tasks asked of colleagues, and their answers."""

import asyncio

from tests.rules.world import TODAY, UNKNOWN, done, refused

YES, NO = {"accepted": True}, {"accepted": False}


async def asked(world, who="ana", **fields):
    body = {"userId": world.id("luis"), "descripcion": "Revisar", "fechaCumplir": TODAY} | fields
    return done(await world.call("POST", "/asked-tasks", who, body))


async def test_14_1_a_colleague_is_asked_and_both_read_it(world):
    row = await asked(world)
    assert (row["state"], row["userId"], row["taskId"], row["prioridad"]) == (
        "WAITING",
        world.id("luis"),
        None,
        "MEDIA",
    )
    for who in ("ana", "luis"):
        assert await world.read("/asked-tasks", who) == [row]
    for who in ("ana", "luis", "root"):
        assert await world.read(f"/asked-tasks/{row['id']}", who) == row
    refused(await world.get(f"/asked-tasks/{row['id']}", "pablo"), 404)
    assert await world.read("/tasks", "root") == []


async def test_14_1_a_colleague_is_asked_who_is_there_and_not_for_the_past(world):
    wrong = [({"userId": number}, "userId") for number in (*map(world.id, ("ana", "ines", "robot")), UNKNOWN)]
    for fields, fault in (*wrong, ({"fechaCumplir": "2026-11-22"}, "fechaCumplir")):
        body = {"userId": world.id("luis"), "descripcion": "Revisar", "fechaCumplir": TODAY} | fields
        refused(await world.call("POST", "/asked-tasks", "ana", body), 400, fault)
    gone = await world.post("/asked-tasks", {"userId": world.id("ines"), "descripcion": "x", "fechaCumplir": TODAY})
    assert gone.faults == {"userId": "inactive_user"}


async def test_14_2_a_yes_makes_the_task_of_the_person_asked(world):
    row = await asked(world)
    path = f"/asked-tasks/{row['id']}/answer"
    answered = done(await world.put(path, YES, "luis"))
    task = await world.read(f"/tasks/{answered['taskId']}", "ana")
    assert (task["responsibleUserIds"], task["createdByUserId"]) == ([world.id("luis")], world.id("ana"))
    assert done(await world.put(path, YES, "luis")) == answered
    refused(await world.put(path, NO, "luis"), 409)


async def test_14_2_a_no_has_words_and_makes_nothing(world):
    row = await asked(world)
    answered = done(await world.put(f"/asked-tasks/{row['id']}/answer", {**NO, "respuesta": "No llego"}, "luis"))
    assert (answered["state"], answered["respuesta"], answered["taskId"]) == ("DECLINED", "No llego", None)
    assert await world.read("/tasks", "root") == []


async def test_14_2_only_the_person_asked_answers(world):
    path = f"/asked-tasks/{(await asked(world))['id']}/answer"
    for who, status in (("ana", 403), ("root", 403), ("pablo", 404)):
        refused(await world.put(path, YES, who), status)


async def test_14_2_it_ends_where_the_person_who_asked_has_left(world):
    row = await asked(world)
    await world.person("ana", is_active=False)
    refused(await world.put(f"/asked-tasks/{row['id']}/answer", YES, "luis"), 409)


async def test_14_3_who_asked_withdraws_it(world):
    row = await asked(world)
    path = f"/asked-tasks/{row['id']}"
    for who, status in (("luis", 403), ("root", 403), ("pablo", 404)):
        refused(await world.delete(path, who), status)
    assert done(await world.delete(path, "ana")) == {}
    for who in ("ana", "luis", "root"):
        refused(await world.get(path, who), 404)
    refused(await world.delete(path, "ana"), 404)
    refused(await world.put(f"{path}/answer", YES, "luis"), 404)
    assert await world.read("/asked-tasks", "luis") == []


async def test_14_3_what_is_answered_is_not_withdrawn(world):
    row = await asked(world)
    done(await world.put(f"/asked-tasks/{row['id']}/answer", NO, "luis"))
    refused(await world.delete(f"/asked-tasks/{row['id']}", "ana"), 409)


async def test_14_3_of_a_yes_and_a_withdrawal_at_once_one_is_done(world):
    for _ in range(5):
        path = f"/asked-tasks/{(await asked(world))['id']}"
        before = len(await world.read("/tasks", "root"))
        yes, gone = await asyncio.gather(world.put(f"{path}/answer", YES, "luis"), world.delete(path, "ana"))
        assert (yes.status, gone.status) in {(200, 409), (404, 200)}
        assert len(await world.read("/tasks", "root")) == before + (yes.status == 200)
