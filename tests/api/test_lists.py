"""A list whole by default, or a page at a time, and between two dates."""

import asyncio
import re

import aiohttp
import msgspec
import pytest

from api.http import endpoints
from core.base.errors import Code, Unavailable
from tests.api.world import connected, request
from tests.storage.rows import new_task
from tests.waiting import until

NEXT = re.compile(r"<(/api/v1(/[^>]*))>; rel=\"next\"")


def next_of(reply) -> str | None:
    """The next page's path below /api/v1, or None where there is none."""
    link = reply.headers.get("Link")
    return None if link is None else NEXT.fullmatch(link)[2]


async def ids(world, path, who="ana"):
    reply = await world.get(path, who)
    assert reply.status == 200, reply.body
    return [row["id"] for row in reply.data]


async def pages(world, path):
    """The ids of every page, following the links."""
    found = []
    while path is not None:
        reply = await world.get(path)
        found.append([row["id"] for row in reply.data])
        path = next_of(reply)
    return found


@pytest.fixture
async def five(world):
    """Five tasks of Ana's, due on five days; others' tasks lie between them."""
    found = []
    for day in range(1, 6):
        found.append((await world.task(fechaCumplir=f"2026-12-0{day}"))["id"])
        await world.task("pablo")
    return found


async def test_a_link_keeps_what_else_was_asked(world, five):
    reply = await world.get("/tasks?limit=1&from=2026-12-02&to=2026-12-04")
    assert next_of(reply) == f"/tasks?limit=1&afterId={five[1]}&from=2026-12-02&to=2026-12-04"
    assert await pages(world, "/tasks?limit=1&from=2026-12-02&to=2026-12-04") == [[each] for each in five[1:4]]


@pytest.mark.parametrize("path", ["me/history", "team/history"])
async def test_what_is_not_by_id_has_no_pages_and_says_so(world, path):
    await world.task()
    for day in (23, 24):
        await world.log(fecha=f"2026-11-{day}")
    reply = await world.get(f"/daily-logs/{path}?desde=2026-11-01&hasta=2026-11-30")
    assert (reply.status, next_of(reply)) == (200, None)
    assert len(reply.data) == (2 if path == "me/history" else 0)
    paged = await world.get(f"/daily-logs/{path}?desde=2026-11-01&hasta=2026-11-30&limit=1&afterId=1")
    assert paged.faults == {"limit": "unknown_parameter", "afterId": "unknown_parameter"}


async def test_head_answers_the_link_of_get(world, five):
    got, head = await world.get("/tasks?limit=2"), await world.call("HEAD", "/tasks?limit=2")
    assert (head.status, head.body, head.headers["Link"]) == (200, b"", got.headers["Link"])


class TestInPieces:
    """A list of more rows than the first piece has."""

    @pytest.fixture
    async def many(self, world, monkeypatch):
        monkeypatch.setattr(endpoints, "FIRST_ROWS", 2)
        monkeypatch.setattr(endpoints, "PIECE_BYTES", 1500)
        return [(await world.task())["id"] for _ in range(11)]

    async def test_it_is_whole_and_each_row_is_there_once(self, world, many):
        reply = await world.get("/tasks")
        assert [row["id"] for row in reply.data] == many
        assert reply.headers["Transfer-Encoding"] == "chunked"
        assert "ETag" not in reply.headers
        for left in range(len(many)):
            assert [row["id"] for row in (await world.get(f"/tasks?afterId={many[left]}")).data] == many[left + 1 :]

    async def test_one_that_ends_with_its_second_piece_is_answered_at_once_with_its_tag(self, world, many):
        for left in (1, 2, 3):
            path = f"/tasks?afterId={many[-1 - left]}"
            reply = await world.get(path)
            assert [row["id"] for row in reply.data] == many[-left:]
            assert "Content-Length" in reply.headers
            again = await world.get(path, headers={"If-None-Match": reply.headers["ETag"]})
            assert (again.status, again.body) == (304, b"")

    async def test_a_client_of_http_1_0_reads_it_to_the_end_of_the_connection(self, world, many):
        async with connected(world) as (reader, writer):
            asked = request(world, more="Connection: keep-alive\r\n")
            writer.write(asked.replace(b"HTTP/1.1", b"HTTP/1.0"))
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert b"Content-Length" not in head
        assert [row["id"] for row in msgspec.json.decode(body)["data"]] == many

    async def test_head_has_no_body_and_keeps_the_connection(self, world, many):
        reply = await world.call("HEAD", "/tasks")
        assert (reply.status, reply.body) == (200, b"")
        assert await ids(world, "/tasks") == many

    async def test_if_the_store_fails_the_client_does_not_take_a_part_for_the_whole(self, world, many, before_each):
        left = iter([True, True, True])

        async def fail_later(unit):
            if "list_tasks" in unit and not next(left, False):
                raise Unavailable(Code.UNAVAILABLE)

        before_each("read", fail_later)
        with pytest.raises(aiohttp.ClientPayloadError):
            await world.get("/tasks")

    @pytest.fixture
    async def uneven(self, world):
        """Tasks whose words are short and as long as may be, by turns of a hundred; their ids."""

        async def add(uow):
            for number in range(450):
                words = "x" * (65_000 if number // 100 % 2 else 50)
                await uow.tasks.add(new_task(world.id("ana"), descripcion=words))

        await world.pipeline.store.write(add)
        return [row["id"] for row in (await world.get("/tasks?limit=1000")).data]

    async def test_long_rows_come_few_at_a_time_and_each_once(self, world, uneven, monkeypatch):
        pieces = []

        def noted(*piece):
            pieces.append(piece_of(*piece))
            return pieces[-1]

        piece_of = endpoints.piece_of
        monkeypatch.setattr(endpoints, "piece_of", noted)
        assert [row["id"] for row in (await world.get("/tasks")).data] == uneven
        assert max(len(piece.content) for piece in pieces) < 2.5 * endpoints.PIECE_BYTES
        assert len(pieces) < 80

    async def test_rows_are_read_no_faster_than_the_client_takes_them(self, world, before_each, monkeypatch):
        long = new_task(world.id("ana"), descripcion="x" * 60_000)

        async def many(uow):
            for _ in range(400):
                await uow.tasks.add(long)

        await world.pipeline.store.write(many)
        monkeypatch.setattr(endpoints, "FIRST_ROWS", 2)
        reads = []

        async def counted(unit):
            reads.append(unit)

        before_each("read", counted)
        async with connected(world) as (_, writer):
            writer.write(request(world))
            await until(lambda: len(reads) > 1)
            await asyncio.sleep(0.2)
            assert len(reads) < 40  # of a hundred; what the system keeps for a connection is a few MB
