"""Chapter 9: every answer has the envelope, errors say what and where, and checks come in one order."""

import logging
import re

from core.base.errors import Code, Unavailable
from tests.rules.test_operations import BEYOND, OPERATIONS
from tests.rules.world import ONE_ENGINE, SERIES, TASK, UNKNOWN, done, refused

pytestmark = ONE_ENGINE
JSON = {"Content-Type": "application/json"}
NOT_JSON = {"Content-Type": "text/plain"}


async def test_9_a_crash_tells_nothing_of_the_inside_but_an_id_that_the_log_has(world, caplog, monkeypatch):
    def crash():
        raise RuntimeError("the inside")

    done(await world.get("/tasks"))
    monkeypatch.setattr(world.clock, "now", crash)
    with caplog.at_level(logging.ERROR):
        reply = await world.post("/tasks", TASK)
    monkeypatch.undo()
    data = refused(reply, 500)
    assert b"inside" not in reply.body
    assert b"RuntimeError" not in reply.body
    assert data["requestId"] in caplog.text
    assert "the inside" in caplog.text


async def test_9_503_says_after_how_many_seconds_to_ask_again(world, monkeypatch):
    async def away(*_, **__):
        raise Unavailable(Code.UNAVAILABLE)

    monkeypatch.setattr(type(world.pipeline.store), "write", away)
    for reply in (await world.post("/tasks", TASK), await world.get("//ready")):
        assert (reply.status, reply.headers["Retry-After"]) == (503, "5")


async def test_9_400_enums_are_named_and_case_sensitive(world):
    for field, values in (("estatus", ("ABIERTA", "", "pendiente", "Cerrada")), ("prioridad", ("URGENT", 1, "alta"))):
        for value in values:
            refused(await world.post("/tasks", {**TASK, field: value}), 400, field)
    for light in ("AZUL", "rojo"):
        refused(await world.light({"id": 1}, light), 400, "semaforo")
    long = await world.post("/tasks", {**TASK, "estatus": "x" * 100_000})
    refused(long, 400, "estatus")
    assert len(long.body) < 1000


def allowed():
    """Return the methods of each path of the contract, with `1` for every id and date in it; GET is HEAD too."""
    found = {plain(each.path): set() for each in OPERATIONS}
    for method, path, *_ in (*OPERATIONS, *BEYOND):
        found.get(plain(path), set()).update({method, "HEAD"} if method == "GET" else {method})
    return found


def plain(path):
    return re.sub(r"\{\w+\}|2026-11-30", "1", path.partition("?")[0])


async def test_9_405_allow_is_exactly_what_a_path_takes(world):
    for path, methods in allowed().items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - methods:
            reply = await world.call(method, path)
            refused(reply, 405)
            assert set(reply.headers["Allow"].split(", ")) == methods, path


async def test_9_head_answers_as_get_without_a_body(world):
    await world.task()
    read = await world.get("/tasks")
    head = await world.call("HEAD", "/tasks")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == read.headers["Content-Length"]
    assert (await world.call("HEAD", f"/tasks/{UNKNOWN}")).status == 404
    assert (await world.call("HEAD", "/tasks", None)).status == 401
    assert (await world.call("HEAD", "/daily-logs/open")).status == 405


async def test_9_order_route_then_token_then_type_and_size_then_path_then_body(world):
    huge = b"x" * (2 * 1024 * 1024)
    refused(await world.get("/nada", None), 404)
    refused(await world.call("PUT", "/tasks", None), 405)
    refused(await world.post("/examples", data=b"x", who=None, headers=NOT_JSON), 401)
    refused(await world.post("/examples", data=huge, who=None, headers=JSON), 401)
    refused(await world.put("/examples/abc", data=b"x", headers=NOT_JSON), 415)
    refused(await world.put("/examples/abc", data=huge, headers=JSON), 413)
    faults = (await world.put("/examples/abc", {"name": 1}, "root")).faults
    assert faults == {"id": "wrong_type"}


async def test_9_order_body_then_visibility_and_permission(world):
    private = await world.task("pablo")
    for number in (UNKNOWN, private["id"]):
        refused(await world.patch(f"/tasks/{number}", {}, "ana"), 400)
        refused(await world.patch(f"/tasks/{number}", TASK, "ana"), 404)
    refused(await world.put(f"/examples/{UNKNOWN}", {}, "ana"), 400)
    refused(await world.post("/examples", {}, "ana"), 400)
    refused(await world.post("/event-types", {"code": "A"}, "ana"), 400)


async def test_9_order_visibility_then_permission(world):
    refused(await world.put(f"/examples/{UNKNOWN}", {"name": "X"}, "ana"), 404)
    refused(await world.patch(f"/event-types/{UNKNOWN}", {"name": "X"}, "ana"), 404)
    example = await world.example()
    refused(await world.put(f"/examples/{example['id']}", {"name": "X"}, "ana"), 403)


async def test_9_order_permission_then_references_and_merged_values(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    refused(await world.edit(task, "ana", fechaCumplir="2026-01-01"), 403)
    refused(await world.team_edit(task, "ana", leaderUserId=UNKNOWN), 403)
    refused(await world.post("/tasks", {**TASK, "responsibleUserIds": [UNKNOWN]}, "ana"), 403)


async def test_9_order_permission_then_references_of_events(world):
    event = await world.event("luis", isPublic=True)
    refused(await world.patch(f"/events/{event['id']}", {"eventTypeId": UNKNOWN}, "ana"), 403)
    refused(await world.patch(f"/events/{event['id']}", {"endDatetime": "2020-01-01T00:00Z"}, "ana"), 403)
    body = {"eventId": event["id"], "userId": UNKNOWN}
    refused(await world.post("/participants", body, "ana"), 403)


async def test_9_order_references_and_merged_values_then_state(world):
    task = await world.task(estatus="EN_PROCESO")
    refused(await world.edit(task, estatus="PLANEACION"), 409)
    refused(await world.edit(task, estatus="PLANEACION", leaderUserId=UNKNOWN), 400)
    refused(await world.edit(task, estatus="PLANEACION", fechaCumplir="2020-01-01"), 400)


async def test_9_order_references_then_state_of_events(world):
    birthday = await world.type_id("BIRTHDAY")
    body = await world.event_body(eventTypeId=birthday)
    refused(await world.post("/events", {**body, "endDatetime": body["startDatetime"]}, "root"), 400)
    refused(await world.post("/events/series", {**body, **SERIES, "participantUserIds": [UNKNOWN]}, "root"), 400)
