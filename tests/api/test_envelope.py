"""The envelope on every answer, whoever refuses: our routes, the HTTP parser, a crash."""

import asyncio
import re

import msgspec

from tests.api.world import answer, connected, raw, request
from tests.tables import each_row

REQUEST_ID = re.compile(r"[0-9a-f]{12}-[0-9a-f]+")


async def test_an_error_says_what_when_and_who_asked(world):
    reply = await world.get("/tasks/99")
    assert reply.envelope == {
        "status": 404,
        "message": "No encuentro la tarea 99 entre las que puedes ver.",
        "data": {"code": "task_not_found", "requestId": reply.headers["X-Request-ID"]},
    }
    assert reply.headers["Content-Type"] == "application/json; charset=utf-8"


async def test_a_field_at_fault_has_its_path_code_and_text(world):
    reply = await world.post(
        "/tasks", {"descripcion": "x", "fechaCumplir": "2026-11-30", "responsibleUserIds": [1, "2"]}
    )
    assert reply.refused == (400, "invalid_request")
    assert reply.data["errors"] == [
        {"field": "responsibleUserIds[1]", "code": "wrong_type", "message": "Debe ser un número entero."}
    ]


@each_row(
    ["//api", "//api/v2", "/tasks/", "/tasks/1/", "/tasks//comments", "/nothing", "//health/x"],
    given="world",
)
async def test_an_unknown_path_is_404_in_the_envelope_without_a_token(world, path):
    assert (await world.get(path, None)).refused == (404, "not_found_path")


@each_row(
    [
        ("PUT", "/tasks/x", "DELETE, GET, HEAD, PATCH"),
        ("GET", "/daily-logs/items/avance", "POST"),
        ("OPTIONS", "/tasks", "GET, HEAD, POST"),
        ("TRACE", "/tasks", "GET, HEAD, POST"),
        ("POST", "//health", "GET, HEAD"),
        ("POST", "//ready", "GET, HEAD"),
    ],
    given="world",
)
async def test_405_of_odd_methods_and_paths_allows_what_the_path_takes(world, method, path, allow):
    reply = await world.call(method, path, None)
    assert reply.refused == (405, "method_not_allowed")
    assert reply.headers["Allow"] == allow


@each_row(
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /health HTTP/1.1\r\nBad Header: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\n\r\n",
    ],
    given="world",
)
async def test_what_is_not_http_answers_the_envelope_and_ends_the_connection(world, request_line):
    status, headers, body = await raw(world, request_line)
    envelope = msgspec.json.decode(body)
    assert status == envelope["status"] == 400
    assert envelope["data"]["code"] == "bad_http"
    assert headers["connection"] == "close"
    assert headers["x-request-id"] == envelope["data"]["requestId"]


class TestRequestId:
    @each_row(["a", "A.b_c-9", "x" * 64], given="world")
    async def test_the_clients_own_comes_back(self, world, own):
        reply = await world.get("/tasks/99", headers={"X-Request-ID": own})
        assert reply.headers["X-Request-ID"] == reply.data["requestId"] == own

    @each_row(["", "x" * 65, "a b", "ñ", "a\tb", "<script>"], given="world")
    async def test_one_that_is_not_fit_for_a_log_is_replaced(self, world, unfit):
        reply = await world.get("/tasks", headers={"X-Request-ID": unfit})
        assert REQUEST_ID.fullmatch(reply.headers["X-Request-ID"])


class TestLanguage:
    @each_row(
        [
            (None, False), ("", False), ("fr", False), ("*", False), ("en-GB", True), ("es-MX, en;q=0.9", False),
            ("es;q=0.5, en;q=0.8", True), ("en;q=0", False), ("fr, en;q=0.2", True), ("en;q=bad, es;q=0.1", False),
            ("en;q=nan", False), (";;;,,,q=", False),
        ],
        given="world",
    )  # fmt: skip
    async def test_the_message_follows_accept_language(self, world, accept, english):
        headers = {} if accept is None else {"Accept-Language": accept}
        message = "There is no such address." if english else "No existe esa dirección."
        assert (await world.get("/nothing", headers=headers)).envelope["message"] == message

    async def test_so_do_success_and_the_texts_of_fields(self, world):
        english = {"Accept-Language": "en"}
        assert (await world.get("/tasks", headers=english)).envelope["message"] == "OK."
        reply = await world.post("/tasks", {}, headers=english)
        assert reply.data["errors"][0]["message"] == "It is required."


class TestProbes:
    async def test_health_and_readiness_need_no_token(self, world):
        health, ready = await world.get("//health", None), await world.get("//ready", None)
        assert (health.status, health.data) == (200, {"alive": True})
        assert (ready.status, ready.data) == (200, {"ready": True})

    async def test_a_store_that_does_not_answer_is_not_ready(self, world, before_each, monkeypatch):
        before_each("write", lambda _: asyncio.Event().wait())
        monkeypatch.setattr("api.app.READY_SECONDS", 0.01)
        assert (await world.get("//ready", None)).refused == (503, "unavailable")


class TestConnections:
    @each_row(
        [
            (b"1.0\r\n", "close"),
            (b"1.0\r\nConnection: keep-alive\r\n", "keep-alive"),
            (b"1.1\r\nHost: x\r\n", None),
            (b"1.1\r\nHost: x\r\nConnection: close\r\n", "close"),
        ],
        given="world",
    )
    async def test_a_connection_is_kept_as_its_version_has_it_or_as_it_asks(self, world, asked, answered):
        _, headers, _ = await raw(world, b"GET /health HTTP/%b\r\n" % asked)
        assert headers.get("connection") == answered

    async def test_the_target_may_be_absolute(self, world):
        status, _, _ = await raw(world, b"GET http://somewhere/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert status == 200

    @each_row(
        [
            (b"OPTIONS *", 404), (b"GET /api/v1/tasks/%zz", 400), (b"GET /api/v1/tasks/%ff", 400),
            (b"GET /api/v1/tasks/\xff", 400), (b"GET /api/v1/tasks/1?%zz=%ff", 400), (b"GET /api/v1/tasks/1?", 404),
            (b"GET /api/v1/daily-logs/me?fecha=\xff", 400), (b"GET /api/v1/daily-logs/me?fecha=2026-11-23#x", 404),
            (b"GET /health?x", 200), (b"GET /health#x", 200), (b"GET /health/../health", 404),
        ],
        given="world",
    )  # fmt: skip
    async def test_an_odd_target_is_answered_like_any_other(self, world, target, status):
        token = world.tokens["ana"].encode()
        found, _, _ = await raw(world, b"%b HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %b\r\n\r\n" % (target, token))
        assert found == status

    async def test_an_upgrade_is_declined_by_answering(self, world):
        head = b"GET /health HTTP/1.1\r\nHost: x\r\n"
        async with connected(world) as (reader, writer):
            writer.write(head + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n" + head + b"\r\n")
            assert (await answer(reader))[0] == (await answer(reader))[0] == 200

    async def test_the_path_may_be_percent_encoded(self, world):
        task = await world.task()
        assert (await raw(world, request(world, path=f"/%74asks/%3{task['id']}")))[0] == 200

    async def test_a_client_that_waits_for_it_is_told_to_go_on(self, world):
        body = b'{"fecha": "2026-11-23"}'
        whole = request(world, "POST", "/daily-logs/open", body, "Expect: 100-continue\r\n")
        async with connected(world) as (reader, writer):
            writer.write(whole.removesuffix(body))
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
            writer.write(body)
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200")

    async def test_pipelined_requests_are_answered_in_order(self, world):
        async with connected(world) as (reader, writer):
            for number in range(4):
                writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Request-ID: n%d\r\n\r\n" % number)
            writer.write(b"GET /health HTTP/1.0\r\nX-Request-ID: n4\r\n\r\n")
            assert re.findall(rb"X-Request-ID: (n\d)", await reader.read()) == [b"n0", b"n1", b"n2", b"n3", b"n4"]
