"""The app on a socket: aiohttp's HTTP server, whose own errors answer the envelope too, and its end.

The low-level server is used, not `aiohttp.web.Application`: routes, 404 and 405 are ours (docs/decisions/0004).
"""

import asyncio
import logging
from contextlib import suppress
from http import HTTPStatus

from aiohttp import web
from aiohttp.web import BaseRequest, RequestHandler, StreamResponse

from api.app import App
from api.errors import ApiCode, Refusal

logger = logging.getLogger("semaforo.api")

GRACE_SECONDS = 15.0
MAX_HEADER = 64 * 1024
"""Longer than any token that is looked at, so that an oversized one is a 401 like every other bad token."""


class Connection(RequestHandler):
    """A client's connection; what is no HTTP answers the envelope and ends it."""

    __slots__ = ("app",)

    def __init__(self, manager: web.Server, app: App) -> None:
        super().__init__(
            manager,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]  # takes None for none, as aiohttp's own runners pass it
            logger=logger,
            max_field_size=MAX_HEADER,
        )
        self.app = app

    def handle_error(
        self,
        request: BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 may quote the client, as the exception's text does: not for a log
    ) -> StreamResponse:
        """The answer to what the HTTP parser refused, or to a fault outside the app."""
        if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.debug("bad_http remote=%s error=%s", request.remote, type(exc).__name__)
            return self.app.refusal(request, Refusal(ApiCode.BAD_HTTP, close=True))
        logger.error("failed remote=%s", request.remote, exc_info=exc)
        return self.app.refusal(request, Refusal(ApiCode.INTERNAL, close=True))


class Connections(web.Server):
    """Makes a `Connection` for each client, and keeps count of them."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.app = app

    def __call__(self) -> RequestHandler:
        """The protocol of a new connection."""
        return Connection(self, self.app)


class Server:
    """A running service. `url` is where, also when the port was chosen by the system."""

    def __init__(self, app: App, runner: web.ServerRunner, host: str, port: int) -> None:
        self.app = app
        self.runner = runner
        self.host = host
        self.port = port

    @property
    def url(self) -> str:
        """The root, without a slash at its end."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Finish the requests in hand, at most `grace` seconds, answering 503 to new ones; then close."""
        self.app.closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await self.app.drained()
        await self.runner.cleanup()
        self.app.audit.close()


async def serve(app: App, host: str, port: int) -> Server:
    """Serve an app; port 0 lets the system choose. Raises `OSError` where the address cannot be had."""
    runner = web.ServerRunner(Connections(app), shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, host, port, backlog=1024)
    try:
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    return Server(app, runner, host, runner.addresses[0][1])
