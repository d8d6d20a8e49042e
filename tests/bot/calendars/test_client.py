"""Fetching files: where requests go, what is taken of an answer, and for how long."""

import gzip
import ssl

import pytest

from bot.calendars import client as module
from bot.calendars.client import Fetched, opened
from core.base.destinations import Destinations
from core.records.outside_calendars import CalendarFault
from tests.bot.calendars.files import at_ten, calendar
from tests.bot.webhooks.receivers import hang, receiving, status
from tests.bot.webhooks.test_client import named
from tests.tables import each_row

LOOPBACK = Destinations(frozenset({"localhost"}))
FILE = calendar(at_ten())


@pytest.fixture
async def client():
    async with opened(LOOPBACK) as client:
        yield client


async def fetched(client, answer, etag=None, last_modified=None):
    async with receiving(answer) as receiver:
        found = await client.fetch(receiver.url, etag, last_modified)
    return found, receiver.got[0].headers


async def test_a_file_comes_with_what_it_is_asked_for_again_by(client):
    tags = 'ETag: "a"\r\nLast-Modified: Mon, 23 Nov 2026 15:00:00 GMT\r\n'
    found, headers = await fetched(client, status(200, tags, FILE))
    assert found == Fetched(FILE, False, '"a"', "Mon, 23 Nov 2026 15:00:00 GMT")
    assert headers["user-agent"].startswith("Semaforo")
    assert {"if-none-match", "if-modified-since", "cookie", "authorization"}.isdisjoint(headers)


async def test_a_file_that_is_as_it_was_is_not_sent_again(client):
    found, headers = await fetched(client, status(304, 'ETag: "a"\r\n'), '"a"', "Mon, 23 Nov 2026 15:00:00 GMT")
    assert found == Fetched(None, False, '"a"')
    assert (headers["if-none-match"], headers["if-modified-since"]) == ('"a"', "Mon, 23 Nov 2026 15:00:00 GMT")


@each_row([304, 204, 401, 403, 404, 410, 429, 500, 302], given="client")
async def test_any_other_answer_is_none(client, code):
    assert (await fetched(client, status(code)))[0] is CalendarFault.STATUS


async def test_a_compressed_file_comes_as_it_was_sent(client):
    packed = gzip.compress(FILE)
    assert (await fetched(client, status(200, "Content-Encoding: gzip\r\n", packed)))[0] == Fetched(packed, True)
    found, _ = await fetched(client, status(200, "Content-Encoding: br\r\n", packed))
    assert found is CalendarFault.DAMAGED


async def test_a_file_that_is_too_large_is_left(client, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", len(FILE))
    assert (await fetched(client, status(200, body=FILE)))[0] == Fetched(FILE)
    assert (await fetched(client, status(200, body=FILE + b" ")))[0] is CalendarFault.TOO_LARGE


async def test_one_that_does_not_say_how_large_it_is_is_left_too(client, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 1000)

    async def endless(writer, _):
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        while True:
            writer.write(b"x" * 1000)
            await writer.drain()

    assert (await fetched(client, endless))[0] is CalendarFault.TOO_LARGE


async def test_one_that_is_cut_off_is_none(client):
    async def torn(writer, _):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + FILE)
        writer.close()

    assert (await fetched(client, torn))[0] is CalendarFault.UNREACHABLE


async def test_a_server_that_does_not_answer_is_left(monkeypatch):
    monkeypatch.setattr(module, "FETCH_SECONDS", 0.2)
    async with opened(LOOPBACK) as client, receiving(hang) as receiver:
        assert await client.fetch(receiver.url, None, None) is CalendarFault.TIMEOUT


async def test_redirects_are_followed_a_few_times(client):
    async with receiving(status(200, body=FILE)) as target:

        async def redirect(writer, sent):
            await status(302, f"Location: {target.url}\r\n")(writer, sent)

        assert (await fetched(client, redirect))[0] == Fetched(FILE)
    assert (await fetched(client, status(301, "Location: /again\r\n")))[0] is CalendarFault.STATUS


@each_row(
    ["http://169.254.169.254/latest", "https://10.0.0.1/x", "http://example.com/x", "ftp://localhost/x", "//[::1]/x"],
    given="client",
)
async def test_a_redirect_is_checked_as_any_address(client, target):
    assert (await fetched(client, status(302, f"Location: {target}\r\n")))[0] is CalendarFault.ADDRESS


async def test_the_address_that_was_checked_is_the_one_connected_to():
    look_up = named(rebinding_test=[["127.0.0.1"]], localhost=["127.0.0.1"])
    async with opened(LOOPBACK, look_up) as client:
        assert await client.fetch("https://rebinding.test/x.ics", None, None) is CalendarFault.ADDRESS
        found, _ = await fetched(client, status(302, "Location: https://rebinding.test/x.ics\r\n"))
    assert found is CalendarFault.ADDRESS
    assert look_up.asked.count("rebinding.test") == 2


async def test_faults_are_told_apart(client, monkeypatch):
    assert await client.fetch("http://localhost:1/x", None, None) is CalendarFault.UNREACHABLE
    monkeypatch.setattr(client.session, "get", lambda *_, **__: (_ for _ in ()).throw(ssl.SSLError("not trusted")))
    assert await client.fetch("http://localhost:1/x", None, None) is CalendarFault.CERTIFICATE
