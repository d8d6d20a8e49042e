"""Calendar links over HTTP: files for calendar programs, which come with a secret in the path and no token.

A file's `ETag` is of its text. Which text a link has is remembered with the position of the journal and the day at
which it was made, so that whoever comes again before anything has changed is answered without reading it, and within
`jwt.cache_seconds` without asking whether anything has.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from aiohttp import hdrs
from aiohttp.web import BaseRequest
from msgspec import Struct
from msgspec.structs import replace

from api.auth.last_uses import LastUses
from api.http.conditions import etag_of, is_not_modified
from api.http.endpoints import OperationResult
from api.http.errors import ApiCode, HttpError
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import local_date
from core.base.errors import NotFound, Unauthenticated
from core.base.secrets import hash_of
from core.calendar.calendar_feed import read_feed
from core.calendar.calendar_links import SUFFIX, note_fetches, open_link
from core.calendar.calendar_text import calendar_text
from core.people.users import OPERATOR
from core.records.calendar_links import CalendarLink, Fetch, OpenedLink

TEMPLATE = "/calendar/{file}"
MEDIA_TYPE = "text/calendar; charset=utf-8"
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
CALLER = Caller(OPERATOR)
MOST_REMEMBERED = 4096
LONGEST_AGENT = 100
NOTED_AGAIN_AFTER = timedelta(minutes=10)


class UnknownCalendar(HttpError):
    """No link that stands has this secret; as any other path that there is not."""

    reason, user_id = "unknown_calendar", 0

    def __init__(self) -> None:
        super().__init__(ApiCode.NOT_FOUND_PATH)


class KnownText(Struct, frozen=True):
    """The tag of a link's text, and what decides on that: the link as it was opened at an instant, and the day."""

    opened: OpenedLink
    at: datetime
    day: date
    tag: str


class CalendarFiles:
    """Serves the files of an application, each time with what its person may see at that moment."""

    def __init__(self, pipeline: Pipeline, cache: timedelta) -> None:
        self.pipeline = pipeline
        self.cache = cache
        self.known: OrderedDict[bytes, KnownText] = OrderedDict()
        self.fetches: LastUses[Fetch] = LastUses(pipeline, note_fetches)

    async def serve(self, request: BaseRequest, segments: Sequence[str]) -> OperationResult:
        """Raises `UnknownCalendar`."""
        secret_hash, now = hash_in(segments[0]), self.pipeline.clock.now()
        day = local_date(now, self.pipeline.settings.zone)
        known = self.known.get(secret_hash)
        if known and not (known.day == day and is_not_modified(request.headers, known.tag)):
            known = None
        is_fresh = known is not None and now - known.at < self.cache
        opened, at = (known.opened, known.at) if known and is_fresh else (await self.opened(secret_hash), now)
        opened = self.noted(opened, request.headers.get(hdrs.USER_AGENT, ""), now)
        if known and known.opened.settled == opened.settled:
            content, tag = b"", known.tag
        else:
            content = await self.content(opened.link)
            tag = etag_of(content)
        self.remember(secret_hash, KnownText(opened, at, day, tag))
        return result(content, tag, not_modified=not content or is_not_modified(request.headers, tag))

    async def opened(self, secret_hash: bytes) -> OpenedLink:
        try:
            return await self.pipeline.run(CALLER, open_link, secret_hash)
        except NotFound:
            self.known.pop(secret_hash, None)
            raise UnknownCalendar from None

    async def content(self, link: CalendarLink) -> bytes:
        """The text, written beside the event loop."""
        try:
            calendar = await self.pipeline.run(CALLER, read_feed, link)
        except Unauthenticated:
            raise UnknownCalendar from None
        return await asyncio.to_thread(calendar_text, calendar)

    def remember(self, secret_hash: bytes, text: KnownText) -> None:
        self.known[secret_hash] = text
        self.known.move_to_end(secret_hash)
        if len(self.known) > MOST_REMEMBERED:
            self.known.popitem(last=False)

    def noted(self, opened: OpenedLink, agent: str, now: datetime) -> OpenedLink:
        """The link with this fetch noted, unless one by the same program was just before."""
        by, link = "".join(filter(str.isprintable, agent))[:LONGEST_AGENT], opened.link
        at = link.last_fetched_at
        if at is not None and link.last_fetched_by == by and now - at <= NOTED_AGAIN_AFTER:
            return opened
        self.fetches.note(Fetch(link.id, by))
        return replace(opened, link=replace(link, last_fetched_at=now, last_fetched_by=by))


def result(content: bytes, tag: str, *, not_modified: bool) -> OperationResult:
    return OperationResult(
        content,
        f"ETag: {tag}\r\nCache-Control: private\r\n",
        not_modified=not_modified,
        media_type=MEDIA_TYPE,
    )


def hash_in(file: str) -> bytes:
    """The hash of the secret that a file is named by. Raises `UnknownCalendar` for what is none."""
    secret = file.removesuffix(SUFFIX)
    if secret == file or not SECRET.fullmatch(secret):
        raise UnknownCalendar
    return hash_of(secret)
