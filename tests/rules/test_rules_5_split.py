"""Chapter 5: a task split into several."""

from tests.rules.test_rules_14_hand_over import task_of
from tests.rules.world import TODAY, done, refused


async def split(world, task, who="ana", parts=("TV", "Digital", "OOH")):
    return await world.call("POST", f"/tasks/{task['id']}/split", who, {"partes": [*parts]})


async def test_5_8_the_parts_have_its_people_and_dates_and_it_is_closed_as_split(world):
    task = await task_of(world)
    outcome = done(await split(world, task))
    assert [part["descripcion"] for part in outcome["parts"]] == ["TV", "Digital", "OOH"]
    kept = ("leaderUserId", "responsibleUserIds", "fechaCumplir", "fechaSolicitud", "prioridad", "createdByUserId")
    for part in outcome["parts"]:
        assert [part[name] for name in kept] == [task[name] for name in kept]
    assert outcome["task"]["estatus"] == "CERRADA"
    ids = [part["id"] for part in outcome["parts"]]
    rows = (await world.read(f"/tasks/{task['id']}/history"))["rows"]
    assert any(row["changed"].get("splitInto") == [None, ids] for row in rows)
    part = (await world.read(f"/tasks/{ids[0]}/history"))["rows"]
    assert any(row["changed"].get("partOfTaskId") == [None, task["id"]] for row in part)


async def test_5_8_it_is_no_longer_in_the_day_and_an_undo_brings_it_back_whole(world):
    task = await task_of(world)
    log = await world.log("ana")
    done(await world.advance(log["items"][0], 40))
    ids = [part["id"] for part in done(await split(world, task))["parts"]]
    assert [item["taskId"] for item in (await world.read(f"/daily-logs/me?fecha={TODAY}"))["items"]] == ids
    seq = (await world.read(f"/tasks/{task['id']}/history"))["rows"][0]["seq"]
    done(await world.call("POST", f"/changes/{seq}/undo", "ana"))
    (item,) = (await world.read(f"/daily-logs/me?fecha={TODAY}"))["items"]
    assert (item["taskId"], item["porcentaje"]) == (task["id"], 40)


async def test_5_8_others_and_what_is_closed_and_one_part_are_refused(world):
    task = await task_of(world)
    refused(await split(world, task, "luis"), 404)
    refused(await split(world, task, parts=["TV"]), 400, "partes")
    refused(await split(world, task, parts=["TV", " "]), 400, "partes")
    done(await split(world, task, "lucia"))
    refused(await split(world, task), 409)
