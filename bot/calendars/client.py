"""Fetches outside calendars: from checked addresses only, each redirect checked anew, in bounded time and size."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urljoin

from aiohttp import ClientResponse, ClientSession, hdrs
from msgspec import Struct

from bot.webhooks.client import FAULTS, CheckedResolver, LookUp, fault_of, look_up, session_over
from core.base.destinations import Destinations
from core.records.outside_calendars import CalendarFault

FETCH_SECONDS = 20.0
"""The longest that a whole fetch may take: resolving the name, redirects, and the file."""

MOST_BYTES = 10_000_000
"""The largest file, both as sent and decompressed."""

CHUNK_BYTES = 1 << 16
MOST_REDIRECTS = 5
REDIRECTS = frozenset({301, 302, 303, 307, 308})
OK, NOT_MODIFIED = 200, 304
LONGEST_TAG = 1000
USER_AGENT = "Semaforo-Calendars/1"


class Fetched(Struct, frozen=True):
    """A file, compressed or not; `body` is None if it has not changed.

    `etag` and `last_modified` are for the next fetch.
    """

    body: bytes | None
    compressed: bool = False
    etag: str | None = None
    last_modified: str | None = None


class CalendarClient:
    """Fetches calendar files; made by `opened`."""

    def __init__(self, destinations: Destinations, session: ClientSession) -> None:
        self.destinations = destinations
        self.session = session

    async def fetch(self, url: str, etag: str | None, last_modified: str | None) -> Fetched | CalendarFault:
        """Fetch a file, unless it has not changed since the tag or the date. A failure is returned, not raised."""
        headers: dict[str, str] = {hdrs.ACCEPT: "text/calendar, */*;q=0.5", hdrs.ACCEPT_ENCODING: "gzip"}
        headers |= {hdrs.IF_NONE_MATCH: etag} if etag else {}
        headers |= {hdrs.IF_MODIFIED_SINCE: last_modified} if last_modified else {}
        try:
            return await self._follow(url, headers, conditional=bool(etag or last_modified))
        except FAULTS as fault:
            return CalendarFault(fault_of(fault))

    async def _follow(self, url: str, headers: dict[str, str], *, conditional: bool) -> Fetched | CalendarFault:
        for _ in range(MOST_REDIRECTS + 1):
            self.destinations.check_url(url)
            async with self.session.get(url, headers=headers, allow_redirects=False) as response:
                target = response.headers.get(hdrs.LOCATION)
                if response.status not in REDIRECTS or target is None:
                    return await read(response, conditional=conditional)
                response.close()
                url = urljoin(url, target)
        return CalendarFault.STATUS


async def read(response: ClientResponse, *, conditional: bool) -> Fetched | CalendarFault:
    tags = (tag_in(response, hdrs.ETAG), tag_in(response, hdrs.LAST_MODIFIED))
    if response.status == NOT_MODIFIED and conditional:
        return Fetched(None, False, *tags)
    if response.status != OK:
        response.close()
        return CalendarFault.STATUS
    encoding = response.headers.get(hdrs.CONTENT_ENCODING, "identity").strip().lower()
    if encoding not in {"identity", "gzip", "x-gzip", ""}:
        response.close()
        return CalendarFault.DAMAGED
    pieces, size = [], response.content_length or 0
    if size <= MOST_BYTES:
        size = 0
        while piece := await response.content.read(CHUNK_BYTES):
            size += len(piece)
            if size > MOST_BYTES:
                break
            pieces.append(piece)
    if size > MOST_BYTES:
        response.close()
        return CalendarFault.TOO_LARGE
    return Fetched(b"".join(pieces), encoding.endswith("gzip"), *tags)


def tag_in(response: ClientResponse, name: str) -> str | None:
    tag = response.headers.get(name)
    return tag if tag and len(tag) <= LONGEST_TAG and tag.isascii() and tag.isprintable() else None


@asynccontextmanager
async def opened(destinations: Destinations, look_up: LookUp = look_up) -> AsyncIterator[CalendarClient]:
    """A client, until the end."""
    resolver = CheckedResolver(destinations, look_up)
    async with session_over(resolver, USER_AGENT, FETCH_SECONDS, force_close=True) as session:
        yield CalendarClient(destinations, session)
