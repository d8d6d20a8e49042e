"""The service's end: what is in hand is finished, what comes is told to go elsewhere, then it is gone."""

import asyncio
import contextlib
import socket

import msgspec
import pytest

from api import create_app, serve
from bot.process.listening import Shared
from tests.api.world import answer, connected, request
from tests.loopback import IPV4, IPV6, answering, require_ipv6
from tests.postgresql.guardian import free_port
from tests.waiting import until


@pytest.fixture
def held(before_each):
    """Writes wait until the event is set."""
    released = asyncio.Event()
    before_each("write", lambda _: released.wait())
    return released


async def test_what_is_in_hand_is_finished_and_new_requests_are_503(world, held):
    body = msgspec.json.encode({"descripcion": "x", "fechaCumplir": "2026-11-30"})
    async with connected(world) as (reader, writer), connected(world) as (other_reader, other_writer):
        writer.write(request(world, "POST", "/tasks", body))
        await until(lambda: world.server.app.in_flight)
        stopping = asyncio.create_task(world.server.stop(grace=5))
        await until(lambda: world.server.app.closing)
        other_writer.write(request(world))
        status, headers, answered = await answer(other_reader)
        assert (status, msgspec.json.decode(answered)["data"]["code"]) == (503, "unavailable")
        assert headers["connection"] == "close"
        assert (await world.get("//ready", None)).status == 503
        for path in ("//health", "//docs"):
            reply = await world.get(path, None)
            assert (reply.status, reply.headers["Connection"]) == (200, "close")
        held.set()
        status, headers, _ = await answer(reader)
        assert (status, headers["connection"]) == (200, "close")
        await stopping
    assert len(world.pipeline.store.state.tasks) == 1


@pytest.mark.parametrize(
    ("host", "addresses"),
    [("127.0.0.1", {IPV4}), ("0.0.0.0", {IPV4}), ("::1", {IPV6}), ("::", {IPV6}), ("", {IPV4, IPV6})],
)
async def test_a_host_of_ipv6_is_none_of_ipv4(world, host, addresses):
    require_ipv6()
    for sockets in ((), Shared("api", host, free_port()).sockets()):
        port = sockets[0].getsockname()[1] if sockets else free_port()
        server = await serve(world.server.app, host, port, sockets)
        found = await asyncio.to_thread(answering, port)
        await server.runner.cleanup()
        assert (found, server.url) == (addresses, f"http://{f'[{host}]' if ':' in host else host}:{port}")


async def test_then_nobody_listens(world):
    await world.server.stop()
    with pytest.raises(ConnectionError):
        await asyncio.open_connection(world.server.host, world.server.port)


async def test_an_idle_connection_is_closed(world):
    async with connected(world) as (reader, writer):
        writer.write(request(world))
        await answer(reader)
        await world.server.stop()
        assert await reader.read() == b""


async def test_the_end_does_not_wait_for_ever(world, held):
    async with connected(world) as (_, writer):
        writer.write(request(world, "POST", "/daily-logs/open", b'{"fecha": "2026-11-23"}'))
        await until(lambda: world.server.app.in_flight)
        async with asyncio.timeout(5):
            await world.server.stop(grace=0.01)


async def test_a_taken_port_is_an_error_that_leaves_nothing_behind(world):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="address"):
            await serve(create_app(world.pipeline, world.server.app.authenticator), "127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize("read_seconds", [0, 0.05], ids=["after it was read", "before it was read"])
async def test_a_client_that_leaves_early_disturbs_nobody(world, held, before_each, caplog, read_seconds):
    before_each("read", lambda _: asyncio.sleep(read_seconds))
    async with connected(world) as (_, writer):
        writer.write(request(world, "POST", "/daily-logs/open", b'{"fecha": "2026-11-23"}'))
        await until(lambda: world.server.app.in_flight)
    held.set()
    await until(lambda: not world.server.app.in_flight)
    assert (await world.get("/daily-logs/me?fecha=2026-11-23")).status == 200
    assert not [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]


async def test_answers_to_a_client_that_does_not_read_do_not_pile_up(world):
    asked = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 1000
    with socket.create_connection((world.server.host, world.server.port)) as client:
        client.setblocking(False)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(200):
            with contextlib.suppress(BlockingIOError):
                client.send(asked)
            await asyncio.sleep(0.005)
        (connection,) = world.server.runner.server.connections
        assert connection.transport.get_write_buffer_size() < 256 * 1024
