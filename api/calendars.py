"""Calendar links over HTTP: files for calendar programs, which come with a secret in the path and no token.

A file's `ETag` is a hash of its text. It is remembered, so that a client that asks again on the same day, before any
change of what the file shows (`FollowedNews`), is answered from memory.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta

from aiohttp import hdrs
from aiohttp.web import BaseRequest
from msgspec import Struct
from msgspec.structs import replace

from api.auth.last_uses import LastUses
from api.calendar_news import FollowedNews
from api.http.conditions import etag_of, is_not_modified
from api.http.endpoints import OperationResult
from api.http.errors import ApiCode, HttpError
from core.application.use_case import Pipeline
from core.base.calendar_time import local_date
from core.base.errors import NotFound, Unauthenticated
from core.base.secrets import hash_of
from core.calendar.calendar_feed import Feed, read_feed
from core.calendar.calendar_links import SUFFIX, note_fetches, open_link
from core.calendar.calendar_news import SHOWN
from core.calendar.calendar_text import Calendar, calendar_text
from core.people.users import OPERATOR_CALLER
from core.records.calendar_links import CalendarLink, Fetch

TEMPLATE = "/calendar/{file}"
MEDIA_TYPE = "text/calendar; charset=utf-8"
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
MOST_REMEMBERED = 4096
LONGEST_AGENT = 100
NOTED_AGAIN_AFTER = timedelta(minutes=10)


class UnknownCalendar(HttpError):
    """No open link has this secret. Answered like any other unknown path."""

    reason, user_id = "unknown_calendar", 0

    def __init__(self) -> None:
        super().__init__(ApiCode.NOT_FOUND_PATH)


class KnownText(Struct, frozen=True):
    """The tag of a link's text, the people it shows, and as of when: the day, the news' `version`, and `ended`."""

    link: CalendarLink
    tag: str
    people: Collection[int]
    day: date
    version: int
    ended: int


class CalendarFiles:
    """Serves the files of an application, each time with what its person may see at that moment."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.news = FollowedNews(pipeline)
        self.known: OrderedDict[bytes, KnownText] = OrderedDict()
        self.fetches: LastUses[Fetch] = LastUses(pipeline, note_fetches)

    async def serve(self, request: BaseRequest, segments: Sequence[str]) -> OperationResult:
        """The answer to a request, whose last path segment is the file's name. Raises `UnknownCalendar`."""
        secret_hash = hash_in(segments[0])
        await self.news.catch_up()
        now, version, ended = self.pipeline.clock.now(), self.news.version, self.news.ended
        day = local_date(now, self.pipeline.settings.zone)
        known = self.known.get(secret_hash)
        link = known.link if known and known.ended == ended else await self.opened(secret_hash)
        link = self.noted(link, request.headers.get(hdrs.USER_AGENT, ""), now)
        if known and known.day == day and is_not_modified(request.headers, known.tag) and not self.has_changed(known):
            content, tag, people = b"", known.tag, known.people
        else:
            feed = await self.feed(link)
            content, tag = await asyncio.to_thread(written, feed.calendar)
            people = feed.people
        self.remember(secret_hash, KnownText(link, tag, people, day, version, ended))
        return result(content, tag, not_modified=not content or is_not_modified(request.headers, tag))

    def has_changed(self, known: KnownText) -> bool:
        return self.news.has(SHOWN[known.link.kind], known.people, known.version)

    async def opened(self, secret_hash: bytes) -> CalendarLink:
        try:
            return await self.pipeline.run(OPERATOR_CALLER, open_link, secret_hash)
        except NotFound:
            self.known.pop(secret_hash, None)
            raise UnknownCalendar from None

    async def feed(self, link: CalendarLink) -> Feed:
        try:
            return await self.pipeline.run(OPERATOR_CALLER, read_feed, link)
        except Unauthenticated:
            raise UnknownCalendar from None

    def remember(self, secret_hash: bytes, text: KnownText) -> None:
        self.known[secret_hash] = text
        self.known.move_to_end(secret_hash)
        if len(self.known) > MOST_REMEMBERED:
            self.known.popitem(last=False)

    def noted(self, link: CalendarLink, agent: str, now: datetime) -> CalendarLink:
        """The link with this fetch noted, unless one by the same program was just before."""
        by = "".join(filter(str.isprintable, agent))[:LONGEST_AGENT]
        at = link.last_fetched_at
        if at is not None and link.last_fetched_by == by and abs(now - at) <= NOTED_AGAIN_AFTER:
            return link
        self.fetches.note(Fetch(link.id, by))
        return replace(link, last_fetched_at=now, last_fetched_by=by)


def written(calendar: Calendar) -> tuple[bytes, str]:
    """A calendar's text and its tag; run in a thread, since it takes long."""
    content = calendar_text(calendar)
    return content, etag_of(content)


def result(content: bytes, tag: str, *, not_modified: bool) -> OperationResult:
    return OperationResult(
        content,
        f"ETag: {tag}\r\nCache-Control: private\r\n",
        not_modified=not_modified,
        media_type=MEDIA_TYPE,
    )


def hash_in(file: str) -> bytes:
    """The hash of the secret in a file's name. Raises `UnknownCalendar` if there is no secret in it."""
    secret = file.removesuffix(SUFFIX)
    if secret == file or not SECRET.fullmatch(secret):
        raise UnknownCalendar
    return hash_of(secret)
