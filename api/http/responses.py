"""The envelope, and a response that is written in one call.

aiohttp's `Response` spends 14–23 µs a request on headers that are the same every time (docs/decisions/0004). HEAD,
keep-alive and HTTP/1.0 work as there.
"""

from collections.abc import Callable
from http import HTTPStatus

import msgspec
from aiohttp import HttpVersion11, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.helpers import rfc822_formatted_time
from msgspec import Struct

from core.base.model import Language
from core.language.i18n import text

ENCODER = msgspec.json.Encoder()
JSON = "application/json; charset=utf-8"
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
    """`headers` are whole lines, each with its CRLF."""

    def __init__(
        self,
        status: int,
        body: bytes,
        request_id: str,
        *,
        headers: str = "",
        close: bool = False,
        media_type: str = JSON,
    ) -> None:
        super().__init__(status=status)
        self.content = body
        self.media_type = media_type
        self.request_id = request_id
        self.lines = headers
        self.closes = close
        self.request: web.BaseRequest | None = None

    @property
    def keep_alive(self) -> bool:
        """Read by aiohttp after the response is written."""
        return not self.closes

    async def prepare(self, request: web.BaseRequest) -> AbstractStreamWriter | None:
        """Nothing is written before `write_eof`."""
        self.request = request
        self.closes = self.closes or not request.keep_alive
        return None

    async def write_eof(self, data: bytes = b"") -> None:  # noqa: ARG002 aiohttp's signature
        """Write everything, and wait for a slow client. Raises `ConnectionError` if it has disconnected."""
        request = self.request
        transport = request.transport if request else None
        if request is None or transport is None or transport.is_closing():
            raise ConnectionResetError("the client has gone")
        body = b"" if request.method == "HEAD" else self.content
        transport.write(self.head(request) + body)
        await request.writer.drain()

    def head(self, request: web.BaseRequest) -> bytes:
        connection = ""
        if self.closes:
            connection = "Connection: close\r\n"
        elif request.version < HttpVersion11:
            connection = "Connection: keep-alive\r\n"
        described = ""
        if self.status != HTTPStatus.NOT_MODIFIED:
            described = f"Content-Type: {self.media_type}\r\nContent-Length: {len(self.content)}\r\n"
        return (
            f"{STATUS_LINES[self.status]}{described}Date: {rfc822_formatted_time()}\r\n"
            f"X-Request-ID: {self.request_id}\r\n{self.lines}{connection}\r\n"
        ).encode("ascii")


def success(data: bytes, language: Language, message: Callable[[Language], str] | None) -> bytes:
    """An envelope around a result's JSON."""
    return b"%b%b}" % (prefix(message(language)) if message else OK_PREFIXES[language], data)


def failure(status: int, message: str, data: object) -> bytes:
    return ENCODER.encode(Envelope(status, message, data))
