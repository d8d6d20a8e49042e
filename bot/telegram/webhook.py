"""The webhook: Telegram posts updates here; each is in the inbox before it is answered with 200."""

import asyncio
import hmac
import json
import logging
from collections.abc import Callable, Sequence
from itertools import count
from socket import socket
from urllib.parse import urlsplit

from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from telegram import Bot
from telegram.error import TelegramError

from bot.telegram.connection import backoff
from bot.telegram.inbox import KINDS, InboxWriter
from core.base.audit import Audit
from core.base.errors import Unavailable
from core.base.state_log import StateLog

logger = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 the name of a header
MAX_BODY = 1024 * 1024

http_logger = logging.getLogger(f"{__name__}.http")
http_logger.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError)))
"""Leaves out the stack traces that aiohttp logs for input that is not HTTP."""


ClientOf = Callable[[web.BaseRequest], str | None]
"""The client's address of a request."""


def address_of(request: web.BaseRequest) -> str | None:
    return request.remote


class TelegramWebhook:
    """Listens on `host:port` for the path of the public `url`; calls without the secret are refused, and audited."""

    def __init__(self, inbox: InboxWriter, url: str, secret: str, host: str, port: int, client_of: ClientOf) -> None:
        self.inbox = inbox
        self.url = url
        self.secret = secret
        self.host = host
        self.port = port
        self.client_of = client_of
        self.audit = Audit()
        self.runner: web.AppRunner | None = None
        self.states = StateLog(logger)

    async def start(self, sockets: Sequence[socket] = ()) -> None:
        """Listen, on `sockets` if there are any."""
        app = web.Application(client_max_size=MAX_BODY)
        app.on_response_prepare.append(without_server)
        app.router.add_post(urlsplit(self.url).path or "/", self.receive)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=5, auto_decompress=False, logger=http_logger)
        await self.runner.setup()
        given: list[web.BaseSite] = [web.SockSite(self.runner, each) for each in sockets]
        for site in given or [web.TCPSite(self.runner, self.host, self.port)]:
            await site.start()

    async def stop(self) -> None:
        runner, self.runner = self.runner, None
        if runner is not None:
            await runner.cleanup()
        self.audit.close()

    async def register(self, bot: Bot) -> None:
        """Have Telegram post its updates to `url`; tried until it works."""
        for attempt in count():
            try:
                await bot.set_webhook(
                    self.url, allowed_updates=KINDS, secret_token=self.secret, drop_pending_updates=False
                )
            except TelegramError as fault:
                self.states.failing("the webhook", fault)
                await asyncio.sleep(backoff(attempt))
            else:
                self.states.working("the webhook")
                logger.info("Telegram posts updates to us")
                return

    async def receive(self, request: web.Request) -> web.Response:
        """200 once the update is durable, so Telegram repeats it until then; 401 without the secret, else 400."""
        given = request.headers.get(SECRET_HEADER, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, self.secret.encode()):
            self.audit.refused("-", "webhook_secret", 0, self.client_of(request))
            return web.Response(status=401)
        if hdrs.CONTENT_ENCODING in request.headers:
            return web.Response(status=415)
        body = await request.read()
        try:
            update = json.loads(body)
        except (ValueError, RecursionError):
            self.states.failing("the webhook", "it was called with what is no JSON")
            return web.Response(status=400)
        try:
            taken = await self.inbox.take([update])
        except Unavailable:
            return web.Response(status=503, headers={hdrs.RETRY_AFTER: "5"})
        self.states.working("the webhook")
        return web.Response(status=400 if taken is None else 200)


async def without_server(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.pop(hdrs.SERVER, None)
