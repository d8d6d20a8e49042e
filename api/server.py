"""The app on a socket: aiohttp's HTTP server, with the envelope for its own errors, and a graceful stop.

The low-level server is used, not `aiohttp.web.Application`: routes, 404 and 405 are ours (docs/decisions/0004).
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from resource import RLIMIT_NOFILE, getrlimit
from socket import socket

from aiohttp import EMPTY_PAYLOAD, StreamReader, web
from aiohttp.web import BaseRequest, RequestHandler, StreamResponse

from api.app import ProbeApp
from api.http.clients import site_of
from api.http.errors import ApiCode, HttpError
from core.base.host_ports import host_port
from core.base.state_log import StateLog

logger = logging.getLogger("semaforo.api")

GRACE_SECONDS = 15.0
BACKLOG = 1024
LAST_REQUESTS_SECONDS = 0.5
"""The time for which open connections are kept if there is a successor; each is closed after its next response."""

SPARE_FILES = 2
"""The distance from the limit of open files at which a connection is the last that can be opened."""

MAX_HEADER = 64 * 1024
"""The longest header in bytes: longer than any token that is read, so that an oversized one gets 401 like a bad one."""


class HttpConnection(RequestHandler):
    """A client's connection. Malformed HTTP gets the envelope, then the connection is closed.

    `site` has the client's address, "" where its connections are not counted. `last_body` is the newest request's:
    after its end the head of another one begins.
    """

    __slots__ = ("app", "head_timeout", "last_body", "site")

    def __init__(self, manager: web.Server, app: ProbeApp) -> None:
        super().__init__(
            manager,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]  # takes None for none, as aiohttp's own runners pass it
            logger=logger,
            max_field_size=MAX_HEADER,
            keepalive_timeout=app.limits.idle,
            auto_decompress=False,
        )
        self.app = app
        self.site = ""
        self.head_timeout: asyncio.TimerHandle | None = None
        self.last_body: StreamReader = EMPTY_PAYLOAD

    async def start(self) -> None:
        """Serve requests, unless the connection has ended already: then aiohttp would fail."""
        if self._manager is not None:
            await super().start()

    def data_received(self, data: bytes) -> None:
        """Time a head of which a part has arrived, also before this connection or an earlier request is served."""
        known, head_next = self._request_count, self.last_body.is_eof()
        super().data_received(data)
        if self._request_count != known:
            _, self.last_body = self._messages[-1]
            self.end_timeout()
        elif head_next and self.head_timeout is None:
            self.time_head()

    def time_head(self) -> None:
        self.head_timeout = self._loop.call_later(self.app.limits.header, self.end_late_head)

    def end_late_head(self) -> None:
        """Close the connection; while an earlier request is served, look again later."""
        if self._waiter is None:
            self.time_head()
        else:
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Let a request that has come whole be read and done, whenever its client left."""
        self.end_timeout()
        self.app.disconnected(self)
        if self._current_request is not None and self._current_request.content.is_eof():
            self._current_request = None  # else aiohttp has its body refuse to be read
        super().connection_lost(exc)

    def end_timeout(self) -> None:
        if self.head_timeout is not None:
            self.head_timeout.cancel()
            self.head_timeout = None

    def handle_error(
        self,
        request: BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 may quote the client, as the exception's text does: not for a log
    ) -> StreamResponse:
        """The response to what the HTTP parser rejects, or to an exception outside the app."""
        if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.debug("bad_http remote=%s error=%s", request.remote, type(exc).__name__)
            return self.app.error_response(request, HttpError(ApiCode.BAD_HTTP, close=True))
        logger.error("failed remote=%s", request.remote, exc_info=exc)
        return self.app.error_response(request, HttpError(ApiCode.INTERNAL, close=True))


class HttpConnections(web.Server):
    """Makes an `HttpConnection` for each client, and counts them, also by address.

    `max_files`: how many files and connections the process may have open; the log says when a client takes the last.
    """

    def __init__(self, app: ProbeApp) -> None:
        super().__init__(app)
        self.app = app
        self.max_files, _ = getrlimit(RLIMIT_NOFILE)
        self.states = StateLog(logger)
        self.by_site: Counter[str] = Counter()

    def __call__(self) -> RequestHandler:
        return HttpConnection(self, self.app)

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """Close a connection that is one too many for its address."""
        super().connection_made(handler, transport)
        if transport.get_extra_info("socket").fileno() >= self.max_files - SPARE_FILES:
            self.states.failing("connections", f"{self.max_files} files are open, the most allowed: others must wait")
        address = str((transport.get_extra_info("peername") or [""])[0])
        if isinstance(handler, HttpConnection) and self.app.proxies.is_client(address):
            handler.site = site_of(address)
            self.by_site[handler.site] += 1
            if self.by_site[handler.site] > self.app.limits.connections:
                transport.abort()

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        self.states.working("connections")
        if isinstance(handler, HttpConnection) and handler.site:
            self.by_site[handler.site] -= 1
            if not self.by_site[handler.site]:
                del self.by_site[handler.site]


class Server:
    """A running service. `url` has the real port, also if the system chose it.

    A service that was given its sockets has a successor, which accepts the connections that arrive after its end.
    """

    def __init__(self, app: ProbeApp, runner: web.ServerRunner, host: str, *, has_successor: bool) -> None:
        self.app = app
        self.runner = runner
        self.host = host
        self.port: int = runner.addresses[0][1]
        self.has_successor = has_successor

    @property
    def url(self) -> str:
        """The base URL of the API, without a trailing slash."""
        return f"http://{host_port(self.host, self.port)}"

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Finish the requests in progress, for at most `grace` seconds, with 503 for new ones; then close.

        With a successor, no new connection is accepted, and requests on open connections are served as usual.
        """
        self.app.refusing = not self.has_successor
        self.app.begin_closing()
        if self.has_successor:
            await self.hand_over()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await self.app.drained()
        await self.runner.cleanup()
        self.app.audit.close()

    async def hand_over(self) -> None:
        """Accept no new connection, and give open ones time for the requests that are on their way."""
        for site in list(self.runner.sites):
            await site.stop()
        for _ in range(50):
            if self.runner.server and self.runner.server.connections:
                await asyncio.sleep(LAST_REQUESTS_SECONDS / 50)


async def serve(app: ProbeApp, host: str, port: int, sockets: Sequence[socket] = ()) -> Server:
    """Serve on the sockets, else on an address; port 0 is any free one. Raises `OSError` if that is not available."""
    runner = web.ServerRunner(HttpConnections(app), shutdown_timeout=1)
    await runner.setup()
    given: list[web.BaseSite] = [web.SockSite(runner, each, backlog=BACKLOG) for each in sockets]
    try:
        for site in given or [web.TCPSite(runner, host, port, backlog=BACKLOG)]:
            await site.start()
    except OSError:
        await runner.cleanup()
        raise
    return Server(app, runner, host, has_successor=bool(given))
