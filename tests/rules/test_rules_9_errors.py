"""Chapter 9: every answer has the envelope, errors say what and where, and checks come in one order."""

import logging

import pytest

from tests.api.world import raw
from tests.rules.world import SERIES, TASK, TODAY, UNKNOWN, done, refused

JSON = {"Content-Type": "application/json"}
NOT_JSON = {"Content-Type": "text/plain"}


async def test_9_an_error_says_code_message_and_the_fields_at_fault(world):
    data = refused(await world.post("/tasks", {**TASK, "prioridad": "alta"}), 400, "prioridad")
    assert all(set(fault) == {"field", "code", "message"} and all(fault.values()) for fault in data["errors"])


async def test_9_errors_are_named_only_where_fields_are_at_fault(world):
    for reply in (
        await world.get("/nada"),
        await world.get("/tasks", None),
        await world.get(f"/tasks/{UNKNOWN}"),
        await world.post("/examples", {"name": "X"}),
        await world.call("PUT", "/tasks"),
    ):
        assert not refused(reply, reply.status).get("errors")


async def test_9_messages_are_spanish_and_english_on_demand(world):
    spanish = (await world.get("/nada")).envelope["message"]
    for header, expected in [
        ("es", True),
        ("en", False),
        ("en-GB,en;q=0.9", False),
        ("fr", True),
        ("es;q=0.1,en", False),
    ]:
        reply = await world.get("/nada", headers={"Accept-Language": header})
        assert (reply.envelope["message"] == spanish) is expected, header
    field = (await world.post("/tasks", {}, headers={"Accept-Language": "en"})).data["errors"][0]["message"]
    assert field != (await world.post("/tasks", {})).data["errors"][0]["message"]


async def test_9_every_answer_has_a_request_id_of_its_own(world):
    replies = [await world.get("/tasks"), await world.get("/nada"), await world.get("/tasks", None)]
    ids = [reply.headers["X-Request-ID"] for reply in replies]
    assert len(set(ids)) == 3
    assert all(ids)


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


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b'"x"', b"1", b"null", b"true", b"{'descripcion': 1}", b'{"a":}', b"{} {}", b'{"a": 1,}',
        b"\xff", b'{"descripcion": "\xc3\x28"}', b"[" * 100_000, b'{"a":' * 100_000, b"\xef\xbb\xbf{}", b'{"a": 01}',
        b"NaN", b"\x00",
    ],
)  # fmt: skip
async def test_9_400_what_is_no_json_object(world, body):
    refused(await world.post("/tasks", data=body, headers=JSON), 400)


async def test_9_400_enums_are_named(world):
    for field, value in (("estatus", "ABIERTA"), ("estatus", ""), ("prioridad", "URGENT"), ("prioridad", 1)):
        refused(await world.post("/tasks", {**TASK, field: value}), 400, field)
    refused(await world.light({"id": 1}, "AZUL"), 400, "semaforo")
    long = await world.post("/tasks", {**TASK, "estatus": "x" * 100_000})
    refused(long, 400, "estatus")
    assert len(long.body) < 1000


async def test_9_401_without_a_good_token(world):
    bad = ["", "Bearer", "Bearer ", "Bearer x.y.z", "Basic YTpi", f"Token {world.tokens['ana']}", world.tokens["ana"]]
    bad.append(f"Bearer {world.tokens['ana'][:-2]}")
    for header in bad:
        reply = await world.get("/tasks", None, headers={"Authorization": header})
        refused(reply, 401)
        assert reply.headers["WWW-Authenticate"].startswith("Bearer"), header
    done(await world.get("/tasks", None, headers={"Authorization": f"Bearer {world.tokens['ana']}"}))


ALLOWED = {
    "/events": "GET HEAD POST",
    "/events/1": "GET HEAD PUT PATCH DELETE",
    "/events/availability": "GET HEAD",
    "/events/series": "POST",
    "/events/series/1": "PATCH DELETE",
    "/event-types": "GET HEAD POST",
    "/event-types/1": "GET HEAD PUT PATCH DELETE",
    "/visibility": "GET HEAD POST",
    "/visibility/1": "GET HEAD PUT DELETE",
    "/reminders": "GET HEAD POST",
    "/reminders/1": "GET HEAD PUT DELETE",
    "/participants": "GET HEAD POST",
    "/participants/1": "GET HEAD PUT DELETE",
    "/tasks": "GET HEAD POST",
    "/tasks/range": "GET HEAD",
    "/tasks/1": "GET HEAD PATCH DELETE",
    "/tasks/1/team-edit": "PATCH",
    "/tasks/1/comments": "GET HEAD POST",
    "/tasks/1/comments/1": "PATCH",
    "/daily-logs/open": "POST",
    "/daily-logs/1/avance": "POST",
    "/daily-logs/1/close": "POST",
    "/daily-logs/items/1/reopen": "POST",
    "/daily-logs/items/1/semaforo": "PATCH",
    "/daily-logs/items/1/avance": "PATCH",
    "/daily-logs/me": "GET HEAD",
    "/daily-logs/me/history": "GET HEAD",
    "/daily-logs/team": "GET HEAD",
    "/daily-logs/team/history": "GET HEAD",
    "/examples": "GET HEAD POST",
    "/examples/1": "GET HEAD PUT DELETE",
    "/internal/jobs/reminders/run": "POST",
}


async def test_9_405_allow_is_exactly_what_a_path_takes(world):
    for path, methods in ALLOWED.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - set(methods.split()):
            reply = await world.call(method, path)
            assert reply.status == 405, (method, path, reply.body)
            refused(reply, 405)
            assert set(reply.headers["Allow"].replace(" ", "").split(",")) == set(methods.split()), path


async def test_9_head_answers_as_get_without_a_body(world):
    await world.task()
    read = await world.get("/tasks")
    head = await world.call("HEAD", "/tasks")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == read.headers["Content-Length"]
    assert (await world.call("HEAD", f"/tasks/{UNKNOWN}")).status == 404
    assert (await world.call("HEAD", "/tasks", None)).status == 401
    assert (await world.call("HEAD", "/daily-logs/open")).status == 405


async def test_9_413_a_body_of_more_than_a_mebibyte(world):
    frame = len(b'{"name":""}')
    for length, status in [(1024 * 1024 - frame, 200), (1024 * 1024 - frame + 1, 413), (3 * 1024 * 1024, 413)]:
        reply = await world.post("/examples", data=b'{"name":"%s"}' % (b"x" * length), who="root", headers=JSON)
        assert reply.status == status, length
        if status == 413:
            refused(reply, 413)


async def test_9_413_a_body_in_chunks_of_unknown_length_too(world):
    head = f"POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.tokens['root']}\r\n"
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (b'{"name": ', b'"en partes"}'))
    status, _, body = await raw(world, head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n")
    assert status == 200, body
    part = b"%x\r\n%s\r\n" % (200_000, b"x" * 200_000)
    status, _, _ = await raw(world, head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + part * 6 + b"0\r\n\r\n")
    assert status == 413


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "multipart/form-data; boundary=x", "text/json", "json"]
)
async def test_9_415_a_declared_type_other_than_json(world, kind):
    reply = await world.post("/tasks", data=b'{"descripcion": "X"}', headers={"Content-Type": kind})
    refused(reply, 415)


@pytest.mark.parametrize("headers", [{}, JSON, {"Content-Type": "application/json; charset=utf-8"}])
async def test_9_no_declared_type_is_taken_as_json(world, headers):
    body = b'{"descripcion": "X", "fechaCumplir": "2026-11-30"}'
    assert done(await world.post("/tasks", data=body, headers=headers))["descripcion"] == "X"


async def test_9_order_route_then_token(world):
    refused(await world.get("/nada", None), 404)
    refused(await world.call("PUT", "/tasks", None), 405)


async def test_9_order_token_then_type_and_size(world):
    huge = b"x" * (2 * 1024 * 1024)
    refused(await world.post("/examples", data=b"x", who=None, headers=NOT_JSON), 401)
    refused(await world.post("/examples", data=huge, who=None, headers=JSON), 401)


async def test_9_order_type_and_size_then_path(world):
    refused(await world.put("/examples/abc", data=b"x", headers=NOT_JSON), 415)
    refused(await world.put("/examples/abc", data=b"x" * (2 * 1024 * 1024), headers=JSON), 413)


async def test_9_order_path_then_body(world):
    refused(await world.put("/examples/abc", data=b"{", who="root", headers=JSON), 400)
    faults = (await world.put("/examples/abc", {"name": 1}, "root")).data["errors"]
    assert "name" not in {fault["field"] for fault in faults}


async def test_9_order_body_then_visibility(world):
    private = await world.task("pablo")
    for number in (UNKNOWN, private["id"]):
        refused(await world.patch(f"/tasks/{number}", {}, "ana"), 400)
        refused(await world.patch(f"/tasks/{number}", TASK, "ana"), 404)
    refused(await world.put(f"/examples/{UNKNOWN}", {}, "ana"), 400)


async def test_9_order_visibility_then_permission(world):
    refused(await world.put(f"/examples/{UNKNOWN}", {"name": "X"}, "ana"), 404)
    example = await world.example()
    refused(await world.put(f"/examples/{example['id']}", {"name": "X"}, "ana"), 403)


async def test_9_order_body_then_permission(world):
    refused(await world.post("/examples", {}, "ana"), 400)
    refused(await world.post("/event-types", {"code": "A"}, "ana"), 400)


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


async def test_9_429_there_is_no_rate_limit_by_default(world):
    assert {(await world.get(f"/daily-logs/team?fecha={TODAY}")).status for _ in range(200)} == {200}
