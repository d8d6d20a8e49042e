"""The webhook: Telegram posts updates here; each is in the inbox before it is answered with 200."""

import asyncio
import hmac
import json
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from socket import socket
from urllib.parse import urlsplit

from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from telegram.error import TelegramError

from bot.telegram.connection import backoff
from bot.telegram.inbox import KINDS, InboxWriter
from bot.telegram.raw_bot import RawBot, WebhookInfo
from bot.telegram.troubles import NoteTrouble
from core.base.audit import Audit
from core.base.calendar_time import Clock
from core.base.errors import Unavailable
from core.base.state_log import StateLog

logger = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 the name of a header
MAX_BODY = 1024 * 1024
LOOK_SECONDS = 60.0
"""The pause between two looks whether Telegram still posts updates to us."""

THING = "telegram: webhook"
TOLD = timedelta(minutes=10)
"""The time for which a trouble is reported after the webhook was lost."""

TAKEN_DOWN = "another program with this bot's token took it down"
NOT_OURS = ": 401"
"""The part of Telegram's last error that says that we refused an update without our secret."""

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

    async def keep(self, bot: RawBot, note: NoteTrouble, clock: Clock) -> None:
        """Have Telegram post its updates to `url`, and look again and again whether it still does, until cancelled.

        To be run in one process.
        """
        set_at, failures = 0.0, 0
        while True:
            try:
                lost = lost_by(await bot.webhook_info(), self.url, set_at) if set_at else None
                if lost:
                    logger.warning("the webhook: %s; it is set again", lost)
                    await note(THING, f"{lost}; it was set again", TOLD)
                if lost or not set_at:
                    set_at = 0.0
                    await bot.set_webhook(
                        self.url, allowed_updates=KINDS, secret_token=self.secret, drop_pending_updates=False
                    )
                    set_at = clock.now().timestamp()
                    logger.info("Telegram posts updates to us")
            except TelegramError as fault:
                self.states.failing("the webhook", fault)
                if not set_at:
                    await note(THING, f"it could not be set: {fault.message}", TOLD)
                await asyncio.sleep(backoff(failures))
                failures += 1
            else:
                failures = 0
                self.states.working("the webhook")
                await asyncio.sleep(LOOK_SECONDS)

    async def receive(self, request: web.Request) -> web.Response:
        """Answer 200 once the update is durable, so Telegram repeats it until then; 401 without secret, else 400."""
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


def lost_by(info: WebhookInfo, url: str, set_at: float) -> str | None:
    """Return a sentence on what another program with the bot's token did to the webhook set at `set_at` (Unix time).

    None if it did nothing.
    """
    if info.url != url:
        return f"another program with this bot's token set it to {info.url}" if info.url else TAKEN_DOWN
    if info.allowed_updates and not set(KINDS).issubset(info.allowed_updates):
        return "another program with this bot's token asked for other updates"
    if info.last_error_date > set_at and NOT_OURS in info.last_error_message:
        return "another program with this bot's token set it with another secret"
    return None


async def without_server(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.pop(hdrs.SERVER, None)
