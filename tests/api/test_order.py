"""Two faults at once: which one is told. Route, caller, body's type and size, path, query, body, and then the thing."""

import msgspec
import pytest

BIG = b" " * (1024 * 1024 + 1)
BAD_ID = "abc"
JSON = {"Content-Type": "application/json"}
TEXT = {"Content-Type": "text/plain"}
TASK = {"descripcion": "x", "fechaCumplir": "2026-11-30"}


async def test_the_route_before_the_caller(world):
    assert (await world.get("/nothing", None)).status == 404
    assert (await world.call("PUT", "/tasks", None)).status == 405


@pytest.mark.parametrize("headers", [TEXT, JSON])
async def test_the_caller_before_the_bodys_type_and_size(world, headers):
    assert (await world.post("/tasks", None, None, data=BIG, headers=headers)).status == 401


async def test_the_caller_before_path_query_and_body(world):
    assert (await world.get(f"/tasks/{BAD_ID}", None)).status == 401
    assert (await world.get("/tasks/range", None)).status == 401
    assert (await world.post("/tasks", {}, None)).status == 401


async def test_the_bodys_type_before_its_size(world):
    assert (await world.post("/tasks", data=BIG, headers=TEXT)).status == 415


@pytest.mark.parametrize(("body", "headers", "status"), [(b"{}", TEXT, 415), (BIG, JSON, 413)])
async def test_the_bodys_type_and_size_before_the_path(world, body, headers, status):
    assert (await world.patch(f"/tasks/{BAD_ID}", data=body, headers=headers)).status == status


async def test_the_path_before_the_body(world):
    reply = await world.patch(f"/tasks/{BAD_ID}", {})
    assert (reply.status, reply.faults) == (400, {"id": "wrong_type"})
    reply = await world.patch(f"/tasks/{BAD_ID}", data=b"{", headers=JSON)
    assert (reply.status, reply.faults) == (400, {"id": "wrong_type"})


async def test_the_body_before_whether_the_thing_exists(world):
    assert (await world.patch("/tasks/99", {})).status == 400
    assert (await world.patch("/daily-logs/items/99/avance", {"fecha": "2026-11-23", "porcentaje": 101})).status == 400


async def test_whether_one_may_see_it_before_whether_one_may_do_it(world):
    task = await world.task("pablo")
    assert (await world.call("DELETE", f"/tasks/{task['id']}", "ana")).status == 404


async def test_permission_before_references(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    edit = {**TASK, "descripcion": "Revisar", "leaderUserId": 999}
    assert (await world.patch(f"/tasks/{task['id']}/team-edit", edit, "ana")).status == 403
    assert (await world.post("/tasks", {**TASK, "responsibleUserIds": [999]})).status == 403


async def test_references_before_state(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")], estatus="EN_PROCESO")
    edit = {**TASK, "estatus": "PLANEACION", "leaderUserId": 999}
    assert (await world.patch(f"/tasks/{task['id']}", edit, "lucia")).faults == {"leaderUserId": "unknown_id"}


async def test_merged_values_before_state(world):
    task = await world.task("ana", estatus="EN_PROCESO")
    edit = {**TASK, "estatus": "PLANEACION", "fechaCumplir": "2026-11-22"}
    assert (await world.patch(f"/tasks/{task['id']}", edit)).faults == {"fechaCumplir": "before"}


async def test_visibility_before_state(world):
    log = await world.log("ana")
    await world.post(f"/daily-logs/{log['id']}/close", {"fecha": "2026-11-23"})
    assert (await world.post(f"/daily-logs/{log['id']}/avance", {"fecha": "2026-11-24"}, "luis")).status == 404


async def test_a_fault_leaves_nothing_behind(world):
    task = await world.task("ana")
    before = (await world.get(f"/tasks/{task['id']}")).body
    await world.patch(f"/tasks/{task['id']}", {**TASK, "descripcion": "otra", "fechaCumplir": "2026-11-01"})
    assert (await world.get(f"/tasks/{task['id']}")).body == before
    assert msgspec.json.decode(before)["data"] == task
