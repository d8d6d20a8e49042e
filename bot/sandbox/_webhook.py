"""Webhooks: setWebhook, deleteWebhook, getWebhookInfo, and the delivery, in order per chat, until it is accepted."""

import asyncio
import re
import time
from dataclasses import dataclass
from ipaddress import ip_address
from ssl import SSLContext
from urllib.parse import urlsplit

from aiohttp import ClientConnectorError, ClientError, ClientSession, ClientTimeout, TCPConnector

from bot.sandbox._errors import bad_request
from bot.sandbox._model import Json
from bot.sandbox._params import Params
from bot.sandbox._updates import Queued, UpdateQueue, as_line

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_READ_SECONDS = 60.0
_MAX_SECRET = 256


@dataclass(frozen=True)
class _Target:
    url: str
    secret: str
    max_connections: int


class Webhook:
    """Delivery to one address. `first_backoff` and `last_backoff` in seconds; the pause doubles in between.

    `trusting` says whose certificates are believed, else those that everybody believes are.
    """

    def __init__(
        self,
        updates: UpdateQueue,
        *,
        first_backoff: float = 0.2,
        last_backoff: float = 30.0,
        trusting: SSLContext | None = None,
    ) -> None:
        self._updates = updates
        self._trusting = trusting
        self._first_backoff = first_backoff
        self._last_backoff = last_backoff
        self._target: _Target | None = None
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(1)
        self._session: ClientSession | None = None
        self._error: tuple[int, str] | None = None

    def set(self, params: Params) -> str:
        """setWebhook; returns the remark Telegram adds to `true`. Raises ApiError 400."""
        url = params.text("url")
        if not url:
            return self.delete(params)
        secret = params.text("secret_token")
        if len(secret) > _MAX_SECRET:
            raise bad_request("secret token is too long")
        if _SECRET.fullmatch(secret) is None:
            raise bad_request("secret token contains unallowed characters")
        target = _Target(_checked(url), secret, params.clamped("max_connections", 40, 1, 100))
        self._updates.allow(params)
        same = target == self._target and not params.flag("drop_pending_updates")
        if same:
            return "Webhook is already set"
        self._stop_workers()
        self._drop(params)
        self._updates.stop_polling()
        self._target, self._error = target, None
        self._slots = asyncio.Semaphore(target.max_connections)
        self._updates.webhook_active = True
        self._updates.on_added = self._start_workers
        self._start_workers()
        return "Webhook was set"

    def delete(self, params: Params) -> str:
        """deleteWebhook; returns the remark Telegram adds to `true`."""
        was_set = self._target is not None
        self._stop_workers()
        self._drop(params)
        self._target, self._error = None, None
        self._updates.webhook_active, self._updates.on_added = False, None
        return "Webhook was deleted" if was_set else "Webhook is already deleted"

    def info(self) -> Json:
        target = self._target
        info: Json = {"url": target.url if target else "", "has_custom_certificate": False}
        info["pending_update_count"] = len(self._updates.pending)
        if target is not None:
            info["max_connections"] = target.max_connections
            info["ip_address"] = urlsplit(target.url).hostname
        if self._error is not None:
            info["last_error_date"], info["last_error_message"] = self._error
        if self._updates.allowed is not None:
            info["allowed_updates"] = self._updates.allowed
        return info

    async def close(self) -> None:
        workers = list(self._workers.values())
        self._stop_workers()
        await asyncio.gather(*workers, return_exceptions=True)
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _drop(self, params: Params) -> None:
        if params.flag("drop_pending_updates"):
            self._updates.clear()

    def _start_workers(self) -> None:
        for key in {update.key for update in self._updates.pending}:
            if key not in self._workers:
                self._workers[key] = asyncio.create_task(self._deliver(key))

    def _stop_workers(self) -> None:
        for worker in self._workers.values():
            worker.cancel()
        self._workers.clear()

    async def _deliver(self, key: int) -> None:
        """Deliver one chat's updates, one after the other, each until it is accepted."""
        backoff = self._first_backoff
        while update := next((update for update in self._updates.pending if update.key == key), None):
            async with self._slots:
                problem = await self._post(update)
            if problem is None:
                self._updates.remove(update.id)
                backoff = self._first_backoff
                continue
            self._error = (int(time.time()), problem)
            await asyncio.sleep(backoff)
            backoff = min(2 * backoff, self._last_backoff)
        self._workers.pop(key, None)

    async def _post(self, update: Queued) -> str | None:
        """Post an update; return None if it is accepted, else the fault for getWebhookInfo."""
        if self._target is None:
            return "Webhook is not set"
        headers = {"Content-Type": "application/json"}
        if self._target.secret:
            headers[SECRET_HEADER] = self._target.secret
        try:
            async with self._client().post(self._target.url, data=as_line(update.body), headers=headers) as answer:
                await answer.read()
                if answer.status // 100 == 2:  # noqa: PLR2004 - any 2xx
                    return None
                return f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except TimeoutError:
            return "Read timeout expired"
        except ClientConnectorError:
            return "Connection refused"
        except ClientError as error:
            return f"Connection failed: {error}"

    def _client(self) -> ClientSession:
        if self._session is None:
            connector = TCPConnector(ssl=self._trusting or True)
            self._session = ClientSession(
                connector=connector, timeout=ClientTimeout(total=_READ_SECONDS), trust_env=False
            )
        return self._session


def _checked(url: str) -> str:
    """Return a URL of this machine, over http or https. Raises ApiError 400 for any other."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        port_is_fine = parts.port != 0
    except ValueError as error:
        raise bad_request("invalid webhook URL specified") from error
    if parts.scheme not in ("http", "https") or not host or not port_is_fine:
        raise bad_request("invalid webhook URL specified")
    if is_loopback(host):
        return url
    if parts.scheme == "http":
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    raise bad_request("bad webhook: Failed to resolve host: Name or service not known")


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
