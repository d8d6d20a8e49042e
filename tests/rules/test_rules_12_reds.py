"""Chapter 12: why an item is ROJO, who is told and who may read its task meanwhile, and what they answer."""

from tests.rules.test_rules_6_writing import opened
from tests.rules.world import done, refused

WHY = "Falta la factura"


async def in_red(world, due=None, **fields):
    """A task of Ana's that she has just set ROJO with a reason, and its red as she lists it."""
    task, _, item = await opened(world, **({"fechaSolicitud": due, "fechaCumplir": due} if due else {}))
    done(await world.light(item, "ROJO", motivo=WHY, **fields))
    (red,) = await world.read("/red")
    return task["id"], item, red


async def test_12_1_a_reason_and_helpers_come_with_the_light(world):
    task, item, red = await in_red(world, desbloqueaUserIds=[world.id("pedro")])
    assert (red["taskId"], red["itemId"], red["motivo"]) == (task, item["id"], WHY)
    assert red["helpers"] == [{"userId": world.id("pedro"), "answer": None}]
    assert [each["comentario"] for each in await world.read(f"/tasks/{task}/comments")] == [WHY]


async def test_12_1_another_light_takes_none(world):
    _, _, item = await opened(world)
    refused(await world.light(item, "VERDE", motivo=WHY), 400, "motivo")
    helpers = [world.id("pedro")]
    refused(await world.light(item, "VERDE", desbloqueaUserIds=helpers), 400, "desbloqueaUserIds")


async def test_12_2_a_helper_reads_and_comments_until_it_ends(world):
    task, item, _ = await in_red(world, desbloqueaUserIds=[world.id("pedro")])
    assert (await world.read(f"/tasks/{task}", "pedro"))["id"] == task
    assert await world.ids("/tasks", "pedro") == [task]
    refused(await world.get(f"/tasks/{task}", "luis"), 404)
    done(await world.light(item, "AMARILLO"))
    refused(await world.get(f"/tasks/{task}", "pedro"), 404)


async def test_12_2_who_leads_a_leader_who_is_off_helps_meanwhile(world):
    await world.person("lucia", leader="marta")
    await world.away("lucia")
    task, _, red = await in_red(world)
    assert red["helpers"] == [{"userId": world.id("marta"), "answer": None}]
    assert (await world.read(f"/tasks/{task}", "marta"))["id"] == task


async def test_12_3_a_helper_and_a_leader_answer_and_nobody_else(world):
    _, _, red = await in_red(world, desbloqueaUserIds=[world.id("pedro")])
    path = f"/red/{red['redId']}/answer"
    for who in ("pedro", "lucia"):
        answered = done(await world.put(path, {"answer": "ON_IT"}, who))
        assert {"userId": world.id(who), "answer": "ON_IT"} in answered["helpers"]
    for who in ("ana", "luis", "pablo", "root"):
        refused(await world.put(path, {"answer": "ON_IT"}, who), 404)
    refused(await world.put(path, {"answer": "MAYBE"}, "pedro"), 400, "answer")


async def test_12_3_the_leader_of_the_person_and_that_of_the_task_answer(world):
    task, _, red = await in_red(world)
    done(await world.edit(await world.read(f"/tasks/{task}"), "root", leaderUserId=world.id("pablo")))
    for who in ("lucia", "pablo"):
        done(await world.put(f"/red/{red['redId']}/answer", {"answer": "NOT_ME"}, who))


async def test_12_1_helpers_are_at_most_five_other_active_colleagues(world):
    _, item, _ = await in_red(world)

    async def asked(*people):
        return await world.light(item, "ROJO", desbloqueaUserIds=[world.id(who) for who in people])

    for who in ("ana", "ines", "robot"):
        refused(await asked(who), 400, "desbloqueaUserIds")
    done(await asked("lucia", "luis", "marta", "pedro", "pablo"))
    refused(await asked("root"), 400, "desbloqueaUserIds")


async def test_12_3_nobody_answers_one_that_is_over(world):
    _, item, red = await in_red(world, desbloqueaUserIds=[world.id("pedro")])
    done(await world.light(item, "VERDE"))
    refused(await world.put(f"/red/{red['redId']}/answer", {"answer": "ON_IT"}, "pedro"), 409)


async def test_12_4_the_list_is_of_ones_own_and_those_one_leads(world):
    _, _, red = await in_red(world)
    assert await world.read("/red", "lucia") == [red]
    assert await world.read("/red", "luis") == []
    assert await world.read("/red", "root") == [red]


async def test_12_5_who_asked_for_help_with_a_late_task_takes_that_back_and_it_stays_red(world):
    task, _, red = await in_red(world, due="2026-11-20", desbloqueaUserIds=[world.id("pedro")])
    for who in ("lucia", "pedro", "luis", "root"):
        refused(await world.delete(f"/red/{red['redId']}", who), 404)
    assert done(await world.delete(f"/red/{red['redId']}"))["endedAt"] is not None
    (now,) = await world.read("/red")
    assert (now["semaforo"], now["redId"], now["motivo"], now["helpers"]) == ("ROJO", None, None, [])
    refused(await world.get(f"/tasks/{task}", "pedro"), 404)
    assert refused(await world.delete(f"/red/{red['redId']}"), 409)["code"] == "red_ended"


async def test_12_5_the_red_of_a_task_that_is_not_late_ends_with_another_light(world):
    _, _, red = await in_red(world)
    assert refused(await world.delete(f"/red/{red['redId']}"), 409)["code"] == "red_by_light"
