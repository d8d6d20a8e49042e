"""Calendar links over HTTP: files for calendar programs, which come with a secret in the path and no token.

A file's `ETag` is of its text. Which text a link has is remembered with the position of the journal and the day at
which it was made, so that whoever comes again before anything has changed is answered without reading it.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from aiohttp import hdrs
from aiohttp.web import BaseRequest
from msgspec import Struct

from api.auth.last_uses import LastUses
from api.http.conditions import etag_of, is_not_modified
from api.http.endpoints import OperationResult
from api.http.errors import ApiCode, HttpError
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import local_date
from core.base.errors import NotFound, Unauthenticated
from core.calendar.calendar_feed import read_feed
from core.calendar.calendar_links import SUFFIX, hash_of, note_fetches, open_link
from core.calendar.calendar_text import calendar_text
from core.people.users import OPERATOR
from core.records.calendar_links import CalendarLink, Fetch

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


class TextVersion(Struct, frozen=True):
    """What decides on a link's text: the link, the position of the journal, and the day."""

    link: tuple[int, bytes]
    settled: int
    day: date


class CalendarFiles:
    """Serves the files of an application, each time with what its person may see at that moment."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.tags: OrderedDict[int, tuple[TextVersion, str]] = OrderedDict()
        self.fetches: LastUses[Fetch] = LastUses(pipeline, note_fetches)

    async def serve(self, request: BaseRequest, segments: Sequence[str]) -> OperationResult:
        """Raises `UnknownCalendar`."""
        secret_hash = hash_in(segments[0])
        try:
            opened = await self.pipeline.run(CALLER, open_link, secret_hash)
        except NotFound:
            raise UnknownCalendar from None
        link, now = opened.link, self.pipeline.clock.now()
        self.note(link, request.headers.get(hdrs.USER_AGENT, ""), now)
        version = TextVersion((link.id, secret_hash), opened.settled, local_date(now, self.pipeline.settings.zone))
        known = self.tags.get(link.id)
        if known and known[0] == version and is_not_modified(request.headers, known[1]):
            self.tags.move_to_end(link.id)
            return result(b"", known[1], not_modified=True)
        content = await self.content(link)
        tag = etag_of(content)
        self.remember(link.id, version, tag)
        return result(content, tag, not_modified=is_not_modified(request.headers, tag))

    async def content(self, link: CalendarLink) -> bytes:
        """The text, written beside the event loop."""
        try:
            calendar = await self.pipeline.run(CALLER, read_feed, link)
        except Unauthenticated:
            raise UnknownCalendar from None
        return await asyncio.to_thread(calendar_text, calendar)

    def remember(self, link_id: int, version: TextVersion, tag: str) -> None:
        self.tags[link_id] = version, tag
        self.tags.move_to_end(link_id)
        if len(self.tags) > MOST_REMEMBERED:
            self.tags.popitem(last=False)

    def note(self, link: CalendarLink, agent: str, now: datetime) -> None:
        """Note the fetch, unless one by the same program was noted just before."""
        by = "".join(filter(str.isprintable, agent))[:LONGEST_AGENT]
        if link.last_fetched_at is None or link.last_fetched_by != by or now - link.last_fetched_at > NOTED_AGAIN_AFTER:
            self.fetches.note(Fetch(link.id, by))


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
