"""HTTP to the Bot API, over aiohttp: a pool of connections for each purpose, and errors that say if anything was sent.

A proxy or the login page of a network may answer in place of Telegram: its 403 does not mean that a chat is closed.
When Telegram begins to fail, and when it works again, one line is logged for each purpose.

python-telegram-bot's own client (httpx) takes 1.3 ms for an edit where this takes 0.5, and its errors do not tell a
server that could not be reached (try again at will) from one that never answered (it may have done the work).
"""

import asyncio
import json
import logging
import os
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

import aiohttp
import msgspec
from aiohttp import hdrs
from telegram.error import InvalidToken, NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.telegram.rests import RateLimited, Rests
from core.base.metrics import TELEGRAM_CALLS
from core.base.state_log import StateLog

logger = logging.getLogger(__name__)

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 20.0
UNSAID_WAIT_SECONDS = 3.0
PIECE_BYTES = 64 * 1024


class NotSent(NetworkError):
    """No connection was made: Telegram has not seen the call."""


class UnknownMethod(NetworkError):
    """The server has no such method (404): it is an older one, or the token is wrong."""


OUTCOMES = {
    NotSent: "unreachable",
    UnknownMethod: "unknown_method",
    RateLimited: "rate_limited",
    InvalidToken: "unauthorized",
    TimedOut: "timeout",
}
"""The metric's label for each error of a call; any other, such as a 5xx or a broken connection, is "failed"."""


class BotApiRequest(BaseRequest):
    """A pool of connections to a Bot API server; `initialize` opens it, `shutdown` closes it."""

    def __init__(
        self, purpose: str, *, size: int, answer_seconds: float = ANSWER_SECONDS, rests: Rests | None = None
    ) -> None:
        self.purpose = purpose
        self.rests = rests or Rests()
        self.states = StateLog(logger)
        self.size = size
        self.answer_seconds = answer_seconds
        self.session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return self.answer_seconds

    @staticmethod
    def parse_json_payload(payload: bytes) -> Any:
        """Parse as the library does, which reads what is not quite JSON too, but takes five times as long."""
        try:
            return msgspec.json.decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return BaseRequest.parse_json_payload(payload)

    async def initialize(self) -> None:
        if self.session is None:
            timeout = aiohttp.ClientTimeout(total=self.answer_seconds + CONNECT_SECONDS, sock_connect=CONNECT_SECONDS)
            self.session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self.size, keepalive_timeout=60),
                timeout=timeout,
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        session, self.session = self.session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 one timeout a pool
        write_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 the same
        connect_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 the same
        pool_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 the same
    ) -> tuple[int, bytes]:
        """The status and body of an answer.

        Raises `NotSent`, `RateLimited`, `UnknownMethod`, `InvalidToken`, `TimedOut` or `NetworkError`. Their causes are
        left out: aiohttp's may hold the address, and with it the token, which would reach the log.
        """
        if self.session is None:
            raise NotSent("the connection is closed")
        called, chat_id = url.rpartition("/")[2], chat_of(request_data)
        self.rests.check(called, chat_id)
        try:
            status, body = await self.ask(self.session, url, method, request_data)
        except RateLimited as fault:
            TELEGRAM_CALLS.count(called, OUTCOMES[RateLimited])
            self.states.working(self.purpose)
            raise self.rests.refused(called, chat_id, fault.seconds) from None
        except TelegramError as fault:
            TELEGRAM_CALLS.count(called, OUTCOMES.get(type(fault), "failed"))
            self.states.failing(self.purpose, fault)
            raise
        TELEGRAM_CALLS.count(called, "ok" if status == HTTPStatus.OK else "refused")
        self.states.working(self.purpose)
        self.rests.worked(called, chat_id)
        return status, body

    async def ask(
        self, session: aiohttp.ClientSession, url: str, method: str, request_data: RequestData | None
    ) -> tuple[int, bytes]:
        with as_telegram_errors():
            data, headers = await body_of(request_data)
            async with session.request(method, url, data=data, headers=headers, allow_redirects=False) as answer:
                body = await answer.read()
                check_answer(answer.status, body, called=url.rpartition("/")[2])
                return answer.status, body

    async def download(self, url: str) -> bytes:
        """A file that Telegram keeps. Raises `NotSent`, `TimedOut` or `NetworkError`."""
        with as_telegram_errors():
            async with asyncio.timeout(self.answer_seconds + CONNECT_SECONDS):
                return b"".join([piece async for piece in self.pieces(url)])

    async def pieces(self, url: str) -> AsyncGenerator[bytes, None]:
        """A file that Telegram keeps, as it arrives, however long that takes. Raises what `download` does."""
        if self.session is None:
            raise NotSent("the connection is closed")
        timeout = aiohttp.ClientTimeout(connect=CONNECT_SECONDS, sock_read=self.answer_seconds)
        with as_telegram_errors():
            async with self.session.get(url, allow_redirects=False, timeout=timeout) as answer:
                if answer.status != HTTPStatus.OK:
                    raise NetworkError(f"{answer.status} from Telegram for a file")
                async for piece in answer.content.iter_chunked(PIECE_BYTES):
                    yield piece


@contextmanager
def as_telegram_errors() -> Iterator[None]:
    """Raise faults of the connection as the library's, without the address."""
    try:
        yield
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as fault:
        raise NotSent(cause_of(fault)) from None
    except TimeoutError:
        raise TimedOut from None
    except aiohttp.ClientError as fault:
        raise NetworkError(cause_of(fault)) from None


def cause_of(fault: Exception) -> str:
    """A fault of the connection without its address. Error numbers below 0 are the name resolver's."""
    if isinstance(fault, OSError) and fault.errno:
        return os.strerror(fault.errno) if fault.errno > 0 else f"DNS: {fault.strerror}"
    return type(fault).__name__


def check_answer(status: int, body: bytes, *, called: str) -> None:
    """Raise the error of an answer that is about Telegram itself, not about the call. A 5xx may have no JSON."""
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise NetworkError(f"{status} from Telegram")
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        raise RateLimited(seconds_to_wait(body))
    if not of_bot_api(status, body):
        raise NotSent(f"{status} from what is no Bot API server")
    if status == HTTPStatus.UNAUTHORIZED:
        raise InvalidToken("Telegram does not accept telegram.token: get the present one from @BotFather")
    if status == HTTPStatus.NOT_FOUND:
        raise UnknownMethod(f"404 from Telegram for {called}")


def chat_of(request_data: RequestData | None) -> int | None:
    """The chat that a call is for, if it is for one."""
    given = str(request_data.parameters.get("chat_id", "")) if request_data is not None else ""
    return int(given) if given.removeprefix("-").isdecimal() else None


def fields_of(request_data: RequestData) -> dict[str, str]:
    """The parameters of a call: texts as they are, all else as JSON. The library writes each of these twice."""
    return {
        name: value if isinstance(value, str) else json.dumps(value) for name, value in request_data.parameters.items()
    }


async def body_of(request_data: RequestData | None) -> tuple[bytes | None, Mapping[str, str]]:
    """The body and headers of a call: JSON, or a multipart form if there are files. In one piece, to be one packet."""
    if request_data is None:
        return None, {}
    if not request_data.contains_files:
        return json.dumps(fields_of(request_data)).encode(), {hdrs.CONTENT_TYPE: "application/json"}
    form = aiohttp.FormData(fields_of(request_data))
    for name, (filename, content, kind) in request_data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    parts = form()
    return await parts.as_bytes(), {hdrs.CONTENT_TYPE: parts.content_type}


def of_bot_api(status: int, body: bytes) -> bool:
    """Return whether an answer is a Bot API server's: an object with a `result`, or for a refusal, with an `ok`."""
    if status < HTTPStatus.MULTIPLE_CHOICES:
        return body.lstrip().startswith(b"{") and b'"result"' in body
    try:
        refused = json.loads(body)
    except ValueError:
        return False
    return isinstance(refused, dict) and "ok" in refused


def seconds_to_wait(body: bytes) -> float:
    """Return the seconds that a 429 asks to wait, or `UNSAID_WAIT_SECONDS`."""
    try:
        return float(json.loads(body)["parameters"]["retry_after"])
    except (ValueError, KeyError, TypeError):
        return UNSAID_WAIT_SECONDS


def backoff(attempt: int) -> float:
    """Seconds before the next attempt; `attempt`, from 0, has failed."""
    return float(min(FIRST_WAIT_SECONDS * 2 ** min(attempt, 16), LONGEST_WAIT_SECONDS))


FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.25, 30.0
