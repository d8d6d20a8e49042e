"""Bounds on clients: how long they may take, how many connections they may open, and where they are behind proxies."""

import asyncio
import contextlib
import gc
import logging
from types import SimpleNamespace

import msgspec
import pytest

from api import Limits
from api.http.clients import Proxies
from api.server import HttpConnections
from tests.api.world import answer, connected, raw, request
from tests.waiting import until

SOON = 0.05


@pytest.fixture
def hasty(world):
    """The service, with little patience."""
    world.server.app.limits = Limits(header=SOON, body=SOON, idle=10 * SOON, unread=SOON, connections=2)
    return world


async def what_comes(reader):
    """Read all that comes until the connection ends, by a reset where the client was still writing."""
    with contextlib.suppress(ConnectionResetError):
        return await reader.read()
    return b""


async def test_half_a_head_is_waited_for_a_limited_time_however_slowly_it_comes(hasty):
    async with asyncio.timeout(5), connected(hasty) as (reader, writer):
        for _ in range(3):
            if not writer.is_closing():  # a busy machine may sleep for longer
                writer.write(b"GET /health HTTP/1.1\r\nX: y")
            await asyncio.sleep(SOON / 4)
        assert await what_comes(reader) == b""


@pytest.fixture
def patient(world):
    """The service, with little patience for heads alone."""
    world.server.app.limits = Limits(header=SOON, idle=60)
    return world


async def test_half_a_head_that_comes_with_its_connection_is_waited_for_a_limited_time(patient):
    """The half is there before aiohttp begins to wait for it."""
    handler, transport = HttpConnections(patient.server.app)(), FakeTransport("127.0.0.1")
    handler.connection_made(transport)
    handler.data_received(b"GET /health HTTP/1.1\r\nX: y")
    await until(transport.is_closing)
    handler.connection_lost(None)


async def test_half_a_head_behind_a_request_is_waited_for_a_limited_time_and_the_request_is_answered(patient):
    server, answered = patient.server.runner.server, asyncio.Event()
    served = server.request_handler

    async def slow(request):
        await answered.wait()
        return await served(request)

    server.request_handler = slow
    async with asyncio.timeout(10), connected(patient) as (reader, writer):
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: server.requests_count)
        writer.write(b"GET /health HT")
        await asyncio.sleep(3 * SOON)
        answered.set()
        assert (await answer(reader))[0] == 200
        assert await what_comes(reader) == b""


async def test_half_a_head_that_comes_before_the_earlier_request_begins_is_waited_for_a_limited_time(patient):
    async with asyncio.timeout(10), connected(patient) as (reader, _):
        server = patient.server.runner.server
        await until(lambda: server.connections)
        (connection,) = server.connections
        connection.data_received(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.data_received(b"GET /health HT")
        assert (await answer(reader))[0] == 200
        assert await what_comes(reader) == b""


async def test_a_whole_head_and_an_idle_connection_are_left_until_it_is_idle_too_long(hasty):
    async with asyncio.timeout(5), connected(hasty) as (reader, writer):
        writer.write(b"GET /health HTTP/1.1\r\n")
        await asyncio.sleep(SOON / 4)
        writer.write(b"Host: x\r\n\r\n")
        assert (await answer(reader))[0] == 200
        await asyncio.sleep(2 * SOON)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await answer(reader))[0] == 200
        assert await reader.read() == b""


async def test_half_a_body_is_waited_for_a_limited_time(hasty):
    async with asyncio.timeout(5), connected(hasty) as (reader, writer):
        writer.write(request(hasty, "POST", "/tasks", b"{}" + b" " * 100)[:-50])
        status, headers, body = await answer(reader)
        assert (status, msgspec.json.decode(body)["data"]["code"]) == (408, "request_timeout")
        assert headers["connection"] == "close"


async def test_a_client_that_reads_nothing_is_let_go(hasty):
    async with asyncio.timeout(10), connected(hasty) as (_, writer):
        writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        await until(lambda: hasty.server.runner.server.connections)
        await until(lambda: not hasty.server.runner.server.connections)


class FakeTransport(asyncio.Transport):
    """A connection from an address; `number` is its file's."""

    def __init__(self, address, number=20):
        file = SimpleNamespace(fileno=lambda: number, setsockopt=lambda *_: None, family=None)
        super().__init__({"peername": (address, 40_000), "socket": file})
        self.aborted = False

    def abort(self):
        self.aborted = True

    close = abort

    def is_closing(self):
        return self.aborted


async def test_a_line_says_that_no_more_connections_can_be_opened_and_one_that_they_can_again(hasty, caplog):
    caplog.set_level(logging.INFO)
    connections = HttpConnections(hasty.server.app)
    connections.max_files = 100
    handlers = [connections() for _ in range(3)]
    for handler, number in zip(handlers, (97, 98, 99), strict=True):
        connections.connection_made(handler, FakeTransport("127.0.0.1", number))
    for handler in handlers:
        connections.connection_lost(handler)
    await until(lambda: "works again" in caplog.text)
    assert [record.getMessage() for record in caplog.records if "connections" in record.getMessage()] == [
        "connections: 100 files are open, the most allowed: others must wait",
        "connections: works again after 2 failures",
    ]


@pytest.mark.parametrize(
    ("address", "refused"),
    [
        ("203.0.113.7", True), ("2001:db8::7", True), ("::ffff:203.0.113.7", True), ("127.0.0.1", False),
        ("::1", False), ("10.1.2.3", False), ("::ffff:10.1.2.3", False), ("::ffff:127.0.0.1", False),
    ],
)  # fmt: skip
async def test_an_address_has_a_limit_of_connections_except_this_machine_and_its_proxies(hasty, address, refused):
    app = hasty.server.app
    app.proxies = Proxies(["10.0.0.0/8"])
    server = HttpConnections(app)
    made = [(server(), FakeTransport(address)) for _ in range(3)]
    for handler, transport in made:
        server.connection_made(handler, transport)
    assert [transport.aborted for _, transport in made] == [False, False, refused]
    other = FakeTransport("203.0.113.8")
    server.connection_made(server(), other)
    assert not other.aborted
    for handler, _ in made:
        server.connection_lost(handler)
    again = FakeTransport(address)
    server.connection_made(server(), again)
    assert not again.aborted
    server.connection_lost(server.connections[0])


async def test_a_connection_too_many_is_closed_and_nothing_is_logged(hasty, caplog):
    hasty.server.app.proxies.is_client = bool
    async with connected(hasty), connected(hasty), connected(hasty) as (reader, _):
        assert await what_comes(reader) == b""
    await until(lambda: not hasty.server.runner.server.connections)
    gc.collect()  # a task whose exception nobody took is logged when it goes
    assert not caplog.records


async def test_a_network_of_ipv6_has_the_connections_of_one_address_and_mapped_addresses_are_apart(hasty):
    server = HttpConnections(hasty.server.app)
    for prefix, refused in (("2001:db8::", True), ("2001:db8:0:{}::", False), ("::ffff:203.0.113.", False)):
        made = [(server(), FakeTransport(f"{prefix.format(last)}{last}")) for last in (1, 2, 3)]
        for handler, transport in made:
            server.connection_made(handler, transport)
        assert [transport.aborted for _, transport in made] == [False, False, refused], prefix


@pytest.mark.parametrize(
    ("headers", "trusted", "seen"),
    [
        (["X-Forwarded-For: 203.0.113.7"], ["127.0.0.1"], "203.0.113.7"),
        (["X-Forwarded-For: 203.0.113.7"], [], "127.0.0.1"),
        (["X-Forwarded-For: 1.1.1.1, 203.0.113.7, 10.0.0.9"], ["127.0.0.0/8", "10.0.0.0/8"], "203.0.113.7"),
        (["X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 203.0.113.7"], ["127.0.0.1"], "203.0.113.7"),
        (['Forwarded: for=1.1.1.1, for="[2001:db8::7]:4711";proto=https'], ["127.0.0.1"], "2001:db8::7"),
        (["Forwarded: for=_hidden"], ["127.0.0.1"], "127.0.0.1"),
        (["Forwarded: for=1.1.1.1, for=_hidden"], ["127.0.0.1"], "127.0.0.1"),
        (['Forwarded: for=1.1.1.1, by="x,y";For = "203.0.113.7:80"'], ["127.0.0.1"], "203.0.113.7"),
        (["Forwarded: for=203.0.113.7:40000"], ["127.0.0.1"], "203.0.113.7"),
        (["X-Forwarded-For: 203.0.113.7:40000"], ["127.0.0.1"], "203.0.113.7"),
        (["X-Forwarded-For: [2001:db8::7]:40000"], ["127.0.0.1"], "2001:db8::7"),
        (["X-Forwarded-For: [2001:db8::7]"], ["127.0.0.1"], "2001:db8::7"),
        (["X-Forwarded-For: 2001:DB8:0::7%eth0"], ["127.0.0.1"], "2001:db8::7"),
        (['X-Forwarded-For: "[2001:db8::7]:40000"'], ["127.0.0.1"], "2001:db8::7"),
        (['X-Forwarded-For: "203.0.113.7"'], ["127.0.0.1"], "203.0.113.7"),
        (["X-Forwarded-For: ::ffff:203.0.113.7"], ["127.0.0.1"], "203.0.113.7"),
        (["X-Forwarded-For: 203.0.113.7, [::ffff:10.0.0.9]:80"], ["127.0.0.0/8", "10.0.0.0/8"], "203.0.113.7"),
        (["X-Forwarded-For: 203.0.113.7, ,"], ["127.0.0.1"], "203.0.113.7"),
        (["X-Forwarded-For: 1.1.1.1, unknown"], ["127.0.0.1"], "127.0.0.1"),
        (["X-Forwarded-For: 1.1.1.1, 203.0.113.7x"], ["127.0.0.1"], "127.0.0.1"),
        (["X-Forwarded-For: 1.1.1.1, what, 10.0.0.9:80"], ["127.0.0.0/8", "10.0.0.0/8"], "10.0.0.9"),
    ],
)  # fmt: skip
async def test_a_refusal_is_logged_with_the_address_that_trusted_proxies_tell(world, caplog, headers, trusted, seen):
    world.server.app.proxies = Proxies(trusted)
    lines = "".join(f"{header}\r\n" for header in headers)
    with caplog.at_level(logging.WARNING, "semaforo.audit"):
        status, _, _ = await raw(world, f"GET /api/v1/tasks HTTP/1.1\r\nHost: x\r\n{lines}\r\n".encode())
    assert status == 401
    assert f"remote={seen}\n" in caplog.text


@pytest.mark.parametrize("encoding", ["gzip", "nonsense"])
async def test_an_encoded_body_is_not_taken(world, encoding, caplog):
    status, _, body = await raw(world, request(world, "POST", "/tasks", b"{}", f"Content-Encoding: {encoding}\r\n"))
    assert (status, msgspec.json.decode(body)["data"]["code"]) == (415, "unsupported_media_type")
    assert not caplog.records


async def test_what_a_token_was_answered_is_kept_by_no_cache(world):
    for reply in (await world.get("/tasks"), await world.get("/tasks/999")):
        assert reply.headers["Cache-Control"] == "private, no-store"
        assert "Server" not in reply.headers
