"""Requests to others: where they go, what they take of an answer, and for how long."""

import asyncio
import gzip
import socket
import ssl
from time import monotonic

import pytest

from bot.webhooks import client as module
from bot.webhooks.client import opened
from core.base.destinations import Destinations
from core.base.errors import FieldCode, Invalid
from core.records.webhooks import Answer, WebhookFault
from tests.bot.webhooks.receivers import hang, receiving, status
from tests.clock import FakeClock
from tests.tables import each_row

LOOPBACK = Destinations(frozenset({"localhost", "hook.test"}))
JSON = "Content-Type: application/json\r\n"
HEADERS = {"webhook-id": "1-2", "Content-Type": "application/json"}


def named(**addresses):
    """A look-up in which each name has addresses; a list of lists is one after the other."""
    asked = []

    def look_up(host, port):
        asked.append(host)
        found = addresses.get(host.replace(".", "_"))
        if found is None:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        if isinstance(found[0], list):
            found = found.pop(0) if len(found) > 1 else found[0]
        kinds = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(kinds[":" in each], socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    look_up.asked = asked
    return look_up


@pytest.fixture
async def client():
    async with opened(LOOPBACK, FakeClock()) as client:
        yield client


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(module, "BODY_SECONDS", 0.1)


async def posted(client, receiver, body=b'{"a":1}'):
    return await client.post(receiver.url, HEADERS, body)


async def test_what_is_sent_arrives_as_it_is_over_a_connection_that_is_used_again(client):
    async with receiving(status(204)) as receiver:
        for _ in range(3):
            assert await posted(client, receiver) == Answer(204)
    assert [each.body for each in receiver.got] == [b'{"a":1}'] * 3
    (sent, *_) = receiver.got
    assert (sent.headers["webhook-id"], sent.headers["content-type"]) == ("1-2", "application/json")
    assert sent.headers["user-agent"].startswith("Semaforo")
    assert {"accept-encoding", "cookie", "authorization"}.isdisjoint(sent.headers)
    assert receiver.connections == 1


@each_row([199 + 1, 201, 299], given="client")
async def test_2xx_has_arrived(client, code):
    async with receiving(status(code)) as receiver:
        assert await posted(client, receiver) == Answer(code)


@each_row([300, 304, 400, 404, 410, 500, 503, 599], given="client")
async def test_any_other_status_has_not(client, code):
    async with receiving(status(code)) as receiver:
        assert await posted(client, receiver) == Answer(code, WebhookFault.STATUS)


@each_row([301, 302, 307, 308], given="client")
async def test_a_redirect_is_not_followed(client, code):
    async with receiving(status(200)) as other, receiving(status(code, f"Location: {other.url}\r\n")) as receiver:
        assert await posted(client, receiver) == Answer(code, WebhookFault.STATUS)
        assert other.connections == 0


@each_row(
    [
        (429, "120", 120),
        (503, "Mon, 23 Nov 2026 15:10:00 GMT", 600),
        (503, "Mon, 23 Nov 2026 14:00:00 GMT", 0),
        (429, "99999999999999999999", 999_999_999),
        (429, "-5", 0),
        (429, "soon", 0),
        (429, "", 0),
        (500, "120", 0),
    ],
    given="client",
)
async def test_retry_after_is_heeded_as_seconds_or_a_date(client, code, text, seconds):
    async with receiving(status(code, f"Retry-After: {text}\r\n")) as receiver:
        assert await posted(client, receiver) == Answer(code, WebhookFault.STATUS, seconds)


async def test_who_does_not_answer_is_left(hasty):
    async with receiving(hang) as receiver, opened(LOOPBACK, FakeClock()) as client:
        assert await posted(client, receiver) == Answer(fault=WebhookFault.TIMEOUT)


async def test_who_answers_byte_by_byte_is_left_after_the_time_in_all(hasty):
    async def drip(writer, _):
        for byte in b"HTTP/1.1 200 OK\r\nX: " + b"x" * 10_000:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.02)

    async with receiving(drip) as receiver, opened(LOOPBACK, FakeClock()) as client:
        began = monotonic()
        assert await posted(client, receiver) == Answer(fault=WebhookFault.TIMEOUT)
        assert monotonic() - began < 2


async def test_a_body_is_not_waited_for_and_its_status_counts(monkeypatch):
    monkeypatch.setattr(module, "BODY_SECONDS", 0.1)

    async def slow_body(writer, _):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(1000):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)

    async with receiving(slow_body) as receiver, opened(LOOPBACK, FakeClock()) as client:
        began = monotonic()
        assert await posted(client, receiver) == Answer(200)
        assert monotonic() - began < 2


async def test_of_an_endless_body_little_is_read(client):
    written = 0

    async def endless(writer, _):
        nonlocal written
        writer.write(b"HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
            written += 65536
            await writer.drain()

    async with receiving(endless) as receiver:
        assert await posted(client, receiver) == Answer(500, WebhookFault.STATUS)
    assert written < 32 * 2**20  # what fits into the sockets' buffers


async def test_nothing_is_unpacked(client):
    bomb = gzip.compress(bytes(2**20))
    async with receiving(status(200, "Content-Encoding: gzip\r\n", bomb)) as receiver:
        assert await posted(client, receiver) == Answer(200)
    assert client.session.auto_decompress is False


async def test_no_cookie_is_kept(client):
    async with receiving(status(200, "Set-Cookie: a=b\r\n")) as receiver:
        for _ in range(2):
            await posted(client, receiver)
    assert all("cookie" not in each.headers for each in receiver.got)


async def test_who_is_not_there_or_speaks_no_http_is_unreachable(client):
    async def nonsense(writer, _):
        writer.write(b"SSH-2.0-OpenSSH\r\n\r\n")
        writer.close()

    async with receiving(nonsense) as receiver:
        assert await posted(client, receiver) == Answer(fault=WebhookFault.UNREACHABLE)
    assert await posted(client, receiver) == Answer(fault=WebhookFault.UNREACHABLE)


async def test_a_huge_header_is_not_read(client):
    async with receiving(status(200, f"X: {'x' * 100_000}\r\n")) as receiver:
        assert await posted(client, receiver) == Answer(fault=WebhookFault.UNREACHABLE)


async def test_a_certificate_that_is_not_trusted_is_said(tmp_path):
    from tests.certificates import certified  # noqa: PLC0415 of this test alone

    certified(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "fullchain.pem", tmp_path / "privkey.pem")
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=context)
    async with server, opened(LOOPBACK, FakeClock()) as client:
        port = server.sockets[0].getsockname()[1]
        answer = await client.post(f"https://localhost:{port}/", HEADERS, b"")
    assert answer == Answer(fault=WebhookFault.CERTIFICATE)


class TestWhereItGoes:
    async def test_a_name_that_leads_elsewhere_when_it_is_sent_to_is_not_connected_to(self):
        """DNS rebinding."""
        look_up = named(hook_example=[["93.184.215.14"], ["127.0.0.1"]])
        async with receiving(status(200)) as receiver, opened(Destinations(), FakeClock(), look_up) as client:
            url = f"https://hook.example:{receiver.port}/"
            await client.check(url)
            assert await client.post(url, HEADERS, b"") == Answer(fault=WebhookFault.ADDRESS)
            assert receiver.connections == 0

    async def test_the_address_that_was_checked_is_connected_to_without_another_look(self):
        look_up = named(hook_test=[["127.0.0.1"], ["10.0.0.1"]])
        closing = status(200, "Connection: close\r\n")
        async with receiving(closing) as receiver, opened(LOOPBACK, FakeClock(), look_up) as client:
            url = f"http://hook.test:{receiver.port}/"
            assert await client.post(url, HEADERS, b"") == Answer(200)
            assert look_up.asked == ["hook.test"]
            assert await client.post(url, HEADERS, b"") == Answer(fault=WebhookFault.ADDRESS)
            assert look_up.asked == ["hook.test"] * 2

    @pytest.mark.parametrize(
        "addresses", [["10.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"], ["::1"]]
    )
    async def test_a_name_that_leads_to_a_private_address_at_all_is_refused_when_kept_and_sent_to(self, addresses):
        async with opened(Destinations(), FakeClock(), named(hook_example=addresses)) as client:
            with pytest.raises(Invalid) as caught:
                await client.check("https://hook.example/")
            assert [(each.field, each.code) for each in caught.value.errors] == [("url", FieldCode.ADDRESS_NOT_ALLOWED)]
            answer = await client.post("https://hook.example/", HEADERS, b"")
            assert answer == Answer(fault=WebhookFault.ADDRESS)

    @pytest.mark.parametrize(
        "host", ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"]
    )
    async def test_an_address_of_this_machine_is_not_connected_to_in_any_form(self, host):
        async with receiving(status(200)) as receiver, opened(Destinations(), FakeClock()) as client:
            for scheme in ("http", "https"):
                url = f"{scheme}://{host}:{receiver.port}/"
                assert await client.post(url, HEADERS, b"") == Answer(fault=WebhookFault.ADDRESS)
                with pytest.raises(Invalid):
                    await client.check(url)
            assert receiver.connections == 0

    async def test_an_unknown_name_is_refused_when_kept_and_unreachable_when_sent_to(self):
        async with opened(Destinations(), FakeClock(), named()) as client:
            with pytest.raises(Invalid):
                await client.check("https://nowhere.example/")
            answer = await client.post("https://nowhere.example/", HEADERS, b"")
            assert answer == Answer(fault=WebhookFault.UNREACHABLE)

    async def test_a_public_name_and_a_public_address_may_be_kept(self):
        async with opened(Destinations(), FakeClock(), named(hook_example=["93.184.215.14"])) as client:
            await client.check("https://hook.example/")
            await client.check("https://93.184.215.14/")

    async def test_a_name_server_that_does_not_answer_takes_no_longer_than_the_rest(self, hasty):
        from threading import Event  # noqa: PLC0415 of this test alone

        released = Event()

        def hanging(_host, _port):
            released.wait(10)
            return []

        async with opened(Destinations(), FakeClock(), hanging) as client:
            try:
                answer = await client.post("https://hook.example/", HEADERS, b"")
                assert answer == Answer(fault=WebhookFault.TIMEOUT)
                with pytest.raises(Invalid):
                    await client.check("https://hook.example/")
            finally:
                released.set()

    async def test_no_proxy_of_the_environment_is_asked(self, monkeypatch):
        async with receiving(status(200)) as proxy, receiving(status(204)) as receiver:
            for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
                monkeypatch.setenv(name, proxy.url)
            async with opened(LOOPBACK, FakeClock()) as client:
                assert await posted(client, receiver) == Answer(204)
            assert proxy.connections == 0


@each_row([
        (status(200, JSON, b"[1, 2, 3]"), b"[1, 2, 3]"), (status(200, JSON, b"[1, 2, 34]"), None),
        (status(200, "Content-Type: text/html\r\n", b"[]"), None), (status(404, JSON, b"[]"), None),
        (status(302, "Location: /\r\n"), None),
    ], given="client")  # fmt: skip
async def test_a_document_is_fetched_if_it_is_one_and_not_too_long(client, answer, content):
    async with receiving(answer) as receiver:
        assert await client.fetch(receiver.url, 9) == content


async def test_a_document_is_fetched_from_addresses_that_are_allowed_only():
    async with receiving(status(200)) as receiver, opened(Destinations(), FakeClock()) as careful:
        assert await careful.fetch(receiver.url, 9) is None
        assert await careful.fetch("https://127.0.0.1/x", 9) is None
