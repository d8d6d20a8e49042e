"""The envelope, and a response that is written in one call.

aiohttp's `Response` spends 14–23 µs a request on headers that are the same every time (docs/decisions/0004). HEAD,
keep-alive and HTTP/1.0 work as there.
"""

import asyncio
from asyncio import Transport
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from http import HTTPStatus
from typing import Any

import msgspec
from aiohttp import HttpVersion11, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.helpers import rfc822_formatted_time
from msgspec import Struct

from core.base.errors import DomainError
from core.base.model import Language
from core.base.rows import passed_on
from core.language.i18n import text
from core.ports.kept_files import OpenFile

ENCODER = msgspec.json.Encoder(enc_hook=passed_on)
PRIVATE = "Cache-Control: private, no-store\r\n"
JSON = "application/json; charset=utf-8"
BODILESS = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})
STATUS_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n" for status in HTTPStatus}


def prefix(message: str) -> bytes:
    """The envelope of a success, up to its data."""
    return b'{"status":200,"message":%b,"data":' % ENCODER.encode(message)


OK_PREFIXES = {language: prefix(text(language, "api.ok")) for language in Language}


class Envelope(Struct, frozen=True):
    """The shape of every response body."""

    status: int
    message: str
    data: object


class Response(web.StreamResponse):
    """A response whose body is known; `headers` are whole lines, each with its CRLF."""

    def __init__(
        self,
        status: int,
        body: bytes,
        request_id: str,
        *,
        headers: str = "",
        close: bool = False,
        media_type: str = JSON,
        unread_seconds: float = 30,
    ) -> None:
        super().__init__(status=status)
        self.content = body
        self.media_type = media_type
        self.request_id = request_id
        self.lines = headers
        self.closes = close
        self.unread_seconds = unread_seconds
        self.request: web.BaseRequest | None = None

    @property
    def keep_alive(self) -> bool:
        """Read by aiohttp after the response is written."""
        return not self.closes

    async def prepare(self, request: web.BaseRequest) -> AbstractStreamWriter | None:
        """Note the request, and write nothing before `write_eof`."""
        self.request = request
        self.closes = self.closes or not request.keep_alive
        return None

    async def write_eof(self, data: bytes = b"") -> None:  # noqa: ARG002 aiohttp's signature
        """Write everything, and wait for a slow client. Raises `ConnectionError` if it is gone or reads nothing."""
        request, transport = self.connection()
        body = b"" if request.method == "HEAD" else self.content
        transport.write(self.head(request) + body)
        if transport.get_write_buffer_size():
            await drain(request, transport, self.unread_seconds)

    def connection(self) -> tuple[web.BaseRequest, Transport]:
        """The request and its transport. Raises `ConnectionError` if the client is gone."""
        request = self.request
        transport = request.transport if request else None
        if request is None or transport is None or transport.is_closing():
            raise ConnectionResetError("the client has gone")
        return request, transport

    def head(self, request: web.BaseRequest) -> bytes:
        connection = ""
        if self.closes:
            connection = "Connection: close\r\n"
        elif request.version < HttpVersion11:
            connection = "Connection: keep-alive\r\n"
        described = ""
        if self.status not in BODILESS:
            described = f"Content-Type: {self.media_type}\r\n{self.extent(request)}"
        return (
            f"{STATUS_LINES[self.status]}{described}Date: {rfc822_formatted_time()}\r\n"
            f"X-Request-ID: {self.request_id}\r\n{self.lines}{connection}\r\n"
        ).encode("ascii")

    def extent(self, _request: web.BaseRequest) -> str:
        return f"Content-Length: {len(self.content)}\r\n"


class PiecewiseResponse(Response):
    """A response whose body goes on with pieces, each made when the client has read most of those before.

    If one cannot be made, the connection is cut, so that the client does not take a part for the whole.
    """

    def __init__(self, rest: OpenFile, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rest = rest

    async def prepare(self, request: web.BaseRequest) -> AbstractStreamWriter | None:
        """Close the connection of an HTTP/1.0 client at the end, since it knows no chunks."""
        await super().prepare(request)
        self.closes = self.closes or request.version < HttpVersion11
        return None

    def extent(self, request: web.BaseRequest) -> str:
        return "Transfer-Encoding: chunked\r\n" if request.version >= HttpVersion11 else ""

    async def write_eof(self, data: bytes = b"") -> None:  # noqa: ARG002 aiohttp's signature
        async with aclosing(self.rest):
            await self.write_pieces()

    async def write_pieces(self) -> None:
        request, transport = self.connection()
        transport.write(self.head(request))
        if request.method == "HEAD":
            return
        in_frame: Callable[[bytes], bytes] = chunk if request.version >= HttpVersion11 else bytes
        piece = self.content
        try:
            while piece:
                transport.write(in_frame(piece))
                await drain(request, transport, self.unread_seconds)
                piece = await anext(self.rest, b"")
        except DomainError:
            transport.abort()
            raise ConnectionResetError("the rest cannot be read") from None
        transport.write(in_frame(b""))


def chunk(piece: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(piece), piece)


async def drain(request: web.BaseRequest, transport: Transport, unread_seconds: float) -> None:
    """Wait until the client has read enough for more. Raises `ConnectionError` if it reads nothing for a time."""
    waiting = True
    while waiting:
        unread = transport.get_write_buffer_size()
        try:
            async with asyncio.timeout(unread_seconds):
                await request.writer.drain()
                waiting = False
        except TimeoutError:
            if transport.get_write_buffer_size() >= unread:
                transport.abort()
                raise ConnectionResetError("the client reads nothing") from None


def success(data: bytes, language: Language, message: Callable[[Language], str] | None) -> bytes:
    """An envelope around a result's JSON."""
    return b"%b%b}" % (prefix(message(language)) if message else OK_PREFIXES[language], data)


async def ended(rest: OpenFile) -> AsyncGenerator[bytes, None]:
    """The pieces of a result, and then the envelope's end."""
    async for piece in rest:
        yield piece
    yield b"}"


def failure(status: int, message: str, data: object) -> bytes:
    return ENCODER.encode(Envelope(status, message, data))
