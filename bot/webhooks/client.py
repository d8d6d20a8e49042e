"""Requests to URLs that others have given us. Each address is checked at the moment it is connected to.

A name is resolved for every connection, by threads of this client's own, and only the addresses that were checked are
connected to: DNS rebinding gains nothing. A URL with an address instead of a name is checked as it is written
(`core.base.destinations`).
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from aiohttp import (
    ClientConnectorCertificateError,
    ClientConnectorSSLError,
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    DummyCookieJar,
    TCPConnector,
    hdrs,
)
from aiohttp.abc import AbstractResolver, ResolveResult

from core.base.calendar_time import Clock
from core.base.destinations import Destinations, RefusedDestination, is_literal
from core.base.errors import FieldCode, Invalid
from core.ports.webhooks import WebhookClient
from core.records.webhooks import Answer, WebhookFault

ANSWER_SECONDS = 15.0
"""The time from resolving the name to the end of the answer's headers."""

BODY_BYTES, BODY_SECONDS = 4096, 1.0
"""The bytes of an answer's body that are read, and the time for it, so that the connection can be used again."""

OK = 200
RESOLVERS = 32
USER_AGENT = "Semaforo-Webhooks/1"
AGAIN = frozenset({429, 503})
"""The statuses whose `Retry-After` is heeded."""

FAULTS = RefusedDestination, TimeoutError, ClientError, OSError, ValueError
"""The errors that end a request to an address of others."""

AddressInfo = tuple[Any, Any, int, str, Any]
LookUp = Callable[[str, int], Sequence[AddressInfo]]


def look_up(host: str, port: int) -> Sequence[AddressInfo]:
    """Resolve a name. Blocks. Raises `OSError` for an unknown one."""
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)


class CheckedResolver(AbstractResolver):
    """Resolves a name if all of its addresses may be connected to."""

    def __init__(self, destinations: Destinations, look_up: LookUp = look_up) -> None:
        self.destinations = destinations
        self.look_up = look_up
        self.threads = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="webhook-names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a name. Raises `OSError` if it is unknown, `RefusedDestination` if any is refused."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self.threads, self.look_up, host, port)
        for _, _, _, _, place in found:
            self.destinations.check_address(host, place[0])
        return [
            ResolveResult(
                hostname=host,
                host=place[0],
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for kind, _, protocol, _, place in found
            if family in {socket.AF_UNSPEC, kind}
        ]

    async def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def fault_of(error: Exception) -> WebhookFault:
    """Return the fault that is recorded of a request that ended in one of `FAULTS`."""
    match error:
        case RefusedDestination():
            return WebhookFault.ADDRESS
        case TimeoutError():
            return WebhookFault.TIMEOUT
        case ClientConnectorCertificateError() | ClientConnectorSSLError() | ssl.SSLError():
            return WebhookFault.CERTIFICATE
        case _:
            return WebhookFault.UNREACHABLE


class HttpWebhookClient(WebhookClient):
    """Sends requests to addresses of others; made by `opened`."""

    def __init__(self, resolver: CheckedResolver, session: ClientSession, clock: Clock) -> None:
        self.destinations = resolver.destinations
        self.resolver = resolver
        self.session = session
        self.clock = clock

    async def check(self, url: str) -> None:
        try:
            host = self.destinations.check_url(url)
            if not is_literal(host):
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self.resolver.resolve(host)
        except RefusedDestination as refused:
            raise Invalid.at("url", refused.code) from None
        except (OSError, TimeoutError):
            raise Invalid.at("url", FieldCode.ADDRESS_NOT_ALLOWED) from None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        try:
            self.destinations.check_url(url)
            async with self.session.post(url, headers=headers, data=body, allow_redirects=False) as response:
                await finish(response)
                return answer_of(response, self.clock.now())
        except FAULTS as fault:
            return Answer(fault=fault_of(fault))

    async def fetch(self, url: str, most: int) -> bytes | None:
        try:
            self.destinations.check_url(url)
            async with self.session.get(url, allow_redirects=False) as response:
                if response.status != OK or not response.content_type.endswith("json"):
                    response.close()
                    return None
                content = await response.content.read(most + 1)
                while len(content) <= most and (more := await response.content.read(most + 1 - len(content))):
                    content += more
                return content if len(content) <= most else None
        except FAULTS:
            return None


@asynccontextmanager
async def opened(
    destinations: Destinations, clock: Clock, look_up: LookUp = look_up
) -> AsyncIterator[HttpWebhookClient]:
    """A client, until the end; it follows no redirects."""
    resolver = CheckedResolver(destinations, look_up)
    async with session_over(resolver, USER_AGENT, ANSWER_SECONDS, keepalive_timeout=ANSWER_SECONDS) as session:
        yield HttpWebhookClient(resolver, session, clock)


@asynccontextmanager
async def session_over(
    resolver: CheckedResolver, agent: str, seconds: float, **connections: Any
) -> AsyncIterator[ClientSession]:
    """A session, until the end; it unpacks nothing, and takes no cookies and no proxy from the environment."""
    session = ClientSession(
        connector=TCPConnector(resolver=resolver, use_dns_cache=False, limit=0, **connections),
        timeout=ClientTimeout(total=seconds),
        cookie_jar=DummyCookieJar(),
        headers={hdrs.USER_AGENT: agent},
        skip_auto_headers=[hdrs.ACCEPT_ENCODING],
        auto_decompress=False,
        trust_env=False,
    )
    try:
        yield session
    finally:
        await session.close()
        await resolver.close()


async def finish(response: ClientResponse) -> None:
    """Read a short body to its end, and close the connection of any other: its status is known."""
    with suppress(TimeoutError, ClientError):
        async with asyncio.timeout(BODY_SECONDS):
            while await response.content.read(BODY_BYTES) and response.content.total_bytes < BODY_BYTES:
                pass
    if not response.content.at_eof():
        response.close()


def answer_of(response: ClientResponse, now: datetime) -> Answer:
    status = response.status
    if status // 100 == 2:  # noqa: PLR2004 as RFC 9110 names the class
        return Answer(status)
    again = seconds_of(response.headers.get(hdrs.RETRY_AFTER, ""), now) if status in AGAIN else 0.0
    return Answer(status, WebhookFault.STATUS, again)


def seconds_of(text: str, now: datetime) -> float:
    """Return the seconds of `Retry-After`, a number of them or a date; 0 for what is neither."""
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    return max((at.replace(tzinfo=at.tzinfo or UTC) - now).total_seconds(), 0.0)
