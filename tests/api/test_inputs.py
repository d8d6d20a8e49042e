"""Paths, queries and bodies, valid and hostile: no bad input gets through."""

import asyncio

import msgspec
import pytest

from tests.api.world import connected, request
from tests.tables import each_row

MIB = 1024 * 1024
JSON = {"Content-Type": "application/json"}
COMMENT = {"comentario": "Hecho"}
TASK = {"descripcion": "x", "fechaCumplir": "2026-11-30"}


class TestPath:
    async def test_the_parameter_at_fault_is_named_as_the_contract_names_it(self, world):
        fecha = {"fecha": "2026-11-23"}
        reply = await world.patch("/tasks/x/comments/y", COMMENT)
        assert reply.faults == {"id": "wrong_type", "commentId": "wrong_type"}
        assert (await world.get("/tasks/2147483648")).faults == {"id": "out_of_range"}
        assert (await world.post("/changes/9007199254740992/undo", {})).faults == {"seq": "out_of_range"}
        assert (await world.post("/daily-logs/x/close", fecha)).faults == {"dailyLogId": "wrong_type"}
        assert (await world.post("/daily-logs/items/x/reopen", fecha)).faults == {"itemId": "wrong_type"}
        assert (await world.post("/daily-logs/items/avance", fecha)).faults == {"dailyLogId": "wrong_type"}

    async def test_a_row_of_the_journal_may_have_a_number_above_those_of_things(self, world):
        assert (await world.post("/changes/9007199254740991/undo", {})).data["code"] == "change_not_found"

    async def test_an_encoded_slash_does_not_make_a_path(self, world):
        assert (await world.get("/tasks/1%2Fcomments")).faults == {"id": "wrong_type"}


class TestQuery:
    @each_row(
        [
            ("", {"start": "required"}),
            ("?start=2026-11-01", {"end": "required"}),
            ("?start=&end=2026-11-30", {"start": "invalid_date"}),
            ("?start=1899-12-31&end=9999-01-01", {"start": "out_of_range", "end": "out_of_range"}),
            ("?start=2026-11-30&end=2026-11-01", {"end": "before"}),
            ("?start=2026-11-01&start=2026-11-01&end=a&end=b", {"start": "repeated", "end": "repeated"}),
            ("?start=%FF&end=2026-11-30", {"start": "invalid_date"}),
            (
                "?start=a&start=b&%C3%B1=1&%00=2&%ED=3",
                {"start": "repeated"} | dict.fromkeys(["ñ", "\0", "\ufffd"], "unknown_parameter"),
            ),
        ],
        given="world",
    )
    async def test_a_bad_value_is_refused_by_name(self, world, query, faults):
        reply = await world.get(f"/tasks/range{query}")
        assert (reply.status, reply.faults) == (400, faults)

    async def test_of_many_unknown_keys_ten_are_named(self, world):
        reply = await world.get("/tasks?" + "&".join(f"k{number}" for number in range(500)))
        assert (reply.status, len(reply.faults)) == (400, 10)


class TestBodyType:
    @each_row(
        [
            "application/json", "APPLICATION/JSON", None, "application/json; charset=utf-8",
            'application/json;charset="UTF-8"', "application/merge-patch+json",
        ],
        given="world",
    )  # fmt: skip
    async def test_json_is_taken(self, world, declared):
        headers = {"Content-Type": declared} if declared else {}
        assert (await world.post("/tasks", data=msgspec.json.encode(TASK), headers=headers)).status == 200

    @each_row(
        [
            "text/plain", "application/xml", "application/json; charset=latin-1", "application/json, text/plain",
            "text/json", "json",
        ],
        given="world",
    )  # fmt: skip
    async def test_anything_else_is_415(self, world, declared):
        reply = await world.post("/tasks", data=msgspec.json.encode(TASK), headers={"Content-Type": declared})
        assert reply.refused == (415, "unsupported_media_type")

    async def test_what_takes_no_body_takes_any_type(self, world):
        task = await world.task()
        for method in ("GET", "DELETE"):
            reply = await world.call(method, f"/tasks/{task['id']}", data=b"x", headers={"Content-Type": "text/plain"})
            assert reply.status == 200


def padded(size: int) -> bytes:
    """A good body of exactly `size` bytes."""
    body = msgspec.json.encode(TASK)
    return body + b" " * (size - len(body))


async def in_chunks(body: bytes):
    for start in range(0, len(body), 100_000):
        yield body[start : start + 100_000]
        await asyncio.sleep(0)


class TestBodySize:
    @pytest.mark.parametrize("sent", [bytes, in_chunks])
    async def test_a_mebibyte_is_taken_and_a_byte_more_is_413_and_closes_its_connection(self, world, sent):
        assert (await world.post("/tasks", data=sent(padded(MIB)), headers=JSON)).status == 200
        reply = await world.post("/tasks", data=sent(padded(MIB + 1)), headers=JSON)
        assert (reply.refused, reply.headers["Connection"]) == ((413, "body_too_large"), "close")
        assert (await world.get("/tasks")).status == 200


class TestBody:
    @each_row(
        [b"", b"{", b"[]", b'{"descripcion": "\xff", "fechaCumplir": "2026-11-30"}', b'{"x": ' + b"[" * 100_000],
        given="world",
    )
    async def test_what_is_not_a_json_object_is_400(self, world, body):
        reply = await world.post("/tasks", data=body, headers=JSON)
        assert reply.refused == (400, "malformed_body")

    async def test_a_body_that_ends_too_soon_makes_no_task(self, world, caplog):
        whole = request(world, "POST", "/tasks", padded(100))
        async with connected(world) as (_, writer):
            writer.write(whole.rstrip())
            await writer.drain()
        assert (await world.get("/tasks")).data == []
        assert not [record for record in caplog.records if record.levelname == "ERROR"]
