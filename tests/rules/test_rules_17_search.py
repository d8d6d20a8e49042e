"""Chapter 17: the search."""

from urllib.parse import quote

from tests.rules.world import ONE_ENGINE, done, refused


async def search(world, q, who="ana", more=""):
    return [(row["kind"], row["id"]) for row in await world.read(f"/search?q={quote(q)}{more}", who)]


async def test_17_1_tasks_comments_and_events_by_their_words(world):
    task = await world.task(descripcion="Revisar el camión")
    comment = await world.comment(task, "El CAMION está en el taller")
    event = await world.event(title="Entrega", location="Taller Norte")
    assert await search(world, "camión") == [("TASK", task["id"]), ("COMMENT", comment["id"])]
    assert await search(world, "tal") == [("EVENT", event["id"]), ("COMMENT", comment["id"])]
    assert await search(world, "taller norte") == [("EVENT", event["id"])]
    (row,) = await world.read("/search?q=CAMION%20taller")
    assert row == {
        "kind": "COMMENT",
        "id": comment["id"],
        "taskId": task["id"],
        "title": "Revisar el camión",
        "excerpt": "El CAMION está en el taller",
        "fecha": "2026-11-23",
    }


async def test_17_1_the_best_are_first_and_as_many_as_asked_for(world):
    far = await world.task(descripcion="Pago del seguro")
    near = await world.task(descripcion="Pago seguro")
    assert await search(world, "pago seguro") == [("TASK", near["id"]), ("TASK", far["id"])]
    assert await search(world, "pago seguro", more="&limit=1") == [("TASK", near["id"])]
    assert await search(world, f"#{far['id']}") == [("TASK", far["id"])]


async def test_17_1_a_task_found_by_its_number_and_by_its_words_is_one_result(world):
    task = await world.task()
    done(await world.edit(task, descripcion=f"Pago {task['id']} " + "del seguro " * 200))
    assert await search(world, str(task["id"])) == [("TASK", task["id"])]


async def test_17_2_each_finds_what_they_may_read(world):
    task = await world.task(descripcion="Camión")
    await world.comment(task, "Camión")
    private, public = await world.event(title="Camión"), await world.event(title="Camión", isPublic=True)
    mine = [("TASK", task["id"]), ("EVENT", private["id"]), ("EVENT", public["id"])]
    found = {who: sorted(set(await search(world, "camion", who))) for who in ("ana", "lucia", "pablo", "root")}
    assert set(mine) < set(found["ana"]) == set(found["root"])
    assert ("TASK", task["id"]) in found["lucia"]
    assert ("EVENT", private["id"]) not in found["lucia"]
    assert found["pablo"] == [("EVENT", public["id"])]
    done(await world.put(f"/tasks/{task['id']}/followers/{world.id('pablo')}"))
    assert ("TASK", task["id"]) in await search(world, "camion", "pablo")


async def test_17_2_nobody_finds_what_is_deleted_nor_another_task_by_its_number(world):
    task, event = await world.task(descripcion="Camión"), await world.event(title="Camión")
    await world.comment(task, "Camión")
    assert await search(world, f"#{task['id']}", "pablo") == []
    assert len(await search(world, "camion")) == 3
    done(await world.delete(f"/tasks/{task['id']}"))
    done(await world.delete(f"/events/{event['id']}"))
    for q in ("camion", f"#{task['id']}"):
        for who in ("ana", "root"):
            assert await search(world, q, who) == []


@ONE_ENGINE
async def test_17_3_operators_are_words_and_what_has_no_word_is_refused(world):
    await world.task(descripcion="Camión NEAR Norte")
    for q in ('"camion" near', "camion* AND", "camion OR norte", "-camion", "(near", "words:camion", "camion' & !x"):
        done(await world.get(f"/search?q={quote(q)}"))
    assert len(await search(world, "near/camion")) == 1
    for query in ("", "?q=", "?q=%20", "?q=%22%2A%22", f"?q={'a' * 201}", f"?q={'hola+' * 800}"):
        refused(await world.get(f"/search{query}"), 400, "q")
    for limit in ("0", "51", "x"):
        refused(await world.get(f"/search?q=a&limit={limit}"), 400, "limit")
